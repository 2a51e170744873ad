"""Everything on the screen that can be read: for the search for leaks and the tests."""

from tallone.display.scene.compose import compose
from tallone.display.scene.layout import lay_out
from tallone.display.scene.scene import Face, Label, Scene, Target
from tallone.display.style.theme import Theme
from tallone.display.views.view import TableView
from tallone.rules.cards.cards import Card

_ANY_SIZE = (1920, 1080)


def strings(scene: Scene) -> tuple[str, ...]:
    """Return the texts of a scene in the order of painting, each with its lines joined."""
    labels = (item for item in scene.items if isinstance(item, Label))
    return tuple(joined for label in labels if (joined := " ".join(label.lines)))


def faces(scene: Scene) -> tuple[Card, ...]:
    """Return the cards that can be seen face up."""
    return tuple(item.card for item in scene.items if isinstance(item, Face))


def texts_of(view: TableView, now: float = 0.0) -> tuple[str, ...]:
    """Return the texts that a view puts on the screen."""
    theme = Theme()
    return strings(compose(view, theme, lay_out(_ANY_SIZE, theme), now))


def faces_of(view: TableView) -> tuple[Card, ...]:
    """Return the cards that a view shows face up."""
    theme = Theme()
    return faces(compose(view, theme, lay_out(_ANY_SIZE, theme), 0.0))


def targets_of(view: TableView) -> tuple[Target, ...]:
    """Return what can be pressed on a view's screen."""
    theme = Theme()
    return compose(view, theme, lay_out(_ANY_SIZE, theme), 0.0).targets
