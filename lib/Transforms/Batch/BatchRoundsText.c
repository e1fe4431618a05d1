//===- BatchRoundsText.c - the loop over many calls, as text -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where rows are joined, a round begins with the extents of its call and where
// its rows begin, as a program over a ragged tensor does
// (lib/Conversion/Ragged), and with checks that they lie within the buffers,
// from which follows that all accesses do.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Batch/BatchLanes.h"

#include <stb/stb_ds.h>
#include <stdio.h>

/// The text of a program while it is written.
typedef struct RoundsText {
  BatchLanes *lanes;
  StrRef extent; // the symbol of the calls
  StrBuf out;
} RoundsText;

/// Behind names, where there are several tables.
static const char *numbered(const RoundsText *text, const char *name,
                            intptr_t i) {
  const BatchTables *tables = &text->lanes->tables;
  StrBuf out = {0};
  strBufAppendC(&out, name);
  if (tables->numExtents != 1 || tables->numRows != 1)
    strBufAppendFormat(&out, "%ld", (long)i);
  const char *copy =
      arenaCopyString(text->lanes->s.arena, (StrRef){out.data, out.length})
          .data;
  strBufFree(&out);
  return copy;
}

/// What is loaded of a table, as `kernelAppendLoads` has it.
static void appendLoad(RoundsText *text, const char *word, const char *table,
                       const char *more, const char *value) {
  strBufAppendFormat(&text->out,
                     "    %%%s = tir.load %%%s[%%l] : !tir.buffer<[%.*s%s], "
                     "i64>\n    %%%s = arith.index_cast %%%s : i64 to index\n",
                     word, table, (int)text->extent.length, text->extent.data,
                     more, value, word);
}

/// That what the loop has under this name is not below 0.
static void appendCheck(RoundsText *text, const char *name) {
  strBufAppendFormat(
      &text->out,
      "    %%ok_%s = arith.cmpi sge, %%%s, %%nil : index\n"
      "    tir.check %%ok_%s stops else \"index out of bounds\"\n",
      name, name, name);
}

/// The product of the extents of rows.
static void appendProduct(RoundsText *text, intptr_t rows) {
  const BatchTable *table = &text->lanes->tables.rows[rows];
  for (intptr_t k = 0; k < table->count; ++k)
    strBufAppendFormat(&text->out, "%s%%%s", k ? " * " : "",
                       numbered(text, "n", table->extents[k]));
  if (table->count == 0)
    strBufAppendC(&text->out, "1");
}

/// The rows of the call lie within the buffers, one check for each extent.
static void appendEnds(RoundsText *text) {
  BatchLanes *lanes = text->lanes;
  intptr_t count = mlirBlockGetNumArguments(bridgeBody(lanes->s.func));
  for (intptr_t i = 0; i < count; ++i) {
    const BatchFront *front = &lanes->fronts[i];
    bool known = front->times == 0;
    for (intptr_t k = 0; k < i && !known; ++k)
      known = strRefEqual(lanes->fronts[k].name, front->name);
    if (known)
      continue;
    char left[32];
    snprintf(left, sizeof left, "left%ld", (long)i);
    strBufAppendFormat(
        &text->out, "    %%%s = tir.extent (%.*s - %ld * %%%s - %ld * ", left,
        (int)front->name.length, front->name.data, (long)front->times,
        numbered(text, "p", front->rows), (long)front->times);
    appendProduct(text, front->rows);
    strBufAppendC(&text->out, ") : index\n");
    appendCheck(text, left);
  }
}

