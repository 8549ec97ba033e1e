/* What survives a reset: boot number, settings, travel times, totals.
 *
 * Non-volatile memory is worn by writing, and a write may be torn by a power cut. So both the boot number and the rest
 * go round a ring of records, each with a CRC; the newest sound one counts, and one byte is written per tick. */
#ifndef JANTAKU_STORE_H
#define JANTAKU_STORE_H
#include <stdbool.h>
#include <stdint.h>
#include "learnt.h"

#define SETTINGS 10U /* enum setting, from 1 */
#define TOTALS 10U
#define STORE_RECORD 128U

struct keep {
    uint16_t setting[SETTINGS];
    struct travel_time travel[TRAVELS];
};

struct store {
    uint8_t image[STORE_RECORD]; /* being written */
    uint16_t address, length, done;
    uint32_t sequence;
    uint8_t slot;
    bool due, soon, urgent;      /* something changed; it is not to be lost; a person waits for it */
    bool boot_kept;
    uint32_t saved_ms;
};

struct board;

/* Reads everything and begins a new boot number. */
void store_init(struct board *b);
void store_tick(struct board *b);
void store_later(struct board *b);
/* At once, but not more often than each SOON_APART_MS: for what a person can cause as often as he likes. */
void store_soon(struct board *b);
void store_now(struct board *b);
/* Everything that was asked for is in the memory. */
bool store_idle(const struct board *b);

bool store_boot_kept(const struct board *b); /* the boot number will not be given twice */
#endif
