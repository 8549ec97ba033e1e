/* A stacker head: one turn of its cam pushes a stack into the lift tray. */
#ifndef JANTAKU_HEAD_H
#define JANTAKU_HEAD_H
#include <stdbool.h>
#include <stdint.h>

enum head_state { HEAD_RESTS, HEAD_TURNS, HEAD_BACKS };

struct head {
    uint8_t state;
    bool from_home;      /* this turn began at home */
    bool left;           /* ... and has left it */
    bool seen;           /* its sensor showed home when this turn began: it is not dead */
    bool backed;         /* freed itself once in this turn */
    bool dead_motor;     /* drew no current: no proof that it turned */
    bool at_home;        /* its last turn arrived and nothing has moved it since */
    uint8_t silent_ms;   /* at rest where it arrived, and its sensor shows nothing for so long */
    uint32_t since_ms;
    uint32_t ended_ms;
};

struct board;

/* One turn, or the rest of a turn that was interrupted. */
void head_start(struct board *b, uint8_t side);
void head_stop(struct board *b, uint8_t side);
void head_tick(struct board *b, uint8_t side);
bool head_home(const struct board *b, uint8_t side);
bool head_rests(const struct board *b, uint8_t side);
/* It takes longer than it should: nothing more should come its way. */
bool head_late(const struct board *b, uint8_t side);
#endif
