/* SPDX-License-Identifier: Apache-2.0 */
/* What has plans: polynomials and stencils, with convolutions, their layers and differences. */
#include "arguments.h"
#include "family.h"
#include "polynomial/polynomial.h"
#include "stencil/stencil.h"

FUZZ_STATE(polynomials, test_evaluator, test_polynomial_case)
FUZZ_STATE(stencils, test_sweeper, test_stencil_case)

static void draw_polynomials(polynomials_state *s, test_random *random)
{
    const test_polynomial_form form = (test_polynomial_form)test_random_below(random, TEST_POLYNOMIAL_COUNT);
    s->test = test_polynomial_any(form, fuzz_work(), random);
}

static tcu_status call_polynomials(polynomials_state *s)
{
    return test_evaluator_enqueue(&s->runner, &s->test);
}

FUZZ_ARRAYS(polynomials, buffers)
FUZZ_FAMILY(polynomials, test_evaluator, test_evaluator, TEST_POLYNOMIAL_BUFFERS)

static void draw_stencils(stencils_state *s, test_random *random)
{
    s->test = test_stencil_any(1 + test_random_below(random, fuzz_work()), random);
}

static tcu_status call_stencils(stencils_state *s)
{
    return test_sweeper_enqueue(&s->runner, &s->test);
}

FUZZ_ARRAYS(stencils, buffers)
FUZZ_FAMILY(stencils, test_sweeper, test_sweeper, TEST_STENCIL_BUFFERS)
