/* What the files of this board layer know of each other. Registers appear nowhere else in the firmware. */
#ifndef JANTAKU_AVR_H
#define JANTAKU_AVR_H
#include <stdbool.h>
#include <stdint.h>

void clock_start(void);
/* Milliseconds, of which the lowest byte. */
uint8_t clock_ms(void);

void uart_start(void);
bool uart_take(uint8_t *byte);
bool uart_waiting(void);

void pins_start(void);

/* Who uses the SPI bus: begins when it is due, then steps with each byte that is through; false: it has done. All in
 * interrupts. */
struct bus_user {
    bool (*due)(void);
    void (*begin)(void);
    bool (*step)(void);
    bool clock_rests_high;
};

/* `users`: the first that is due goes first. */
void bus_start(const struct bus_user *users, uint8_t count);
uint8_t bus_swap(uint8_t byte); /* waits: at the start only */
void bus_run(void);             /* what is due is begun, if nothing is on its way */

void panel_start(void);
bool panel_due(void);
void panel_begin(void);
bool panel_step(void);

/* The levels at the registers' inputs, as the last scan found them: read like ports. */
extern volatile uint8_t register_levels[2];
#define PINX register_levels[0]
#define PINY register_levels[1]
void registers_start(void);     /* waits for a first scan */
void registers_scan(void);
bool registers_due(void);
void registers_begin(void);
bool registers_step(void);

void analog_start(void);
/* False while a measurement goes on; else its channel and value (0-1023 of the reference), and the next one begins. */
bool analog_take(uint8_t *measured, uint16_t *value);

/* enum reset_cause, found before main. */
uint8_t reset_cause(void);
#endif
