/* Debounced inputs. A sensor counts as changed after it held still for its time; emergency stop and cover at once. */
#ifndef JANTAKU_SENSORS_H
#define JANTAKU_SENSORS_H
#include <stdbool.h>
#include <stdint.h>
#include "hal.h"

#define SENSOR_BITS 28U
#define TRACE_EDGES 64U
#define TRACE_PER_MESSAGE 7U

struct edge {
    uint32_t ms;
    uint8_t bit, level;
};

struct trace {
    struct edge ring[TRACE_EDGES];
    uint8_t next, used;
};

struct sensors {
    struct hal_inputs raw;
    uint32_t stable;             /* all levels as a set of bits */
    uint32_t differed;           /* raw from stable, a tick ago */
    bool level[SENSOR_BITS];     /* the same one by one: 32-bit shifts are slow on the AVR */
    bool counted[SIDES];         /* a tile came to this counter in the present tick */
    uint8_t held_ms[SENSOR_BITS];
    bool started;
};

struct board;

void sensors_tick(struct board *b);
bool sensor(const struct board *b, uint8_t bit);
bool sensor_of(const struct board *b, uint8_t bit_of_side_0, uint8_t side);
bool capable(const struct board *b, uint8_t capability);
/* Tenths of an ampere, 0 on a board that does not measure. */
uint8_t current_of(const struct board *b, uint8_t mechanism);
int8_t temperature_of(const struct board *b);
/* Edge number `index` of those kept, oldest first. */
const struct edge *trace_edge(const struct trace *t, uint8_t index);
#endif
