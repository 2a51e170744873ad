"""The texts of the files that a set-up writes: units, rules, limits. Each says in its head who made it.

Sources: systemd.service(5), systemd.exec(5), logind.conf(5), journald.conf(5), udev(7), polkit(8) of Debian 12.
"""

from typing import Final

from tallone.upkeep.setup.wishes import Wishes

DATA: Final = "/var/lib/tallone"
SETTINGS: Final = f"{DATA}/table.toml"
CHOOSER: Final = "/usr/local/lib/tallone/choose.py"
RELEASE_KEY: Final = "/etc/tallone/release.pub"
# MicroPython on RP2040 and RP2350 (docs.micropython.org names no other for the rp2 port).
_BOARD_VENDOR: Final = "2e8a"
_MADE: Final = "# Made by `tallone setup`; `tallone setup undo` takes it away.\n"


def table_unit(wishes: Wishes) -> str:
    """Return the unit of the table's program: one screen, no desktop, few rights, restarted whatever happens."""
    mount = f"RequiresMountsFor={DATA}\n"
    return f"""{_MADE}[Unit]
Description=Tallone, the Burraco table
After=systemd-user-sessions.service sound.target
Conflicts=getty@tty1.service
StartLimitIntervalSec=0
{mount}
[Service]
Type=notify
NotifyAccess=main
User={wishes.user}
Group={wishes.user}
SupplementaryGroups=dialout video render input audio
ExecStartPre=+/usr/bin/python3 -I {CHOOSER} {wishes.prefix} {DATA}
ExecStart={wishes.prefix}/current/bin/tallone run --config {SETTINGS} --data {DATA}
Environment=SDL_VIDEODRIVER=kmsdrm SDL_AUDIODRIVER=alsa PYTHONUNBUFFERED=1 HOME={DATA}
WorkingDirectory={DATA}
Restart=always
RestartSec=2
# The loop reports in at least every ten seconds; six missed reports are a program that hangs.
WatchdogSec=60
TimeoutStopSec=15
TTYPath=/dev/tty1
StandardInput=tty
StandardOutput=journal
TTYReset=yes
UMask=0077
# Secrets of a deal lie in memory only: no core file, no swap.
LimitCORE=0
MemorySwapMax=0
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths={DATA}
ProtectHome=yes
PrivateTmp=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes

[Install]
WantedBy=multi-user.target
"""


def hub_unit(wishes: Wishes) -> str:
    """Return the unit of the club's desk."""
    return f"""{_MADE}[Unit]
Description=Tallone, the club's desk
After=network.target
RequiresMountsFor={DATA}

[Service]
User={wishes.user}
Group={wishes.user}
ExecStart={wishes.prefix}/current/bin/tallone club serve --address 0.0.0.0
Environment=PYTHONUNBUFFERED=1 HOME={DATA}
WorkingDirectory={DATA}
Restart=always
RestartSec=5
UMask=0077
LimitCORE=0
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths={DATA}
ProtectHome=yes
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
"""


def backup_unit(wishes: Wishes) -> str:
    """Return the unit that copies journals and packs to a stick labelled TALLONE when one is put in."""
    stick = "/run/tallone-stick"
    options = f"nosuid,nodev,noexec,umask=0077,uid={wishes.user},gid={wishes.user}"
    return f"""{_MADE}[Unit]
Description=Tallone, copy of journals and packs to the stick %I

[Service]
Type=oneshot
User={wishes.user}
Group={wishes.user}
RuntimeDirectory=tallone-stick
PrivateMounts=yes
# Sticks are FAT or exFAT; nothing on one is run.
ExecStartPre=+/bin/mount -t vfat,exfat -o {options} /dev/%I {stick}
ExecStart={wishes.prefix}/current/bin/tallone backup make {stick} --data {DATA}
ExecStartPost=/bin/sync
TimeoutStartSec=120
NoNewPrivileges=no
"""


def data_mount(wishes: Wishes) -> str:
    """Return the unit that mounts the partition of journals and packs."""
    what = wishes.data_device
    if not what.startswith("/"):
        kind, _, name = what.partition("=")
        what = f"/dev/disk/by-{kind.lower()}/{name}"
    return f"""{_MADE}[Unit]
Description=Tallone, journals and packs

[Mount]
What={what}
Where={DATA}
Type=ext4
Options=noatime,nosuid,nodev,data=journal

[Install]
WantedBy=local-fs.target
"""


