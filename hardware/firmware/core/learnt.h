/* Travel times: learnt over good runs, the yardstick for slow, jammed and blind. */
#ifndef JANTAKU_LEARNT_H
#define JANTAKU_LEARNT_H
#include <stdbool.h>
#include <stdint.h>

#define TRAVELS 9U /* heads, lifts, hatch: mechanism - MECHANISM_HEAD_0 */
#define ENOUGH_RUNS 8U

struct travel_time {
    uint16_t mean_ms, last_ms, runs;
};

struct board;

/* Mean, or what a new machine of this kind takes until enough runs are known; at most twice that. */
uint16_t learnt_ms(const struct board *b, uint8_t mechanism);
/* A run that its sensor ended; raises SLOW when it took longer than mean and margin, or than a run ever may. */
void learnt_run(struct board *b, uint8_t mechanism, uint32_t elapsed_ms);
bool learnt_enough(const struct board *b, uint8_t mechanism);
/* From now on this mechanism stops by time; raises BY_CLOCK. */
void learnt_bridge(struct board *b, uint8_t mechanism, uint32_t waited_ms);
bool learnt_bridged(const struct board *b, uint8_t mechanism);
void learnt_trust_again(struct board *b, uint8_t mechanism);
#endif
