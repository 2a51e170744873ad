"""What the mat shows between plays, and whether the table is ready."""
