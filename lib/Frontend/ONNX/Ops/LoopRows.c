//===- LoopRows.c - rows that a loop gathers ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Ops/LoopRows.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/State.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Types.h"

#include <stb/stb_ds.h>

/// A value around the loop whose type has the symbol; null if there is none.
static MlirValue holderOf(const Importer *importer, StrRef symbol) {
  for (size_t i = 0; i < shlenu(importer->values); ++i) {
    MlirValue value = importer->values[i].value.value;
    if (value.ptr && relaxIsTensorType(mlirValueGetType(value)) &&
        symTypeHasSymbol(mlirValueGetType(value), symbol))
      return value;
  }
  return (MlirValue){NULL};
}

/// True if an extent is known before the loop; adds values with its symbols.
static bool knownOutside(Importer *importer, MlirAttribute dim,
                         MlirValue **given) {
  SymExpr expr = symExprOf(importer->arena, dim);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    MlirValue holder = holderOf(importer, expr.symbols[i]);
    if (!holder.ptr)
      return false;
    arrput(*given, holder);
  }
  return !symExprIsUnknown(expr);
}

/// Extents of a row that are not known before the loop become those that the
/// file declares; the others are `open`.
static bool settleRow(Importer *importer, LoopRows *rows, MlirBlock body,
                      MlirValue **given, bool *open) {
  const char *name = onnxText(rows->declared->name);
  RelaxTensorInfo info, said = {0};
  int64_t literal;
  if (!relaxTensorInfo(mlirValueGetType(rows->row), &info) || !info.ranked ||
      !(mlirTypeIsAInteger(info.elementType) ||
        mlirTypeIsAFloat(info.elementType)))
    return importError(
        importer,
        "scan output '%s': expected a tensor of numbers of known rank, got %s",
        name, relaxTypeText(importer->arena, mlirValueGetType(rows->row)));
  if (rows->declared->type) {
    MlirType type = importValueType(importer, &(ImportedType){name, NULL},
                                    rows->declared->type);
    if (!type.ptr)
      return false;
    relaxTensorInfo(type, &said);
  }
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  bool cast = false;
  for (intptr_t i = 0; i < info.rank; ++i) {
    dims[i] = info.dims[i];
    if (knownOutside(importer, dims[i], given))
      continue;
    open[i] = !said.ranked || said.rank != info.rank ||
              !symAttributeIsConst(said.dims[i], &literal);
    if (open[i])
      continue;
    dims[i] = said.dims[i];
    cast = true;
  }
  RelaxMatchCastArgs args = {
      .input = rows->row,
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  MlirBlock outer = importer->body;
  importer->body = body;
  bool good =
      (!cast || IMPORT_HELPER(importer, "row", MatchCast, &args, &rows->row)) &&
      importBindOpen(importer, "row", &rows->row);
  importer->body = outer;
  return good;
}

/// [0, dims of `row`], in the body around the loop; open ones are 0.
static bool emptyRows(Importer *importer, MlirValue row, MlirValue *given,
                      const bool *open, MlirValue *result) {
  RelaxTensorInfo info = relaxTensorInfoOf(row);
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, info.rank + 1);
  dims[0] = symConstAttribute(importer->context, 0);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i + 1] = open[i] ? dims[0] : info.dims[i];
  MlirLocation location = importHelperLocation(importer, "none");
  RelaxShapeArgs shape = {.numGiven = (intptr_t)arrlenu(given),
                          .given = given,
                          .resultType = relaxShapeTypeGet(
                              importer->context, true, info.rank + 1, dims)};
  RelaxBroadcastToArgs args = {
      .input = graphNumberLike(importBuilder(importer), 0, row),
      .resultType = relaxTensorTypeOf(info.elementType, info.rank + 1, dims)};
  return args.input.ptr &&
         importInsert(importer, relaxShapeCreate(location, &shape),
                      &args.target) &&
         importInsert(importer, relaxBroadcastToCreate(location, &args),
                      result);
}

