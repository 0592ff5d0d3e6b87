/* SPDX-License-Identifier: Apache-2.0 */
/* The operations that the tour visits, and how each is called. */
#ifndef TCU_EXAMPLES_TOUR_OPERATIONS_H
#define TCU_EXAMPLES_TOUR_OPERATIONS_H

#include "numbers/bins.h"
#include "numbers/segments.h"
#include <stdbool.h>
#include <tcu/tcu.h>

typedef enum operation {
    REDUCE,
    SEGMENTED_REDUCE,         /* of days */
    SEGMENTED_REDUCE_OFFSETS, /* of months */
    SEGMENTED_MAXIMUM,        /* of days */
    SCAN,                     /* inclusive */
    SEGMENTED_SCAN,           /* of days; exclusive */
    SEGMENTED_SCAN_OFFSETS,   /* of months; inclusive */
    SEGMENTED_MOMENTS,        /* variances of months; not of i32 */
    LINEAR_RECURRENCE,        /* average_of(); of real types */
    GROUP_BY,                 /* sums by the hour of the day; of f32 and i32, since it takes long */
    COMPACT_IF,               /* keeps what is not below the median */
    HISTOGRAM_RANGE,          /* in the bins of the summary */
    RADIX_SORT,
    TOP_K,               /* the largest ones, as many as a day has hours */
    QUANTILES,           /* the three quartiles */
    MERGE,               /* of the array's halves, which are sorted before */
    SEARCH_SORTED,       /* where each number belongs among those of the first day */
    GATHER,              /* all numbers of hour 0, then those of hour 1, ... */
    RUN_LENGTH_DECODE,   /* the number of each month, as often as it has hours */
    POLYNOMIAL_EVALUATE, /* one polynomial; of real types */
    ADJACENT_DIFFERENCE,
    STENCIL_EXECUTE, /* means of days; not of i32 */
    OPERATIONS
} operation;

/* What the outputs of an operation are. */
typedef enum output_kind {
    SUMS,
    PREFIX_SUMS,
    MAXIMA,
    GROUP_SUMS,
    VARIANCES,
    AVERAGES,
    KEPT_ITEMS,
    COUNTS,
    SORTED_KEYS,
    LARGEST_KEYS,
    MIDDLE_KEYS,
    PLACES,
    ITEMS_BY_HOUR,
    REPEATED_ITEMS,
    VALUES,
    DIFFERENCES,
    MEANS
} output_kind;

/* One call's arguments. */
typedef struct problem {
    tcu_context *context;
    tcu_backend backend;
    operation what;
    tcu_type in_type, sum_type;
    uint64_t n;
    /* In the context's memory space; see arrays.h. */
    void *in, *out;   /* n elements; operation_outputs() elements of operation_out_type() */
    int64_t *offsets; /* of months */
    uint64_t *count;  /* of kept items */
    void *levels;     /* of the bins, of levels_type() */
    /* Likewise, and each of one operation: NULL until it is asked for; see inputs.h. */
    uint8_t *hours;    /* the hour of the day of each element */
    void *halves;      /* the elements of each half of the array in order */
    void *day;         /* first_day() elements in order */
    uint64_t *by_hour; /* n positions, hour by hour */
    uint64_t *lengths; /* hours of each month */
    /* In the host's memory: the same, to check the results with plain loops. */
    void *host_in, *host_out;
    void *median; /* one element of in_type */
    segments cut; /* of this operation; one that knows no segments has one as long as the array */
    const bins *bins;
    /* See polynomial.h; NULL until polynomials are asked for. */
    tcu_polynomial *polynomial;
    void *coefficients; /* in the host's memory, elements of in_type */
    double largest;
    tcu_stencil *moving_mean; /* see moving_mean.h; NULL until it is asked for */
} problem;

const char *operation_name(operation what);
output_kind operation_kind(operation what);
bool operation_takes(operation what, tcu_type in_type);
segments operation_segments(operation what, uint64_t n);

/* The quantiles that are asked for: of two neighbours the lower one. */
enum { QUARTILES = 3 };
extern const double tour_quartiles[QUARTILES];

/* How many numbers the first day has. */
uint64_t first_day(const problem *p);

/* An exponential moving average whose memory is a day: y[i] = x[i] / 24 + 23 / 24 y[i-1], y[-1] = x[0]. */
tcu_recurrence_options average_of(void);

/* How many elements a call reads; the most outputs that it writes, and their type. */
uint64_t operation_inputs(const problem *p);
uint64_t operation_outputs(const problem *p);
tcu_type operation_out_type(const problem *p);

/* Levels of a histogram of integers are integers, those of reals real. */
tcu_type levels_type(tcu_type in_type);

/* On failure says why on standard error. */
tcu_status operation_call(const problem *p);

#endif /* TCU_EXAMPLES_TOUR_OPERATIONS_H */
