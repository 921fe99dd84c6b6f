"""37: sleeps to just before the limit, or to just past it.

If the host did not hold: the one would be late, or the other not.
"""
import time

import zoo

zoo.main(lambda: time.sleep(float(zoo.VARIANT)))
