"""Commands that prove: audits of the shuffle, deals verified."""
