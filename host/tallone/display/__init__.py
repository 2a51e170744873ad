"""What people see: the view, its pixels, its words. Import the drawing from its own modules."""

from tallone.display.texts.phrases import Phrase, say, text
from tallone.display.views.view import TableView

__all__ = ["Phrase", "TableView", "say", "text"]
