/* Building a wall: the drum turns, picks feed the channels, tiles are counted, heads push stacks of two. */
#ifndef JANTAKU_BUILD_H
#define JANTAKU_BUILD_H
#include <stdbool.h>
#include <stdint.h>
#include "hal.h"

#define STACKS_WAITING 8U /* complete stacks of a side between counter and tray: no channel holds more */

struct build_side {
    uint8_t pushes;
    uint8_t flushes;                  /* turns to make in the end: a blocked channel let heads push nothing */
    bool pushing;                     /* the head's present turn pushes a stack */
    bool undone;                      /* a push was taken back, because its cam seemed not to have moved */
    bool turned;                      /* the disc was reversed for the present gap */
    uint32_t progress_ms;             /* last tile, or since when one is expected */
    uint32_t full_ms;                 /* since when the channel has been full with nothing moving */
    uint32_t lift_ms;                 /* when its lift was last seen at home */
    uint32_t stack_ms[STACKS_WAITING];/* when the last tile of each coming stack was counted */
};

struct build {
    uint8_t phase;                    /* enum build_phase */
    uint8_t resumes_in;
    uint8_t options;
    uint16_t command;
    uint8_t quota[SIDES], counts[SIDES];
    struct build_side side[SIDES];
    uint16_t gap_ms, shuffle_ms, shuffled_ms;
    bool waits;                       /* for consent or the end of the warning */
    bool reverse;
    bool tail;                        /* all stacks are in the trays */
    uint32_t go_ms, begun_ms, started_ms, turned_ms, tail_ms;
    uint32_t disc_ms;                 /* part of a second that the disc has turned */
};

struct board;
struct msg_build;

void build_begin(struct board *b, const struct msg_build *m);
void build_resume(struct board *b);
/* Disc and picks off, heads finish; nothing when no build runs. */
void build_suspend(struct board *b, uint8_t reason);
void build_cancel(struct board *b);
void build_consent(struct board *b);
void build_tick(struct board *b);
/* A Build command is open. */
bool build_open(const struct board *b);
/* Something of it moves or is about to. */
bool build_moving(const struct board *b);
/* The trays have been emptied by raising. */
void build_raised(struct board *b);
/* The head was stopped before its cam had moved: the stack is still there. */
void build_push_undone(struct board *b, uint8_t side);
/* A turn begins. From elsewhere than home it makes a push that was taken back: its cam had moved after all, in the
 * moment before the debounced sensor could say so. */
void build_head_turns(struct board *b, uint8_t side, bool from_home);
/* A person took the tile too many away. */
void build_surplus_removed(struct board *b);
#endif
