/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parser of tuning files (tuning.h): line by line, word by word, into a list of settings, which are made at the end: a
 * file with a mistake changes nothing.
 */
#include "tuning.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 255, LONGEST_SENTENCE = 320, SHOWN = 60 /* of a word, in sentences */ };

/* A line of the file. */
typedef struct setting {
    const tcui_tuning_family *family;
    const tcui_tuning_row *row;
    uint64_t value;
} setting;

typedef struct parser {
    tcu_context *reporter;
    const char *path;
    FILE *file;
    unsigned line;               /* from 1 on; 0: none of them */
    char text[LONGEST_LINE + 1]; /* of the line */
    char *rest;                  /* behind the words that were taken */
    bool has_header;
    size_t num_settings;
    setting settings[TCUI_TUNING_MOST_ROWS]; /* of all families together */
} parser;

/* "FILE, line 3: ", or of the whole file "FILE: ", then why; without a reporter for the calling thread. */
static tcu_status refuse(const parser *p, const char *format, ...) TCUI_PRINTF(2, 3);
static tcu_status refuse(const parser *p, const char *format, ...)
{
    char why[LONGEST_SENTENCE], line[24] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    if (p->line > 0) {
        snprintf(line, sizeof line, ", line %u", p->line);
    }
    return tcui_fail(p->reporter, TCU_ERROR_INVALID_ARGUMENT, "%s%.140s%s: %s",
                     p->reporter == NULL ? "the environment variable TCU_TUNING: " : "", p->path, line, why);
}

/* The next line without its end and its comment; *is_line: there is one. */
static tcu_status read_line(parser *p, bool *is_line)
{
    size_t length = 0;
    int c = getc(p->file);
    *is_line = c != EOF;
    p->line += *is_line;
    for (; c != EOF && c != '\n'; c = getc(p->file)) {
        if (c == '\0') {
            return refuse(p, "there is a byte 0: this is no text");
        }
        if (length == LONGEST_LINE) {
            return refuse(p, "the line is longer than %d bytes", LONGEST_LINE);
        }
        p->text[length++] = (char)c;
    }
    p->text[length] = '\0';
    p->text[strcspn(p->text, "#")] = '\0';
    p->rest = p->text;
    if (ferror(p->file)) {
        p->line = 0;
        return refuse(p, "it cannot be read: %s", strerror(errno));
    }
    return TCU_SUCCESS;
}

/* The line's next word; "" at its end. */
static const char *take_word(parser *p)
{
    static const char spaces[] = " \t\r";
    char *const word = p->rest + strspn(p->rest, spaces);
    p->rest = word + strcspn(word, spaces);
    if (*p->rest != '\0') {
        *p->rest++ = '\0';
    }
    return word;
}

static tcu_status expect_end(parser *p, const char *behind)
{
    const char *const more = take_word(p);
    return more[0] == '\0' ? TCU_SUCCESS : refuse(p, "there is \"%.*s\" behind %.*s", SHOWN, more, SHOWN, behind);
}

static tcu_status parse_header(parser *p, const char *first)
{
    if (strcmp(first, "tcu-tuning") != 0) {
        return refuse(p, "the file begins with \"%.*s\"; it must be \"tcu-tuning 1\"", SHOWN, first);
    }
    const char *const version = take_word(p);
    if (strcmp(version, "1") != 0) {
        return refuse(p, "the format's version is \"%.*s\"; it must be 1", SHOWN, version);
    }
    p->has_header = true;
    return expect_end(p, "tcu-tuning 1");
}

/* A number in decimal digits alone; false for anything else, and from 2^64 on. */
static bool parse_count(const char *word, uint64_t *value)
{
    *value = 0;
    const char *at = word;
    for (; *at >= '0' && *at <= '9'; at++) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (*value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *value = 10 * *value + digit;
    }
    return at > word && *at == '\0';
}

