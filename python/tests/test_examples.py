# SPDX-License-Identifier: Apache-2.0
"""The examples of all docstrings; each public function and class has one, or its class has."""

import doctest
import importlib
import inspect
import pkgutil

import numpy
import tcu

MODULES = [module.name for module in pkgutil.iter_modules(tcu.__path__) if module.name[0] != "_" and module.name != "torch"]


def test_examples():
    attempted = 0
    for name in MODULES:
        module = importlib.import_module(f"tcu.{name}")
        result = doctest.testmod(module, extraglobs={"tcu": tcu, "numpy": numpy})
        assert result.failed == 0, name
        attempted += result.attempted
    assert attempted > 60


def test_everything_has_an_example():
    for name in tcu.__all__:
        public = getattr(tcu, name)
        assert public.__doc__, name
        if inspect.isclass(public) and issubclass(public, Exception):
            continue
        assert ">>>" in public.__doc__, name
