/* Verdicts on commands that move something: why not now. The last gate before the motors is motion.c. */
#ifndef JANTAKU_INTERLOCK_H
#define JANTAKU_INTERLOCK_H
#include <stdbool.h>
#include <stdint.h>

struct ruling {
    uint8_t code;   /* enum verdict */
    uint8_t detail; /* latches, fault, side or mechanism, as the code says */
};

struct board;
struct msg_build;
struct msg_run;

struct ruling interlock_hatch(const struct board *b);
struct ruling interlock_raise(const struct board *b, uint8_t sides);
struct ruling interlock_lower(const struct board *b, uint8_t sides);
struct ruling interlock_home(const struct board *b, uint8_t mechanism);
struct ruling interlock_run(const struct board *b, const struct msg_run *m);
struct ruling interlock_build(const struct board *b, const struct msg_build *m);
struct ruling interlock_resume(const struct board *b);
/* Everything is at home and nothing turns, the drum included: the board may be left alone. */
bool interlock_at_rest(const struct board *b);
/* Mechanisms that Home of this one, or of ALL, concerns. */
uint16_t interlock_home_mask(uint8_t mechanism);
#endif
