/* What must hold, said in words when it does not. Nothing of the core is used for judging it. */
#ifndef JANTAKU_FUZZ_CHECK_H
#define JANTAKU_FUZZ_CHECK_H
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "BROKEN: " __VA_ARGS__);                                                                   \
            fprintf(stderr, "\n  (%s, %s:%d)\n", #condition, __FILE__, __LINE__);                                      \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)
#endif
