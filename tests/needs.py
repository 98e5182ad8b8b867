"""For tests that want a package of Debian's: another Python that comes first on the PATH may lack it."""
import importlib
import os
import sys

SYSTEM = "/usr/bin/python3"


def needs(package):
    """The package; where this Python lacks it, the test is run again by the system's."""
    try:
        return importlib.import_module(package)
    except ImportError:
        if os.path.realpath(sys.executable) == os.path.realpath(SYSTEM) or not os.path.exists(SYSTEM):
            sys.exit(f"python3-{package} is missing (scripts/setup test installs it)")
        os.execv(SYSTEM, [SYSTEM, *sys.argv])
