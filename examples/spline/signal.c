/* SPDX-License-Identifier: Apache-2.0 */
#include "signal.h"

#include <math.h>

static const double two_pi = 6.283185307179586;

/* Whole numbers of periods a second: so the second derivative is 0 at both ends, as a natural spline's is. */
static const struct {
    double amplitude, hertz;
} tones[] = {{1, 5}, {0.5, 12}, {0.25, 31}};
enum { TONES = sizeof tones / sizeof tones[0] };

double signal_at(double time, int j)
{
    double sum = 0;
    for (int k = 0; k < TONES; k++) {
        const double speed = two_pi * tones[k].hertz;
        sum += tones[k].amplitude * (j == 0 ? sin(speed * time) : speed * cos(speed * time));
    }
    return sum;
}

double signal_largest(int j)
{
    double sum = 0;
    for (int k = 0; k < TONES; k++) {
        sum += tones[k].amplitude * pow(two_pi * tones[k].hertz, j);
    }
    return sum;
}
