# Checks the syntax of a source, so that an error in it fails the build and not the first match.
# Runs under Python 2 and 3, and leaves nothing behind.
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
    # As Python itself says it, without this script's own frames.
    sys.stderr.write("".join(traceback.format_exception_only(*sys.exc_info()[:2])))
    sys.exit(1)
