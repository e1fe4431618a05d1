//===- FuseRowsPlace.c - where a row is handed on -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A row of a known bound lies in local memory. One without lies where a result
// of the program will be written by the last that reads it, element by element.
// Where there is no such result it becomes one.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Fusion/FuseRows.h"

static int64_t bytesOfElement(const RowsPlan *plan, intptr_t m) {
  return tirElementBytes(tirBufferTypeGetElementType(
      mlirValueGetType(rowsTarget(rowsMember(plan, m))->buffer)));
}

/// Bytes of a row of what member `m` computes; INT64_MAX.
static int64_t bytesOfRow(const RowsPlan *plan, intptr_t m) {
  const TirAccess *target = rowsTarget(rowsMember(plan, m));
  int64_t bytes = bytesOfElement(plan, m);
  for (intptr_t d = plan->rows; d < target->rank; ++d) {
    int64_t most = rowsMost(plan, target->dims[d]);
    if (most < 0 || __builtin_mul_overflow(bytes, most, &bytes))
      return INT64_MAX;
  }
  return bytes;
}

static bool reads(const RowsPlan *plan, intptr_t reader, intptr_t m) {
  const RowsNode *node = rowsMember(plan, reader);
  for (intptr_t c = 0; c < node->numComputes; ++c)
    for (intptr_t i = 0; i < node->computes[c].numLoads; ++i)
      if (rowsMemberOf(plan,
                       rowsOperandOf(node, &node->computes[c].loads[i])) == m)
        return true;
  return false;
}

static intptr_t lastReader(const RowsPlan *plan, intptr_t m) {
  intptr_t last = m;
  for (intptr_t k = m + 1; k < plan->numMembers; ++k)
    last = reads(plan, k, m) ? k : last;
  return last;
}

static bool sameShape(const RowsPlan *plan, intptr_t a, intptr_t b) {
  const TirAccess *one = rowsTarget(rowsMember(plan, a)),
                  *other = rowsTarget(rowsMember(plan, b));
  bool same = one->rank == other->rank &&
              mlirTypeEqual(
                  tirBufferTypeGetElementType(mlirValueGetType(one->buffer)),
                  tirBufferTypeGetElementType(mlirValueGetType(other->buffer)));
  for (intptr_t d = 0; d < one->rank && same; ++d)
    same = factsEqual(&plan->facts, one->dims[d], other->dims[d]);
  return same;
}

/// A member of one map that reads each element of `m` where it writes.
static bool rewrites(const RowsPlan *plan, intptr_t writer, intptr_t m) {
  const RowsNode *node = rowsMember(plan, writer);
  const TirComputeAccesses *compute = node->computes;
  bool good = node->numComputes == 1 && !node->reduces;
  for (intptr_t i = 0; i < compute->numLoads && good; ++i) {
    const TirAccess *load = &compute->loads[i];
    if (rowsMemberOf(plan, rowsOperandOf(node, load)) != m)
      continue;
    for (intptr_t d = 0; d < load->rank && good; ++d)
      good = symExprEqual(load->indices[d], compute->targets->indices[d]);
  }
  return good;
}

/// Nothing else lies in the result of `host` while `m` does.
static bool isFree(const RowsPlan *plan, intptr_t host, intptr_t m) {
  for (intptr_t k = 0; k < m; ++k)
    if (plan->places[k] == ROWS_IN_PLACE && plan->hosts[k] == host &&
        lastReader(plan, k) >= m)
      return false;
  return true;
}

static bool findHost(RowsPlan *plan, intptr_t m) {
  intptr_t last = lastReader(plan, m);
  for (intptr_t host = last; host < plan->numMembers; ++host)
    if (rowsEscapes(plan, host) && sameShape(plan, m, host) &&
        (host > last || rewrites(plan, host, m)) && isFree(plan, host, m)) {
      plan->places[m] = ROWS_IN_PLACE;
      plan->hosts[m] = host;
      return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Rows of a round
//===----------------------------------------------------------------------===//

/// What is in place has one unknown dimension in a row, the same everywhere:
/// then a short row of it has room in local memory.
static bool hasShortRows(RowsPlan *plan, intptr_t m) {
  const TirAccess *target = rowsTarget(rowsMember(plan, m));
  for (intptr_t d = plan->rows; d < target->rank; ++d) {
    int64_t constant;
    if (symExprIs(target->dims[d], 1))
      continue;
    if (symExprIsConst(target->dims[d], &constant))
      return false;
    if (plan->hasLong ? !factsEqual(&plan->facts, plan->length, target->dims[d])
                      : d + 1 < target->rank)
      return false;
    plan->length = target->dims[d];
    plan->hasLong = true;
  }
  return plan->hasLong;
}

/// A hint that says so of all extents that it names.
static bool isLikelyNarrow(const RowsPlan *plan) {
  StrRef name, other;
  int64_t value;
  for (size_t i = 0; i < plan->facts.count; ++i) {
    const SymFact *fact = &plan->facts.items[i];
    if (!fact->likely || !symExprIsSymbol(plan->length, &name) ||
        !symExprIsSymbol(fact->lhs, &other) || !strRefEqual(name, other))
      continue;
    if (fact->kind == SYM_FACT_IN) // in ascending order
      return fact->values[fact->numValues - 1] <= ROWS_NARROW_ROW;
    return symExprIsConst(fact->rhs, &value) && value <= ROWS_NARROW_ROW;
  }
  return false;
}

static int64_t atMost(int64_t value, int64_t most) {
  return value < 1 ? 1 : value < most ? value : most;
}

/// `bytes`: of one row of local memory.
static void choosePanel(RowsPlan *plan, int64_t bytes) {
  enum { WORD = 4 };
  int64_t longest = rowsLongest(plan);
  int64_t rows =
      rowsPoints(rowsMember(plan, 0)->computes, plan->rows - 1, plan->rows);
  plan->panel = rowsAreElements(plan)                       ? ROWS_FLAT_PANEL
                : longest > 0 && longest <= ROWS_NARROW_ROW ? ROWS_NARROW_PANEL
                                                            : ROWS_MAX_PANEL;
  if (longest < 0 && !plan->reduces)
    plan->panel = 1; // alone each row would be a round
  if (longest > 0)
    plan->panel = atMost(ROWS_PANEL_BYTES / WORD / longest, plan->panel);
  if (bytes > 0)
    plan->panel = atMost(ROWS_MAX_LOCAL_BYTES / bytes, plan->panel);
  if (rows >= 0)
    plan->panel = atMost(rows / ROWS_LEAST_PANELS, plan->panel);
}

void rowsPlaceValues(RowsPlan *plan) {
  int64_t room = ROWS_MAX_LOCAL_BYTES;
  bool isShort = true;
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    plan->places[m] = ROWS_RESULT;
    if (rowsEscapes(plan, m))
      continue;
    int64_t bytes = bytesOfRow(plan, m);
    if (bytes <= room) {
      plan->places[m] = ROWS_LOCAL;
      room -= bytes;
    } else if (findHost(plan, m)) {
      isShort &= hasShortRows(plan, m);
      room -= ROWS_SHORT_ROW * bytesOfElement(plan, m);
    }
  }
  plan->hasLong &= isShort && room >= 0;
  plan->hasNarrow = plan->hasLong && isLikelyNarrow(plan);
  choosePanel(plan, ROWS_MAX_LOCAL_BYTES - room);
}
