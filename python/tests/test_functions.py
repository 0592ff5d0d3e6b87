# SPDX-License-Identifier: Apache-2.0
"""Polynomials, splines, stencils and convolutions beside NumPy's and SciPy's."""

import numpy
import pytest
import scipy.interpolate
import scipy.ndimage
import scipy.signal
import tcu
from hypothesis import given
from hypothesis import strategies as st

RANDOM = numpy.random.default_rng(11)


@given(count=st.integers(1, 20), degree=st.integers(0, 12), size=st.integers(0, 50))
def test_polynomials(count, degree, size):
    c, x = RANDOM.uniform(-1, 1, (count, degree + 1)), RANDOM.uniform(-1, 1, size)
    expected = numpy.polynomial.polynomial.polyval(x, c.T)
    numpy.testing.assert_allclose(tcu.polynomial(c, x), expected, rtol=1e-12, atol=1e-12)
    plan = tcu.Polynomial(c, derivatives=1)
    slopes = numpy.polynomial.polynomial.polyval(x, numpy.polynomial.polynomial.polyder(c.T)) if degree else 0 * expected
    numpy.testing.assert_allclose(plan(x)[1], slopes, rtol=1e-11, atol=1e-11)
    best = tcu.Polynomial(c).reduce(x)
    numpy.testing.assert_allclose(best.values, expected.max(0), rtol=1e-12, atol=1e-12)
    assert (numpy.take_along_axis(expected, best.which[None], 0)[0] >= expected.max(0) - 1e-12).all()


def test_chebyshev_interval_and_update():
    c, x = RANDOM.uniform(-1, 1, 9), RANDOM.uniform(2, 5, 40)
    series = numpy.polynomial.Chebyshev(c, domain=[2, 5])
    plan = tcu.Polynomial(c, basis="chebyshev", interval=(2, 5))
    numpy.testing.assert_allclose(plan(x), series(x), rtol=1e-12, atol=1e-12)
    plan.update(2 * c)
    numpy.testing.assert_allclose(plan(x), 2 * series(x), rtol=1e-12, atol=1e-12)
    with pytest.raises(tcu.ArgumentError, match="shape"):
        plan.update(c[:3])


def test_points_of_each():
    c, x = RANDOM.uniform(-1, 1, (5, 4)), RANDOM.uniform(-1, 1, (5, 7))
    expected = [numpy.polynomial.polynomial.polyval(x[p], c[p]) for p in range(5)]
    plan = tcu.Polynomial(c)
    numpy.testing.assert_allclose(plan.each(x), expected, rtol=1e-12, atol=1e-12)
    which = RANDOM.integers(0, 5, 7)
    numpy.testing.assert_allclose(plan.at(x[0], which), plan(x[0])[which, numpy.arange(7)], rtol=1e-12)


def test_splines():
    knots = numpy.sort(RANDOM.uniform(0, 10, 20))
    theirs = scipy.interpolate.CubicSpline(knots, numpy.sin(knots))
    x = RANDOM.uniform(knots[0], knots[-1], (3, 50))
    ours = tcu.Spline.from_scipy(theirs, derivatives=1)
    values, slopes = ours(x)
    numpy.testing.assert_allclose(values, theirs(x), rtol=1e-11, atol=1e-12)
    numpy.testing.assert_allclose(slopes, theirs(x, 1), rtol=1e-10, atol=1e-11)
    assert numpy.isnan(tcu.Spline.from_scipy(theirs, extrapolate=False)(numpy.array([-1.0])))


BOUNDARIES = {"zero": "constant", "clamp": "nearest", "reflect": "mirror", "symmetric": "reflect", "periodic": "grid-wrap"}


@pytest.mark.parametrize("boundary", BOUNDARIES)
@pytest.mark.parametrize("shape, size", [((40,), (3,)), ((20, 31), (3, 5)), ((9, 10, 11), (3, 3, 3))])
def test_stencils(boundary, shape, size):
    x, weights = RANDOM.uniform(-1, 1, shape), RANDOM.uniform(-1, 1, size)
    expected = scipy.ndimage.correlate(x, weights, mode=BOUNDARIES[boundary])
    numpy.testing.assert_allclose(tcu.stencil(x, weights, boundary=boundary), expected, rtol=1e-12, atol=1e-12)


