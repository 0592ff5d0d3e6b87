# SPDX-License-Identifier: Apache-2.0
"""PyTorch's tensors, and the operators of tcu.torch: checked by torch.library.opcheck and by finite differences."""

import doctest

import numpy
import pytest
import tcu
import tcu.torch
import torch

DEVICES = ["cpu"] + (["cuda"] if torch.cuda.is_available() else [])


@pytest.mark.parametrize("device", DEVICES)
def test_results_are_tensors(device):
    x = torch.tensor([3, 1, 4, 1, 5], device=device)
    for found, expected in (
        (tcu.scan(x), x.cumsum(0)),
        (tcu.reduce(x), x.sum()),
        (tcu.sort(x), x.sort().values),
        (tcu.compact(x, x > 2), x[x > 2]),
        (tcu.top_k(x, 2).indices, x.topk(2).indices),
        (tcu.gather(x, torch.tensor([4, 0], device=device)), x[[4, 0]]),
    ):
        assert isinstance(found, torch.Tensor) and found.device == x.device and torch.equal(found, expected)
    half = torch.arange(100, device=device, dtype=torch.bfloat16)
    assert tcu.reduce(half, dtype=torch.float32).item() == 4950
    assert tcu.reduce(x.float(), dtype="float64").dtype == torch.float64
    out = torch.empty(5, device=device)
    assert tcu.scan(x.float(), out=out) is out


def test_strides_and_gradients_are_not_dropped():
    x = torch.arange(12.0).reshape(3, 4)
    with pytest.raises(ValueError, match="copy=True"):
        tcu.scan(x.T)
    assert tcu.scan(x.T, copy=True).flatten().tolist() == x.T.flatten().cumsum(0).tolist()
    with pytest.raises(TypeError, match="tcu.torch"):
        tcu.scan(x.requires_grad_())
    with torch.no_grad():
        assert tcu.reduce(x) == 66


OFFSETS = torch.tensor([1, 3, 3, 9])
CALLS = {
    "reduce": lambda x: tcu.torch.reduce(x),
    "reduce segments": lambda x: tcu.torch.reduce(x, segment_size=4),
    "reduce offsets": lambda x: tcu.torch.reduce(x, offsets=OFFSETS),
    "scan": lambda x: tcu.torch.scan(x),
    "scan exclusive": lambda x: tcu.torch.scan(x, exclusive=True),
    "scan segments": lambda x: tcu.torch.scan(x, segment_size=4),
    "scan even segments": lambda x: tcu.torch.scan(x, segment_size=5, exclusive=True),
    "scan offsets": lambda x: tcu.torch.scan(x, offsets=OFFSETS),
    "polynomial": lambda x: tcu.torch.polynomial(x.reshape(2, 5), torch.linspace(-1, 1, 7, dtype=torch.float64)),
    "points": lambda x: tcu.torch.polynomial(torch.tensor([[1.0, 2, 3], [0, 1, -1]], dtype=torch.float64), x),
    "stencil": lambda x: tcu.torch.stencil(x, [1.0, -2.0, 0.5, 3.0]),
    "stencil periodic": lambda x: tcu.torch.stencil(x.reshape(2, 5), [[1.0, 2.0, 3.0]], "periodic"),
}


@pytest.mark.parametrize("name", CALLS)
def test_gradients(name):
    x = torch.tensor(numpy.random.default_rng(1).uniform(-1, 1, 10), requires_grad=True)
    assert torch.autograd.gradcheck(CALLS[name], (x,))


def test_opcheck():
    x = torch.randn(10, dtype=torch.float64, requires_grad=True)
    torch.library.opcheck(torch.ops.tcu.reduce.default, (x, "sum", 3, None, None))
    torch.library.opcheck(torch.ops.tcu.scan.default, (x, "sum", False, None, OFFSETS, None))
    torch.library.opcheck(torch.ops.tcu.polynomial.default, (x.detach().reshape(2, 5).requires_grad_(), x, 0))
    torch.library.opcheck(torch.ops.tcu.stencil.default, (x, torch.ones(3, dtype=torch.float64), [1], "zero"))


def test_what_has_no_gradient_says_so():
    x = torch.randn(10, requires_grad=True)
    for found in (tcu.torch.reduce(x, "max"), tcu.torch.scan(x, "min").sum()):
        with pytest.raises(NotImplementedError, match="gradient"):
            found.backward()


def test_examples():
    for module in (tcu.torch._sums, tcu.torch._functions):
        assert doctest.testmod(module, extraglobs={"tcu": tcu, "torch": torch}).failed == 0


if torch.cuda.is_available():

    def test_streams():
        x = torch.ones(1 << 20, device="cuda")
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        for given in (stream, stream.cuda_stream):
            found = tcu.scan(x, stream=given)
            stream.synchronize()
            assert found[-1].item() == 1 << 20
        with torch.cuda.stream(stream):
            assert tcu.reduce(x * 2).item() == 2 << 20

    def test_graphs():
        x = torch.arange(1000.0, device="cuda")
        tcu.scan(x)  # so that kernels are loaded before the capture
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            found = tcu.scan(x)
            kept = tcu.compact_into(x, x > 10)
        x.fill_(20)
        graph.replay()
        assert found[-1].item() == 20000 and kept.count.item() == 1000

    def test_places_do_not_mix():
        x = torch.ones(10, device="cuda")
        for call in (
            lambda: tcu.dot(x, torch.ones(10)),
            lambda: tcu.scan(x, out=torch.ones(10)),
            lambda: tcu.scan(x, context=tcu.Context("host")),
        ):
            with pytest.raises(ValueError):
                call()
