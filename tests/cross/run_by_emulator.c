/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Part of test programs that are cross-compiled. Criterion starts each test by execve() of the program itself, and the
 * machine cannot run that file: only qemu's user mode can, and qemu hands execve() on as it is. So this one, which comes
 * before the C library's, starts the emulator with the file: TCU_EMULATOR holds the words that go before a program.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { EMULATOR_WORDS = 8 };

__attribute__((visibility("default"))) int execve(const char *path, char *const argv[], char *const envp[])
{
    const char *emulator = getenv("TCU_EMULATOR");
    if (emulator == NULL) {
        return (int)syscall(SYS_execve, path, argv, envp);
    }
    size_t arguments = 0, count = 0;
    while (argv[arguments] != NULL) {
        arguments++;
    }
    char *words = strdup(emulator);
    char **all = calloc(EMULATOR_WORDS + arguments + 2, sizeof *all);
    if (words != NULL && all != NULL) {
        char *rest = NULL;
        for (char *word = strtok_r(words, " ", &rest); word != NULL && count < EMULATOR_WORDS;
             word = strtok_r(NULL, " ", &rest)) {
            all[count++] = word;
        }
        const size_t first = count;
        all[count++] = (char *)path;
        for (size_t i = 1; i < arguments; i++) {
            all[count++] = argv[i];
        }
        if (first > 0) {
            syscall(SYS_execve, all[0], all, envp);
        }
    }
    free(words);
    free(all);
    return -1;
}