/// Extents that are no symbols are what these say: `n - 2`.
static void appendSizes(RoundsText *text) {
  BatchLanes *lanes = text->lanes;
  for (intptr_t i = 0; i < lanes->tables.numExtents; ++i) {
    StrRef name;
    SymExpr expr = lanes->tables.extents[i];
    if (symExprIsSymbol(expr, &name))
      continue;
    // The names of loads, which are no values yet.
    StrRef *names = ARENA_ARRAY(lanes->s.arena, StrRef, expr.numSymbols);
    SymExpr *values = ARENA_ARRAY(lanes->s.arena, SymExpr, expr.numSymbols);
    for (size_t k = 0; k < expr.numSymbols; ++k) {
      intptr_t at = 0;
      while (!symExprEqual(lanes->tables.extents[at],
                           symExprSymbol(lanes->s.arena, expr.symbols[k])))
        ++at;
      names[k] = expr.symbols[k];
      values[k] =
          symExprSymbol(lanes->s.arena,
                        arenaCopyString(lanes->s.arena,
                                        strRefFromC(numbered(text, "%n", at))));
    }
    (void)symExprSubstitute(lanes->s.arena, expr, names, values,
                            expr.numSymbols, &expr);
    StrBuf is = {0};
    symExprPrint(expr, &is);
    for (int less = 0; less < 2; ++less) {
      const char *name = numbered(text, less ? "less" : "more", i),
                 *n = numbered(text, "n", i);
      if (less)
        strBufAppendFormat(&text->out,
                           "    %%%s = tir.extent (%s - %%%s) : index\n", name,
                           strBufText(&is), n);
      else
        strBufAppendFormat(&text->out,
                           "    %%%s = tir.extent (%%%s - (%s)) : index\n",
                           name, n, strBufText(&is));
      appendCheck(text, name);
    }
    strBufFree(&is);
  }
}

/// Extents and places of the round.
static void appendTables(RoundsText *text) {
  const BatchTables *tables = &text->lanes->tables;
  for (intptr_t i = 0; i < tables->numExtents; ++i)
    appendLoad(text, numbered(text, "m", i), numbered(text, "lengths", i), "",
               numbered(text, "n", i));
  for (intptr_t i = 0; i < tables->numRows; ++i)
    appendLoad(text, numbered(text, "q", i), numbered(text, "starts", i),
               " + 1", numbered(text, "p", i));
  strBufAppendC(&text->out, "    %nil = arith.constant 0 : index\n");
  appendSizes(text);
  appendEnds(text);
}

/// Begins ascend by the sizes of the calls, so that no two share an element.
static void appendRows(RoundsText *text) {
  const BatchTables *tables = &text->lanes->tables;
  int n = (int)text->extent.length;
  for (intptr_t i = 0; i < tables->numRows; ++i) {
    const char *name = numbered(text, "r", i);
    strBufAppendFormat(&text->out, "  %%%s = tir.ascends %%%s by (", name,
                       numbered(text, "starts", i));
    for (intptr_t k = 0; k < tables->rows[i].count; ++k)
      strBufAppendFormat(&text->out, "%s%%%s", k ? ", " : "",
                         numbered(text, "lengths", tables->rows[i].extents[k]));
    strBufAppendFormat(&text->out, ") : !tir.buffer<[%.*s + 1], i64> by ", n,
                       text->extent.data);
    for (intptr_t k = 0; k < tables->rows[i].count; ++k)
      strBufAppendFormat(&text->out, "%s!tir.buffer<[%.*s], i64>",
                         k ? ", " : "", n, text->extent.data);
    strBufAppendFormat(
        &text->out, "\n  tir.check %%%s stops else \"index out of bounds\"\n",
        name);
  }
}

/// The buffer keeps its name where others and tables have another one.
static void appendName(MlirBlock entry, intptr_t index, StrBuf *out) {
  StrRef name = scheduleBufferName(mlirBlockGetArgument(entry, index));
  bool own = name.length > 0 && name.data[0] >= 'A' && name.data[0] <= 'Z';
  for (intptr_t i = 0; i < index && own; ++i)
    own =
        !strRefEqual(name, scheduleBufferName(mlirBlockGetArgument(entry, i)));
  if (own)
    strBufAppendFormat(out, "%%%.*s: ", (int)name.length, name.data);
  else
    strBufAppendFormat(out, "%%b%ld: ", (long)index);
}

/// A buffer of many calls.
static void appendType(RoundsText *text, intptr_t buffer, MlirType type) {
  BatchLanes *lanes = text->lanes;
  Arena *arena = lanes->s.arena;
  BatchMode mode = lanes->how->modes[buffer];
  const MlirAttribute *dims;
  if (mode == BATCH_LANE) {
    type = batchLaneType(lanes, type);
  } else if (mode > BATCH_LANE) {
    intptr_t rank = tirBufferTypeGetDims(type, &dims);
    MlirAttribute *all = ARENA_ARRAY(arena, MlirAttribute, rank);
    for (intptr_t d = mode; d < rank; ++d)
      all[d - mode + 1] = dims[d];
    all[0] = symSymbolAttribute(lanes->s.context, lanes->fronts[buffer].name);
    type = tirBufferTypeGet(lanes->s.context, rank - mode + 1, all,
                            tirBufferTypeGetElementType(type));
  }
  bridgePrintType(type, &text->out);
}

