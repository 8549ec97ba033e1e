/* The ATmega2560 image in simavr behind the interface of sim.h.
 *
 * Copyright (C) 2026 the Jantaku authors
 *
 * This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
 * License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any
 * later version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the
 * implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more
 * details: <https://www.gnu.org/licenses/>.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A note on simavr 1.6, which shapes this file: a write to PORT raises the pull-up over a driven pin; a reset wipes
 * every cycle timer and clears the ports in silence; INT pins that are low starve the program unless strict level
 * triggering is on; pins are not raised again after a reset; a byte takes 11 bits, and is handed out when it begins; the
 * receiver is 64 deep instead of 3.
 *
 * The core runs from one thing of interest to the next, each a cycle timer: the end of the step, a byte that begins to
 * arrive, a frame that has left, a look at the motors shortly after a port was written. In between it sleeps or works
 * without being asked. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/avr_watchdog.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_interrupts.h>
#include <simavr/sim_io.h>
#include <simavr/sim_time.h>
#include "pin_map.h"
#include "sim.h"

DEFINE_FIFO(uint16_t, uart_fifo);

#define HERTZ 16000000ULL
#define CYCLES_PER_US 16ULL
#define IN_RING 65536U
#define OUT_RING 4096U
#define RECEIVER_DEPTH 3
#define BITS_PER_BYTE 10U
#define SETTLE_US 5U         /* the program writes port after port: what it means is there a little later */
#define LONGEST_RUN_US 1000U
#define PORTS 12U
#define TICK_VECTOR 17       /* timer 1, compare A: a tick is due */
#define TICKS_OWED 256U
#define MCUSR_AT 0x54
#define UCSR0A_AT 0xC0
#define UBRR0_AT 0xC4
#define ZERO_C_MV 500
#define MV_PER_C 10
#define MV_PER_TENTH (5000 / CURRENT_FULL_TENTHS)
#define SUPPLY_GOOD_MV 4000
#define SUPPLY_LOW_MV 2000
#define DIGITS 8
#define CHANNELS 16
#define UPPER 8              /* channels from here on: bit 3 of ADCSRB */
#define ADCSRB_AT 0x7B
#define RAM_AT 0x200U
#define PAINT 0xA5           /* of memory in which the program has written nothing since power-on */
#define REGISTERS 2U         /* 74HC165 in a chain */

/* FLAGS_TAKEN: a bootloader ran before and cleared MCUSR. */
enum { FLAGS_TAKEN = 0, POWER_ON = 1, EXTERNAL = 2, BROWN_OUT = 3, WATCHDOG = 4 };

struct sim {
    avr_t *avr;
    avr_uart_t *uart;
    avr_adc_t *adc;
    const avr_ioport_t *port[PORTS]; /* by letter */
    uint16_t millivolts[CHANNELS];
    avr_irq_t *rx_irq;
    void (*core_reset)(avr_t *);
    struct sim *next;
    struct sim_inputs in;
    struct sim_outputs out;
    uint64_t off_us;          /* time that passed while the chip was off */
    avr_cycle_count_t in_free, out_free; /* when each way of the line is free again */
    bool on, was_reset, driven, heard;
    uint8_t in_ring[IN_RING], out_ring[OUT_RING];
    avr_cycle_count_t out_due[OUT_RING]; /* when the last bit of each byte has left */
    uint32_t in_head, in_used, out_head, out_used, overruns;
    uint8_t spi[4], spi_count;
    uint8_t at_registers[REGISTERS], loaded[REGISTERS]; /* levels outside; as loaded */
    uint8_t register_sent;                              /* bytes shifted out */
    avr_irq_t *miso_irq;
    uint8_t digit[2][DIGITS];
    avr_io_t spy;
    struct {
        avr_cycle_count_t due[TICKS_OWED];
        uint32_t owed, begun, done;
        uint32_t begun_late, done_late; /* cycles, at worst since somebody asked */
    } tick;
    avr_ioport_external_t held[PORTS]; /* by letter: levels from outside */
};

static struct sim *all;

static struct sim *sim_of(avr_t *avr)
{
    struct sim *s = all;
    while (s != NULL && s->avr != avr) {
        s = s->next;
    }
    return s;
}

