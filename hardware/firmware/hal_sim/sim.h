/* The table's board as a library: the portable core behind a small interface that a plant model can step.
 *
 * Time is virtual and belongs to the caller. Nothing here reads a clock, allocates after sim_new, blocks, or keeps
 * state outside the handle, so that the same calls give the same answers, byte for byte.
 * The same interface is implemented over the flashed binary in an AVR simulator. */
#ifndef JANTAKU_SIM_H
#define JANTAKU_SIM_H
#include <stdint.h>

#define SIM_MOTORS 14           /* order of enum Mechanism in protocol.h */
#define SIM_NVM_BYTES 1024

struct sim_inputs {
    uint32_t sensors;           /* enum Sensors: bit set means what its name says */
    uint8_t keys;               /* bit n: key n of enum Key is held (0..5) */
    uint8_t gear;               /* code switch, 0 when there is none */
    int8_t temperature;         /* degrees Celsius, -128: no sensor */
    uint8_t supply_low;         /* 1 while the motor supply is too low */
    uint8_t current[SIM_MOTORS];/* tenths of an ampere */
};

struct sim_outputs {
    uint8_t motor[SIM_MOTORS];  /* 0 off, 1 forward, 2 reverse */
    uint8_t beeper;             /* 1 while it sounds */
    uint8_t dice[3];            /* 0 dark, 1-6 */
    uint8_t seats[4];           /* dealer, prevailing, extra hands, hand */
    uint8_t watchdog;           /* 1: the core has fed the watchdog within its period */
    uint16_t lamps;             /* enum Lamps */
    char text[8];               /* padded with zero bytes */
};

struct sim;

/* A board in the moment after power was switched on. `capabilities`: flags Capabilities. */
struct sim *sim_new(uint64_t serial, uint16_t capabilities);
void sim_free(struct sim *s);

/* Lets the board run for `us` microseconds, less when an output changes or when a tick has left bytes for the host:
 * returns the microseconds that passed. Inputs hold still meanwhile. Outputs change only on the millisecond tick, or at
 * once by sim_rx. */
uint32_t sim_step(struct sim *s, uint32_t us);
uint64_t sim_now_us(const struct sim *s);

void sim_inputs(struct sim *s, const struct sim_inputs *in);
void sim_outputs(const struct sim *s, struct sim_outputs *out);

/* Bytes from the host. The core handles them at once, as its main loop does between two ticks. */
void sim_rx(struct sim *s, const uint8_t *bytes, uint32_t count);
/* Bytes to the host: moves at most `room` bytes into `bytes`, returns how many. */
uint32_t sim_tx(struct sim *s, uint8_t *bytes, uint32_t room);

/* Reset with a cause (enum ResetCause). RAM is lost, non-volatile memory stays. While it is held in reset use
 * sim_power(s, 0): outputs off, bytes lost, until sim_power(s, 1). */
void sim_reset(struct sim *s, uint8_t cause);
void sim_power(struct sim *s, uint8_t on);

uint8_t *sim_nvm(struct sim *s); /* SIM_NVM_BYTES bytes, to keep across processes */
#endif