def test_taps_and_steps():
    u = RANDOM.uniform(0, 1, (16, 16)).astype("float32")
    heat = tcu.Stencil([0.2] * 5, u.shape, offsets=[[0, 0], [0, 1], [0, -1], [1, 0], [-1, 0]], boundary="keep")
    expected = u.astype("float64")
    for _ in range(10):
        inner = expected[1:-1, 1:-1] + expected[:-2, 1:-1] + expected[2:, 1:-1] + expected[1:-1, :-2] + expected[1:-1, 2:]
        expected[1:-1, 1:-1] = 0.2 * inner
    told = []
    assert heat.iterate(u, 10, progress=told.append, every=4) is u
    assert told == [4, 4, 2]
    numpy.testing.assert_allclose(u, expected, rtol=1e-5)


def test_operators():
    x, y = numpy.meshgrid(numpy.linspace(0, 1, 21), numpy.linspace(0, 1, 31), indexing="ij")
    field = x**2 + 3 * x * y
    steps = (1 / 20, 1 / 30)
    gradient = tcu.Stencil.gradient(field.shape, steps, dtype="float64")(field)
    assert gradient.shape == (2, *field.shape)
    inner = (slice(1, -1), slice(1, -1))
    numpy.testing.assert_allclose(gradient[0][inner], (2 * x + 3 * y)[inner], rtol=1e-9, atol=1e-9)
    numpy.testing.assert_allclose(gradient[1][inner], (3 * x)[inner], rtol=1e-9, atol=1e-9)
    laplacian = tcu.Stencil.laplacian(field.shape, steps, dtype="float64")(field)
    numpy.testing.assert_allclose(laplacian[inner], 2, rtol=1e-9)
    divergence = tcu.Stencil.divergence(field.shape, steps, dtype="float64")(numpy.ascontiguousarray(gradient))
    numpy.testing.assert_allclose(divergence[3:-3, 3:-3], 2, rtol=1e-9)
    with pytest.raises(TypeError, match="boundry"):
        tcu.Stencil.laplacian((5,), boundry="zero")


@pytest.mark.parametrize("mode", ["valid", "same", "full"])
@pytest.mark.parametrize("size", [1, 2, 5])
def test_convolutions(mode, size):
    x, w = RANDOM.uniform(-1, 1, (3, 50)), RANDOM.uniform(-1, 1, size)
    expected = [scipy.signal.convolve(row, w, mode) for row in x]
    numpy.testing.assert_allclose(tcu.convolve(x, w, mode), expected, rtol=1e-12, atol=1e-12)
    expected = [scipy.signal.correlate(row, w, mode) for row in x]
    if mode != "same" or size % 2:  # SciPy centres even kernels of correlations on the other side
        numpy.testing.assert_allclose(tcu.correlate(x, w, mode), expected, rtol=1e-12, atol=1e-12)
    image, kernel = RANDOM.uniform(-1, 1, (12, 17)), RANDOM.uniform(-1, 1, (size, 3))
    expected = scipy.signal.convolve2d(image, kernel, mode)
    numpy.testing.assert_allclose(tcu.convolve(image, kernel, mode), expected, rtol=1e-12, atol=1e-12)


def test_layer():
    x = RANDOM.integers(-4, 5, (2, 3, 8, 9)).astype("float32")
    filters, bias = RANDOM.integers(-4, 5, (4, 3, 3, 2)).astype("float32"), numpy.arange(4, dtype="float32")
    found = tcu.convolution_layer(x, filters, bias, stride=(2, 1), padding=1)
    padded = numpy.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    for p in range(found.shape[2]):
        for q in range(found.shape[3]):
            window = padded[:, :, 2 * p : 2 * p + 3, q : q + 2]
            assert (found[:, :, p, q] == numpy.einsum("ncrs,kcrs->nk", window, filters) + bias).all()


@pytest.mark.parametrize("mode", ["valid", "same", "full"])
def test_separable(mode):
    images, column, row = RANDOM.uniform(-1, 1, (2, 9, 11)), RANDOM.uniform(-1, 1, 3), RANDOM.uniform(-1, 1, 5)
    expected = [scipy.signal.convolve2d(image, numpy.outer(column, row), mode) for image in images]
    numpy.testing.assert_allclose(tcu.convolve_separable(images, column, row, mode), expected, rtol=1e-12, atol=1e-12)