/* ---- what simavr calls */

static void quiet(avr_t *avr, const int level, const char *format, va_list args)
{
    (void)avr;
    (void)level;
    (void)format;
    (void)args;
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

static void on_reset(avr_t *avr)
{
    struct sim *s = sim_of(avr);
    if (s != NULL) {
        s->was_reset = true;
        s->core_reset(avr);
    }
}

static uint8_t of_font(uint8_t segments)
{
    static const uint8_t font[10] = { 0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B };
    for (uint8_t n = 0; n < 10U; n++) {
        if (font[n] == segments) {
            return n;
        }
    }
    return 0;
}

static uint8_t wind_of(uint8_t segments)
{
    static const uint8_t font[4] = { 0x4F, 0x5B, 0x3E, 0x76 };
    for (uint8_t n = 0; n < 4U; n++) {
        if (font[n] == segments) {
            return n;
        }
    }
    return 0;
}

/* What the modules show, read off their segments. The text has no unique reading and stays empty. */
static void read_display(struct sim *s)
{
    const uint8_t *d = s->digit[0];
    for (uint8_t n = 0; n < 3U; n++) {
        s->out.dice[n] = d[n] != 0U ? of_font(d[n]) : 0U;
    }
    s->out.seats[0] = d[3] != 0U ? (uint8_t)(of_font(d[3]) - 1U) : 0U;
    s->out.seats[1] = wind_of(d[4]);
    s->out.seats[2] = of_font(d[5]);
    s->out.seats[3] = of_font(d[6]);
    s->out.lamps = d[7];
}

static uint8_t port_high(const struct sim *s, char letter);

/* The load input of the registers is low: they take the levels of their inputs. */
static void on_load(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;
    (void)irq;
    if (value == 0U) {
        memcpy(s->loaded, s->at_registers, sizeof s->loaded);
        s->register_sent = 0;
    }
}

/* With the display not selected a byte is of the registers; behind the last one is what its serial input shows: high. */
static void shift_out(struct sim *s)
{
    uint8_t byte = s->register_sent < REGISTERS ? s->loaded[s->register_sent++] : 0xFFU;
    avr_raise_irq(s->miso_irq, byte);
}

static void on_spi(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;
    (void)irq;
    if ((port_high(s, display_select_pin.port) & (1U << display_select_pin.bit)) != 0U) {
        shift_out(s);
        return;
    }
    s->spi[s->spi_count++ % 4U] = (uint8_t)value;
    if (s->spi_count == 4U) {
        s->spi_count = 0;
        if (s->spi[0] >= 1U && s->spi[0] <= DIGITS) {
            s->digit[1][s->spi[0] - 1U] = s->spi[1];
            s->digit[0][s->spi[2] - 1U] = s->spi[3];
            read_display(s);
        }
    }
}

/* ---- pins */

static uint8_t with_bit(uint8_t byte, uint8_t mask, bool level)
{
    return level ? (uint8_t)(byte | mask) : (uint8_t)(byte & ~mask);
}

static void drive(struct sim *s, char port, uint8_t bit, bool level)
{
    if (port >= FIRST_REGISTER) {
        uint8_t *levels = &s->at_registers[port - FIRST_REGISTER];
        *levels = with_bit(*levels, (uint8_t)(1U << bit), level);
        return;
    }
    avr_irq_t *irq = avr_io_getirq(s->avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
    avr_ioport_external_t *held = &s->held[(uint8_t)port - 'A'];
    uint8_t mask = (uint8_t)(1U << bit);
    held->name = (uint8_t)port;
    held->mask |= mask;
    held->value = with_bit(held->value, mask, level);
    avr_ioctl(s->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), held); /* stronger than the pull-up */
    irq->flags |= IRQ_FLAG_INIT; /* or an unchanged level is not raised again after a reset */
    avr_raise_irq(irq, level ? 1U : 0U);
}

static void drive_set(struct sim *s, const struct mapped *pins, uint8_t count, uint32_t now, uint32_t before)
{
    for (uint8_t n = 0; n < count; n++) {
        bool yes = ((now >> n) & 1U) != 0U;
        if (!s->driven || yes != (((before >> n) & 1U) != 0U)) {
            drive(s, pins[n].port, pins[n].bit, yes == (pins[n].high != 0));
        }
    }
}

static void drive_analog(struct sim *s, uint8_t channel, uint32_t millivolts)
{
    s->millivolts[channel] = (uint16_t)millivolts;
}

/* A conversion begins. simavr 1.6 has room for eight levels: these are of the half that is selected now. */
static void on_conversion(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;
    unsigned half = (s->avr->data[ADCSRB_AT] & 8U) != 0U ? UPPER : 0U;
    (void)irq;
    (void)value;
    for (unsigned n = 0; n < UPPER; n++) {
        s->adc->adc_values[n] = s->millivolts[half + n];
        s->adc->muxmode[32U + n] = (avr_adc_mux_t){ .kind = ADC_MUX_SINGLE, .src = n };
    }
}

static void drive_all(struct sim *s, const struct sim_inputs *before)
{
    int temperature = s->in.temperature < -50 ? -50 : s->in.temperature;
    drive_set(s, sensor_pins, 28, s->in.sensors, before->sensors);
    drive_set(s, key_pins, 6, s->in.keys, before->keys);
    drive_set(s, gear_pins, 4, s->in.gear, before->gear);
    for (uint8_t m = 0; m < SIM_MOTORS; m++) {
        drive_analog(s, current_channel[m], s->in.current[m] * (uint32_t)MV_PER_TENTH);
    }
    drive_analog(s, TEMPERATURE_CHANNEL, (uint32_t)(ZERO_C_MV + MV_PER_C * temperature + MV_PER_C / 2));
    drive_analog(s, SUPPLY_CHANNEL, s->in.supply_low != 0U ? SUPPLY_LOW_MV : SUPPLY_GOOD_MV);
    s->driven = true;
}

static uint8_t port_high(const struct sim *s, char letter)
{
    const avr_ioport_t *port = s->port[(uint8_t)letter - 'A'];
    return s->avr->data[port->r_ddr] & s->avr->data[port->r_port];
}

static void read_motors(struct sim *s)
{
    for (uint8_t m = 0; m < SIM_MOTORS; m++) {
        uint8_t high = s->on ? port_high(s, motor_map[m].port) : 0U;
        bool forward = (high & motor_map[m].forward) != 0U;
        bool reverse = (high & motor_map[m].reverse) != 0U;
        s->out.motor[m] = forward ? 1U : reverse ? 2U : 0U;
    }
    s->out.beeper = s->on && (port_high(s, beeper_pin.port) & (1U << beeper_pin.bit)) != 0U;
}

static avr_cycle_count_t look(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)when;
    read_motors(param);
    return 0;
}

