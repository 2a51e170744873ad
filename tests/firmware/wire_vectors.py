# The vectors of tests/wire on this interpreter; wire_vectors.py PATH
import sys

from tests.wire.vectors import report

for line in report(sys.argv[1]):
    print(line)
