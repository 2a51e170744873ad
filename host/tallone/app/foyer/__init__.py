"""What stands around the play at the table's screen: welcome, who plays, the match, pauses, good night."""
