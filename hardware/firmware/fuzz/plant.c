#include "plant.h"
#include <string.h>
#include "../core/protocol.h"

#define WAY 8400 /* divisible by every travel time below */
#define HATCH_MS 2000
#define HEAD_MS 350
#define CRANK_MS 2400
#define TILE_MS 120
#define TILE_HIGH_MS 60
#define CHANNEL_HOLDS 6
#define RUNS 5   /* tenths of an ampere */
#define STALLS 40

static const uint32_t at_rest =
    SENSOR(SENSORS_HATCH_CLOSED) | 0xFU << SENSORS_HEAD_HOME_0 | 0xFU << SENSORS_LIFT_HOME_0;

void plant_start(struct plant *p, bool absent, int quick)
{
    memset(p, 0, sizeof *p);
    p->absent = absent;
    p->quick = quick;
    p->sensors = at_rest;
}

static int advance(const struct plant *p, const uint8_t *motor, int m, int full_ms)
{
    if ((p->jammed >> m & 1U) != 0U || motor[m] == 0U) {
        return 0;
    }
    int step = WAY * p->quick / full_ms;
    return motor[m] == 1U ? step : -step;
}

static void pick(struct plant *p, int s, bool on)
{
    p->high[s] -= p->high[s] > 0 ? 1 : 0;
    if (!on) {
        return;
    }
    p->due[s]++;
    if (p->due[s] >= TILE_MS && p->channel[s] < CHANNEL_HOLDS) {
        p->due[s] = 0;
        p->high[s] = TILE_HIGH_MS;
        p->channel[s]++;
    }
}

static void turn_head(struct plant *p, int s, int by)
{
    int before = p->head[s];
    p->head[s] = (before + by + WAY) % WAY;
    if (before < WAY / 2 && before + by >= WAY / 2) {
        p->channel[s] -= p->channel[s] < 2 ? p->channel[s] : 2;
    }
}

static void sense(struct plant *p)
{
    uint32_t bits = 0;
    for (int s = 0; s < 4; s++) {
        bits |= p->high[s] > 0 ? SENSOR(SENSORS_COUNT_0 + s) : 0U;
        bits |= p->channel[s] >= CHANNEL_HOLDS ? SENSOR(SENSORS_FULL_0 + s) : 0U;
        bits |= p->head[s] < WAY / 16 || p->head[s] > WAY - WAY / 20 ? SENSOR(SENSORS_HEAD_HOME_0 + s) : 0U;
        bits |= p->lift[s] < WAY / 50 || p->lift[s] > WAY - WAY / 50 ? SENSOR(SENSORS_LIFT_HOME_0 + s) : 0U;
        bits |= p->lift[s] > WAY / 2 - WAY / 50 && p->lift[s] < WAY / 2 + WAY / 50 ? SENSOR(SENSORS_LIFT_UP_0 + s) : 0U;
    }
    bits |= p->hatch <= 0 ? SENSOR(SENSORS_HATCH_CLOSED) : 0U;
    bits |= p->hatch >= WAY ? SENSOR(SENSORS_HATCH_OPEN) : 0U;
    p->sensors = bits;
}

void plant_step(struct plant *p, const uint8_t motor[SIM_MOTORS])
{
    if (p->absent) {
        return;
    }
    for (int s = 0; s < 4; s++) {
        bool feeds = (p->jammed >> (MECHANISM_PICK_0 + s) & 1U) == 0U && motor[MECHANISM_DISC] != 0U;
        pick(p, s, motor[MECHANISM_PICK_0 + s] != 0U && feeds);
        turn_head(p, s, advance(p, motor, MECHANISM_HEAD_0 + s, HEAD_MS));
        p->lift[s] = (p->lift[s] + advance(p, motor, MECHANISM_LIFT_0 + s, CRANK_MS) + WAY) % WAY;
    }
    p->hatch += advance(p, motor, MECHANISM_HATCH, HATCH_MS);
    p->hatch = p->hatch < 0 ? 0 : p->hatch > WAY ? WAY : p->hatch;
    sense(p);
}

static bool stalls(const struct plant *p, const uint8_t *motor, int m)
{
    bool at_stop = m == MECHANISM_HATCH && (motor[m] == 1U ? p->hatch >= WAY : p->hatch <= 0);
    return (p->jammed >> m & 1U) != 0U || (!p->absent && at_stop);
}

void plant_read(const struct plant *p, const uint8_t motor[SIM_MOTORS], struct sim_inputs *in)
{
    in->sensors = (p->sensors & ~p->forced) | (p->levels & p->forced);
    for (int m = 0; m < SIM_MOTORS; m++) {
        uint8_t usual = stalls(p, motor, m) ? STALLS : RUNS;
        in->current[m] = motor[m] == 0U ? 0U : p->forced_current != 0U ? p->forced_current : usual;
    }
}
