/* What a board supplies to the core. Nothing here may wait. */
#ifndef JANTAKU_HAL_H
#define JANTAKU_HAL_H
#include <stdbool.h>
#include <stdint.h>

#define MOTORS 14U /* order of enum mechanism */
#define SIDES 4U
#define KEYS 6U
#define NVM_BYTES 1024U

enum { MOTOR_OFF = 0, MOTOR_FORWARD = 1, MOTOR_REVERSE = 2 };

struct board;

/* What the pins say at one instant; not debounced. */
struct hal_inputs {
    uint32_t sensors;           /* bit numbers SENSORS_ */
    uint8_t keys;               /* bit n: key n of enum key is held */
    uint8_t gear;
    int8_t temperature;         /* degrees Celsius, -128: no sensor */
    bool supply_low;            /* motor supply too low to move anything */
    uint8_t current[MOTORS];    /* tenths of an ampere */
};

struct hal_panel {
    bool beeper;
    uint8_t dice[3];            /* 0 dark, 1-6 */
    uint8_t seats[4];           /* dealer, prevailing wind, extra hands, hand */
    uint16_t lamps;             /* bit numbers LAMPS_ */
    uint8_t text[8];            /* padded with zero bytes */
};

uint32_t hal_micros(struct board *b);                        /* since the board started; wraps */
void hal_read(struct board *b, struct hal_inputs *in);
void hal_motors(struct board *b, const uint8_t motor[MOTORS]);
void hal_panel(struct board *b, const struct hal_panel *panel);
uint16_t hal_tx_room(struct board *b);
bool hal_tx_idle(struct board *b);                           /* every byte has left */
void hal_tx(struct board *b, const uint8_t *bytes, uint8_t count); /* count <= hal_tx_room */
uint32_t hal_rx_lost(struct board *b);                       /* bytes lost before board_rx since the start */
bool hal_nvm_ready(struct board *b);                         /* a byte may be written */
uint8_t hal_nvm_read(struct board *b, uint16_t address);
void hal_nvm_write(struct board *b, uint16_t address, uint8_t value);
void hal_feed_watchdog(struct board *b);
void hal_bootloader(struct board *b);                        /* outputs are off; on hardware it does not return */
#endif
