/* mu8, a made-up accelerator: a unit that multiplies matrices of 8-bit integers, simulated.
 *
 * It has scratch memory of its own and executes a stream of commands. Host memory is reached by LOAD and STORE alone. */
#ifndef MU8_DEVICE_H
#define MU8_DEVICE_H

#include <stddef.h>
#include <stdint.h>

enum { MU8_ROWS = 16, MU8_COLUMNS = 16, MU8_DEPTH = 64 };

typedef enum Mu8Op {
  MU8_ZERO,       /* of what follows: `a` of the left side, `b` of the right */
  MU8_LOAD_LEFT,  /* `rows` x `columns` bytes at `host`, rows `stride` apart */
  MU8_LOAD_RIGHT, /* the same into the other half of scratch */
  MU8_CLEAR,      /* the accumulators */
  MU8_MULTIPLY,   /* accumulators += left x right, `a` deep */
  MU8_STORE,      /* `rows` x `columns` accumulators to `host`, i32 */
} Mu8Op;

typedef struct Mu8Command {
  Mu8Op op;
  int32_t rows, columns, a, b;
  int64_t stride; /* in elements */
  void *host;
} Mu8Command;

/* False if a command does not fit the device: nothing behind it is executed. */
int mu8Execute(const Mu8Command *commands, size_t count);

#endif
