/* A wall lift: a crank that turns one way; one turn goes up and comes home. */
#ifndef JANTAKU_LIFT_H
#define JANTAKU_LIFT_H
#include <stdbool.h>
#include <stdint.h>

enum lift_state { LIFT_RESTS, LIFT_MOVES, LIFT_BACKS };

struct lift {
    uint8_t state;
    uint8_t goal;        /* POSITION_HOME or POSITION_AWAY */
    uint8_t by_clock;    /* where it stands when no switch says so */
    bool left;           /* has left the switch it started from */
    bool known;          /* where it was at since_ms is known */
    bool covered;        /* the hatch was closed as it began */
    bool other_seen;     /* the opposite switch came again: the crank turns */
    bool dead_motor;
    uint8_t both_ms;     /* since when, at rest, both switches say that it is there */
    uint8_t blind;       /* while bridged: a bit for each enum position whose switch is dead */
    uint32_t since_ms;   /* start, or the moment that made its place known */
    uint32_t begun_ms;
};

struct board;

void lift_start(struct board *b, uint8_t side, uint8_t goal);
void lift_stop(struct board *b, uint8_t side);
void lift_tick(struct board *b, uint8_t side);
bool lift_home(const struct board *b, uint8_t side);
bool lift_up(const struct board *b, uint8_t side);
bool lift_rests(const struct board *b, uint8_t side);
/* Both switches are on: one of them lies. */
bool lift_contradicts(const struct board *b, uint8_t side);
/* All four: nothing stands in the way of the heads. */
bool lifts_all_home(const struct board *b);
#endif
