# Checks the syntax of a source file, so that an error fails the build and not the first match.
# Runs under Python 2 and 3, and writes no files.
import os
import sys
import traceback
import warnings

path = sys.argv[1]
with open(path, "rb") as file:
    source = file.read()
warnings.simplefilter("ignore")
try:
    compile(source, os.path.basename(path), "exec", 0, True)
except (SyntaxError, ValueError, TypeError):
    # Python's own message, without the frames of this script.
    sys.stderr.write("".join(traceback.format_exception_only(*sys.exc_info()[:2])))
    sys.exit(1)
