//===- Range.c - interval arithmetic over expressions ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Intervals are of integers without limit. INT64_MIN stands for minus infinity
// and INT64_MAX for infinity; a bound that leaves 64 bits becomes infinite, so
// nothing wraps. `outwards` keeps a low bound from being read as +infinity and
// a high bound from being read as -infinity.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

#define NO_LOW INT64_MIN
#define NO_HIGH INT64_MAX

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static SymInterval outwards(int64_t low, int64_t high) {
  return (SymInterval){smaller(low, NO_HIGH - 1), larger(high, NO_LOW + 1)};
}

static SymInterval intersect(SymInterval a, SymInterval b) {
  return (SymInterval){larger(a.low, b.low), smaller(a.high, b.high)};
}

static SymInterval addIntervals(SymInterval a, SymInterval b) {
  int64_t low = NO_LOW, high = NO_HIGH;
  // An overflow upwards means that the sum is beyond every 64-bit number.
  if (a.low != NO_LOW && b.low != NO_LOW &&
      __builtin_add_overflow(a.low, b.low, &low))
    low = a.low > 0 ? NO_HIGH : NO_LOW;
  if (a.high != NO_HIGH && b.high != NO_HIGH &&
      __builtin_add_overflow(a.high, b.high, &high))
    high = a.high > 0 ? NO_HIGH : NO_LOW;
  return outwards(low, high);
}

/// Product of two ends; 0 times infinity is 0, as the infinity is not reached.
static int64_t mulEnds(int64_t a, int64_t b) {
  if (a == 0 || b == 0)
    return 0;
  bool infinite = a == NO_LOW || a == NO_HIGH || b == NO_LOW || b == NO_HIGH;
  int64_t product;
  if (infinite || __builtin_mul_overflow(a, b, &product))
    return (a > 0) == (b > 0) ? NO_HIGH : NO_LOW;
  return product;
}

static SymInterval mulIntervals(SymInterval a, SymInterval b) {
  int64_t p = mulEnds(a.low, b.low), q = mulEnds(a.low, b.high);
  int64_t r = mulEnds(a.high, b.low), s = mulEnds(a.high, b.high);
  return outwards(smaller(smaller(p, q), smaller(r, s)),
                  larger(larger(p, q), larger(r, s)));
}

int64_t symFloorDiv64(int64_t value, int64_t divisor) {
  int64_t quotient = value / divisor;
  return quotient - (value % divisor < 0);
}

int64_t symMod64(int64_t value, int64_t divisor) {
  int64_t remainder = value % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

/// One end divided by one divisor, rounded down or up.
static int64_t divideEnd(int64_t value, int64_t divisor, bool up) {
  if (value == NO_LOW || value == NO_HIGH)
    return value;
  if (divisor == NO_HIGH) // the limit as the divisor grows
    return up ? value > 0 : -(value < 0);
  int64_t quotient = symFloorDiv64(value, divisor);
  return quotient + (up && symMod64(value, divisor) != 0);
}

static SymInterval divideIntervals(SymInterval a, SymInterval d, bool up) {
  // Small divisors push away from 0, large ones pull towards it.
  int64_t forLow = a.low >= 0 ? d.high : d.low;
  int64_t forHigh = a.high >= 0 ? d.low : d.high;
  return outwards(divideEnd(a.low, forLow, up), divideEnd(a.high, forHigh, up));
}

static SymInterval modInterval(SymInterval a, SymInterval d) {
  if (a.low >= 0 && a.high < d.low)
    return a; // no multiple of the divisor is reached
  int64_t high = d.high == NO_HIGH ? NO_HIGH : d.high - 1;
  if (a.low >= 0)
    high = smaller(high, a.high);
  return outwards(0, high);
}

/// Over any number of entries, none included.
static SymInterval sumInterval(SymInterval entry) {
  return (SymInterval){entry.low >= 0 ? 0 : NO_LOW,
                       entry.high <= 0 ? 0 : NO_HIGH};
}

static SymInterval formRange(const Atom *atom, const SymAtomBounds *bounds) {
  if (atom->kind == SYM_ATOM_SYMBOL)
    return (SymInterval){0, NO_HIGH};
  if (atom->kind == SYM_ATOM_LEN)
    return (SymInterval){0, NO_HIGH};
  // Facts about a symbol do not speak of the entries of a table.
  if (atom->kind == SYM_ATOM_SUM)
    return sumInterval(symPolyRange(atom->lhs, NULL));
  SymInterval a = symPolyRange(atom->lhs, bounds);
  SymInterval b = symPolyRange(atom->rhs, bounds);
  if (atom->kind == SYM_ATOM_MIN)
    return (SymInterval){smaller(a.low, b.low), smaller(a.high, b.high)};
  if (atom->kind == SYM_ATOM_MAX)
    return (SymInterval){larger(a.low, b.low), larger(a.high, b.high)};
  // No value exists for a divisor below 1.
  b = (SymInterval){larger(b.low, 1), larger(b.high, 1)};
  if (atom->kind == SYM_ATOM_MOD)
    return modInterval(a, b);
  return divideIntervals(a, b, atom->kind == SYM_ATOM_CEILDIV);
}

SymInterval symAtomRange(const Atom *atom, const SymAtomBounds *bounds) {
  SymInterval range = formRange(atom, bounds);
  if (bounds)
    range = intersect(range, bounds->bound(bounds->state, atom));
  // Contradictory facts leave an empty interval; any answer is right then,
  // but the arithmetic above wants low <= high.
  return range.low <= range.high ? range : (SymInterval){range.low, range.low};
}

static SymInterval termRange(const Term *term, const SymAtomBounds *bounds) {
  SymInterval product = {1, 1};
  for (size_t i = 0, next; i < term->numFactors; i = next) {
    SymInterval factor = symAtomRange(term->factors[i], bounds);
    SymInterval power = {1, 1};
    for (next = i; next < term->numFactors &&
                   symAtomCompare(term->factors[i], term->factors[next]) == 0;
         ++next)
      power = mulIntervals(power, factor);
    if ((next - i) % 2 == 0 && power.low < 0)
      power.low = 0; // an even power
    product = mulIntervals(product, power);
  }
  // Scaling comes last, with both ends taken outwards by the product.
  return mulIntervals(product,
                      (SymInterval){term->coefficient, term->coefficient});
}

SymInterval symPolyRange(const Poly *poly, const SymAtomBounds *bounds) {
  if (poly->unknown)
    return (SymInterval){NO_LOW, NO_HIGH};
  SymInterval sum = {0, 0};
  for (size_t i = 0; i < poly->numTerms; ++i)
    sum = addIntervals(sum, termRange(&poly->terms[i], bounds));
  return sum;
}
