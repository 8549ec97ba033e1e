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
void panel_start(void);

void analog_start(void);
/* False while a measurement goes on; else its channel and value (0-1023 of the reference), and the next one begins. */
bool analog_take(uint8_t *measured, uint16_t *value);

/* enum reset_cause, found before main. */
uint8_t reset_cause(void);
#endif