static void on_port(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;
    (void)irq;
    (void)value;
    avr_cycle_timer_register(s->avr, SETTLE_US * CYCLES_PER_US, look, s);
}

/* ---- wire: the chip's own line, on which each byte takes its ten bits both ways */

const unsigned char sim_times_bytes = 1; /* said to whoever loads this library */

/* Also tells simavr, before it makes use of it. */
static uint32_t byte_cycles(struct sim *s)
{
    uint32_t divisor = (uint32_t)s->avr->data[UBRR0_AT] | ((uint32_t)s->avr->data[UBRR0_AT + 1] & 15U) << 8;
    uint32_t per_bit = (divisor + 1U) * ((s->avr->data[UCSR0A_AT] & 2U) != 0U ? 8U : 16U);
    s->uart->cycles_per_byte = per_bit * BITS_PER_BYTE;
    return per_bit * BITS_PER_BYTE;
}

static avr_cycle_count_t later(avr_cycle_count_t one, avr_cycle_count_t other)
{
    return one > other ? one : other;
}

static avr_cycle_count_t frame_left(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct sim *s = param;
    (void)avr;
    (void)when;
    s->heard = true;
    return 0;
}

/* The program has written UDR0: the byte goes when the one before has gone. */
static void on_byte(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;
    (void)irq;
    s->out_free = later(s->avr->cycle, s->out_free) + byte_cycles(s);
    if (s->out_used < OUT_RING) {
        uint32_t at = (s->out_head + s->out_used++) % OUT_RING;
        s->out_ring[at] = (uint8_t)value;
        s->out_due[at] = s->out_free;
    }
    if (value == 0U) {
        avr_cycle_timer_register(s->avr, s->out_free - s->avr->cycle, frame_left, s);
    }
}

