"""What a code says of each irregularity, as rows of data, and the words by which a case finds its row."""
