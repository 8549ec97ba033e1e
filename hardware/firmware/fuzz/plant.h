/* A small machine between motors and sensors, one millisecond at a time, that can be jammed and lied about. */
#ifndef JANTAKU_FUZZ_PLANT_H
#define JANTAKU_FUZZ_PLANT_H
#include <stdbool.h>
#include <stdint.h>
#include "../hal_sim/sim.h"

#define SENSOR(n) ((uint32_t)1 << (n))

struct plant {
    bool absent;             /* nothing but levels: sensors only change when told to */
    int quick;               /* travels take one n-th of what is usual */
    int hatch, lift[4], head[4]; /* in steps of 1/8400 of the way, of a turn */
    int channel[4], due[4], high[4];
    uint32_t forced, levels; /* sensors that show a level whatever happens */
    uint16_t jammed;         /* mechanisms */
    uint8_t forced_current;  /* every running motor draws this, when not 0 */
    uint32_t sensors;        /* as they are now */
};

void plant_start(struct plant *p, bool absent, int quick);
void plant_step(struct plant *p, const uint8_t motor[SIM_MOTORS]);
void plant_read(const struct plant *p, const uint8_t motor[SIM_MOTORS], struct sim_inputs *in);
#endif
