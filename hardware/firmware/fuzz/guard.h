/* What the board may never do, watched from outside: inputs and bytes in, motors and lamps out.
 *
 * Written from the description of the mechanism, not from the core. Where the board may need some milliseconds (its
 * inputs are debounced), it is given those and no more. */
#ifndef JANTAKU_FUZZ_GUARD_H
#define JANTAKU_FUZZ_GUARD_H
#include <stdbool.h>
#include <stdint.h>
#include "../hal_sim/sim.h"

#define GUARD_GRANTS 64
#define GUARD_SENSORS 28
#define GUARD_KEYS 6

#define SENSOR_BIT(n) ((uint32_t)1 << (n))

/* A command that was taken and may move these mechanisms until it ends. */
struct grant {
    bool used;
    uint16_t id, mechanisms;
    uint8_t type;
    bool consent;   /* a person or a warning must come before the motion */
    bool consented; /* ... and did */
    uint32_t ms;
};

struct guard {
    uint16_t capabilities;
    uint32_t ms, boot_ms;
    uint32_t key_down, key_held[GUARD_KEYS], key_ms; /* key_ms: last press since the start, 0 for none */
    bool keys_started;
    bool needs_reset, needs_key, reset_forgave, stopped_since_build;
    uint32_t level, held[GUARD_SENSORS]; /* raw levels and for how long */
    bool link, compatible;
    uint32_t heard_ms;
    struct grant grants[GUARD_GRANTS], licence, before; /* licence: of the drum */
    uint16_t ruled_by;
    uint8_t out[SIM_MOTORS];
    uint32_t on_ms[SIM_MOTORS], off_ms[SIM_MOTORS], over[SIM_MOTORS];
    uint32_t warn_ms, lamp_ms;
    uint32_t hot, sags;
    uint16_t by_clock;
};

void guard_start(struct guard *g, uint16_t capabilities);
/* The board starts: after power-on, after a reset. */
void guard_boot(struct guard *g);
/* A millisecond has passed with these inputs, and this is what the board does now. */
void guard_tick(struct guard *g, const struct sim_inputs *in, const struct sim_outputs *out);
/* Bytes went in: motors may go off by them, never on. */
void guard_bytes(struct guard *g, const struct sim_outputs *out);
void guard_stop(struct guard *g, const struct sim_outputs *out);
/* The link, as the host knows it. */
void guard_session(struct guard *g, bool open, bool compatible);
void guard_heard(struct guard *g);
void guard_command(struct guard *g, uint16_t id, uint8_t type, const uint8_t *payload, uint8_t length);
void guard_answer(struct guard *g, uint16_t id, uint8_t type, bool accepted);
void guard_end(struct guard *g, uint16_t id);
void guard_fault(struct guard *g, uint8_t code, uint8_t side, bool raised, uint32_t board_us);
#endif
