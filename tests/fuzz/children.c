/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "children.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A case that takes longer does not end. (Under compute-sanitizer they take a hundred times as long as without.) */
static const double longest_case = 300;

static const char *const child_option = "--child";
static int shared = -1; /* the memory's descriptor, which processes that are started keep */

static fuzz_progress *map_progress(void)
{
    void *const memory = mmap(NULL, sizeof(fuzz_progress), PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

fuzz_progress *fuzz_progress_new(void)
{
    shared = memfd_create("tcu_fuzz", 0);
    return shared < 0 || ftruncate(shared, sizeof(fuzz_progress)) != 0 ? NULL : map_progress();
}

/* The program is started anew, as Criterion does for each test: tools that watch CUDA follow that. */
static void start_program(void)
{
    char name[] = "tcu_fuzz", option[16], descriptor[16];
    snprintf(option, sizeof option, "%s", child_option);
    snprintf(descriptor, sizeof descriptor, "%d", shared);
    char *const arguments[] = {name, option, descriptor, NULL};
    execv("/proc/self/exe", arguments);
    _exit(127);
}

bool fuzz_is_child(int argc, char **argv, int *status)
{
    if (argc != 3 || strcmp(argv[1], child_option) != 0) {
        return false;
    }
    shared = atoi(argv[2]);
    fuzz_progress *const progress = map_progress();
    *status = progress != NULL && fuzz_run_cases(progress) ? 0 : 1;
    return true;
}

/* Waits for the process. One that stays at a case for too long is ended. */
static int wait_for(pid_t child, const fuzz_progress *progress, bool *has_hung)
{
    const struct timespec pause = {0, 2000000};
    uint64_t at = progress->at;
    double since = fuzz_seconds();
    int status = 0;
    *has_hung = false;
    for (;;) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) {
            return status;
        }
        if (progress->at != at) {
            at = progress->at;
            since = fuzz_seconds();
        } else if (fuzz_seconds() - since > longest_case && !*has_hung) {
            *has_hung = true;
            kill(child, SIGKILL);
        }
        nanosleep(&pause, NULL);
    }
}

bool fuzz_run_child(fuzz_progress *progress, uint64_t first, uint64_t behind)
{
    progress->first = progress->at = first;
    progress->behind = behind;
    progress->has_failed = progress->is_behind = false;
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0) {
        snprintf(progress->sentence, sizeof progress->sentence, "no process: %s", strerror(errno));
        return false;
    }
    if (child == 0) {
        start_program();
    }
    bool has_hung;
    const int status = wait_for(child, progress, &has_hung);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        return true;
    }
    char *const text = progress->sentence;
    if (progress->is_behind) { /* by the last case, for all that is known */
        progress->at -= progress->at > first;
        snprintf(text, sizeof progress->sentence, "behind this last case the process ended with status %d",
                 WEXITSTATUS(status));
    } else if (has_hung) {
        snprintf(text, sizeof progress->sentence, "the case did not end within %.0f s", longest_case);
    } else if (WIFSIGNALED(status) && !progress->has_failed) {
        snprintf(text, sizeof progress->sentence, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (!progress->has_failed) {
        snprintf(text, sizeof progress->sentence, "the process ended with status %d", WEXITSTATUS(status));
    }
    return false;
}
