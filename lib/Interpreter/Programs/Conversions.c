//===- Conversions.c - constants, casts, comparisons in programs ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Program.h"
#include "lib/Support/IntegerPredicate.h"

#include <math.h>
#include <string.h>

static bool constant(ProgRun *run, const ProgNode *node) {
  memcpy(&run->cells[node->results[0]], node->data,
         (size_t)node->lanes * sizeof *node->data);
  return true;
}

/// The lanes of operand 0 by `entry->function`, which sets the result's number.
typedef void (*Convert)(ProgRun *run, const ProgNode *node,
                        const ProgCell *from, ProgCell *to);

static bool convert(ProgRun *run, const ProgNode *node) {
  Convert function = (Convert)node->entry->function;
  for (int64_t i = 0; i < node->lanes; ++i) {
    ProgCell from = run->cells[node->operands[0] + i];
    ProgCell *to = &run->cells[node->results[0] + i];
    function(run, node, &from, to);
    to->lost = from.lost;
  }
  return true;
}

static void widen(ProgRun *run, const ProgNode *node, const ProgCell *from,
                  ProgCell *to) {
  (void)run, (void)node;
  to->f = from->f;
}
static void narrow(ProgRun *run, const ProgNode *node, const ProgCell *from,
                   ProgCell *to) {
  to->f = progRound(run, node->dtype, from->f);
}
static void fromSigned(ProgRun *run, const ProgNode *node, const ProgCell *from,
                       ProgCell *to) {
  int64_t value = node->from == RELAX_BOOL ? -from->i : from->i;
  to->f = node->dtype == RELAX_F32 ? (double)(float)value
                                   : progRound(run, node->dtype, (double)value);
}
static void fromUnsigned(ProgRun *run, const ProgNode *node,
                         const ProgCell *from, ProgCell *to) {
  uint64_t value = progUnsigned(node->from, from->i);
  to->f = node->dtype == RELAX_F32 ? (double)(float)value
                                   : progRound(run, node->dtype, (double)value);
}
/// What does not fit has no value: a bound is as good as any.
static void toSigned(ProgRun *run, const ProgNode *node, const ProgCell *from,
                     ProgCell *to) {
  (void)run;
  double x = trunc(from->f);
  int64_t value = isnan(x)      ? 0
                  : x < -0x1p63 ? INT64_MIN
                  : x >= 0x1p63 ? INT64_MAX
                                : (int64_t)x;
  to->i = progWrap(node->dtype, value);
}
static void toUnsigned(ProgRun *run, const ProgNode *node, const ProgCell *from,
                       ProgCell *to) {
  (void)run;
  double x = trunc(from->f);
  uint64_t value = !(x > 0) ? 0 : x >= 0x1p64 ? UINT64_MAX : (uint64_t)x;
  to->i = progWrap(node->dtype, (int64_t)value);
}
static void extendSigned(ProgRun *run, const ProgNode *node,
                         const ProgCell *from, ProgCell *to) {
  (void)run;
  to->i = progWrap(node->dtype, node->from == RELAX_BOOL ? -from->i : from->i);
}
static void extendUnsigned(ProgRun *run, const ProgNode *node,
                           const ProgCell *from, ProgCell *to) {
  (void)run;
  to->i = progWrap(node->dtype, (int64_t)progUnsigned(node->from, from->i));
}
static void truncate_(ProgRun *run, const ProgNode *node, const ProgCell *from,
                      ProgCell *to) {
  (void)run;
  to->i = progWrap(node->dtype, from->i);
}
/// Through memory of the one type, read as the other.
static void sameBits(ProgRun *run, const ProgNode *node, const ProgCell *from,
                     ProgCell *to) {
  (void)run;
  uint64_t memory = 0;
  if (relaxDTypeIsFloat(node->from))
    relaxStoreFloat(node->from, &memory, 0, from->f);
  else
    relaxStoreInt(node->from, &memory, 0, from->i);
  if (relaxDTypeIsFloat(node->dtype))
    to->f = relaxLoadFloat(node->dtype, &memory, 0);
  else
    to->i = relaxLoadInt(node->dtype, &memory, 0);
}

static void isNaN(ProgRun *run, const ProgNode *node, const ProgCell *from,
                  ProgCell *to) {
  (void)run, (void)node;
  to->i = isnan(from->f);
}
static void isInfinite(ProgRun *run, const ProgNode *node, const ProgCell *from,
                       ProgCell *to) {
  (void)run, (void)node;
  to->i = isinf(from->f) != 0;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static bool compareIntegers(int64_t predicate, RelaxDType dtype, int64_t a,
                            int64_t b) {
  uint64_t x = progUnsigned(dtype, a), y = progUnsigned(dtype, b);
  if (dtype == RELAX_BOOL) // of one bit, which is the sign
    a = -a, b = -b;
  return integerPredicate(predicate, a, b, x, y);
}

/// false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true
static bool compareFloats(int64_t predicate, double a, double b) {
  bool unordered = isnan(a) || isnan(b);
  // 1: equal, 2: greater, 4: less, 8: unordered
  static const int sets[] = {0,     1,     2,     1 | 2, 4,     1 | 4,
                             2 | 4, 7,     8 | 1, 8 | 2, 8 | 3, 8 | 4,
                             8 | 5, 8 | 6, 8,     15};
  int is = unordered ? 8 : a == b ? 1 : a > b ? 2 : 4;
  return (sets[predicate] & is) != 0;
}

static bool compare(ProgRun *run, const ProgNode *node) {
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *a = &run->cells[node->operands[0] + i];
    const ProgCell *b = &run->cells[node->operands[1] + i];
    bool holds = relaxDTypeIsFloat(node->from)
                     ? compareFloats(node->choice, a->f, b->f)
                     : compareIntegers(node->choice, node->from, a->i, b->i);
    run->cells[node->results[0] + i] =
        (ProgCell){.i = holds, .lost = a->lost ? a->lost : b->lost};
  }
  return true;
}

/// The condition may be one for all lanes.
static bool choose(ProgRun *run, const ProgNode *node) {
  for (int64_t i = 0; i < node->lanes; ++i) {
    const ProgCell *condition =
        &run->cells[node->operands[0] + (node->operandLanes[0] == 1 ? 0 : i)];
    ProgCell chosen = run->cells[node->operands[condition->i ? 1 : 2] + i];
    if (condition->lost)
      chosen.lost = condition->lost;
    run->cells[node->results[0] + i] = chosen;
  }
  return true;
}

#define CONVERT(NAME, FUNCTION)                                                \
  {NAME, convert, (void (*)(void))(Convert)FUNCTION}

const ProgEntry progConversions[] = {
    {"arith.constant", constant, NULL},
    {"arith.cmpi", compare, NULL},
    {"arith.cmpf", compare, NULL},
    {"arith.select", choose, NULL},
    CONVERT("arith.extf", widen),
    CONVERT("arith.truncf", narrow),
    CONVERT("arith.sitofp", fromSigned),
    CONVERT("arith.uitofp", fromUnsigned),
    CONVERT("arith.fptosi", toSigned),
    CONVERT("arith.fptoui", toUnsigned),
    CONVERT("arith.extsi", extendSigned),
    CONVERT("arith.extui", extendUnsigned),
    CONVERT("arith.trunci", truncate_),
    CONVERT("arith.index_cast", extendSigned),
    CONVERT("arith.index_castui", extendUnsigned),
    CONVERT("arith.bitcast", sameBits),
    CONVERT("math.isnan", isNaN),
    CONVERT("math.isinf", isInfinite),
    {NULL, NULL, NULL}};
