"""Rules of the motors' supply, the interlock and the readers' cables, read from the boards as drawn."""

from collections.abc import Callable, Iterator

from hardware.reckon.drawn import Board

# Signals of a reader that must not lie beside one another in a flat cable.
FAST = frozenset({"SCK", "MOSI", "MISO", "NSS"})
STEPPER_DRIVER, MOTOR_DRIVER = "TMC2209 carrier", "TB6612FNG carrier"
# Pins of the carriers: the stepper driver's /EN, the motor driver's STBY.
EN_PIN, STBY_PIN = "9", "4"


def _stops(board: Board) -> Iterator[str]:
    """Yield each driver that only the program can stop: /EN on the Pico's own pin, STBY tied to its supply."""
    pico = set(board.nets("A1").values())
    for part, value in board.values.items():
        nets = board.nets(part)
        if value == STEPPER_DRIVER and nets[EN_PIN] in pico:
            yield f"{part}: /EN hangs on the Pico's {nets[EN_PIN]}, an opened lid stops nothing by itself"
        if value == MOTOR_DRIVER and nets[STBY_PIN] == "+3V3":
            yield f"{part}: STBY is tied to +3V3, an opened lid stops nothing by itself"


def _contacts(board: Board) -> Iterator[str]:
    """Yield each plug whose contact carries the motors' current: both its poles are on 24 V."""
    for part in board.values:
        nets = [net for net in board.nets(part).values() if net]
        if part.startswith("J") and len(nets) > 1 and all(net.startswith("+24V") for net in nets):
            yield f"{part}: the lid's contact carries the motors' current and their inrush"


def _seen(board: Board) -> Iterator[str]:
    """Yield a switched rail that no input sees: a welded contact is invisible."""
    if not board.on("+24V_M"):
        return
    divided = {
        net
        for part in board.values
        if part.startswith("R")
        for net in board.nets(part).values()
        if "+24V_M" in board.nets(part).values() and net not in ("+24V_M", "GND")
    }
    inputs = ("Raspberry Pi Pico 2", "MCP23008")
    if not any(
        board.values[pad.part].startswith(inputs) for net in divided for pad in board.on(net)
    ):
        yield "+24V_M: no input sees it, a welded contact stays hidden"


def _polarity(board: Board) -> Iterator[str]:
    """Yield a 24 V inlet with nothing but a fuse between its plug and the rail."""
    if not board.on("+24V_IN"):
        return
    behind = {"+24V_IN"}
    for part in board.values:
        nets = set(board.nets(part).values())
        if part.startswith("F") and nets & behind:
            behind |= nets
    if "+24V" in behind:
        yield "+24V: exchanged wires reach the board, nothing stops them"


def _grounds(board: Board) -> Iterator[str]:
    """Yield each reader's plug in whose cable two fast signals lie side by side."""
    for part, footprint in board.footprints.items():
        if not footprint.startswith("Connector_IDC"):
            continue
        nets = board.nets(part)
        fast = {number for number, net in nets.items() if _is_fast(net)}
        beside = sorted(int(number) for number in fast if str(int(number) + 1) in fast)
        if beside:
            yield f"{part}: wires {beside[0]} and {beside[0] + 1} of its cable are fast and side by side"


def _is_fast(net: str) -> bool:
    return net.split("_", maxsplit=1)[0] in FAST or net in ("SPI_MISO", "READER_NSS")


RULES: dict[str, Callable[[Board], Iterator[str]]] = {
    "an open lid stops the motors without a program": _stops,
    "a contact that carries no motor": _contacts,
    "the switched rail is seen": _seen,
    "exchanged wires": _polarity,
    "ground between fast wires": _grounds,
}
