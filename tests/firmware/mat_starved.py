# A board whose program hangs: the watchdog must end the process, with a status of its own.
import time

import machine

watchdog = machine.WDT(timeout=1000)
for _turn in range(5):
    time.sleep_ms(900)
    watchdog.feed()
print("fed", watchdog.feeds)
while True:
    time.ticks_us()
