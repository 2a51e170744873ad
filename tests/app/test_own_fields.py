"""An evening's fields are its own: whoever wants them otherwise calls a method that says what happened."""

import ast
from pathlib import Path

import pytest

import tallone.app

APP = Path(tallone.app.__file__).parent
ROOM = APP / "evening"
NAMES = {"evening", "_evening"}


def is_evening(value):
    """Whether an expression is `evening`, or an attribute of that name."""
    match value:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in NAMES
        case _:
            return False


def assigned(source):
    """Yield the lines that set a field of an evening."""
    for node in ast.walk(ast.parse(source)):
        targets = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        flat = [one for top in targets for one in ast.walk(top) if isinstance(one, ast.Attribute)]
        for target in flat:
            if isinstance(target.ctx, ast.Store) and is_evening(target.value):
                yield node.lineno


@pytest.mark.parametrize(
    "line",
    [
        "evening.hall = 1",
        "self._evening.head += 'x'",
        "a, evening.laid = 1, 2",
        "evening.key: int = 3",
    ],
)
def test_each_way_of_setting_a_field_is_found(line):
    assert list(assigned(line)) == [1]


def test_no_module_but_its_own_room_sets_an_evenings_fields():
    found = {
        f"{path.relative_to(APP)}:{line}"
        for path in APP.rglob("*.py")
        if ROOM not in path.parents
        for line in assigned(path.read_text(encoding="utf-8"))
    }
    assert found == set()
