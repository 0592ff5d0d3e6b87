/* SPDX-License-Identifier: Apache-2.0 */
/* tcu-applications: measures the applications, and prints a table of them. */
#include "lines.h"
#include "measure.h"

#include <errno.h>
#include <string.h>

#define DECLARE(name, tcu_lines, cub_lines) extern const application application_##name;
APP_FOR_APPLICATIONS(DECLARE)
#undef DECLARE

typedef struct entry {
    const application *application;
    int tcu_lines, cub_lines;
} entry;

static const entry entries[] = {
#define ENTRY(name, tcu_lines, cub_lines) {&application_##name, tcu_lines, cub_lines},
    APP_FOR_APPLICATIONS(ENTRY)
#undef ENTRY
};

enum { ENTRIES = sizeof entries / sizeof *entries, MOST_ROUNDS = 10000 };

typedef struct settings {
    const char *only; /* names with commas between them; NULL: all */
    const char *json;
    int rounds, small;
} settings;

static const char help[] =
    "tcu-applications [--only NAME,...] [--rounds N] [--small] [--json FILE]\n"
    "\n"
    "Whole programs, each written by the library and by CUB, on the same GPU: a table of the\n"
    "medians of N rounds (15), in which both take turns, and of their lines of code. Exit status 1\n"
    "if results differ. --small: other sizes, for a test. Applications:\n";

static int complain(const char *what, const char *word)
{
    fprintf(stderr, "tcu-applications: %s \"%s\"; see --help\n", what, word);
    return 2;
}

/* Whether a list with commas names it. */
static int names(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *word = list; word != NULL; word = strchr(word, ',')) {
        word += *word == ',';
        if (strcspn(word, ",") == length && strncmp(word, name, length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* 0 if every name of the list is an application's. */
static int check_list(const char *list)
{
    for (const char *word = list; word != NULL; word = strchr(word, ',')) {
        int known = 0;
        word += *word == ',';
        for (int i = 0; i < ENTRIES; i++) {
            const char *name = entries[i].application->name;
            known |= strcspn(word, ",") == strlen(name) && strncmp(word, name, strlen(name)) == 0;
        }
        if (!known) {
            return complain("no application", word);
        }
    }
    return 0;
}

/* 0 if all is well, 2 if not, 1 if only help was asked for. */
static int read_arguments(int argc, char **argv, settings *s)
{
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(word, "--help") == 0) {
            printf("%s", help);
            for (int e = 0; e < ENTRIES; e++) {
                printf(" %s", entries[e].application->name);
            }
            printf("\n");
            return 1;
        }
        if (strcmp(word, "--small") == 0) {
            s->small = 1;
            continue;
        }
        if (value == NULL) {
            return complain("no such option, or nothing behind", word);
        }
        i++;
        if (strcmp(word, "--only") == 0) {
            s->only = value;
        } else if (strcmp(word, "--json") == 0) {
            s->json = value;
        } else if (strcmp(word, "--rounds") == 0) {
            char *end;
            const long rounds = strtol(value, &end, 10);
            if (*value == '\0' || *end != '\0' || rounds < 1 || rounds > MOST_ROUNDS) {
                return complain("no number of rounds", value);
            }
            s->rounds = (int)rounds;
        } else {
            return complain("no such option", word);
        }
    }
    return check_list(s->only);
}

/* -------------------------------------------------------------------------------------------------- output --- */

static void print_row(const entry *e, const char *title, const app_times *t)
{
    printf("%-36.36s %9.3f %9.3f %7.2f %7d %7d%s\n", title, t->tcu_ms, t->cub_ms, t->cub_ms / t->tcu_ms, e->tcu_lines,
           e->cub_lines, t->difference.unequal != 0 ? "  UNEQUAL" : "");
    fflush(stdout);
}

static void write_row(FILE *file, const entry *e, const char *title, const app_times *t, int is_first)
{
    fprintf(file,
            "%s\n  {\"application\": \"%s\", \"case\": \"%s\", \"tcu_ms\": %.6f, \"cub_ms\": %.6f, "
            "\"tcu_lines\": %d, \"cub_lines\": %d, \"equal\": %s, \"compared\": %llu, \"worst\": %.3e}",
            is_first ? "" : ",", e->application->name, title, t->tcu_ms, t->cub_ms, e->tcu_lines, e->cub_lines,
            t->difference.unequal == 0 ? "true" : "false", (unsigned long long)t->difference.compared,
            t->difference.worst);
}

static int measure_all(const settings *s, FILE *file, cudaStream_t stream)
{
    int result = 0, rows = 0;
    if (s->small) {
        printf("Small inputs, of a test: results are compared, times mean nothing.\n");
    }
    printf("%-36s %9s %9s %7s %7s %7s\n", "application", "tcu ms", "CUB ms", "times", "lines", "of CUB");
    for (int i = 0; i < ENTRIES; i++) {
        const application *a = entries[i].application;
        for (int which = 0; which < a->num_cases && (s->only == NULL || names(s->only, a->name)); which++) {
            const app_times times = app_measure(a, which, s->small, s->rounds, stream);
            print_row(&entries[i], a->cases[which], &times);
            if (file != NULL) {
                write_row(file, &entries[i], a->cases[which], &times, rows == 0);
            }
            result |= times.difference.unequal != 0;
            rows++;
        }
    }
    return result;
}

int main(int argc, char **argv)
{
    settings s = {NULL, NULL, 15, 0};
    const int status = read_arguments(argc, argv, &s);
    if (status != 0) {
        return status == 1 ? 0 : status;
    }
    FILE *file = s.json != NULL ? fopen(s.json, "w") : NULL;
    if (s.json != NULL && file == NULL) {
        fprintf(stderr, "tcu-applications: %s: %s\n", s.json, strerror(errno));
        return 1;
    }
    const char *commit = getenv("TCU_COMMIT");
    int device, runtime, cub = app_cub_version();
    struct cudaDeviceProp properties;
    cudaStream_t stream;
    APP_CUDA(cudaGetDevice(&device));
    APP_CUDA(cudaGetDeviceProperties(&properties, device));
    APP_CUDA(cudaRuntimeGetVersion(&runtime));
    APP_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    if (file != NULL) {
        fprintf(file,
                "{\"gpu\": \"%s\", \"commit\": \"%s\", \"cub\": \"%d.%d.%d\", \"cuda\": \"%d.%d\", \"rounds\": %d, "
                "\"small\": %s, \"rows\": [",
                properties.name, commit != NULL ? commit : TCU_BENCH_COMMIT, cub / 100000, cub / 100 % 1000, cub % 100,
                runtime / 1000, runtime % 1000 / 10, s.rounds, s.small ? "true" : "false");
    }
    int result = measure_all(&s, file, stream);
    if (file != NULL) {
        fprintf(file, "\n]}\n");
        if (fclose(file) != 0) {
            fprintf(stderr, "tcu-applications: %s: %s\n", s.json, strerror(errno));
            result = 1;
        }
    }
    APP_CUDA(cudaStreamDestroy(stream));
    return result;
}
