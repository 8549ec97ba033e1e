/* The last gate before the motors: what parts want, what the interlocks let through, and every way to stop. */
#ifndef JANTAKU_MOTION_H
#define JANTAKU_MOTION_H
#include <stdbool.h>
#include <stdint.h>
#include "hal.h"

#define REST_MS 100U       /* a motor rests before it turns the other way */
#define COAST_MS 300U      /* the drum has come to rest */

struct motion {
    uint8_t want[MOTORS];
    uint8_t out[MOTORS];
    uint8_t last[MOTORS];  /* direction of the last motion */
    uint32_t off_ms[MOTORS];
    uint32_t on_ms[MOTORS];
    uint8_t over_ms[MOTORS];
    uint32_t drum_ms;      /* when disc or a pick turned last */
    bool drum_turned;
};

struct board;

void motion_want(struct board *b, uint8_t mechanism, uint8_t direction);
void motion_tick(struct board *b);
/* All outputs off now; every motion ends as halted, a build is suspended. */
void motion_stop_all(struct board *b, uint8_t reason);
/* The host is silent: what could hurt stops, lifts and hatch complete their travel. */
void motion_deadman(struct board *b);
/* Something moves or is about to. */
bool motion_any(const struct board *b);
bool motion_drum_rests(const struct board *b);
/* The current has been above its limit for longer than an inrush or a spike. */
bool motion_over_current(const struct board *b, uint8_t mechanism);
#endif
