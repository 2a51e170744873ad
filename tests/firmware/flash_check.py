# What the start file of each flash says: flash_check.py FOLDER...; prints a hash, or what is wrong.
import os
import sys

for folder in sys.argv[1:]:
    os.chdir(folder)
    try:
        with open("main.py") as file:
            text = file.read()
    except OSError:
        print("no program")
        continue
    scope = {"__name__": "__main__"}
    exec(text[: text.rindex("start()")], scope)
    whole, wrong = scope["check"]()
    print(wrong if whole is None else whole.hex())
