"""Commands that ask the rules: verdicts, hands as text, profiles as pages."""
