#include "sensors.h"
#include <string.h>
#include "board.h"

#define POSITION_HOLD_MS 5U
#define RELEASE_HOLD_MS 50U
#define NO_TEMPERATURE (-128)

static uint8_t hold_ms(uint8_t bit, bool level)
{
    if (bit == SENSORS_EMERGENCY_STOP || bit == SENSORS_COVER_OPEN) {
        return level ? 1U : RELEASE_HOLD_MS;
    }
    return POSITION_HOLD_MS;
}

static void record(struct trace *t, uint32_t ms, uint8_t bit, bool level)
{
    struct edge *e = &t->ring[t->next];
    e->ms = ms;
    e->bit = bit;
    e->level = level ? 1U : 0U;
    t->next = (uint8_t)((t->next + 1U) % TRACE_EDGES);
    t->used = t->used < TRACE_EDGES ? (uint8_t)(t->used + 1U) : (uint8_t)TRACE_EDGES;
}

const struct edge *trace_edge(const struct trace *t, uint8_t index)
{
    return &t->ring[(uint8_t)(t->next + TRACE_EDGES - t->used + index) % TRACE_EDGES];
}

static void accept(struct board *b, uint8_t bit, bool level)
{
    struct sensors *s = &b->sensors;
    s->stable ^= (uint32_t)1 << bit;
    s->level[bit] = level;
    if (bit < SENSORS_COUNT_0 + SIDES) {
        s->counted[bit - SENSORS_COUNT_0] = level;
    }
    record(&b->trace, b->ms, bit, level);
}

static void debounce(struct board *b, uint8_t bit, bool level)
{
    uint8_t *held = &b->sensors.held_ms[bit];
    if (level == b->sensors.level[bit]) {
        *held = 0;
    } else if (++*held >= hold_ms(bit, level)) {
        *held = 0;
        accept(b, bit, level);
    }
}

/* Only those that differ from what they count as, and those that did a tick ago: most ticks have none. */
static void debounce_all(struct board *b)
{
    struct sensors *s = &b->sensors;
    uint32_t raw = s->raw.sensors;
    uint32_t differ = raw ^ s->stable;
    uint32_t todo = differ | s->differed;
    s->differed = differ;
    for (uint8_t first = 0; todo != 0U; first = (uint8_t)(first + 8U), todo >>= 8, raw >>= 8) {
        uint8_t levels = (uint8_t)(raw & 0xFFU);
        uint8_t bits = (uint8_t)(todo & 0xFFU);
        for (uint8_t bit = first; bits != 0U; bit++, bits >>= 1, levels >>= 1) {
            if ((bits & 1U) != 0U) {
                debounce(b, bit, (levels & 1U) != 0U);
            }
        }
    }
}

static uint32_t fitted(const struct board *b)
{
    const uint32_t four = 0xFU;
    uint32_t mask = (uint32_t)((1UL << SENSOR_BITS) - 1UL);
    if (!capable(b, CAPABILITIES_COVER_SWITCH)) {
        mask &= ~((uint32_t)1 << SENSORS_COVER_OPEN);
    }
    if (!capable(b, CAPABILITIES_LIFT_UP_SWITCHES)) {
        mask &= ~(four << SENSORS_LIFT_UP_0);
    }
    if (!capable(b, CAPABILITIES_COLOUR_SENSORS)) {
        mask &= ~(four << SENSORS_COLOUR_0);
    }
    return mask;
}

static void start(struct sensors *s)
{
    s->stable = s->raw.sensors;
    for (uint8_t bit = 0; bit < SENSOR_BITS; bit++) {
        s->level[bit] = ((s->stable >> bit) & 1UL) != 0UL;
    }
}

void sensors_tick(struct board *b)
{
    struct sensors *s = &b->sensors;
    hal_read(b, &s->raw);
    s->raw.sensors &= fitted(b);
    memset(s->counted, 0, sizeof s->counted);
    if (!s->started) {
        s->started = true;
        start(s); /* what stands at the start is no edge */
    }
    debounce_all(b);
}

bool sensor(const struct board *b, uint8_t bit)
{
    return b->sensors.level[bit];
}

bool sensor_of(const struct board *b, uint8_t bit_of_side_0, uint8_t side)
{
    return sensor(b, (uint8_t)(bit_of_side_0 + side));
}

bool capable(const struct board *b, uint8_t capability)
{
    return has_bit(b->id.capabilities, capability);
}

uint8_t current_of(const struct board *b, uint8_t mechanism)
{
    return capable(b, CAPABILITIES_CURRENT_SENSING) ? b->sensors.raw.current[mechanism] : 0U;
}

int8_t temperature_of(const struct board *b)
{
    return capable(b, CAPABILITIES_TEMPERATURE) ? b->sensors.raw.temperature : (int8_t)NO_TEMPERATURE;
}
