"""Files in and out: sheets that clubs exchange, pages to print, the archive of an event."""
