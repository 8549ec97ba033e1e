/* Generated from hardware/wiring/pins.toml by `python -m hardware.firmware.pins`. Do not edit. */
#ifndef JANTAKU_PINS_H
#define JANTAKU_PINS_H
#include <avr/io.h>
#include <stdint.h>

struct motor_pins {
    volatile uint8_t *port;
    uint8_t forward, reverse; /* reverse 0: turns one way only */
};

/* COUNT_0, COUNT_1, COUNT_2, COUNT_3, FULL_0, FULL_1, FULL_2, FULL_3 */
#define READ_SENSORS_0 ((uint8_t)((((PINH ^ 0x78U) & 0x78U) >> 3) | ((PINX ^ 0xF0U) & 0xF0U)))
/* HEAD_HOME_0, HEAD_HOME_1, HEAD_HOME_2, HEAD_HOME_3, LIFT_UP_0, LIFT_UP_1, LIFT_UP_2, LIFT_UP_3 */
#define READ_SENSORS_1 ((uint8_t)(((PIND ^ 0x0FU) & 0x0FU) | ((PINY ^ 0xF0U) & 0xF0U)))
/* LIFT_HOME_0, LIFT_HOME_1, LIFT_HOME_2, LIFT_HOME_3, HATCH_OPEN, HATCH_CLOSED, COVER_OPEN, EMERGENCY_STOP */
#define READ_SENSORS_2 ((uint8_t)(((PING ^ 0x27U) & 0x27U) | ((PINE ^ 0x08U) & 0x08U) | ((PINB ^ 0x10U) & 0x50U) | (PIND & 0x80U)))
/* COLOUR_0, COLOUR_1, COLOUR_2, COLOUR_3 */
#define READ_SENSORS_3 ((uint8_t)(((PINY ^ 0x0FU) & 0x0FU)))

/* OPEN, RAISE, DICE_0, DICE_1, DICE_2, DICE_3 */
#define READ_KEYS_0 ((uint8_t)(((PINJ ^ 0x03U) & 0x03U) | (((PINH ^ 0x03U) & 0x03U) << 2) | ((PINE ^ 0x30U) & 0x30U)))

/* BIT_0, BIT_1, BIT_2, BIT_3 */
#define READ_GEAR_0 ((uint8_t)(((PINX ^ 0x0FU) & 0x0FU)))

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
    apply(B, 0xA7U, 0x58U) \
    apply(C, 0xFFU, 0x00U) \
    apply(D, 0x00U, 0xFFU) \
    apply(E, 0x00U, 0xFCU) \
    apply(G, 0x00U, 0x3FU) \
    apply(H, 0x00U, 0xFFU) \
    apply(J, 0x00U, 0xFFU) \
    apply(L, 0xFFU, 0x00U)

#define BEEPER_PORT PORTB
#define BEEPER_BIT 5
#define DISPLAY_SELECT_PORT PORTB
#define DISPLAY_SELECT_BIT 0
#define REGISTER_LOAD_PORT PORTB
#define REGISTER_LOAD_BIT 7

/* The motor whose current an analogue channel measures, 255: none. */
static const uint8_t motor_of_channel[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 255, 255 };
#define TEMPERATURE_CHANNEL 14
#define SUPPLY_CHANNEL 15
#define CURRENT_FULL_TENTHS 100L
#define TEMPERATURE_ZERO_MV 500L
#define TEMPERATURE_MV_PER_C 10L
#define SUPPLY_FULL_MV 30000L
#define SUPPLY_LOW_MV 18000L
#define BOARD_CAPABILITIES ((1U << CAPABILITIES_CURRENT_SENSING) | (1U << CAPABILITIES_LIFT_UP_SWITCHES) | (1U << CAPABILITIES_COVER_SWITCH) | (1U << CAPABILITIES_TEMPERATURE) | (1U << CAPABILITIES_GEAR_SWITCH) | (1U << CAPABILITIES_DICE_ECHO))
#define BOARD_BAUD 250000UL
#endif
