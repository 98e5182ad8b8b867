"""For tests that need a Debian package, which another Python on the PATH may lack."""
import importlib
import os
import sys

SYSTEM = "/usr/bin/python3"


def needs(package):
    """Imports the package; if this Python lacks it, reruns the test with the system's Python."""
    try:
        return importlib.import_module(package)
    except ImportError:
        if os.path.realpath(sys.executable) == os.path.realpath(SYSTEM) or not os.path.exists(SYSTEM):
            sys.exit(f"python3-{package} is missing (scripts/setup test installs it)")
        os.execv(SYSTEM, [SYSTEM, *sys.argv])