/* The start bit of a byte: simavr lets the program have it one byte time later. */
static avr_cycle_count_t byte_begins(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct sim *s = param;
    uint8_t byte = s->in_ring[s->in_head];
    s->in_head = (s->in_head + 1U) % IN_RING;
    s->in_used--;
    s->in_free = when + byte_cycles(s);
    if (uart_fifo_get_read_size(&s->uart->input) >= RECEIVER_DEPTH) {
        avr->data[UCSR0A_AT] |= 8U; /* data overrun */
        s->overruns++;
    } else {
        avr_raise_irq(s->rx_irq, byte);
    }
    return s->in_used > 0U ? s->in_free : 0;
}

static void await_byte(struct sim *s)
{
    if (s->in_used > 0U && avr_cycle_timer_status(s->avr, byte_begins, s) == 0) {
        avr_cycle_timer_register(s->avr, later(s->in_free, s->avr->cycle + 1U) - s->avr->cycle, byte_begins, s);
    }
}

void sim_rx(struct sim *s, const uint8_t *bytes, uint32_t count)
{
    for (uint32_t n = 0; n < count && s->on && s->in_used < IN_RING; n++) {
        s->in_ring[(s->in_head + s->in_used++) % IN_RING] = bytes[n];
    }
    await_byte(s);
}

uint32_t sim_tx(struct sim *s, uint8_t *bytes, uint32_t room)
{
    uint32_t n = 0;
    while (n < room && s->out_used > 0U && s->out_due[s->out_head] <= s->avr->cycle) {
        bytes[n++] = s->out_ring[s->out_head];
        s->out_head = (s->out_head + 1U) % OUT_RING;
        s->out_used--;
    }
    return n;
}

/* ---- the ticks of the program: due with the timer's interrupt, begun with the first look at the sensors, done when the
 * watchdog is fed */

static void on_tick_due(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;
    (void)irq;
    if (value != 0U && s->tick.owed - s->tick.done < TICKS_OWED) {
        s->tick.due[s->tick.owed++ % TICKS_OWED] = s->avr->cycle;
    }
}

static void note(struct sim *s, uint32_t *number, uint32_t *worst)
{
    uint32_t late = (uint32_t)(s->avr->cycle - s->tick.due[(*number)++ % TICKS_OWED]);
    *worst = late > *worst ? late : *worst;
}

static void on_sensors_read(avr_irq_t *irq, uint32_t value, void *param)
{
    struct sim *s = param;
    (void)irq;
    (void)value;
    if (s->tick.begun == s->tick.done && s->tick.begun < s->tick.owed) {
        note(s, &s->tick.begun, &s->tick.begun_late);
    }
}

static int on_ioctl(avr_io_t *io, uint32_t ctl, void *param)
{
    struct sim *s = sim_of(io->avr);
    (void)param;
    if (ctl == AVR_IOCTL_WATCHDOG_RESET && s != NULL && s->tick.done < s->tick.begun) {
        note(s, &s->tick.done, &s->tick.done_late);
    }
    return -1; /* it is for the watchdog itself */
}

static void watch_ticks(struct sim *s)
{
    uint8_t n = 0;
    while ((uint8_t)(sensor_pins[n].port - 'A') >= PORTS) { /* the first that is no input of a shift register */
        n++;
    }
    avr_io_addr_t pins = s->port[sensor_pins[n].port - 'A']->r_pin;
    avr_irq_register_notify(avr_get_interrupt_irq(s->avr, TICK_VECTOR) + AVR_INT_IRQ_PENDING, on_tick_due, s);
    avr_irq_register_notify(avr_iomem_getirq(s->avr, pins, NULL, AVR_IOMEM_IRQ_ALL), on_sensors_read, s);
    s->spy = (avr_io_t){ .kind = "spy", .ioctl = on_ioctl };
    avr_register_io(s->avr, &s->spy);
}

