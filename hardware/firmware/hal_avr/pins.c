/* Inputs and motors by the table in pins.h. */
#include <avr/io.h>
#include <string.h>
#include "../core/board.h"
#include "avr.h"
#include "pins.h"

#define FULL_SCALE 1023L
#define REFERENCE_MV 5000L
#define FULL_SCALE_C ((uint32_t)(REFERENCE_MV / TEMPERATURE_MV_PER_C)) /* from no voltage to the reference */
#define ZERO_C ((int16_t)(TEMPERATURE_ZERO_MV / TEMPERATURE_MV_PER_C))

_Static_assert(REFERENCE_MV % TEMPERATURE_MV_PER_C == 0 && TEMPERATURE_ZERO_MV % TEMPERATURE_MV_PER_C == 0,
               "temperatures are reckoned in whole degrees");
_Static_assert(REFERENCE_MV / TEMPERATURE_MV_PER_C < 1024 && CURRENT_FULL_TENTHS < 1023, "see by_full_scale");

#define START_PORT(letter, drives, pulls)                                                                              \
    PORT##letter = (pulls);                                                                                            \
    DDR##letter = (drives);

/* Levels before directions: no output is ever high on the way. */
void pins_start(void)
{
    EACH_PORT(START_PORT)
}

static uint32_t read_sensors(void)
{
    union { /* least first, as the chip */
        uint8_t byte[4];
        uint32_t all;
    } bits = { .byte = { READ_SENSORS_0, READ_SENSORS_1, READ_SENSORS_2, READ_SENSORS_3 } };
    return bits.all;
}

/* Exactly x / 1023 for x below 1023 * 1024: a division takes the chip 40 us, and one comes with each tick. */
static uint16_t by_full_scale(uint32_t x)
{
    return (uint16_t)((x + (x >> 10) + 1U) >> 10);
}

static uint8_t tenths(uint16_t value)
{
    return (uint8_t)by_full_scale((uint32_t)value * CURRENT_FULL_TENTHS + FULL_SCALE / 2);
}

static int8_t degrees(uint16_t value)
{
    int16_t c = (int16_t)(by_full_scale(value * FULL_SCALE_C) - ZERO_C);
    return (int8_t)(c > 127 ? 127 : c);
}

static void read_analog(struct hal_inputs *in)
{
    uint8_t channel;
    uint16_t value;
    if (!analog_take(&channel, &value)) {
        return;
    }
    if (channel == TEMPERATURE_CHANNEL) {
        in->temperature = degrees(value);
    } else if (channel == SUPPLY_CHANNEL) {
        in->supply_low = value < (uint16_t)(SUPPLY_LOW_MV * FULL_SCALE / SUPPLY_FULL_MV);
    } else {
        in->current[motor_of_channel[channel]] = tenths(value);
    }
}

void hal_read(struct board *b, struct hal_inputs *in)
{
    (void)b;
    in->sensors = read_sensors();
    in->keys = READ_KEYS_0;
    in->gear = READ_GEAR_0;
    read_analog(in);
    registers_scan();
}

static uint8_t pattern(const struct motor_pins *p, uint8_t direction)
{
    if (direction == MOTOR_FORWARD) {
        return p->forward;
    }
    return direction == MOTOR_REVERSE ? p->reverse : 0U;
}

void hal_motors(struct board *b, const uint8_t motor[MOTORS])
{
    (void)b;
    for (uint8_t m = 0; m < MOTORS; m++) {
        const struct motor_pins *p = &motor_pins[m];
        uint8_t others = (uint8_t)~(p->forward | p->reverse);
        *p->port = (uint8_t)((*p->port & others) | pattern(p, motor[m]));
    }
}
