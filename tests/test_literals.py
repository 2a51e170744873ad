"""A finding's kind, a board's role and a button are members of their enums, never words in quotes."""

import ast
from pathlib import Path

import pytest

from tallone.findings import FindingKind
from tallone.link.messages import Role
from tallone.press import Button

HOST = Path(__file__).parent.parent / "host" / "tallone"
KINDS = frozenset(kind.value for kind in FindingKind)
ROLES = frozenset(role.value for role in Role)
BUTTONS = frozenset(button.value for button in Button)
HOMES = ("findings/kinds.py", "link/messages.py", "press.py")
# The same letters as another vocabulary's word; each with what it is there.
OTHER_WORDS = {
    "app/evening/deals/manual_deal.py": ("mat",),  # what is sealed
    "app/foyer/foyer.py": ("mat",),  # a line of the list before the table is switched off
    "app/foyer/pages.py": ("mat",),
    "dealing/croupier/faults.py": ("jam", "double-feed"),  # what the board calls its faults
    "dealing/promise/sealed.py": ("croupier",),  # what hidden cards are used for
    "display/gallery/gallery.py": ("resumed",),  # a screen's name
    "display/painting/signs.py": ("mat",),  # a picture's name
    "display/screens/deal.py": ("mat", "croupier"),  # the texts' names of the parts
    "display/screens/frame.py": ("mat",),  # a picture's name
    "journal/records.py": ("mat",),  # a record's tag in the journal
    "simulator/evening/events_croupier.py": ("jam", "double-feed"),  # the board's faults
    "simulator/faults/faults.py": ("jam",),  # what the machine's model is told
    "simulator/interpreter/tree.py": ("croupier", "mat"),  # folders of the firmware
    "upkeep/service_file.py": ("resumed",),  # a record's field
}
# Kinds of irregularity that a code speaks of have names of their own, some of them the same.
RULINGS = "referee/rulings/"


def words(path):
    """Return the words in quotes of a module, docstrings left out, each with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    ]


def modules():
    for path in sorted(HOST.rglob("*.py")):
        name = path.relative_to(HOST).as_posix()
        if not name.startswith("display/texts/") and name not in HOMES:
            yield name, path


def test_no_kind_and_no_role_is_a_word_in_quotes():
    bare = [
        f"{name}:{line} {word!r}"
        for name, path in modules()
        if not name.startswith(RULINGS)
        for line, word in words(path)
        if word in KINDS | ROLES and word not in OTHER_WORDS.get(name, ())
    ]
    assert bare == []


def test_every_exception_is_still_needed():
    needed = {
        name: sorted({word for _, word in words(HOST / name)} & (KINDS | ROLES))
        for name in OTHER_WORDS
    }
    assert needed == {name: sorted(held) for name, held in OTHER_WORDS.items()}


def buttons_in_quotes(source):
    """Return the lines where a button is made, drawn or asked for by a word in quotes."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="Target" | "Button" | "Press"), args=args):
                given = [*args, *(word.value for word in node.keywords)]
            case ast.Compare(left=ast.Attribute(attr="button"), comparators=given):
                pass
            case ast.MatchClass(kwd_attrs=names, kwd_patterns=patterns):
                named = zip(names, patterns, strict=True)
                given = [
                    pattern.value
                    for name, pattern in named
                    if name == "button" and isinstance(pattern, ast.MatchValue)
                ]
            case _:
                continue
        lines += [
            node.lineno
            for value in given
            if isinstance(value, ast.Constant) and value.value in BUTTONS
        ]
    return lines


def test_no_button_is_a_word_in_quotes():
    bare = [
        f"{name}:{line}"
        for name, path in modules()
        for line in buttons_in_quotes(path.read_text(encoding="utf-8"))
    ]
    assert bare == []


@pytest.mark.parametrize(
    "source",
    [
        'Target(box, "ready", seat=seat)',
        'Button(name="ok")',
        'Press(button="cut")',
        'x.button == "ok"',
        'match p:\n case Pressed(button="arbiter"):\n  pass',
    ],
)
def test_a_button_in_quotes_is_found(source):
    assert buttons_in_quotes(source)
