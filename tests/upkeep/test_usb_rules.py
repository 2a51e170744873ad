"""What may be plugged into a table: udev's rows, read by a small reader of udev(7) that knows nothing of ours."""

import re

import pytest

from tallone.errors import ConfigError
from tallone.upkeep.setup import files
from tallone.upkeep.setup.wishes import Wishes, checked

_PART = re.compile(r"(\w+)(?:\{(\w+)\})?(==|!=|=)\"([^\"]*)\"")
TOUCH = {"idVendor": "0eef", "idProduct": "0001"}


def stays(device, usb):
    """Walk through the rules as udev does; return whether the device may stay."""
    rows = [
        _PART.findall(line)
        for line in files.usb_rules(Wishes(usb=usb)).splitlines()
        if not line.startswith("#")
    ]
    assert all(rows)
    at = 0
    while at < len(rows):
        goto, here = None, True
        for key, of, how, value in rows[at]:
            if key == "LABEL":
                return True
            if key == "GOTO":
                goto = value
            elif how == "=":
                assert (key, of, value) == ("ATTR", "authorized", "0")
                if here:
                    return False
            else:
                seen = device[of] if of else device[key]
                here = here and (seen in value.split("|")) == (how == "==")
        if here and goto:
            at = next(n for n, row in enumerate(rows) if ("LABEL", "", "=", goto) in row)
        else:
            at += 1
    raise AssertionError("the rules have no end")


def device(interfaces, **of):
    known = {"ACTION": "add", "SUBSYSTEM": "usb", "DEVTYPE": "usb_device", "bDeviceClass": "00"}
    names = {"idVendor": "1234", "idProduct": "5678", "ID_USB_INTERFACES": interfaces}
    return {**known, **names, **of}


@pytest.mark.parametrize(
    ("interfaces", "of", "allowed"),
    [
        (":030101:", {}, False),  # a keyboard
        (":030000:", {}, False),  # one that says less
        (":080650:", {}, True),  # a memory stick
        (":080650:080662:", {}, True),  # a fast one
        (":030101:080650:", {}, False),  # a keyboard in a stick's clothes
        (":080650:030101:", {}, False),
        (":020201:0a0000:", {"idVendor": "2e8a"}, True),  # a board
        (":020200:0a0000:", {"idVendor": "2e8a"}, True),
        (":020200:0a0000:030101:", {"idVendor": "2e8a"}, False),  # a board that types
        (":080650:ff0000:", {"idVendor": "2e8a"}, False),  # a board at BOOTSEL: not at a table
        (":020201:0a0000:", {}, False),  # somebody's modem
        (":e00101:", {}, False),  # a network, by phone
        (":020600:0a0000:", {}, False),
        (":090000:", {"bDeviceClass": "09"}, True),
        (":030000:", TOUCH, True),  # the touch screen that the club has named
        (":030000:", {"idVendor": "0eef"}, False),
    ],
)
def test_boards_sticks_hubs_and_named_devices_stay_and_nothing_else(interfaces, of, allowed):
    assert stays(device(interfaces, **of), "0eef:0001") == allowed
    if of is not TOUCH:
        assert stays(device(interfaces, **of), "none") == allowed
        assert stays(device(interfaces, **of), "1111:2222 0eef:0001") == allowed


def test_what_is_no_new_usb_device_is_left_alone():
    for other in ({"ACTION": "remove"}, {"SUBSYSTEM": "block"}, {"DEVTYPE": "usb_interface"}):
        assert stays(device(":030101:", **other), "none")


@pytest.mark.parametrize("usb", ["0eef", "0EEF:0001", '0eef:0001", RUN+="x', "none 0eef:0001"])
def test_a_list_that_is_none_is_refused(usb):
    with pytest.raises(ConfigError, match="--usb"):
        checked(Wishes(usb=usb))


def test_without_the_wish_there_is_no_list():
    assert checked(Wishes()).usb == ""
    assert checked(Wishes(usb="none")).usb == "none"
