/* Why nothing may move: emergency stop, cover, stop by the host, the awaited key, heat, the silent link. */
#ifndef JANTAKU_LATCH_H
#define JANTAKU_LATCH_H
#include <stdbool.h>
#include <stdint.h>

struct latch {
    uint8_t bits;         /* bit numbers LATCHES_ */
    uint8_t told;         /* as the host knows them */
    uint8_t supply_ms;    /* how long the motor supply has been too low */
};

struct board;

void latch_init(struct board *b);
void latch_tick(struct board *b);
void latch_stop_by_host(struct board *b);
void latch_heard(struct board *b);
/* A key was pressed at the table. */
void latch_key(struct board *b);
/* Reset by the host: verdict. */
uint8_t latch_reset(struct board *b);
bool latched(const struct board *b, uint8_t bit);
/* Motors are forbidden now. */
bool latch_forbids(const struct board *b);
#endif
