/* Commands that move mechanisms to an end position, and service steps. Each ends with exactly one event.
 *
 * Power allows one group at a time: the hatch alone, heads together, lifts together. */
#ifndef JANTAKU_JOBS_H
#define JANTAKU_JOBS_H
#include <stdbool.h>
#include <stdint.h>

#define JOBS_AT_ONCE 6U

enum job_kind { JOB_NONE, JOB_TRAVEL, JOB_STEP };

struct job {
    uint8_t kind;
    uint8_t goal;          /* enum position, for travels */
    uint16_t command;
    uint16_t all, todo, active; /* bit n: mechanism n */
    bool covered;          /* the hatch read closed when it was asked for, or when a key consented to it */
    bool waits;            /* for consent, the end of the warning, or the awaited key */
    uint32_t go_ms;        /* end of the warning */
    uint32_t begun_ms;
    uint32_t stuck_ms;     /* since when nothing of it could start */
    uint16_t duration_ms;  /* of a step */
    uint8_t direction;
};

struct jobs {
    struct job list[JOBS_AT_ONCE];
};

struct board;

bool jobs_room(const struct board *b);
void jobs_travel(struct board *b, uint16_t command, uint16_t mechanisms, uint8_t goal);
void jobs_step(struct board *b, uint16_t command, uint8_t mechanism, uint8_t direction, uint16_t duration_ms);
void jobs_tick(struct board *b);
void jobs_consent(struct board *b);
void jobs_arrived(struct board *b, uint8_t mechanism);
void jobs_fail(struct board *b, uint8_t mechanism, uint8_t fault, uint8_t side);
void jobs_halt(struct board *b, uint8_t reason);
void jobs_deadman(struct board *b);
bool jobs_any(const struct board *b);
/* Mechanisms that a job moves or will move. */
uint16_t jobs_claim(const struct board *b);
/* A job waits while the warning is given. */
bool jobs_warn(const struct board *b);
#endif
