//===- BlockDecode.c - block-quantised elements as f32 --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Layouts are those of ggml's ggml-common.h. `d` is a block's scale and `m` its
// offset, both f16; small integers `q` are packed so that those of one byte lie
// 16, 32 or 64 elements apart. A K-quant has 256 elements in runs of 16 or 32,
// each of which has a scale, some a minimum, that are small integers too.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/BlockDecode.h"
#include "lib/Runtime/DType.h"

#include <assert.h>

// A product and a sum in one instruction would round once only.
#pragma STDC FP_CONTRACT OFF

static float loadHalf(const uint8_t *bytes) {
  return relaxF16ToFloat((uint16_t)(bytes[0] | bytes[1] << 8));
}

/// Field `index` of `bits` bits in a run of bytes that each have one field of
/// `stride` consecutive elements, the low bits first.
static int packed(const uint8_t *bytes, int bits, int stride, int index) {
  int fields = 8 / bits;
  const uint8_t *run = bytes + index / (stride * fields) * stride;
  int shift = index / stride % fields * bits;
  return run[index % stride] >> shift & ((1 << bits) - 1);
}

//===----------------------------------------------------------------------===//
// Blocks of 32
//===----------------------------------------------------------------------===//

static void decodeQ8(const uint8_t *block, float *values) {
  float d = loadHalf(block);
  for (int i = 0; i < 32; ++i)
    values[i] = (float)(int8_t)block[2 + i] * d;
}

/// Four bits and, in `high`, a fifth of each element, if there is one.
static int fourOrFive(const uint8_t *low, const uint8_t *high, int index) {
  int q = packed(low, 4, 16, index);
  return high ? q | (high[index / 8] >> index % 8 & 1) << 4 : q;
}

/// Around 0: q4_0 and q5_0.
static void decodeCentred(const uint8_t *block, bool five, float *values) {
  float d = loadHalf(block);
  const uint8_t *high = five ? block + 2 : NULL;
  const uint8_t *low = block + (five ? 6 : 2);
  for (int i = 0; i < 32; ++i)
    values[i] = d * (float)(fourOrFive(low, high, i) - (five ? 16 : 8));
}

/// From a minimum on: q4_1 and q5_1.
static void decodeOffset(const uint8_t *block, bool five, float *values) {
  float d = loadHalf(block), m = loadHalf(block + 2);
  const uint8_t *high = five ? block + 4 : NULL;
  const uint8_t *low = block + (five ? 8 : 4);
  for (int i = 0; i < 32; ++i)
    values[i] = d * (float)fourOrFive(low, high, i) + m;
}

static void decodeQ4_0(const uint8_t *block, float *values) {
  decodeCentred(block, false, values);
}

static void decodeQ5_0(const uint8_t *block, float *values) {
  decodeCentred(block, true, values);
}

static void decodeQ4_1(const uint8_t *block, float *values) {
  decodeOffset(block, false, values);
}

static void decodeQ5_1(const uint8_t *block, float *values) {
  decodeOffset(block, true, values);
}

//===----------------------------------------------------------------------===//
// Blocks of 256
//===----------------------------------------------------------------------===//

enum { ELEMENTS = 256 };

static void decodeQ2K(const uint8_t *block, float *values) {
  const uint8_t *scales = block, *low = block + 16;
  float d = loadHalf(block + 80), m = loadHalf(block + 82);
  for (int i = 0; i < ELEMENTS; ++i) {
    float scale = d * (float)(scales[i / 16] & 15);
    float minimum = m * (float)(scales[i / 16] >> 4);
    values[i] = scale * (float)packed(low, 2, 32, i) - minimum;
  }
}

static void decodeQ3K(const uint8_t *block, float *values) {
  const uint8_t *high = block, *low = block + 32, *scales = block + 96;
  float d = loadHalf(block + 108);
  for (int i = 0; i < ELEMENTS; ++i) {
    int run = i / 16;
    int six = packed(scales, 4, 8, run) | packed(scales + 8, 2, 4, run) << 4;
    // The third bit, where it is set, takes nothing away.
    int q = packed(low, 2, 32, i) - (packed(high, 1, 32, i) ? 0 : 4);
    values[i] = d * (float)(six - 32) * (float)q;
  }
}

/// Scale and minimum of run `run` of 32, six bits each: the first four runs
/// have them in bytes of their own, whose upper bits belong to the last four.
static void scaleAndMinimum(const uint8_t *scales, int run, int *scale,
                            int *minimum) {
  const uint8_t *byte = scales + run % 4;
  *scale = run < 4 ? byte[0] & 63 : (byte[8] & 15) | (byte[0] >> 6) << 4;
  *minimum = run < 4 ? byte[4] & 63 : byte[8] >> 4 | (byte[4] >> 6) << 4;
}

/// q4_k, and q5_k with a fifth bit of each element in `high`.
static void decodeRuns(const uint8_t *block, const uint8_t *high,
                       const uint8_t *low, float *values) {
  float d = loadHalf(block), m = loadHalf(block + 2);
  for (int i = 0; i < ELEMENTS; ++i) {
    int scale, minimum;
    scaleAndMinimum(block + 4, i / 32, &scale, &minimum);
    int q = packed(low, 4, 32, i) | (high ? packed(high, 1, 32, i) << 4 : 0);
    values[i] = d * (float)scale * (float)q - m * (float)minimum;
  }
}

static void decodeQ4K(const uint8_t *block, float *values) {
  decodeRuns(block, NULL, block + 16, values);
}

static void decodeQ5K(const uint8_t *block, float *values) {
  decodeRuns(block, block + 16, block + 48, values);
}

static void decodeQ6K(const uint8_t *block, float *values) {
  const uint8_t *low = block, *high = block + 128, *scales = block + 192;
  float d = loadHalf(block + 208);
  for (int i = 0; i < ELEMENTS; ++i) {
    int q = packed(low, 4, 64, i) | packed(high, 2, 32, i) << 4;
    values[i] = d * (float)(int8_t)scales[i / 16] * (float)(q - 32);
  }
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

typedef void (*DecodeBlock)(const uint8_t *block, float *values);

/// By number in GGUF files.
static const DecodeBlock decoders[] = {
    [2] = decodeQ4_0, [3] = decodeQ4_1, [6] = decodeQ5_0, [7] = decodeQ5_1,
    [8] = decodeQ8,   [10] = decodeQ2K, [11] = decodeQ3K, [12] = decodeQ4K,
    [13] = decodeQ5K, [14] = decodeQ6K,
};

void relaxDecodeBlocks(const BlockFormat *format, const void *blocks,
                       int64_t count, float *values) {
  assert(format->ggmlType < sizeof decoders / sizeof *decoders);
  DecodeBlock decode = decoders[format->ggmlType];
  for (int64_t i = 0; i < count; ++i)
    decode((const uint8_t *)blocks + i * format->bytes,
           values + i * format->elements);
}
