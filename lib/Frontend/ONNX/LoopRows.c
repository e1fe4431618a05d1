//===- LoopRows.c - rows that a loop gathers ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/LoopRows.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/State.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Frontend/ONNX/Compose.h"
#include "lib/Frontend/ONNX/ImportTypes.h"

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

/// A row whose extents are known before the loop, where the file says those
/// that the types do not.
static bool settleRow(Importer *importer, LoopRows *rows, MlirBlock body,
                      MlirValue **given) {
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
    if (!said.ranked || said.rank != info.rank ||
        !symAttributeIsConst(said.dims[i], &literal))
      return importError(
          importer,
          "scan output '%s': expected extents that are known before the loop, "
          "got %s; declare them in the body's output",
          name, relaxTypeText(importer->arena, mlirValueGetType(rows->row)));
    dims[i] = said.dims[i];
    cast = true;
  }
  RelaxMatchCastArgs args = {
      .input = rows->row,
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  if (!cast)
    return true;
  MlirBlock outer = importer->body;
  importer->body = body;
  bool good = importInsert(
      importer,
      relaxMatchCastCreate(importHelperLocation(importer, "row"), &args),
      &rows->row);
  importer->body = outer;
  return good;
}

/// [0, dims of `row`], in the body around the loop.
static bool emptyRows(Importer *importer, MlirValue row, MlirValue *given,
                      MlirValue *result) {
  RelaxTensorInfo info = relaxTensorInfoOf(row);
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, info.rank + 1);
  dims[0] = symConstAttribute(importer->context, 0);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i + 1] = info.dims[i];
  MlirLocation location = importHelperLocation(importer, "none");
  RelaxShapeArgs shape = {.numGiven = (intptr_t)arrlenu(given),
                          .given = given,
                          .resultType = relaxShapeTypeGet(
                              importer->context, true, info.rank + 1, dims)};
  RelaxBroadcastToArgs args = {
      .input = composeNumber(importer, 0, row),
      .resultType = relaxTensorTypeOf(info.elementType, info.rank + 1, dims)};
  return args.input.ptr &&
         importInsert(importer, relaxShapeCreate(location, &shape),
                      &args.target) &&
         importInsert(importer, relaxBroadcastToCreate(location, &args),
                      result);
}

/// The state with one row more.
static bool appendRow(Importer *importer, MlirValue row, LoopState *state) {
  RelaxTensorInfo info = relaxTensorInfoOf(row);
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, info.rank + 1);
  dims[0] = symConstAttribute(importer->context, 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i + 1] = info.dims[i];
  RelaxAppendArgs args = {
      .state = state->entry,
      .rows = composeReshape(importer, row, info.rank + 1, dims),
      .axis = mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), 0)};
  return args.rows.ptr &&
         importInsert(
             importer,
             relaxAppendCreate(importHelperLocation(importer, "rows"), &args),
             &state->next);
}

static bool addState(Importer *importer, LoopRows *rows, MlirBlock body,
                     LoopState *state) {
  MlirBlock outer = importer->body;
  MlirValue *given = NULL;
  MlirAttribute binds;
  bool good = settleRow(importer, rows, body, &given) &&
              emptyRows(importer, rows->row, given, &state->init);
  arrfree(given);
  if (!good)
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(state->init);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  dims[0] = importBoundSymbol(importer, &binds);
  state->own[0] = true;
  state->name = onnxText(rows->declared->name);
  state->type = relaxTensorTypeOf(info.elementType, info.rank, dims);
  state->entry = mlirBlockAddArgument(
      body, state->type,
      importNamedLocation(importer, importName(importer->names, state->name)));
  importer->body = body;
  good = appendRow(importer, rows->row, state);
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
