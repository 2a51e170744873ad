"""The boards' firmware under CPython, where there is no MicroPython (64-bit ARM Linux, say).

The very files that the boards get are run; this package only gives them the modules that CPython
lacks. Nothing is learned here about heap, allocation or what MicroPython's language lacks: tests
and CI never use it.
"""
