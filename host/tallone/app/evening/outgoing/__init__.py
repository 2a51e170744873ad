"""What goes out of an evening: records, requests to the mat, notices."""
