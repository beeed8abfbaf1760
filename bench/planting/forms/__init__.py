"""What can be planted: faults, and look-alikes that are none. One file for each group of kinds."""

import importlib
import pkgutil
from functools import cache

from planting.forms.form import FORMS, Form


@cache
def forms() -> tuple[Form, ...]:
    """All forms of all files in this folder."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return tuple(sorted(FORMS, key=lambda f: (f.kind, f.name)))
