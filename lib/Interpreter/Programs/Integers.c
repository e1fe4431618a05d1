//===- Integers.c - arithmetic of integers in programs --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Cells hold integers with the sign of their width; results wrap.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Program.h"

#include <stdlib.h>

int64_t progWrap(RelaxDType dtype, int64_t x) {
  unsigned bits = dtype == RELAX_BOOL ? 1 : relaxDTypeBits(dtype);
  if (bits >= 64)
    return x;
  uint64_t mask = (UINT64_C(1) << bits) - 1, low = (uint64_t)x & mask;
  if (bits > 1 && low >> (bits - 1))
    low |= ~mask;
  return (int64_t)low;
}

uint64_t progUnsigned(RelaxDType dtype, int64_t x) {
  unsigned bits = dtype == RELAX_BOOL ? 1 : relaxDTypeBits(dtype);
  return bits >= 64 ? (uint64_t)x : (uint64_t)x & ((UINT64_C(1) << bits) - 1);
}

static uint32_t lostOf(const ProgCell *a, const ProgCell *b) {
  return a->lost ? a->lost : b->lost;
}

//===----------------------------------------------------------------------===//
// Operations that are defined everywhere
//===----------------------------------------------------------------------===//

typedef int64_t (*Binary)(int64_t, int64_t);
typedef uint64_t (*Bits)(uint64_t, uint64_t);

static bool binary(ProgRun *run, const ProgNode *node) {
  Binary function = (Binary)node->entry->function;
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    run->cells[node->results[0] + i] = (ProgCell){
        .i = progWrap(node->dtype, function(a->i, b->i)), .lost = lostOf(a, b)};
  }
  return true;
}

/// On the bits without a sign.
static bool bits(ProgRun *run, const ProgNode *node) {
  Bits function = (Bits)node->entry->function;
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    uint64_t value = function(progUnsigned(node->dtype, a->i),
                              progUnsigned(node->dtype, b->i));
    run->cells[node->results[0] + i] = (ProgCell){
        .i = progWrap(node->dtype, (int64_t)value), .lost = lostOf(a, b)};
  }
  return true;
}

