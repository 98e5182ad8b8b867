/* The plain C interface of a device of the wide solver: a shared object loaded at run time (device.hpp), so that a program built
 * without its toolkit can use it. Functions that return int return 0, or a negative number; banmen_wide_error then returns the
 * reason. */
#ifndef BANMEN_WIDE_DEVICE_H
#define BANMEN_WIDE_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#define BANMEN_WIDE_ABI 3

#ifdef __cplusplus
extern "C" {
#endif

typedef struct banmen_wide_device {
  char name[128], driver[64];
  uint64_t memory, free; /* bytes */
  int32_t multiprocessors;
} banmen_wide_device;

/* A part, as wide::Part has it; all arrays are copied. */
typedef struct banmen_wide_part {
  uint32_t size, potentials; /* entries of first_of */
  const uint32_t *held, *blocked, *exposed, *struck, *first_of;
  const uint64_t* first; /* size * outcomes + 1 */
  const void* plays;     /* wide::ListedPlay */
  uint64_t play_count;
  const int32_t* lost;
} banmen_wide_part;

typedef struct banmen_wide_plan {
  int32_t parts, outcomes, total, n, m, radii;
  const banmen_wide_part* part;
  const uint8_t* weights;
} banmen_wide_plan;

typedef struct banmen_wide_pair {
  uint32_t a, b;
} banmen_wide_pair;

typedef struct banmen_wide_column { /* as wide::Column */
  uint32_t a, from, to, unused;
  uint64_t place;
} banmen_wide_column;

int banmen_wide_abi(void);
int banmen_wide_devices(banmen_wide_device* out, int most); /* the number of devices */
void* banmen_wide_open(int device, const banmen_wide_plan* plan, char* error, size_t error_bytes);
void banmen_wide_close(void* machine);
const char* banmen_wide_error(void* machine);
const char* banmen_wide_name(void* machine);
int banmen_wide_begin(void* machine, int n, int m);
int banmen_wide_sweep(void* machine, int look, int32_t with, uint64_t out[4]); /* positions, changed, largest, first */
int banmen_wide_push_on(void* machine, int32_t scale, int factor);
int banmen_wide_fill_radii(void* machine, int radius);
int banmen_wide_checksum(void* machine, int n, int m, uint64_t* sum);
int banmen_wide_read(void* machine, uint64_t at, uint64_t count, int32_t* values, uint8_t* radii);
int banmen_wide_write(void* machine, uint64_t at, uint64_t count, const int32_t* values, const uint8_t* radii);
/* `write` 0: reads values and radii, if not null; otherwise writes them to the table. */
int banmen_wide_columns(void* machine, int n, int m, uint64_t others_count, const uint32_t* others, uint64_t columns_count,
                        const banmen_wide_column* columns, uint64_t count, int32_t* values, uint8_t* radii, int write);
int banmen_wide_look_up(void* machine, int n, int m, uint64_t count, const banmen_wide_pair* pairs, int32_t* values,
                        uint8_t* radii);
int banmen_wide_best(void* machine, int n, int m, uint64_t count, const banmen_wide_pair* pairs, const uint8_t* outcomes,
                     uint32_t* plays, int32_t* values);
int banmen_wide_greatest_gain(void* machine, int n, int m, uint64_t out[2]); /* cell, amount */
int banmen_wide_roll_out(void* machine, int n, int m, banmen_wide_pair pair, uint64_t games, uint64_t seed,
                         uint64_t out[4]); /* games, sum, squares, turns */

#ifdef __cplusplus
}
#endif
#endif
