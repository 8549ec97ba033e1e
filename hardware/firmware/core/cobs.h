/* Consistent overhead byte stuffing: frames without a zero byte inside, ended by one. */
#ifndef JANTAKU_COBS_H
#define JANTAKU_COBS_H
#include <stdbool.h>
#include <stdint.h>

#define FRAME_MAX 72              /* header 4, payload 64, CRC 4 */
#define WIRE_MAX (FRAME_MAX + 2)  /* one code byte (a frame is shorter than 254) and the zero */

struct cobs_in {
    uint8_t n;
    uint8_t left;     /* bytes until the next code byte */
    bool zero_due;    /* the next code byte stands for a zero of the data */
    bool bad;
    bool any;         /* something came since the last zero */
    uint8_t data[FRAME_MAX];
};

enum cobs_event { COBS_MORE, COBS_FRAME, COBS_DAMAGED };

/* After COBS_FRAME the frame is data[0..n) until the next byte. */
enum cobs_event cobs_byte(struct cobs_in *c, uint8_t byte);

/* `out` has room for n + 2 bytes, n <= FRAME_MAX; returns the bytes on the wire. */
uint8_t cobs_encode(uint8_t *out, const uint8_t *in, uint8_t n);
#endif