static int64_t add(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}
static int64_t sub(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a - (uint64_t)b);
}
static int64_t mul(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a * (uint64_t)b);
}
static int64_t both(int64_t a, int64_t b) { return a & b; }
static int64_t either(int64_t a, int64_t b) { return a | b; }
static int64_t different(int64_t a, int64_t b) { return a ^ b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static uint64_t largerBits(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t smallerBits(uint64_t a, uint64_t b) { return a < b ? a : b; }
// A shift by the width or more has no value; 0 and the sign are as good.
static uint64_t shiftLeft(uint64_t a, uint64_t b) {
  return b < 64 ? a << b : 0;
}
static uint64_t shiftRight(uint64_t a, uint64_t b) {
  return b < 64 ? a >> b : 0;
}
static int64_t shiftSigned(int64_t a, int64_t b) {
  return a >> (b >= 0 && b < 64 ? b : 63);
}
static int64_t power(int64_t a, int64_t b) {
  uint64_t result = 1, base = (uint64_t)a;
  if (b < 0)
    return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
  for (; b; b /= 2, base *= base)
    if (b % 2)
      result *= base;
  return (int64_t)result;
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

typedef int64_t (*Quotient)(const ProgNode *node, int64_t a, int64_t b);

static int64_t signedQuotient(const ProgNode *node, int64_t a, int64_t b) {
  Binary function = (Binary)node->entry->function;
  // The only quotient that does not fit is wrapped.
  if (a == INT64_MIN && b == -1)
    return function(a + 1, -1) ? INT64_MIN : 0;
  return function(a, b);
}

static int64_t unsignedQuotient(const ProgNode *node, int64_t a, int64_t b) {
  Bits function = (Bits)node->entry->function;
  return (int64_t)function(progUnsigned(node->dtype, a),
                           progUnsigned(node->dtype, b));
}

static bool divideBy(ProgRun *run, const ProgNode *node, Quotient quotient) {
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    uint32_t lost = lostOf(a, b);
    if (!lost && b->i == 0)
      return progFail(run, node, "divides by zero");
    int64_t value = lost ? 0 : quotient(node, a->i, b->i);
    run->cells[node->results[0] + i] =
        (ProgCell){.i = progWrap(node->dtype, value), .lost = lost};
  }
  return true;
}

static bool divide(ProgRun *run, const ProgNode *node) {
  return divideBy(run, node, signedQuotient);
}

static bool divideBits(ProgRun *run, const ProgNode *node) {
  return divideBy(run, node, unsignedQuotient);
}

static int64_t quotient(int64_t a, int64_t b) { return a / b; }
static int64_t remainder_(int64_t a, int64_t b) { return a % b; }
static int64_t floored(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
static int64_t ceiled(int64_t a, int64_t b) {
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}
static uint64_t quotientBits(uint64_t a, uint64_t b) { return a / b; }
static uint64_t remainderBits(uint64_t a, uint64_t b) { return a % b; }
static uint64_t ceiledBits(uint64_t a, uint64_t b) {
  return a / b + (a % b != 0);
}

static bool absolute(ProgRun *run, const ProgNode *node) {
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    uint64_t value = a->i < 0 ? 0 - (uint64_t)a->i : (uint64_t)a->i;
    run->cells[node->results[0] + i] =
        (ProgCell){.i = progWrap(node->dtype, (int64_t)value), .lost = a->lost};
  }
  return true;
}

/// The low and the high half of a product.
static bool longProduct(ProgRun *run, const ProgNode *node) {
  unsigned width = relaxDTypeBits(node->dtype);
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    unsigned __int128 product =
        (unsigned __int128)progUnsigned(node->dtype, a->i) *
        progUnsigned(node->dtype, b->i);
    uint32_t lost = lostOf(a, b);
    run->cells[node->results[0] + i] = (ProgCell){
        .i = progWrap(node->dtype, (int64_t)(uint64_t)product), .lost = lost};
    run->cells[node->results[1] + i] = (ProgCell){
        .i = progWrap(node->dtype, (int64_t)(uint64_t)(product >> width)),
        .lost = lost};
  }
  return true;
}

#define SIGNED(NAME, FUNCTION) {NAME, binary, (void (*)(void))(Binary)FUNCTION}
#define BITS(NAME, FUNCTION) {NAME, bits, (void (*)(void))(Bits)FUNCTION}
#define DIVIDE(NAME, FUNCTION) {NAME, divide, (void (*)(void))(Binary)FUNCTION}
#define DIVIDE_BITS(NAME, FUNCTION)                                            \
  {NAME, divideBits, (void (*)(void))(Bits)FUNCTION}

const ProgEntry progIntegers[] = {SIGNED("arith.addi", add),
                                  SIGNED("arith.subi", sub),
                                  SIGNED("arith.muli", mul),
                                  SIGNED("arith.andi", both),
                                  SIGNED("arith.ori", either),
                                  SIGNED("arith.xori", different),
                                  SIGNED("arith.maxsi", larger),
                                  SIGNED("arith.minsi", smaller),
                                  SIGNED("arith.shrsi", shiftSigned),
                                  SIGNED("math.ipowi", power),
                                  BITS("arith.maxui", largerBits),
                                  BITS("arith.minui", smallerBits),
                                  BITS("arith.shli", shiftLeft),
                                  BITS("arith.shrui", shiftRight),
                                  DIVIDE("arith.divsi", quotient),
                                  DIVIDE("arith.remsi", remainder_),
                                  DIVIDE("arith.floordivsi", floored),
                                  DIVIDE("arith.ceildivsi", ceiled),
                                  DIVIDE_BITS("arith.divui", quotientBits),
                                  DIVIDE_BITS("arith.remui", remainderBits),
                                  DIVIDE_BITS("arith.ceildivui", ceiledBits),
                                  {"math.absi", absolute, NULL},
                                  {"arith.mului_extended", longProduct, NULL},
                                  {NULL, NULL, NULL}};
