/* The lid of the well: forward opens, reverse closes, a switch at either end. */
#ifndef JANTAKU_HATCH_H
#define JANTAKU_HATCH_H
#include <stdbool.h>
#include <stdint.h>

enum hatch_state { HATCH_RESTS, HATCH_MOVES, HATCH_BACKS };

struct hatch {
    uint8_t state;
    uint8_t goal;           /* POSITION_HOME: closed, POSITION_AWAY: open */
    uint8_t fault;          /* declared after backing off */
    bool known;             /* began at the other end */
    uint8_t both_ms;        /* how long both switches have been active */
    uint32_t since_ms;
    uint16_t waited_ms;
};

struct board;

void hatch_start(struct board *b, uint8_t goal);
void hatch_stop(struct board *b);
void hatch_tick(struct board *b);
/* What the switches say, whatever the hatch is doing. */
bool hatch_reads_closed(const struct board *b);
bool hatch_closed(const struct board *b);
bool hatch_open(const struct board *b);
bool hatch_rests(const struct board *b);
#endif
