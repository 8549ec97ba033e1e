/* The keys on the dome: debounced, and the person's consent to motion. What follows from a press is in reactions.c. */
#ifndef JANTAKU_KEYS_H
#define JANTAKU_KEYS_H
#include <stdbool.h>
#include <stdint.h>
#include "hal.h"

struct keys {
    uint8_t stable;
    uint8_t differed;            /* raw from stable, a tick ago */
    uint8_t held_ms[KEYS];
    uint32_t pressed_ms[KEYS];   /* when each went down last */
    uint32_t last_ms;            /* any key */
    bool ever;                   /* a key was pressed since the start */
    bool both;                   /* recorded for this press */
    bool started;
    uint8_t pressed;             /* bit numbers KEY_: since board_tick has reacted last */
};

struct board;

void keys_tick(struct board *b);
/* Tells the host of a key that went down or up. */
void keys_report(struct board *b, uint8_t key, bool pressed);
/* When a motion asked for now may start: now after a key press within the consent time, else after the warning. */
uint32_t keys_start_ms(const struct board *b);
#endif
