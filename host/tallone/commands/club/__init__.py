"""`tallone club`: the tournament, from one desk."""
