/* Serial port 0 with a ring for each way. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "../core/board.h"
#include "avr.h"
#include "pins.h"

#define RING 256U /* indices wrap by themselves */
#define DIVISOR ((F_CPU + 4UL * BOARD_BAUD) / (8UL * BOARD_BAUD) - 1UL)

static volatile uint8_t rx[RING], rx_in, rx_out;
static volatile uint8_t tx[RING], tx_in, tx_out;
static volatile uint16_t lost;

ISR(USART0_RX_vect)
{
    if ((UCSR0A & _BV(DOR0)) != 0U) {
        lost++;
    }
    uint8_t byte = UDR0;
    if ((uint8_t)(rx_in + 1U) == rx_out) {
        lost++;
    } else {
        rx[rx_in] = byte;
        rx_in++;
    }
}

ISR(USART0_UDRE_vect)
{
    if (tx_out == tx_in) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    } else {
        UDR0 = tx[tx_out];
        tx_out++;
    }
}

void uart_start(void)
{
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UBRR0H = (uint8_t)(DIVISOR >> 8);
    UBRR0L = (uint8_t)(DIVISOR & 0xFFU);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart_waiting(void)
{
    return rx_in != rx_out;
}

bool uart_take(uint8_t *byte)
{
    if (!uart_waiting()) {
        return false;
    }
    *byte = rx[rx_out];
    rx_out++;
    return true;
}

uint16_t hal_tx_room(struct board *b)
{
    (void)b;
    uint8_t used = (uint8_t)(tx_in - tx_out);
    return (uint16_t)(RING - 1U - used);
}

bool hal_tx_idle(struct board *b)
{
    (void)b;
    return tx_in == tx_out;
}

void hal_tx(struct board *b, const uint8_t *bytes, uint8_t count)
{
    (void)b;
    for (uint8_t i = 0; i < count; i++) {
        tx[tx_in] = bytes[i];
        tx_in++;
    }
    UCSR0B |= _BV(UDRIE0);
}

uint32_t hal_rx_lost(struct board *b)
{
    uint16_t count;
    (void)b;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        count = lost;
    }
    return count;
}
