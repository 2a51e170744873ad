"""The English words of `tallone calibrate`."""

from typing import Final

TEXTS: Final[dict[str, str | tuple[str, str]]] = {
    "scale.stock": "the stock's scale",
    "scale.discard": "the discard pile's scale",
    "scale.pozzetto_1": "the first pozzetto's scale",
    "scale.pozzetto_2": "the second pozzetto's scale",
    "calibrate.clear": "{scale}: take everything off, hands too",
    "calibrate.lay": "{scale}: lay {n} cards of this pack on it, in one pile, and take your hands "
    "away",
    "calibrate.take": "{scale}: take {n} cards off, and your hands away",
    "calibrate.enter": "then press Enter",
    "calibrate.done": "{scale}: calibrated. Counts a gram: before {before}, now {now}. "
    "Cards taken off to check: {n}, all counted. Stored on the board.",
    "calibrate.kept": "The calibration from before still holds.",
    "calibrate.restless": "{scale}: the weight has not come to rest in 20 seconds. See that nobody leans on it "
    "and nothing touches the plate, then begin again.",
    "calibrate.silent": "{scale}: its converter gives no results. Check the scale's cable, "
    "then `tallone doctor`.",
    "calibrate.not_zero": "{scale}: it does not show zero after the tare. "
    "Something was laid or lifted: begin again.",
    "calibrate.nothing": "{scale}: {n} cards do not change the weight. They lie on another scale, "
    "or the plate is stuck.",
    "calibrate.backwards": "{scale}: {n} cards make it lighter. "
    "Swap the green and the white wire of the cell.",
    "calibrate.range": "{scale}: {n} cards give a signal that no cell can give. "
    "Count the cards; if they are right, check the cell.",
    "calibrate.miscounted": "{scale}: {n} cards taken off, {seen} counted. "
    "Count the cards you laid and begin again.",
    "calibrate.unclear": "{scale}: {n} cards taken off weigh no whole number of cards. "
    "Does the plate touch something? Free it and begin again.",
    "calibrate.not_stored": "{scale}: the board has not kept the calibration. "
    "Unplug it, plug it in, begin again.",
    "calibrate.refused": "{scale}: the board has refused the command. Update it with "
    "`tallone firmware install mat`.",
    "calibrate.old_firmware": "{scale}: the board's program is older than this command. "
    "Update it with `tallone firmware install mat`.",
}
