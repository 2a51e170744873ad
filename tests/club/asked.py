"""Short ways to ask the rules of the club."""

from tallone.club.rules.asking.query import answer


def ask(op, **query):
    """Return the answer to a query."""
    return answer({"op": op, **query})


def is_part(wanted, found):
    """Return whether all that is wanted is in what was found: keys may be more, lists may not."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and is_part(value, found[key]) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(wanted) == len(found)
            and all(is_part(one, other) for one, other in zip(wanted, found, strict=True))
        )
    return type(wanted) is type(found) and wanted == found


def match(number, a, b, *points):
    """Return a result as queries write it."""
    written = {"round": number, "a": a, "b": b}
    return {**written, "points": list(points)} if points else written