/* Microseconds by which ticks began, and were done, after they were due: the worst since the last call; and how many
 * ticks there were since the last reset. Not in sim.h: only a chip has a clock of its own. */
struct sim_ticks {
    uint32_t count, begun_late, done_late;
};

void sim_ticks(struct sim *s, struct sim_ticks *to)
{
    to->count = s->tick.done;
    to->begun_late = (uint32_t)((s->tick.begun_late + CYCLES_PER_US - 1U) / CYCLES_PER_US);
    to->done_late = (uint32_t)((s->tick.done_late + CYCLES_PER_US - 1U) / CYCLES_PER_US);
    s->tick.begun_late = s->tick.done_late = 0;
}

/* ---- the chip */

static void arm(struct sim *s)
{
    s->avr->run_cycle_limit = LONGEST_RUN_US * CYCLES_PER_US;
    for (uint8_t n = 0; n < 8U; n++) {
        avr_extint_set_strict_lvl_trig(s->avr, n, 0);
    }
    s->was_reset = false;
    s->driven = false;
    s->spi_count = 0;
    s->tick.owed = s->tick.begun = s->tick.done = 0;
    drive_all(s, &s->in);
    read_motors(s);
    await_byte(s);
}

static void watch_port(struct sim *s, const avr_ioport_t *port)
{
    uint32_t irqs = AVR_IOCTL_IOPORT_GETIRQ(port->name);
    s->port[(uint8_t)port->name - 'A'] = port;
    avr_irq_register_notify(avr_io_getirq(s->avr, irqs, IOPORT_IRQ_REG_PORT), on_port, s);
    avr_irq_register_notify(avr_io_getirq(s->avr, irqs, IOPORT_IRQ_DIRECTION_ALL), on_port, s);
}