/// `t * a == t * b`: of t rows, the extents are equal, if there are any.
static MlirAttribute equalIfAny(Importer *importer, MlirAttribute count,
                                MlirAttribute a, MlirAttribute b) {
  RelaxDims dims = relaxDimsMake(importer->location, "", importer->arena);
  SymExpr t = relaxDimsOf(&dims, count);
  SymFact fact = {.kind = SYM_FACT_EQ,
                  .lhs = relaxDimsMul(&dims, t, relaxDimsOf(&dims, a)),
                  .rhs = relaxDimsMul(&dims, t, relaxDimsOf(&dims, b))};
  return symFactToAttribute(importer->context, fact);
}

/// Before the first row, open extents are 0; then they are those of every row.
static bool openRows(Importer *importer, MlirValue row, const bool *open,
                     MlirValue *rows) {
  RelaxTensorInfo info = relaxTensorInfoOf(*rows), one = relaxTensorInfoOf(row);
  MlirAttribute *facts = ARENA_ARRAY(importer->arena, MlirAttribute, one.rank);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  MlirValue given[] = {*rows, row};
  intptr_t count = 0;
  dims[0] = info.dims[0];
  for (intptr_t i = 0; i < one.rank; ++i) {
    dims[i + 1] = one.dims[i];
    if (open[i])
      facts[count++] =
          equalIfAny(importer, dims[0], info.dims[i + 1], one.dims[i]);
  }
  if (!count)
    return true;
  RelaxCheckArgs check = {
      .numGiven = 2,
      .given = given,
      .facts = mlirArrayAttrGet(importer->context, count, facts),
      .subject = importTextAttribute(importer, "rows of a scan output")};
  RelaxShapeArgs shape = {.numGiven = 2,
                          .given = given,
                          .resultType = relaxShapeTypeGet(
                              importer->context, true, info.rank, dims)};
  RelaxReshapeArgs args = {
      .input = *rows,
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  MlirLocation location = importHelperLocation(importer, "rows");
  MlirOperation op = relaxCheckCreate(location, &check);
  if (!op.ptr)
    return false;
  mlirBlockAppendOwnedOperation(importer->body, op);
  return importInsert(importer, relaxShapeCreate(location, &shape),
                      &args.target) &&
         importInsert(importer, relaxReshapeCreate(location, &args), rows);
}

/// The state with one row more.
static bool appendRow(Importer *importer, MlirValue row, const bool *open,
                      LoopState *state) {
  RelaxTensorInfo info = relaxTensorInfoOf(row);
  MlirAttribute *dims =
      importDimsBehind(importer, symConstAttribute(importer->context, 1), info);
  MlirValue rows = state->entry;
  if (!openRows(importer, row, open, &rows))
    return false;
  RelaxAppendArgs args = {
      .state = rows,
      .rows = graphReshape(importBuilder(importer), row, info.rank + 1, dims),
      .axis = 0};
  return args.rows.ptr &&
         IMPORT_HELPER(importer, "rows", Append, &args, &state->next);
}

static bool addState(Importer *importer, LoopRows *rows, MlirBlock body,
                     LoopState *state) {
  MlirBlock outer = importer->body;
  MlirValue *given = NULL;
  MlirAttribute binds;
  bool open[IMPORT_MAX_RANK] = {false};
  bool good = settleRow(importer, rows, body, &given, open) &&
              emptyRows(importer, rows->row, given, open, &state->init);
  arrfree(given);
  if (!good)
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(state->init);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    state->own[i] = i == 0 || open[i - 1];
    dims[i] =
        state->own[i] ? importBoundSymbol(importer, &binds) : info.dims[i];
  }
  state->name = onnxText(rows->declared->name);
  state->type = relaxTensorTypeOf(info.elementType, info.rank, dims);
  state->entry = mlirBlockAddArgument(
      body, state->type,
      importNamedLocation(importer, importName(importer->names, state->name)));
  importer->body = body;
  good = appendRow(importer, rows->row, open, state);
  importer->body = outer;
  return good;
}

bool loopRows(Importer *importer, Loop *loop, MlirBlock body) {
  for (size_t i = 0; i < loop->numRows; ++i)
    if (!addState(importer, &loop->rows[i], body,
                  &loop->states[loop->numStates++]))
      return false;
  return true;
}
