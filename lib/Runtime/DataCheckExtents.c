//===- DataCheckExtents.c - extents of values of one constructor ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataCheckState.h"
#include "lib/Runtime/DataType.h"

#include <stb/stb_ds.h>

static void bindPart(DataCheck *check, const DataPart *part) {
  for (int32_t d = 0; d < part->type->rank; ++d) {
    int64_t want = part->type->dims[d];
    StrRef name;
    if (want > RELAX_EXTENT_EXPR)
      continue;
    const RelaxExprEntry *entry =
        &check->program->exprs[RELAX_EXTENT_EXPR - want];
    if (!symExprIsSymbol(entry->expr, &name) ||
        check->extents[entry->registers[0]] >= 0)
      continue;
    check->extents[entry->registers[0]] = part->value->dims[d];
    if (dataCheckIsOwn(name))
      arrput(check->own, entry->registers[0]);
  }
}

/// What an expression says; false where nothing says what a symbol is, or where
/// the value exceeds 64 bits, which no extent does.
static bool evaluate(const DataCheck *check, const RelaxExprEntry *entry,
                     int64_t *out) {
  int64_t *values = NULL;
  bool known = true;
  for (size_t i = 0; i < entry->expr.numSymbols; ++i) {
    arrput(values, check->extents[entry->registers[i]]);
    known &= values[i] >= 0;
  }
  if (known && symExprEval(entry->expr, values, out) != SYM_OK)
    *out = -1;
  arrfree(values);
  return known;
}

static bool checkPart(const DataCheck *check, const DataPart *part) {
  for (int32_t d = 0; d < part->type->rank; ++d) {
    int64_t want = part->type->dims[d];
    if (want == RELAX_ANY_EXTENT ||
        (want <= RELAX_EXTENT_EXPR &&
         !evaluate(check, &check->program->exprs[RELAX_EXTENT_EXPR - want],
                   &want)))
      continue;
    if (want != part->value->dims[d])
      return dataCheckWrongExtent(check, part, d, want);
  }
  return true;
}

/// False where its extents are known and it does not hold.
static bool factHolds(const DataCheck *check, const RelaxFactEntry *fact) {
  const RelaxExprEntry *exprs = check->program->exprs;
  int64_t lhs, rhs = 0;
  if (!evaluate(check, &exprs[fact->lhs], &lhs) ||
      (fact->kind != SYM_FACT_IN && !evaluate(check, &exprs[fact->rhs], &rhs)))
    return true;
  if (fact->kind != SYM_FACT_IN)
    return fact->kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs;
  for (size_t i = 0; i < fact->numValues; ++i)
    if (fact->values[i] == lhs)
      return true;
  return false;
}

bool dataCheckParts(DataCheck *check, const RelaxConstructorType *constructor) {
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(check->parts); ++i)
    bindPart(check, &check->parts[i]);
  for (ptrdiff_t i = 0; good && i < arrlen(check->parts); ++i)
    good = checkPart(check, &check->parts[i]);
  for (uint32_t i = 0; good && i < constructor->numFacts; ++i)
    if (!factHolds(check, &check->program->facts[constructor->facts[i]]))
      good =
          dataCheckWrongFact(check, constructor->name, constructor->facts[i]);
  for (ptrdiff_t i = 0; i < arrlen(check->own); ++i)
    check->extents[check->own[i]] = -1;
  arrsetlen(check->own, 0);
  arrsetlen(check->parts, 0);
  return good;
}