static void wire_up(struct sim *s)
{
    uint32_t flags = 0;
    for (avr_io_t *io = s->avr->io_port; io != NULL; io = io->next) {
        if (strcmp(io->kind, "uart") == 0 && ((avr_uart_t *)io)->name == '0') {
            s->uart = (avr_uart_t *)io;
        } else if (strcmp(io->kind, "adc") == 0) {
            s->adc = (avr_adc_t *)io;
        } else if (strcmp(io->kind, "port") == 0) {
            watch_port(s, (avr_ioport_t *)io);
        }
    }
    avr_ioctl(s->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    s->rx_irq = avr_io_getirq(s->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(s->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, s);
    avr_irq_register_notify(avr_io_getirq(s->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_conversion, s);
    avr_irq_register_notify(avr_io_getirq(s->avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, s);
    s->miso_irq = avr_io_getirq(s->avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
    avr_irq_register_notify(
        avr_io_getirq(s->avr, AVR_IOCTL_IOPORT_GETIRQ(register_load_pin.port), register_load_pin.bit), on_load, s);
    watch_ticks(s);
}

static void paint_memory(avr_t *avr)
{
    memset(avr->data + RAM_AT, PAINT, avr->ramend + 1U - RAM_AT);
}

/* Bytes between the program's variables and the end of memory, and how many of them its stack has reached since power-on:
 * up to the lowest byte that is painted no more. Not in sim.h: only a chip has a stack of its own. */
struct sim_stack {
    uint32_t room, used;
};

void sim_stack(const struct sim *s, struct sim_stack *to)
{
    uint32_t end = s->avr->ramend + 1U, lowest = STACK_FLOOR;
    while (lowest < end && s->avr->data[lowest] == PAINT) {
        lowest++;
    }
    to->room = end - STACK_FLOOR;
    to->used = end - lowest;
}

static avr_t *load(void)
{
    elf_firmware_t image;
    memset(&image, 0, sizeof image);
    avr_global_logger_set(quiet);
    if (elf_read_firmware(IMAGE, &image) != 0) { /* the image that this library was built for */
        return NULL;
    }
    avr_t *avr = avr_make_mcu_by_name("atmega2560");
    if (avr != NULL) {
        avr_init(avr);
        avr_load_firmware(avr, &image);
        paint_memory(avr);
        avr->frequency = HERTZ;
        avr->vcc = avr->avcc = avr->aref = 5000;
        avr->sleep = no_sleep;
    }
    return avr;
}

static void start(struct sim *s, uint8_t cause)
{
    static const uint8_t flag[] = {
        [FLAGS_TAKEN] = 0, [POWER_ON] = 1, [EXTERNAL] = 2, [BROWN_OUT] = 4, [WATCHDOG] = 8
    };
    avr_reset(s->avr);
    s->avr->data[MCUSR_AT] = cause <= WATCHDOG ? flag[cause] : flag[EXTERNAL];
    s->in_used = s->out_used = 0;
    memset(s->digit, 0, sizeof s->digit);
    memset(&s->out, 0, sizeof s->out);
    arm(s);
}

/* Serial number and capabilities are in the image; the arguments are those of the interface. */
struct sim *sim_new(uint64_t serial, uint16_t capabilities)
{
    struct sim *s = calloc(1, sizeof *s);
    (void)serial;
    (void)capabilities;
    if (s == NULL || (s->avr = load()) == NULL) {
        free(s);
        return NULL;
    }
    s->next = all;
    all = s;
    s->in.temperature = 25;
    s->core_reset = s->avr->reset;
    s->avr->reset = on_reset;
    wire_up(s);
    s->on = true;
    start(s, POWER_ON);
    return s;
}

void sim_free(struct sim *s)
{
    struct sim **at = &all;
    while (*at != s) {
        at = &(*at)->next;
    }
    *at = s->next;
    avr_terminate(s->avr);
    free(s);
}

void sim_reset(struct sim *s, uint8_t cause)
{
    start(s, cause);
}

void sim_power(struct sim *s, uint8_t on)
{
    if (on != 0U && !s->on) {
        s->on = true;
        start(s, POWER_ON);
    } else if (on == 0U) {
        s->on = false;
        paint_memory(s->avr); /* what was in it does not survive */
        s->in_used = s->out_used = 0;
        memset(&s->out, 0, sizeof s->out);
    }
}

/* ---- time */

/* Bounds the jump of a sleeping core. */
static avr_cycle_count_t step_ends(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr;
    (void)when;
    (void)param;
    return 0;
}

static void run_to(struct sim *s, avr_cycle_count_t until)
{
    if (avr_cycle_timer_status(s->avr, step_ends, s) == 0) {
        avr_cycle_timer_register(s->avr, until - s->avr->cycle, step_ends, s);
    }
    int state = avr_run(s->avr);
    if (state == cpu_Done || state == cpu_Crashed) {
        abort(); /* the image left its program: no test may go on */
    }
    if (s->was_reset) {
        arm(s);
    }
}

uint32_t sim_step(struct sim *s, uint32_t us)
{
    uint64_t begin = sim_now_us(s);
    uint8_t before[SIM_MOTORS];
    if (!s->on) {
        s->off_us += us;
        return us;
    }
    memcpy(before, s->out.motor, SIM_MOTORS);
    s->heard = false;
    avr_cycle_count_t end = (s->avr->cycle / CYCLES_PER_US + us) * CYCLES_PER_US;
    while (s->avr->cycle < end && !s->heard && memcmp(before, s->out.motor, SIM_MOTORS) == 0) {
        run_to(s, end);
    }
    avr_cycle_timer_cancel(s->avr, step_ends, s);
    uint32_t passed = (uint32_t)(sim_now_us(s) - begin);
    return passed < us ? passed : us;
}

uint64_t sim_now_us(const struct sim *s)
{
    return s->avr->cycle / CYCLES_PER_US + s->off_us;
}

void sim_inputs(struct sim *s, const struct sim_inputs *in)
{
    struct sim_inputs before = s->in;
    if (s->driven && memcmp(&before, in, sizeof before) == 0) {
        return;
    }
    s->in = *in;
    drive_all(s, &before);
}

void sim_outputs(const struct sim *s, struct sim_outputs *out)
{
    *out = s->out;
    out->watchdog = s->on ? 1U : 0U; /* a watchdog that is not fed resets the chip */
}

uint8_t *sim_nvm(struct sim *s)
{
    avr_eeprom_desc_t whole = { .ee = NULL, .offset = 0, .size = SIM_NVM_BYTES };
    avr_ioctl(s->avr, AVR_IOCTL_EEPROM_GET, &whole);
    return whole.ee;
}
