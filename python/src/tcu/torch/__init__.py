# SPDX-License-Identifier: Apache-2.0
"""Operators of PyTorch: torch.ops.tcu.*, with which torch.compile goes on, and gradients where they are defined.

Sums of segments, prefix sums, polynomials (by coefficients and points) and stencils have gradients; of other operators of
reduce() and scan() a backward pass is an error. Everything else of the package tcu takes tensors as it is.
"""

from ._functions import polynomial, stencil
from ._sums import reduce, scan

__all__ = ["polynomial", "reduce", "scan", "stencil"]
