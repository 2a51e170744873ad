"""The hall: tables and hub speak over a broker that may be lost at any time.

`messages`, `table_end` and `hub_end` are pure: values and `now` in, values out. `broker` writes
Mosquitto's files, `mqtt` moves bytes.
"""
