"""What the codes say of a tournament, as functions of values.

Imports only the victory points of `tallone.rules`. What a person got wrong is raised as
`Refused` with one of the published codes; whoever asks turns it into an answer.
"""
