# SPDX-License-Identifier: Apache-2.0
"""The libraries whose arrays operations take: how each allocates results, and which stream it works on.

Nothing here imports a library that the caller has not imported: an array's class says which one it is of.
"""

from __future__ import annotations

import contextlib
import importlib
from typing import Any

import numpy

from . import _tcu, _types
from ._errors import ElementTypeError


class Kind:
    """NumPy, and everything in host memory that is of no other library."""

    name = "numpy"
    #: What __dlpack__() is told of the stream that the work will be on: -1, as it is the library's own.
    told_stream = -1

    def __init__(self) -> None:
        #: The library's own names of element types; None of those that nobody asked dtype() for yet.
        self.dtypes: list[Any] = [None] * len(_types.NAMES)

    def dtype(self, number: int) -> Any:
        """The library's own name of an element type."""
        self.dtypes[number] = found = self._find_dtype(number)
        return found

    def _find_dtype(self, number: int) -> Any:
        if number == _types.BF16:
            try:
                return numpy.dtype(importlib.import_module("ml_dtypes").bfloat16)
            except ImportError:
                raise ElementTypeError("NumPy has no bfloat16 without the package ml_dtypes") from None
        return numpy.dtype(_types.NAMES[number])

    def empty(self, call: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of the library on the device of the call, with nothing in it."""
        return numpy.empty(shape, dtype)

    def fill(self, call: Any, array: Any, value: int) -> None:
        """Fills an array that empty() gave."""
        array.fill(value)

    def item_dtype(self, array: Any) -> Any:
        """What items of the array are, for results that have copies of them."""
        return array.dtype if hasattr(array, "dtype") else numpy.asarray(array).dtype

    def contiguous(self, array: Any) -> Any:
        """A copy in C order."""
        return numpy.array(array, order="C", copy=True)

    def stream(self, array: Any, device: int) -> int:
        """The stream that the library works on now."""
        return 0

    def on_stream(self, stream: int, device: int) -> Any:
        """What is allocated inside belongs to the stream."""
        return contextlib.nullcontext()

    def finish(self, result: Any) -> Any:
        """What the caller gets: of no dimension a number, as NumPy's functions give it."""
        return result[()] if isinstance(result, numpy.ndarray) and result.ndim == 0 else result

    def check(self, array: Any, name: str) -> None:
        """Refuses arrays for a reason that only their library knows."""
        if type(array) is not numpy.ndarray and isinstance(array, numpy.ma.MaskedArray):
            raise ElementTypeError(f"{name} is a masked array, whose mask would be lost: give {name}.compressed()")


class Torch(Kind):
    """PyTorch: results are tensors on the input's device; the current stream is PyTorch's."""

    name = "torch"

    def __init__(self) -> None:
        super().__init__()
        self.torch = importlib.import_module("torch")
        # (Without a call of Python, which is half of what all else takes.)
        self._tells_stream = hasattr(self.torch.Tensor, "__dlpack_c_exchange_api__")

    def _find_dtype(self, number: int) -> Any:
        found = getattr(self.torch, _types.NAMES[number], None)
        if found is None:
            raise ElementTypeError(f"this version of PyTorch has no {_types.NAMES[number]}")
        return found

    def empty(self, call: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        return self.torch.empty(shape, dtype=dtype, device=call.like.device)

    def fill(self, call: Any, array: Any, value: int) -> None:
        array.fill_(value)

    def item_dtype(self, array: Any) -> Any:
        return array.dtype

    def contiguous(self, array: Any) -> Any:
        return array.clone(memory_format=self.torch.contiguous_format)

    def stream(self, array: Any, device: int) -> int:
        if device < 0:
            return 0
        if self._tells_stream:
            return _tcu.current_stream(array, device)
        return self.torch.cuda.current_stream(device).cuda_stream

    def on_stream(self, stream: int, device: int) -> Any:
        if device < 0:
            return contextlib.nullcontext()
        return self.torch.cuda.stream(self.torch.cuda.ExternalStream(stream, device=device))

    def finish(self, result: Any) -> Any:
        return result

    def check(self, array: Any, name: str) -> None:
        if array.requires_grad and self.torch.is_grad_enabled():
            raise ElementTypeError(f"{name} requires grad: take tcu.torch, whose functions have gradients, or {name}.detach()")


class CuPy(Kind):
    """CuPy: results are CuPy's arrays; the current stream is CuPy's."""

    name = "cupy"

    def __init__(self) -> None:
        super().__init__()
        self.cupy = importlib.import_module("cupy")

    def empty(self, call: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        with self.cupy.cuda.Device(call.device):
            return self.cupy.empty(shape, dtype)

    def contiguous(self, array: Any) -> Any:
        return array.copy(order="C")

    def stream(self, array: Any, device: int) -> int:
        return self.cupy.cuda.get_current_stream(device).ptr

    def on_stream(self, stream: int, device: int) -> Any:
        return self.cupy.cuda.ExternalStream(stream, device)

    def finish(self, result: Any) -> Any:
        return result


class Foreign(Kind):
    """Objects with DLPack or ``__cuda_array_interface__`` that are of no library above: results have both of these."""

    name = "foreign"
    told_stream = 0  # the legacy default stream

    def empty(self, call: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        return _tcu.Memory(call.native, call.stream, _types.type_of(dtype), list(shape))

    def fill(self, call: Any, array: Any, value: int) -> None:
        target = _tcu.import_array(array, call.stream)
        values = numpy.frombuffer(_types.pack(target.type, value, "value") * target.size, numpy.uint8)
        call.native.copy_in(call.stream, target, _tcu.import_array(values))

    def contiguous(self, array: Any) -> Any:
        raise ElementTypeError(f"copy=True is not known of {type(array).__name__}")

    def stream(self, array: Any, device: int) -> int:
        if device >= 0:
            told = getattr(array, "__cuda_array_interface__", {}).get("stream")
            return int(told) if told is not None else _tcu.current_stream(array, device)
        return 0

    def finish(self, result: Any) -> Any:
        return result


class Jax(Foreign):
    """JAX: results are JAX's arrays, which take the memory that was written."""

    name = "jax"

    def __init__(self) -> None:
        super().__init__()
        self.jax = importlib.import_module("jax")

    def contiguous(self, array: Any) -> Any:
        return self.jax.numpy.array(array, copy=True)

    def stream(self, array: Any, device: int) -> int:
        return 0  # (its arrays are made ready for the stream that __dlpack__() is told)

    def finish(self, result: Any) -> Any:
        return self.jax.dlpack.from_dlpack(result)


_LIBRARIES = {"torch": Torch, "cupy": CuPy, "jax": Jax, "jaxlib": Jax}
_made: dict[str, Kind] = {}
_kind_of_class: dict[type, Kind] = {}
_NUMPY = Kind()


def _find_kind(array: Any) -> Kind:
    for base in type(array).__mro__:
        library = base.__module__.partition(".")[0]
        if library == "numpy":
            return _NUMPY
        if library in _LIBRARIES:
            if library not in _made:
                _made[library] = _LIBRARIES[library]()
            return _made[library]
    if hasattr(array, "__cuda_array_interface__") or hasattr(array, "__dlpack__"):
        return _made.setdefault("foreign", Foreign())
    return _NUMPY


def kind_of(array: Any) -> Kind:
    """The library of an array."""
    kind = _kind_of_class.get(type(array))
    if kind is None:
        kind = _kind_of_class[type(array)] = _find_kind(array)
    return kind
