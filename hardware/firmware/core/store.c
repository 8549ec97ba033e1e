#include "store.h"
#include <string.h>
#include "board.h"
#include "crc.h"

#define LAYOUT 0x4AU              /* salts every CRC, so that erased memory is never sound */
#define BOOT_RECORD 8U
#define BOOT_RECORDS 16U
#define STATE_BASE (BOOT_RECORD * BOOT_RECORDS)
#define STATE_SLOTS ((uint8_t)((NVM_BYTES - STATE_BASE) / STORE_RECORD))
#define STATE_BYTES (4U + 2U * SETTINGS + 6U * TRAVELS + 4U * TOTALS)
#define CRC_BYTES 4U
#define SAVE_APART_MS 60000U
/* A byte of the EEPROM bears 100,000 writes (ATmega2560), and the state takes 7 slots in turn: 700,000 saves. At one in
 * five seconds a button that is pressed without pause wears them out in 40 days, a hundred stops a day in 19 years. */
#define SOON_APART_MS 5000U

_Static_assert(STATE_BYTES + CRC_BYTES <= STORE_RECORD, "the record holds the state");

static uint32_t record_crc(const uint8_t *bytes, uint8_t count)
{
    const uint8_t salt = LAYOUT;
    return crc_end(crc_add(crc_add(CRC_START, &salt, 1), bytes, count));
}

static void read_bytes(struct board *b, uint16_t address, uint8_t *to, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++) {
        to[i] = hal_nvm_read(b, (uint16_t)(address + i));
    }
}

static bool read_record(struct board *b, uint16_t address, uint8_t *to, uint8_t count)
{
    read_bytes(b, address, to, (uint8_t)(count + CRC_BYTES));
    return record_crc(to, count) == protocol_get_u32(to + count);
}

static void write_record(struct board *b, uint16_t address, uint8_t count)
{
    struct store *s = &b->store;
    protocol_put_u32(s->image + count, record_crc(s->image, count));
    s->address = address;
    s->length = (uint16_t)(count + CRC_BYTES);
    s->done = 0;
}

/* ---- totals that survive */

static uint32_t *total(struct counters *c, uint8_t i)
{
    uint32_t *const list[TOTALS] = {
        &c->builds,       &c->tiles,  &c->hatch_cycles,    &c->lift_cycles,     &c->pushes,
        &c->disc_seconds, &c->faults, &c->emergency_stops, &c->watchdog_resets, &c->brown_outs,
    };
    return list[i];
}

/* ---- state */

static void state_out(struct board *b, uint8_t *to)
{
    protocol_put_u32(to, b->store.sequence);
    to += 4;
    for (uint8_t i = 0; i < SETTINGS; i++, to += 2) {
        protocol_put_u16(to, b->keep.setting[i]);
    }
    for (uint8_t i = 0; i < TRAVELS; i++, to += 6) {
        protocol_put_u16(to, b->keep.travel[i].mean_ms);
        protocol_put_u16(to + 2, b->keep.travel[i].last_ms);
        protocol_put_u16(to + 4, b->keep.travel[i].runs);
    }
    for (uint8_t i = 0; i < TOTALS; i++, to += 4) {
        protocol_put_u32(to, *total(&b->counters, i));
    }
}

static void state_in(struct board *b, const uint8_t *from)
{
    b->store.sequence = protocol_get_u32(from);
    from += 4;
    for (uint8_t i = 0; i < SETTINGS; i++, from += 2) {
        setting_put(b, (uint8_t)(i + 1U), protocol_get_u16(from));
    }
    for (uint8_t i = 0; i < TRAVELS; i++, from += 6) {
        b->keep.travel[i].mean_ms = protocol_get_u16(from);
        b->keep.travel[i].last_ms = protocol_get_u16(from + 2);
        b->keep.travel[i].runs = protocol_get_u16(from + 4);
    }
    for (uint8_t i = 0; i < TOTALS; i++, from += 4) {
        *total(&b->counters, i) = protocol_get_u32(from);
    }
}

static uint16_t state_address(uint8_t slot)
{
    return (uint16_t)(STATE_BASE + slot * STORE_RECORD);
}

static void load_state(struct board *b)
{
    uint8_t record[STORE_RECORD];
    bool any = false;
    for (uint8_t slot = 0; slot < STATE_SLOTS; slot++) {
        bool sound = read_record(b, state_address(slot), record, STATE_BYTES);
        if (sound && (!any || protocol_get_u32(record) > b->store.sequence)) {
            any = true;
            b->store.slot = slot;
            state_in(b, record);
        }
    }
}

static void save_state(struct board *b)
{
    struct store *s = &b->store;
    s->sequence++;
    s->slot = (uint8_t)((s->slot + 1U) % STATE_SLOTS);
    s->due = s->soon = s->urgent = false;
    s->saved_ms = b->ms;
    state_out(b, s->image);
    write_record(b, state_address(s->slot), STATE_BYTES);
}

/* ---- boot number */

static uint32_t last_boot(struct board *b)
{
    uint8_t record[BOOT_RECORD];
    uint32_t newest = 0;
    for (uint8_t i = 0; i < BOOT_RECORDS; i++) {
        bool sound = read_record(b, (uint16_t)(i * BOOT_RECORD), record, BOOT_RECORD - CRC_BYTES);
        if (sound && protocol_get_u32(record) > newest) {
            newest = protocol_get_u32(record);
        }
    }
    return newest;
}

static void keep_boot(struct board *b)
{
    protocol_put_u32(b->store.image, b->counters.boots);
    write_record(b, (uint16_t)((b->counters.boots % BOOT_RECORDS) * BOOT_RECORD), BOOT_RECORD - CRC_BYTES);
}

bool store_boot_kept(const struct board *b)
{
    return b->store.boot_kept;
}

/* ---- */

static void count_cause(struct board *b)
{
    if (b->id.cause == RESET_CAUSE_WATCHDOG) {
        b->counters.watchdog_resets++;
        store_later(b);
    } else if (b->id.cause == RESET_CAUSE_BROWN_OUT) {
        b->counters.brown_outs++;
        store_later(b);
    }
}

void store_init(struct board *b)
{
    memset(&b->store, 0, sizeof b->store);
    for (uint8_t i = 1; i <= SETTINGS; i++) {
        b->keep.setting[i - 1U] = setting_default(i);
    }
    load_state(b);
    b->counters.boots = last_boot(b) + 1U;
    keep_boot(b);
    count_cause(b);
}

void store_tick(struct board *b)
{
    struct store *s = &b->store;
    if (s->done < s->length) {
        if (hal_nvm_ready(b)) {
            hal_nvm_write(b, (uint16_t)(s->address + s->done), s->image[s->done]);
            s->done++;
        }
    } else if (hal_nvm_ready(b)) {
        s->boot_kept = true;
        uint32_t apart = s->soon ? SOON_APART_MS : SAVE_APART_MS;
        if (s->due && (s->urgent || b->ms - s->saved_ms >= apart)) {
            save_state(b);
        }
    }
}

void store_later(struct board *b)
{
    b->store.due = true;
}

void store_soon(struct board *b)
{
    b->store.due = true;
    b->store.soon = true;
}

void store_now(struct board *b)
{
    b->store.due = true;
    b->store.urgent = true;
}

bool store_idle(const struct board *b)
{
    const struct store *s = &b->store;
    return s->done >= s->length && !s->urgent;
}
