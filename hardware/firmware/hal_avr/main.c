/* The main loop: bytes as they come, one tick each millisecond, sleep in between. */
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include "../core/board.h"
#include "avr.h"
#include "pins.h"

#if !defined(BUILD_HASH) || !defined(BOARD_SERIAL)
#error "BUILD_HASH and BOARD_SERIAL, eight bytes each, come from build.py"
#endif

static struct board board;

static void identify(struct board_id *id)
{
    static const uint8_t build[8] = { BUILD_HASH };
    static const uint8_t serial[8] = { BOARD_SERIAL };
    for (uint8_t i = 0; i < 8U; i++) {
        id->build[i] = build[i];
        id->serial[i] = serial[i];
    }
    id->capabilities = BOARD_CAPABILITIES;
    id->cause = reset_cause();
}

static void turn(void)
{
    static uint32_t done;
    uint8_t byte;
    while (uart_take(&byte)) {
        board_rx(&board, byte);
        if (byte == 0U) {
            return; /* a frame is work enough for one turn */
        }
    }
    if (done != clock_ms()) {
        done++; /* one at a time: bytes come first even after a long turn */
        board_tick(&board);
    }
}

static void rest(uint32_t ms)
{
    cli();
    if (!uart_waiting() && ms == clock_ms()) {
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    struct board_id id;
    pins_start();
    clock_start();
    analog_start();
    panel_start();
    uart_start();
    identify(&id);
    board_init(&board, &id);
    wdt_enable(WDTO_120MS);
    SMCR = 0; /* idle: everything but the core goes on */
    sei();
    for (;;) {
        uint32_t began = hal_micros(&board);
        uint32_t ms = clock_ms();
        turn();
        board_loop_took(&board, hal_micros(&board) - began);
        rest(ms);
    }
}