static void appendTableTypes(RoundsText *text) {
  const BatchTables *tables = &text->lanes->tables;
  for (intptr_t i = 0; i < tables->numExtents + tables->numRows; ++i) {
    bool rows = i >= tables->numExtents;
    strBufAppendFormat(&text->out, "%%%s: !tir.buffer<[%.*s%s], i64>, ",
                       numbered(text, rows ? "starts" : "lengths",
                                rows ? i - tables->numExtents : i),
                       (int)text->extent.length, text->extent.data,
                       rows ? " + 1" : "");
  }
}

/// A program with the same buffers, but for the dimensions in front, and an
/// empty loop.
static void appendProgram(RoundsText *text) {
  BatchLanes *lanes = text->lanes;
  MlirBlock entry = bridgeBody(lanes->s.func);
  StrRef name = tirFuncGetSymName(lanes->s.func);
  strBufAppendFormat(&text->out, "tir.func private @%.*s(", (int)name.length,
                     name.data);
  appendTableTypes(text);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    strBufAppendC(&text->out, i ? ", " : "");
    appendName(entry, i, &text->out);
    appendType(text, i, mlirValueGetType(mlirBlockGetArgument(entry, i)));
  }
  strBufAppendC(&text->out, ") {\n");
  appendRows(text);
  strBufAppendFormat(&text->out,
                     "  tir.for \"lanes\" (%%l) in [%.*s] parallel {\n",
                     (int)text->extent.length, text->extent.data);
  if (lanes->tables.numExtents)
    appendTables(text);
  strBufAppendC(&text->out, "  }\n  tir.return\n}\n");
}

static MlirOperation parseProgram(RoundsText *text) {
  BatchLanes *lanes = text->lanes;
  appendProgram(text);
  MlirModule module = bridgeParseModule(
      lanes->s.context, (StrRef){text->out.data, text->out.length},
      "relax-batch");
  strBufFree(&text->out);
  if (!module.ptr)
    return (MlirOperation){NULL};
  MlirOperation program = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  mlirOperationRemoveFromParent(program);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(lanes->s.func),
                                     lanes->s.func, program);
  mlirModuleDestroy(module);
  return program;
}

static MlirOperation loopOf(MlirOperation program) {
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(program));
  while (!tirIsFor(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// A result in the loop, by its name in the text.
static MlirValue namedInLoop(MlirOperation loop, const char *name) {
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(loop)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumResults(op) == 1 &&
        strRefEqual(bridgeLocationName(
                        mlirValueGetLocation(mlirOperationGetResult(op, 0))),
                    strRefFromC(name)))
      return mlirOperationGetResult(op, 0);
  return (MlirValue){NULL};
}

/// Extents and places, in the loop.
static void findLoads(RoundsText *text) {
  BatchLanes *lanes = text->lanes;
  Scheduler *s = &lanes->s;
  lanes->lengths = ARENA_ARRAY(s->arena, SymExpr, lanes->tables.numExtents);
  lanes->starts = ARENA_ARRAY(s->arena, SymExpr, lanes->tables.numRows);
  for (intptr_t i = 0; i < lanes->tables.numExtents; ++i)
    lanes->lengths[i] =
        scheduleSymbolOf(s, namedInLoop(lanes->loop, numbered(text, "n", i)));
  for (intptr_t i = 0; i < lanes->tables.numRows; ++i)
    lanes->starts[i] =
        scheduleSymbolOf(s, namedInLoop(lanes->loop, numbered(text, "p", i)));
}

MlirOperation batchWriteRounds(BatchLanes *lanes) {
  RoundsText text = {.lanes = lanes};
  symAttributeIsSymbol(lanes->extent, &text.extent);
  batchFindTables(lanes);
  MlirOperation program = parseProgram(&text);
  if (!program.ptr)
    return program;
  lanes->loop = loopOf(program);
  findLoads(&text);
  return program;
}