static tcu_status parse_value(parser *p, const char *name, const tcui_tuning_row *row, uint64_t *value)
{
    const char *const word = take_word(p);
    if (word[0] == '\0') {
        return refuse(p, "%.*s has no value", SHOWN, name);
    }
    if (row->kind == TCUI_TUNING_ARITHMETIC) {
        *value = strcmp(word, "matrix") == 0  ? TCU_ARITHMETIC_MATRIX
                 : strcmp(word, "plain") == 0 ? TCU_ARITHMETIC_PLAIN
                                              : TCU_ARITHMETIC_AUTO;
        return tcui_tuning_allows(row, *value)
                   ? TCU_SUCCESS
                   : refuse(p, "%.*s is \"%.*s\"; it must be %s", SHOWN, name, SHOWN, word,
                            row->least == TCU_ARITHMETIC_PLAIN ? "plain: there is no path to the matrix unit"
                                                               : "matrix or plain");
    }
    if (!parse_count(word, value) || !tcui_tuning_allows(row, *value)) {
        return refuse(p, "%.*s is \"%.*s\"; it must be a whole number from %" PRIu64 " to %" PRIu64, SHOWN, name, SHOWN,
                      word, row->least, row->most);
    }
    return TCU_SUCCESS;
}

static tcu_status unknown_family(const parser *p, const char *name)
{
    char names[LONGEST_SENTENCE] = "";
    size_t length = 0;
    const tcui_tuning_family *family;
    for (size_t f = 0; (family = tcui_tuning_family_at(f)) != NULL && length < sizeof names; f++) {
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", f > 0 ? ", " : "", family->name);
    }
    return refuse(p, "\"%.*s\" is no row; rows begin with a family's name and a point: %s", SHOWN, name, names);
}

static tcu_status parse_row(parser *p, const char *name)
{
    const tcui_tuning_family *family;
    const tcui_tuning_row *const row = tcui_tuning_find(name, &family);
    if (family == NULL) {
        return unknown_family(p, name);
    }
    if (row == NULL) {
        return refuse(p, "\"%.*s\" is no row of %s", SHOWN, name, family->name);
    }
    for (size_t s = 0; s < p->num_settings; s++) {
        if (p->settings[s].row == row) {
            return refuse(p, "%.*s is there for the second time", SHOWN, name);
        }
    }
    setting *const new_setting = &p->settings[p->num_settings];
    *new_setting = (setting){family, row, 0};
    tcu_status status = parse_value(p, name, row, &new_setting->value);
    if (status == TCU_SUCCESS) {
        status = expect_end(p, name);
    }
    p->num_settings += status == TCU_SUCCESS;
    return status;
}

static tcu_status parse_lines(parser *p)
{
    bool is_line = true;
    tcu_status status = TCU_SUCCESS;
    while (status == TCU_SUCCESS && is_line) {
        status = read_line(p, &is_line);
        const char *const first = take_word(p);
        if (status == TCU_SUCCESS && first[0] != '\0' && !(p->has_header && strcmp(first, "gpu") == 0)) {
            status = p->has_header ? parse_row(p, first) : parse_header(p, first);
        }
    }
    if (status == TCU_SUCCESS && !p->has_header) {
        p->line = 0;
        return refuse(p, "there is no line \"tcu-tuning 1\"");
    }
    return status;
}

static tcu_status parse_file(parser *p)
{
    p->file = fopen(p->path, "rb");
    if (p->file == NULL) {
        return refuse(p, "it cannot be opened: %s", strerror(errno));
    }
    const tcu_status status = parse_lines(p);
    fclose(p->file);
    return status;
}

/* Which cannot fail any more, but for memory, before anything is changed. */
static tcu_status apply(const parser *p, tcu_context *context)
{
    if (!tcui_tuning_make_room(context)) {
        return tcui_fail(p->reporter, TCU_ERROR_OUT_OF_MEMORY, "no memory for what a tuning file sets");
    }
    tcui_tuning_reset(context);
    tcu_status status = TCU_SUCCESS;
    for (size_t s = 0; s < p->num_settings && status == TCU_SUCCESS; s++) {
        status = tcui_tuning_set(context, p->settings[s].family, p->settings[s].row, p->settings[s].value);
    }
    return status;
}

tcu_status tcui_tuning_load(tcu_context *context, tcu_context *reporter, const char *path)
{
    parser *const p = calloc(1, sizeof *p);
    if (p == NULL) {
        return tcui_fail(reporter, TCU_ERROR_OUT_OF_MEMORY, "no memory to read a tuning file: %zu bytes", sizeof *p);
    }
    p->reporter = reporter;
    p->path = path;
    p->rest = p->text;
    tcu_status status = parse_file(p);
    if (status == TCU_SUCCESS) {
        status = apply(p, context);
    }
    free(p);
    return status;
}
