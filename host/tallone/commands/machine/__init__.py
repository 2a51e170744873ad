"""Commands for the machine under the table: set up, backed up, renewed."""
