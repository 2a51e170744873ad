"""The machine under the table: set up, backed up, renewed, looked after. Nothing here knows a card."""
