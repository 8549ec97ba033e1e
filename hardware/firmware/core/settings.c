#include "settings.h"
#include "board.h"

struct range {
    uint16_t usual, least, most;
};

/* In the order of enum setting, from 1. Currents in tenths of an ampere: a motor that runs free draws half of it. */
static const struct range ranges[SETTINGS] = {
    { 6, 2, 14 },        /* tiles between counter and head */
    { 800, 200, 5000 },  /* ms that counters and channels are watched after the last push */
    { 400, 100, 1000 },  /* ms that lift and hatch turn back after a stall */
    { 12, 1, 200 },      /* lift */
    { 12, 1, 200 },      /* hatch */
    { 12, 1, 200 },      /* head */
    { 7, 1, 200 },       /* disc */
    { 70, 40, 110 },     /* degrees Celsius */
    { 20, 1, 30 },       /* stacks per side */
    { 300, 50, 2000 },   /* ms over the mean that are called slow */
};

bool setting_exists(uint8_t which)
{
    return which >= 1U && which <= SETTINGS;
}

uint16_t setting_default(uint8_t which)
{
    return ranges[which - 1U].usual;
}

uint16_t setting(const struct board *b, uint8_t which)
{
    return b->keep.setting[which - 1U];
}

void setting_put(struct board *b, uint8_t which, uint16_t value)
{
    const struct range *r = &ranges[which - 1U];
    uint16_t kept = value < r->least ? r->least : value;
    b->keep.setting[which - 1U] = kept > r->most ? r->most : kept;
}
