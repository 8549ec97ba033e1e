#include "check.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 200
#define NAMED 64

jmp_buf check_left;
static bool inputs;

void check_inputs_begin(void)
{
    inputs = true;
}

static bool sought(const char *said)
{
    const char *words = getenv("JANTAKU_FUZZ_SEEK");
    if (!inputs || words == NULL) {
        return true;
    }
    for (size_t length; *words != '\0'; words += length + (words[length] == '|')) {
        char one[WORDS];
        length = strcspn(words, "|");
        snprintf(one, sizeof one, "%.*s", (int)length, words);
        if (strstr(said, one) != NULL) {
            return true;
        }
    }
    return false;
}

/* Once for each rule, which its words stand for. */
static void name_once(const char *words, const char *said)
{
    static const char *named[NAMED];
    static int count;
    for (int i = 0; i < count; i++) {
        if (named[i] == words) {
            return;
        }
    }
    if (count < NAMED) {
        named[count++] = words;
        fprintf(stderr, "PASSED OVER: %s\n", said);
    }
}

void check_failed(const char *condition, const char *file, int line, const char *words, ...)
{
    char said[WORDS];
    va_list values;
    va_start(values, words);
    vsnprintf(said, sizeof said, words, values);
    va_end(values);
    if (!sought(said)) {
        name_once(words, said);
        longjmp(check_left, 1);
    }
    fprintf(stderr, "BROKEN: %s\n  (%s, %s:%d)\n", said, condition, file, line);
    abort();
}
