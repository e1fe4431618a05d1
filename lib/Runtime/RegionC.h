/*===- RegionC.h - what C files of regions include ------------------------===*
 *
 * Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
 *
 *===----------------------------------------------------------------------===*
 *
 * The back end "c" writes a C file for each region; any compiler of C11 builds
 * it with this header alone, which is installed with the package.
 *
 *   inputs      elements of the inputs, contiguous and row-major
 *   dims        extents of each input
 *   constants   elements of the region's constants
 *   outputs     memory for the results
 *
 *===----------------------------------------------------------------------===*/

#ifndef RELAX_RUNTIME_REGIONC_H
#define RELAX_RUNTIME_REGIONC_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RELAX_REGION_OK = 0,
  RELAX_REGION_OUT_OF_MEMORY = 1,
  RELAX_REGION_CHECK_FAILED = 2 /* an index, a division, extents */
};

typedef int32_t (*RelaxRegionFunction)(const void *const *inputs,
                                       const int64_t *const *dims,
                                       const void *const *constants,
                                       void *const *outputs);

/* Divisors are positive. */
static inline int64_t region_floordiv(int64_t a, int64_t b) {
  return a / b - (a % b < 0);
}
static inline int64_t region_ceildiv(int64_t a, int64_t b) {
  return a / b + (a % b > 0);
}
static inline int64_t region_mod(int64_t a, int64_t b) {
  return a % b < 0 ? a % b + b : a % b;
}
static inline int64_t region_min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t region_max(int64_t a, int64_t b) { return a > b ? a : b; }

/* A NaN is the larger and the smaller one, and -0 is smaller than 0. */
static inline double region_maximum(double a, double b) {
  return a != a || b != b ? a + b : a == b ? (signbit(a) ? b : a) : fmax(a, b);
}
static inline float region_maximumf(float a, float b) {
  return a != a || b != b ? a + b : a == b ? (signbit(a) ? b : a) : fmaxf(a, b);
}
static inline double region_minimum(double a, double b) {
  return a != a || b != b ? a + b : a == b ? (signbit(a) ? a : b) : fmin(a, b);
}
static inline float region_minimumf(float a, float b) {
  return a != a || b != b ? a + b : a == b ? (signbit(a) ? a : b) : fminf(a, b);
}

/* The nearest number of so many bits; 0 of a NaN. */
static inline int64_t region_int(double x, int bits) {
  const double end = ldexp(1, bits - 1);
  if (x != x)
    return 0;
  if (x >= end)
    return INT64_MAX >> (64 - bits);
  return x < -end ? INT64_MIN >> (64 - bits) : (int64_t)x;
}
static inline uint64_t region_uint(double x, int bits) {
  if (!(x > 0))
    return 0;
  return x >= ldexp(1, bits) ? UINT64_MAX >> (64 - bits) : (uint64_t)x;
}

static inline float region_bits_float(int32_t x) {
  float result;
  memcpy(&result, &x, sizeof result);
  return result;
}
static inline int32_t region_bits_int32_t(float x) {
  int32_t result;
  memcpy(&result, &x, sizeof result);
  return result;
}
static inline double region_bits_double(int64_t x) {
  double result;
  memcpy(&result, &x, sizeof result);
  return result;
}
static inline int64_t region_bits_int64_t(double x) {
  int64_t result;
  memcpy(&result, &x, sizeof result);
  return result;
}

#ifdef __cplusplus
}
#endif
#endif /* RELAX_RUNTIME_REGIONC_H */
