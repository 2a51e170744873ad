# The longest that anything has had to wait on this board, by name, in microseconds; and what its heap has left.
#
# Models write it down; the world asks for it with {"measure": 1} and is told {"measured": {...}}.
import effort
import lockstep

longest = {}
least = {}


def waited(name, us):
    """Note a wait of that kind."""
    if us > longest.get(name, -1):
        longest[name] = us


def left(name, count):
    """Note that so much was left of something."""
    if count < least.get(name, 1 << 60):
        least[name] = count


def answer(news):
    """Tell the world, if it has asked, and begin anew."""
    if "measure" not in news:
        return
    told = {"us": dict(longest), "left": dict(least), "collections": effort.collections}
    lockstep.tell({"measured": told})
    longest.clear()
    least.clear()
