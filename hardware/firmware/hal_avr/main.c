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

/* The display's modules take data with the rising edge of the clock. The registers shift with it, and are read at the
 * falling one: the clock rests high for them, and they are loaded after it has risen. */
static const struct bus_user bus_users[] = {
    { registers_due, registers_begin, registers_step, true },
    { panel_due, panel_begin, panel_step, false },
};

/* Whoever flashes the image finds both in it by these names. */
static const uint8_t build[8] __attribute__((used)) = { BUILD_HASH };
static const uint8_t serial[8] __attribute__((used)) = { BOARD_SERIAL };

static void identify(struct board_id *id)
{
    for (uint8_t i = 0; i < 8U; i++) {
        id->build[i] = build[i];
        id->serial[i] = serial[i];
    }
    id->capabilities = BOARD_CAPABILITIES;
    id->cause = reset_cause();
}

static uint8_t ticks; /* as clock_ms: the watchdog bites before 256 are owed */

static bool tick_due(void)
{
    return ticks != clock_ms();
}

/* Bytes until a frame has ended or a tick is due, so that neither waits for more than one of the other. The ring holds
 * twice what a host may have in flight: bytes can wait for a tick, but outputs must not wait for bytes. */
static void take_bytes(void)
{
    uint8_t byte;
    while (!tick_due() && uart_take(&byte)) {
        board_rx(&board, byte);
        if (byte == 0U) {
            return;
        }
    }
}

static void turn(void)
{
    if (tick_due()) {
        ticks++; /* one at a time: a late one is made up for */
        board_tick(&board);
    } else {
        take_bytes();
    }
}

static void rest(void)
{
    cli();
    if (!uart_waiting() && !tick_due()) {
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
    bus_start(bus_users, sizeof bus_users / sizeof bus_users[0]);
    registers_start();
    panel_start();
    uart_start();
    identify(&id);
    board_init(&board, &id);
    wdt_enable(WDTO_120MS);
    SMCR = 0; /* idle: everything but the core goes on */
    sei();
    for (;;) {
        uint32_t began = hal_micros(&board);
        turn();
        board_loop_took(&board, hal_micros(&board) - began);
        rest();
    }
}
