//===- Tables.c - the tables of a function and where they are read --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <string.h>

RelaxTable *relaxTablesOf(Arena *arena, MlirOperation function,
                          intptr_t *count) {
  MlirType type = relaxFuncGetFunctionType(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  RelaxTable *tables = ARENA_ARRAY(arena, RelaxTable, inputs);
  *count = 0;
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirType input = mlirFunctionTypeGetInput(type, i);
    if (!relaxIsLengthsType(input))
      continue;
    RelaxTable table = relaxLengthsTable(input);
    bool known = false;
    for (intptr_t t = 0; t < *count; ++t)
      known |= strRefEqual(tables[t].name, table.name);
    if (!known)
      tables[(*count)++] = table;
  }
  return tables;
}

SymExpr relaxTableEntry(Arena *arena, StrRef name) {
  return symExprRead(arena, name, relaxIndexName(arena, 0));
}

/// The types of one place.
typedef struct TableUse {
  Arena *arena;
  const RelaxTable *tables;
  intptr_t count;
  MlirLocation loc;
  MlirType type; // the outermost one, for messages
  const MlirAttribute *dims;
  intptr_t rank;
  intptr_t dim; // the one that is looked at
  MlirLogicalResult outcome;
} TableUse;

static void fail(TableUse *use, const char *format, StrRef name,
                 const char *rest) {
  if (mlirLogicalResultIsFailure(use->outcome))
    return;
  StrBuf type = {0}, message = {0};
  bridgePrintType(use->type, &type);
  strBufAppendFormat(&message, format, SPREAD(name));
  use->outcome = bridgeEmitError(use->loc, "%s in %s: %s", strBufText(&message),
                                 strBufText(&type), rest);
  strBufFree(&type);
  strBufFree(&message);
}

static const RelaxTable *findTable(const TableUse *use, StrRef name) {
  for (intptr_t i = 0; i < use->count; ++i)
    if (strRefEqual(use->tables[i].name, name))
      return &use->tables[i];
  return NULL;
}

/// The extents of the dimensions that index the table are its domain.
static void checkDomain(TableUse *use, const RelaxTable *table,
                        const intptr_t *indices) {
  SymExpr from = symExprSymbol(use->arena, relaxIndexName(use->arena, 0));
  StrRef names[] = {from.symbols[0]};
  SymExpr values[] = {
      symExprSymbol(use->arena, relaxIndexName(use->arena, indices[0]))};
  for (intptr_t k = 0; k < table->rank; ++k) {
    // Only dimensions to the left: an operation may have taken one away.
    SymExpr want,
        got =
            symExprOf(use->arena,
                      use->dims[indices[k] < use->dim ? indices[k] : use->dim]);
    if (indices[k] >= use->dim ||
        symExprSubstitute(use->arena, symExprOf(use->arena, table->domain[k]),
                          names, values, 1, &want) != SYM_OK ||
        !symExprEqual(want, got)) {
      StrBuf rest = {0};
      strBufAppendFormat(&rest, "expected dimension %ld to be its domain, ",
                         (long)indices[k]);
      relaxPrintDims(table->domain, table->rank, &rest);
      fail(use, "table '%.*s'", table->name, strBufText(&rest));
      strBufFree(&rest);
    }
  }
}

/// The next atom of a code, which is passed.
static void visitAtom(TableUse *use, SymExpr expr, const int64_t **at,
                      bool inSum);

static void visitPoly(TableUse *use, SymExpr expr, const int64_t **at,
                      bool inSum) {
  for (int64_t terms = *(*at)++; terms > 0; --terms) {
    ++*at;
    for (int64_t factors = *(*at)++; factors > 0; --factors)
      visitAtom(use, expr, at, inSum);
  }
}

/// `len[$0]` or `wid[$0, $1]`; indices were looked at when it was read.
static void visitRead(TableUse *use, SymExpr expr, const int64_t **at) {
  intptr_t indices[2] = {-1, -1}, count = 0;
  StrRef name = {NULL, 0};
  // Only bare symbols stand in a read: the table, then its indices.
  for (intptr_t depth = 1; depth > 0;) {
    const int64_t *poly = *at; // [1, 1, 1, atom]
    *at += 4;
    if (poly[3] == SYM_ATOM_LEN) {
      ++depth;
      continue;
    }
    StrRef symbol = expr.symbols[*(*at)++];
    intptr_t index = relaxIndexOf(symbol);
    if (index < 0) {
      name = symbol;
      continue;
    }
    indices[count++] = index;
    --depth;
  }
  const RelaxTable *table = findTable(use, name);
  if (!table)
    fail(use, "unknown table '%.*s'", name,
         "expected one that an argument '!relax.lengths<NAME, [b]>' binds");
  else if (table->rank != count)
    fail(use, "table '%.*s'", name,
         table->rank == 1 ? "expected one index" : "expected two indices");
  else
    checkDomain(use, table, indices);
}

