# SPDX-License-Identifier: Apache-2.0
"""Contexts: where operations run. Functions that are not given one take the calling thread's own for the array's device."""

from __future__ import annotations

import os
import threading
from typing import Any, NamedTuple

from . import _tcu
from ._errors import ArgumentError

BACKENDS = {"auto": 0, "host": 1, "cuda": 2, "reference": 3}
ARITHMETICS = {"auto": 0, "matrix": 1, "plain": 2}


class Properties(NamedTuple):
    """What a context runs on."""

    backend: str
    device: int
    name: str
    compute_capability: tuple[int, int]
    multiprocessors: int
    memory_bytes: int
    fallback_reason: str


class CallInfo(NamedTuple):
    """Which code path a context's last call took, and how much temporary memory."""

    function: str
    operation: str
    path: str
    workspace_bytes: int


def choose(name: str, value: Any, choices: dict[str, int]) -> int:
    """The number of a word, or an ArgumentError that lists the words."""
    try:
        return choices[value]
    except (KeyError, TypeError):
        raise ArgumentError(f"{name} is {value!r}; it has to be one of {', '.join(map(repr, choices))}") from None


def stream_number(stream: Any) -> int:
    """The handle of a stream: of a number itself, of an object what ``__cuda_stream__()`` says, or its attribute."""
    if stream is None:
        return 0
    if isinstance(stream, int):
        return stream
    if hasattr(stream, "__cuda_stream__"):
        told = stream.__cuda_stream__
        return int((told() if callable(told) else told)[1])
    for attribute in ("cuda_stream", "ptr", "handle"):  # PyTorch, CuPy, Numba before they had it
        if hasattr(stream, attribute):
            handle = getattr(stream, attribute)
            return int(getattr(handle, "value", handle) or 0)
    raise TypeError(f"stream is a {type(stream).__name__}, which has no __cuda_stream__")


class Context:
    """Where operations run.

    ``backend`` is "auto" (a CUDA device if there is one, else the host), "host", "cuda" or "reference" (the CPU, each
    operation as its paper writes it); ``device`` a CUDA ordinal, -1 the current one. ``threads`` is how many an operation
    of the host may use (0: OpenMP's choice), ``arithmetic`` "auto", "matrix" or "plain", ``tuning`` the path of a tuning
    file, ``pointer_checks`` whether the library asks CUDA about each array, which is off: arrays say where they are.

    Threads may share a context: they then wait for each other. ``stream`` is what calls with this context run on where
    they do not name one; None stands for the current stream of the array's library.

    >>> context = tcu.Context("host", threads=1)
    >>> context.properties.backend
    'host'
    >>> float(tcu.reduce(numpy.ones(5), context=context))
    5.0
    """

    def __init__(
        self,
        backend: str = "auto",
        device: int = -1,
        *,
        stream: Any = None,
        threads: int | None = None,
        arithmetic: str | None = None,
        tuning: str | None = None,
        pointer_checks: bool = False,
    ) -> None:
        self._native = _tcu.Context(choose("backend", backend, BACKENDS), device)
        self.stream = stream
        self._native.set_pointer_checks(pointer_checks)
        if threads is not None:
            self._native.set_threads(threads)
        if arithmetic is not None:
            self._native.set_arithmetic(choose("arithmetic", arithmetic, ARITHMETICS))
        if tuning is not None:
            self._native.load_tuning(os.fspath(tuning))
        told = self._native.properties()
        told["backend"] = {number: name for name, number in BACKENDS.items()}[told["backend"]]
        self.properties = Properties(**told)
        self._device = self.properties.device

    @property
    def last_call(self) -> CallInfo:
        """The path that the last call took that had something to do."""
        return CallInfo(**self._native.last_call())

    def synchronize(self, stream: Any = None) -> None:
        """Waits for the work on a stream, or the context's; raises what it failed with."""
        self._native.synchronize(stream_number(stream if stream is not None else self.stream))

    def __repr__(self) -> str:
        return f"<tcu.Context {self.properties.backend}: {self.properties.name}>"


class _Local(threading.local):
    """The default contexts of each thread, by device."""

    def __init__(self) -> None:
        self.contexts: dict[int, Context] = {}


_local = _Local()
_forked = False


def _after_fork() -> None:
    # GNU's OpenMP waits for ever in a forked child when it is to start threads.
    global _local, _forked
    _local = _Local()
    _forked = True


os.register_at_fork(after_in_child=_after_fork)


def default_context(device: int = -1) -> Context:
    """The calling thread's own context for host memory (-1) or a CUDA device, which is made when it is first asked for.

    >>> tcu.default_context().properties.backend
    'host'
    """
    context = _local.contexts.get(device)
    if context is None:
        if device < 0:
            context = Context("host", threads=1 if _forked else None)
        else:
            context = Context("cuda", device)
        _local.contexts[device] = context
    return context
