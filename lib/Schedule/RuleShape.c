//===- RuleShape.c - rows and columns of a tile of sums -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tile has as many sums as the registers hold: those of `rows` rows of two
// vectors. Each number of its rows has an arm of its own, which copies all
// of them, so that a wide tile of few rows is much less code than a narrow one
// of many (6 x 4 vectors: 21 rows in all arms, 12 x 2: 78), and reads no more.
// What is done to a loaded vector before it is multiplied (a conversion, a
// scale) is shared by the rows, and needs registers: then they are many, but
// for those that taking several numbers out of a byte takes.
//
// Where the run knows how many places a row of windows has, a tile is one
// vector wide and has more rows: the last one of each row is masked, and less
// of it is in vain.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

static int64_t rowsOf(Rules *r, int64_t vectors) {
  int64_t rows = vectors == 2 ? r->rows : 2 * r->rows / vectors;
  int64_t most = vectors > 2    ? r->limits.mostWideRows
                 : vectors == 2 ? r->limits.mostRows
                                : r->limits.mostSlimRows;
  return rows < most ? rows : most;
}

/// A sum of products of what is loaded, or of that itself.
static bool isPlain(const RuleCompute *c) {
  intptr_t others = 0;
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(c->op), &op);)
    others += !tirIsLoad(op) && !tirIsReduce(op) &&
              !bridgeIsNamed(op, "arith.constant");
  return others <= 1;
}

/// A number of vectors that leaves none for a tile of its own, which would have
/// arms of its own, if there is one.
static int64_t vectorsOf(Rules *r, int64_t all) {
  const int64_t *wide = r->limits.wide, least = r->limits.leastRows;
  const size_t count = sizeof(r->limits.wide) / sizeof(*r->limits.wide);
  for (size_t i = 0; i < count; ++i)
    if (all % wide[i] == 0 && rowsOf(r, wide[i]) >= least)
      return wide[i];
  return all % 2 && all > wide[0] && rowsOf(r, wide[0]) >= least ? wide[0] : 2;
}

/// Sums over more than one iterator; those with one round do not count.
static bool hasWindow(const RuleCompute *c) {
  intptr_t sums = 0;
  for (intptr_t i = 0; i < c->count; ++i)
    sums += !c->spatial[i] && c->extent[i] != 1;
  return sums > 1;
}

RuleShape ruleTileShape(Rules *r, const RuleCompute *c) {
  int64_t extent = c->extent[c->lanes];
  bool plain = isPlain(c);
  RuleShape shape = {.vectors = 2, .rows = plain ? rowsOf(r, 2) : r->rows};
  if ((c->packed && extent >= 0 && extent <= r->lanes) ||
      c->group % (2 * r->lanes) != 0)
    shape.vectors = 1;
  else if (plain && extent >= 0 && c->group == 0)
    shape.vectors = vectorsOf(r, (extent + r->lanes - 1) / r->lanes);
  else if (hasWindow(c) && ruleMasks(r, c, c->lanes))
    shape.vectors = 1;
  int64_t runs[RULE_MAX_RUNS];
  intptr_t last = c->count - 1, count = ruleRunsOf(r, c, last, runs);
  if (!plain && ruleSharesRuns(r, c, last, runs, count) &&
      shape.rows > r->limits.decodedRows)
    shape.rows = r->limits.decodedRows;
  if (shape.vectors > 2 || (shape.vectors == 1 && plain && extent < 0))
    shape.rows = rowsOf(r, shape.vectors);
  return shape;
}