static void visitSymbol(TableUse *use, StrRef name, bool inSum) {
  const RelaxTable *table = findTable(use, name);
  if (inSum && !table)
    fail(use, "unknown table '%.*s'", name,
         "expected one that an argument '!relax.lengths<NAME, [b]>' binds");
  else if (!inSum && table)
    fail(use, "table '%.*s' as an extent", name,
         "expected an entry, as in '[i : b, NAME[i]]', or 'sum(NAME)'");
}

static void visitAtom(TableUse *use, SymExpr expr, const int64_t **at,
                      bool inSum) {
  int64_t kind = *(*at)++;
  if (kind == SYM_ATOM_SYMBOL) {
    visitSymbol(use, expr.symbols[*(*at)++], inSum);
  } else if (kind == SYM_ATOM_LEN) {
    visitRead(use, expr, at);
  } else {
    visitPoly(use, expr, at, inSum || kind == SYM_ATOM_SUM);
    visitPoly(use, expr, at, inSum || kind == SYM_ATOM_SUM);
  }
}

static void visitDims(TableUse *use, MlirType type) {
  use->rank = symTypeDims(type, &use->dims);
  // The first one of a table is its name.
  for (intptr_t i = relaxIsLengthsType(type); i < use->rank; ++i) {
    SymExpr expr = symExprOf(use->arena, use->dims[i]);
    const int64_t *at = expr.code;
    use->dim = i;
    if (relaxIsLengthsType(type)) {
      use->dims += 1; // indices count from the domain's first dimension
      --use->dim;
    }
    if (!symExprIsUnknown(expr))
      visitPoly(use, expr, &at, false);
    if (relaxIsLengthsType(type))
      use->dims -= 1;
  }
  for (intptr_t i = 0; relaxTypeIsRagged(type) && i < use->rank; ++i)
    if (symAttributeIsUnknown(use->dims[i]))
      fail(use, "'?'%.*s", (StrRef){"", 0},
           "expected extents that are known, where others are read off tables");
  if (relaxTypeIsRagged(type) && !relaxPackedType(type).ptr)
    fail(use, "dimensions%.*s", (StrRef){"", 0},
         "expected extents whose product has a sum over one domain");
}

static void checkType(TableUse *use, MlirType type, MlirLocation loc) {
  use->loc = loc;
  use->type = type;
  visitDims(use, type);
}

static MlirWalkResult visitOperation(MlirOperation op, void *userData) {
  TableUse *use = userData;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    checkType(use, mlirValueGetType(mlirOperationGetResult(op, i)),
              mlirOperationGetLocation(op));
  return mlirLogicalResultIsFailure(use->outcome) ? MlirWalkResultInterrupt
                                                  : MlirWalkResultAdvance;
}

static void findRead(MlirOperation function, bool *found) {
  MlirType type = relaxFuncGetFunctionType(function);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i) {
    MlirType input = mlirFunctionTypeGetInput(type, i);
    *found |= relaxIsLengthsType(input) || relaxTypeIsRagged(input);
  }
}

/// Some type of the function has to do with tables.
static MlirWalkResult lookForTables(MlirOperation op, void *found) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    *(bool *)found |=
        relaxTypeIsRagged(mlirValueGetType(mlirOperationGetResult(op, i)));
  return MlirWalkResultAdvance;
}

MlirLogicalResult relaxVerifyTables(MlirOperation function) {
  bool found = false;
  findRead(function, &found);
  mlirOperationWalk(function, lookForTables, &found, MlirWalkPreOrder);
  if (!found)
    return mlirLogicalResultSuccess();
  TableUse use = {.arena = arenaCreate(),
                  .outcome = mlirLogicalResultSuccess()};
  use.tables = relaxTablesOf(use.arena, function, &use.count);
  MlirType type = relaxFuncGetFunctionType(function);
  MlirLocation loc = mlirOperationGetLocation(function);
  MlirBlock entry = bridgeBody(function);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    checkType(&use, mlirFunctionTypeGetInput(type, i),
              entry.ptr ? mlirValueGetLocation(mlirBlockGetArgument(entry, i))
                        : loc);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(type); i < e; ++i)
    checkType(&use, mlirFunctionTypeGetResult(type, i), loc);
  if (mlirLogicalResultIsSuccess(use.outcome))
    mlirOperationWalk(function, visitOperation, &use, MlirWalkPreOrder);
  arenaDestroy(use.arena);
  return use.outcome;
}