def udev_rules(wishes: Wishes) -> str:
    """Return the rules that give each board its name, whatever port it is plugged into."""
    board = f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{_BOARD_VENDOR}"'
    lines = [
        # A modem manager that probes a board would speak into a deal.
        f'{board}, GROUP="{wishes.user}", MODE="0660", ENV{{ID_MM_DEVICE_IGNORE}}="1"',
        *(
            f'{board}, ATTRS{{serial}}=="{serial}", SYMLINK+="tallone/{role}"'
            for role, serial in wishes.serials
            if serial
        ),
        # The screen's lamp, so that its brightness can be set at the screen itself.
        (
            'ACTION=="add", SUBSYSTEM=="backlight", RUN+="/bin/chgrp '
            f'{wishes.user} /sys/class/backlight/%k/brightness", '
            'RUN+="/bin/chmod g+w /sys/class/backlight/%k/brightness"'
        ),
        (
            'ACTION=="add", SUBSYSTEM=="block", ENV{DEVTYPE}=="partition", ENV{ID_FS_LABEL}=="TALLONE", '
            'TAG+="systemd", ENV{SYSTEMD_WANTS}+="tallone-backup@%k.service"'
        ),
    ]
    return _MADE + "\n".join(lines) + "\n"


# As udev's usb_id names them: class, subclass and protocol of each interface, in the device's order.
_SERIAL_PORTS: Final = (":020200:0a0000:", ":020201:0a0000:", ":0a0000:020200:", ":0a0000:020201:")
_STICKS: Final = (":080650:", ":080650:080662:")


def usb_rules(wishes: Wishes) -> str:
    """Return the rules that shut off whatever is plugged in and has no business at a table.

    Hubs, boards that are serial ports and nothing else, and memory sticks that are nothing else may stay, and
    what the club names: its touch screen. A keyboard in a stick's or a board's clothes is shut off.
    """
    end = 'GOTO="tallone_usb_end"'
    named = [pair.split(":") for pair in wishes.usb.split() if pair != "none"]
    lines = [
        f'ACTION!="add", {end}',
        f'SUBSYSTEM!="usb", {end}',
        f'ENV{{DEVTYPE}}!="usb_device", {end}',
        f'ATTR{{bDeviceClass}}=="09", {end}',
        f'ATTR{{idVendor}}=="{_BOARD_VENDOR}", ENV{{ID_USB_INTERFACES}}=="{"|".join(_SERIAL_PORTS)}", {end}',
        f'ENV{{ID_USB_INTERFACES}}=="{"|".join(_STICKS)}", {end}',
        *(
            f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}", {end}'
            for vendor, product in named
        ),
        'ATTR{authorized}="0"',
        'LABEL="tallone_usb_end"',
    ]
    return _MADE + "\n".join(lines) + "\n"


def power_rules(wishes: Wishes) -> str:
    """Return the polkit rule by which the table's screen may switch the machine off, and nothing else."""
    actions = ("power-off", "reboot")
    names = [
        f'"org.freedesktop.login1.{action}{several}"'
        for action in actions
        for several in ("", "-multiple-sessions")
    ]
    return f"""// Made by `tallone setup`; `tallone setup undo` takes it away.
polkit.addRule(function (action, subject) {{
    var allowed = [{", ".join(names)}];
    if (subject.user == "{wishes.user}" && allowed.indexOf(action.id) >= 0) {{
        return polkit.Result.YES;
    }}
}});
"""


WATCHDOG: Final = f"""{_MADE}[Manager]
# The machine's own watchdog restarts it when systemd itself hangs.
RuntimeWatchdogSec=15
RebootWatchdogSec=2min
"""

POWER_KEY: Final = f"""{_MADE}[Login]
HandlePowerKey=poweroff
HandlePowerKeyLongPress=poweroff
IdleAction=ignore
"""


def log_limits(*, forgets: bool) -> str:
    """Return the limits of the system's log: small on a card, in memory where the root forgets."""
    storage = "volatile" if forgets else "persistent"
    return f"""{_MADE}[Journal]
Storage={storage}
SystemMaxUse=64M
RuntimeMaxUse=16M
MaxRetentionSec=3month
RateLimitIntervalSec=30s
RateLimitBurst=2000
"""


def settings(wishes: Wishes) -> str:
    """Return the first settings of a table; the club's own are left as they are."""
    lines = [
        "# The table's settings; every option stands in docs/configuration.md.",
        "fullscreen = true",
    ]
    lines += [f'{role}_serial = "{serial}"' for role, serial in wishes.serials if serial]
    if wishes.rotation:
        lines.append(f"rotation = {wishes.rotation}")
    return "\n".join(lines) + "\n"
