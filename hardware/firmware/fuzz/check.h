/* What must hold, said in words when it does not. Nothing of the core is used for judging it.
 *
 * With JANTAKU_FUZZ_SEEK in the environment only a finding with these words ends the run; several may stand there with
 * bars between them. An input that breaks something else first is left at that point, and what it broke is printed once
 * as "PASSED OVER". */
#ifndef JANTAKU_FUZZ_CHECK_H
#define JANTAKU_FUZZ_CHECK_H
#include <setjmp.h>

#define CHECK(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            check_failed(#condition, __FILE__, __LINE__, __VA_ARGS__);                                                 \
        }                                                                                                              \
    } while (0)

/* Where an input that is passed over ends: a target sets it with setjmp before it begins. */
extern jmp_buf check_left;
/* Before this is called there is no input to leave: whatever fails ends the run. */
void check_inputs_begin(void);
void check_failed(const char *condition, const char *file, int line, const char *words, ...)
    __attribute__((noreturn, format(printf, 4, 5)));
#endif
