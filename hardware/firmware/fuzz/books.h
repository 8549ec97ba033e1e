/* What the board says must be true: counts of a wall that it calls ready, faults that forbid, latches, outputs that are
 * off when it says that it stopped. */
#ifndef JANTAKU_FUZZ_BOOKS_H
#define JANTAKU_FUZZ_BOOKS_H
#include <stdbool.h>
#include <stdint.h>

#define BOOKS_CODES 256

struct books {
    uint8_t present[BOOKS_CODES]; /* faults told and not cleared, by code */
    uint16_t build; /* id of the Build command asked for last */
    uint8_t asked[4], quota[4]; /* of that one; of the one that was taken */
};

/* A new session: what is present is told anew. */
void books_session(struct books *b);
void books_command(struct books *b, uint16_t id, uint8_t type, const uint8_t *payload, uint8_t length);
void books_accepted(struct books *b, uint16_t id, uint8_t type);
/* `fresh`: of the present tick; `on`: motors that run now. */
void books_fault(struct books *b, uint8_t code, bool raised, bool fresh, uint16_t on);
void books_build_changed(const struct books *b, const uint8_t *payload);
/* `latches` as told in Welcome, when a stop or the awaited key must show in it. */
void books_latches(uint8_t latches, bool stopped, bool awaits_key);
#endif
