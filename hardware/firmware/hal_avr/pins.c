/* Inputs and motors by the table in pins.h. */
#include <avr/io.h>
#include <string.h>
#include "../core/board.h"
#include "avr.h"
#include "pins.h"

#define FULL_SCALE 1023L
#define REFERENCE_MV 5000L

#define START_PORT(letter, drives, pulls)                                                                              \
    PORT##letter = (pulls);                                                                                            \
    DDR##letter = (drives);

/* Levels before directions: no output is ever high on the way. */
void pins_start(void)
{
    EACH_PORT(START_PORT)
}

static bool reads(const struct input_pin *p)
{
    return ((uint8_t)(*p->in ^ p->flip) & p->mask) != 0U;
}

static uint8_t read_byte(const struct input_pin *p, uint8_t count)
{
    uint8_t bits = 0;
    for (uint8_t i = 0; i < count; i++) {
        bits = (uint8_t)(bits | (reads(&p[i]) ? 1U << i : 0U));
    }
    return bits;
}

static uint32_t read_sensors(void)
{
    uint32_t bits = read_byte(sensors_pins + 24, 4);
    for (uint8_t group = 3; group > 0U; group--) {
        bits = (bits << 8) | read_byte(sensors_pins + 8U * (group - 1U), 8);
    }
    return bits;
}

static uint8_t tenths(uint16_t value)
{
    return (uint8_t)((value * CURRENT_FULL_TENTHS + FULL_SCALE / 2) / FULL_SCALE);
}

static int8_t degrees(uint16_t value)
{
    int32_t mv = (int32_t)value * REFERENCE_MV / FULL_SCALE;
    int32_t c = (mv - TEMPERATURE_ZERO_MV) / TEMPERATURE_MV_PER_C;
    return (int8_t)(c < -127 ? -127 : c > 127 ? 127 : c);
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
    in->keys = read_byte(keys_pins, KEYS);
    in->gear = read_byte(gear_pins, 4);
    read_analog(in);
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
