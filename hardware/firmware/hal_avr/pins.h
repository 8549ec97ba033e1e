/* Generated from hardware/wiring/pins.toml by `python -m hardware.firmware.pins`. Do not edit. */
#ifndef JANTAKU_PINS_H
#define JANTAKU_PINS_H
#include <avr/io.h>
#include <stdint.h>

struct input_pin {
    volatile uint8_t *in;
    uint8_t mask, flip; /* flip: the bits that mean yes when they are 0 */
};

struct motor_pins {
    volatile uint8_t *port;
    uint8_t forward, reverse; /* reverse 0: turns one way only */
};

static const struct input_pin sensors_pins[28] = {
    { &PINJ, 1U << 0, 1U << 0 }, /* COUNT_0 */
    { &PINJ, 1U << 1, 1U << 1 }, /* COUNT_1 */
    { &PINJ, 1U << 2, 1U << 2 }, /* COUNT_2 */
    { &PINJ, 1U << 3, 1U << 3 }, /* COUNT_3 */
    { &PINJ, 1U << 4, 1U << 4 }, /* FULL_0 */
    { &PINJ, 1U << 5, 1U << 5 }, /* FULL_1 */
    { &PINJ, 1U << 6, 1U << 6 }, /* FULL_2 */
    { &PINJ, 1U << 7, 1U << 7 }, /* FULL_3 */
    { &PINH, 1U << 0, 1U << 0 }, /* HEAD_HOME_0 */
    { &PINH, 1U << 1, 1U << 1 }, /* HEAD_HOME_1 */
    { &PINH, 1U << 2, 1U << 2 }, /* HEAD_HOME_2 */
    { &PINH, 1U << 3, 1U << 3 }, /* HEAD_HOME_3 */
    { &PINH, 1U << 4, 1U << 4 }, /* LIFT_UP_0 */
    { &PINH, 1U << 5, 1U << 5 }, /* LIFT_UP_1 */
    { &PINH, 1U << 6, 1U << 6 }, /* LIFT_UP_2 */
    { &PINH, 1U << 7, 1U << 7 }, /* LIFT_UP_3 */
    { &PING, 1U << 0, 1U << 0 }, /* LIFT_HOME_0 */
    { &PING, 1U << 1, 1U << 1 }, /* LIFT_HOME_1 */
    { &PING, 1U << 2, 1U << 2 }, /* LIFT_HOME_2 */
    { &PING, 1U << 3, 1U << 3 }, /* LIFT_HOME_3 */
    { &PING, 1U << 4, 1U << 4 }, /* HATCH_OPEN */
    { &PING, 1U << 5, 1U << 5 }, /* HATCH_CLOSED */
    { &PIND, 1U << 2, 0U }, /* COVER_OPEN */
    { &PIND, 1U << 3, 0U }, /* EMERGENCY_STOP */
    { &PIND, 1U << 4, 1U << 4 }, /* COLOUR_0 */
    { &PIND, 1U << 5, 1U << 5 }, /* COLOUR_1 */
    { &PIND, 1U << 6, 1U << 6 }, /* COLOUR_2 */
    { &PIND, 1U << 7, 1U << 7 }, /* COLOUR_3 */
};

static const struct input_pin keys_pins[6] = {
    { &PINE, 1U << 2, 1U << 2 }, /* OPEN */
    { &PINE, 1U << 3, 1U << 3 }, /* RAISE */
    { &PINE, 1U << 4, 1U << 4 }, /* DICE_0 */
    { &PINE, 1U << 5, 1U << 5 }, /* DICE_1 */
    { &PINE, 1U << 6, 1U << 6 }, /* DICE_2 */
    { &PINE, 1U << 7, 1U << 7 }, /* DICE_3 */
};

static const struct input_pin gear_pins[4] = {
    { &PINB, 1U << 4, 1U << 4 }, /* BIT_0 */
    { &PINB, 1U << 5, 1U << 5 }, /* BIT_1 */
    { &PINB, 1U << 6, 1U << 6 }, /* BIT_2 */
    { &PINB, 1U << 7, 1U << 7 }, /* BIT_3 */
};

static const struct motor_pins motor_pins[14] = {
    { &PORTA, 1U << 0, 1U << 1 }, /* DISC */
    { &PORTA, 1U << 2, 0U }, /* PICK_0 */
    { &PORTA, 1U << 3, 0U }, /* PICK_1 */
    { &PORTA, 1U << 4, 0U }, /* PICK_2 */
    { &PORTA, 1U << 5, 0U }, /* PICK_3 */
    { &PORTC, 1U << 0, 1U << 1 }, /* HEAD_0 */
    { &PORTC, 1U << 2, 1U << 3 }, /* HEAD_1 */
    { &PORTC, 1U << 4, 1U << 5 }, /* HEAD_2 */
    { &PORTC, 1U << 6, 1U << 7 }, /* HEAD_3 */
    { &PORTL, 1U << 0, 1U << 1 }, /* LIFT_0 */
    { &PORTL, 1U << 2, 1U << 3 }, /* LIFT_1 */
    { &PORTL, 1U << 4, 1U << 5 }, /* LIFT_2 */
    { &PORTL, 1U << 6, 1U << 7 }, /* LIFT_3 */
    { &PORTA, 1U << 6, 1U << 7 }, /* HATCH */
};

/* port, pins driven, pins with pull-ups */
#define EACH_PORT(apply) \
    apply(A, 0xFFU, 0x00U) \
    apply(B, 0x0FU, 0xF0U) \
    apply(C, 0xFFU, 0x00U) \
    apply(D, 0x00U, 0xFCU) \
    apply(E, 0x00U, 0xFCU) \
    apply(G, 0x00U, 0x3FU) \
    apply(H, 0x00U, 0xFFU) \
    apply(J, 0x00U, 0xFFU) \
    apply(L, 0xFFU, 0x00U)

#define BEEPER_PORT PORTB
#define BEEPER_BIT 3
#define DISPLAY_SELECT_PORT PORTB
#define DISPLAY_SELECT_BIT 0

/* The motor whose current an analogue channel measures, 255: none. */
static const uint8_t motor_of_channel[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 255, 255 };
#define TEMPERATURE_CHANNEL 14
#define SUPPLY_CHANNEL 15
#define CURRENT_FULL_TENTHS 100L
#define TEMPERATURE_ZERO_MV 500L
#define TEMPERATURE_MV_PER_C 10L
#define SUPPLY_FULL_MV 30000L
#define SUPPLY_LOW_MV 18000L
#define BOARD_CAPABILITIES ((1U << CAPABILITIES_CURRENT_SENSING) | (1U << CAPABILITIES_LIFT_UP_SWITCHES) | (1U << CAPABILITIES_COVER_SWITCH) | (1U << CAPABILITIES_TEMPERATURE) | (1U << CAPABILITIES_GEAR_SWITCH))
#define BOARD_BAUD 250000UL
#endif
