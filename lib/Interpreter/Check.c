//===- Check.c - values against types and facts ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Symbols get their values from bare dimensions; everything else that types and
// facts say is compared. Messages are those of lib/Runtime/MachineCheck.c, so
// that both modes of relax-run refuse an input in the same words.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Region.h"
#include "lib/Interpreter/Module.h"
#include "lib/Runtime/Container.h"

#include <assert.h>
#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The extents that a value of this type stands for.
static const int64_t *extentsOf(MlirType type, const RelaxTensor *value) {
  return relaxIsShapeType(type) ? (const int64_t *)value->data : value->dims;
}

/// The dimensions of a type; false if it says nothing about them.
static bool dimsOf(MlirType type, intptr_t *count, const MlirAttribute **dims) {
  RelaxTensorInfo info;
  type = relaxPackedType(type); // as it lies in memory
  if (relaxIsLengthsType(type)) {
    RelaxTable table = relaxLengthsTable(type);
    *count = table.rank == 1;
    *dims = table.domain;
    return true;
  }
  if (relaxTensorInfo(type, &info)) {
    *count = info.rank;
    *dims = info.dims;
    return info.ranked;
  }
  if (!relaxIsShapeType(type))
    return false;
  *count = relaxShapeTypeGetDims(type, dims);
  return relaxShapeTypeGetRanked(type);
}

/// A shape is passed as its extents: none is negative, and there are as many as
/// the type says.
static bool checkShapeValue(MlirType type, const RelaxTensor *value,
                            const char *subject, RelaxError *error) {
  if (value->dtype != RELAX_I64 || value->rank != 1)
    return relaxFail(error,
                     "%s: expected i64 tensor of rank 1, got %s tensor of rank "
                     "%" PRId32,
                     subject, relaxDTypeName(value->dtype), value->rank);
  const MlirAttribute *dims;
  intptr_t count = relaxShapeTypeGetDims(type, &dims);
  if (relaxShapeTypeGetRanked(type) && count != value->dims[0])
    return relaxFail(error, "%s: expected %ld extents, got %" PRId64, subject,
                     (long)count, value->dims[0]);
  const int64_t *extents = value->data;
  for (int64_t i = 0; i < value->dims[0]; ++i)
    if (extents[i] < 0)
      return relaxFail(error,
                       "%s, element %" PRId64
                       ": expected an extent >= 0, got %" PRId64,
                       subject, i, extents[i]);
  return true;
}

static bool checkLengths(const RelaxTensor *value, const char *subject,
                         RelaxError *error) {
  if (value->dtype != RELAX_I64 || value->rank != 1)
    return relaxFail(error,
                     "%s: expected lengths, an i64 tensor of rank 1, got %s "
                     "tensor of rank %" PRId32,
                     subject, relaxDTypeName(value->dtype), value->rank);
  const int64_t *entries = value->data;
  for (int64_t i = 0; i < value->dims[0]; ++i)
    if (entries[i] < 0)
      return relaxFail(
          error, "%s, entry %" PRId64 ": expected a length >= 0, got %" PRId64,
          subject, i, entries[i]);
  return true;
}

/// 0 of anything but a tuple.
static intptr_t numFields(MlirType type) {
  return mlirTypeIsATuple(type) ? mlirTupleTypeGetNumTypes(type) : 0;
}

/// A sequence or an optional, and all that it holds.
static bool checkContainer(MlirType type, const RelaxTensor *value,
                           const char *subject, RelaxError *error) {
  RelaxDType kind = relaxIsSequenceType(type) ? RELAX_SEQUENCE : RELAX_OPTIONAL;
  if (value->dtype != kind) {
    StrBuf message = {0};
    strBufAppendFormat(&message, "%s: expected %s, got ", subject,
                       relaxDTypeName(kind));
    relaxTensorDescribe(value, &message);
    return evalFailWith(error, &message);
  }
  const RelaxTensor *items = relaxContainerItems(value);
  bool good = true;
  for (int64_t i = 0; good && i < value->dims[0]; ++i) {
    StrBuf element = {0};
    strBufAppendC(&element, subject);
    if (kind == RELAX_SEQUENCE)
      strBufAppendFormat(&element, ", element %" PRId64, i);
    good = evalCheckKind(relaxContainedType(type), &items[i],
                         strBufText(&element), error);
    strBufFree(&element);
  }
  return good;
}

bool evalCheckKind(MlirType type, const RelaxTensor *value, const char *subject,
                   RelaxError *error) {
  RelaxTensorInfo info;
  RelaxDType dtype;
  type = relaxPackedType(type);
  if (relaxIsLengthsType(type))
    return checkLengths(value, subject, error);
  if (relaxIsShapeType(type))
    return checkShapeValue(type, value, subject, error);
  for (intptr_t i = 0, e = numFields(type); i < e; ++i)
    if (!evalCheckKind(mlirTupleTypeGetType(type, i), evalTupleField(value, i),
                       subject, error))
      return false;
  if (mlirTypeIsATuple(type) || relaxIsObjectType(type))
    return true;
  // What it holds was looked at when it was made.
  if ((relaxIsAdtType(type) && value->dtype == RELAX_DATA) ||
      (relaxIsFnType(type) && value->dtype == RELAX_CLOSURE) ||
      (relaxIsRefType(type) && value->dtype == RELAX_REF) ||
      relaxIsVarType(type))
    return true;
  if (relaxContainedType(type).ptr)
    return checkContainer(type, value, subject, error);
  if (!relaxTensorInfo(type, &info) ||
      !relaxElementDType(info.elementType, &dtype))
    return evalRefuseType(type, error);
  if (value->dtype == dtype && (!info.ranked || info.rank == value->rank))
    return true;
  StrBuf message = {0};
  strBufAppendFormat(&message, "%s: expected %s tensor", subject,
                     relaxDTypeName(dtype));
  if (info.ranked)
    strBufAppendFormat(&message, " of rank %ld", (long)info.rank);
  strBufAppendC(&message, ", got ");
  relaxTensorDescribe(value, &message);
  return evalFailWith(error, &message);
}

static void bindTable(EvalFrame *frame, StrRef name, const RelaxTensor *value,
                      const char *subject) {
  if (evalFindSymbol(frame, name))
    return; // that it is the same is checked
  evalBindSymbol(frame, name, 0, subject, 0);
  EvalSymbol *symbol = &frame->symbols[frame->numSymbols - 1];
  symbol->table = value;
  symbol->origin = arenaCopyString(frame->arena, strRefFromC(subject)).data;
}

/// A symbol of the function's `any (...)`: nothing passes its value, so the
/// first value that has it in its type says what it is.
static bool isPhantom(const EvalFrame *frame, StrRef name) {
  return frame->function.ptr && relaxIsFunc(frame->function) &&
         symNamesHave(relaxFuncGetAny(frame->function), name);
}

void evalBindDims(EvalFrame *frame, MlirType type, const RelaxTensor *value,
                  const char *subject, MlirAttribute binds, bool all) {
  const MlirAttribute *dims;
  intptr_t count;
  for (intptr_t i = 0, e = numFields(type); i < e; ++i)
    evalBindDims(frame, mlirTupleTypeGetType(type, i), evalTupleField(value, i),
                 subject, binds, all);
  if (relaxIsLengthsType(type))
    bindTable(frame, relaxLengthsTable(type).name, value, subject);
  if (!dimsOf(type, &count, &dims))
    return;
  const int64_t *extents = extentsOf(type, value);
  for (intptr_t i = 0; i < count; ++i) {
    StrRef name;
    if (symAttributeIsSymbol(dims[i], &name) && !evalFindSymbol(frame, name) &&
        (all || symNamesHave(binds, name) || isPhantom(frame, name)))
      evalBindSymbol(frame, name, extents[i], subject, i);
  }
}

/// Reports that dimension `index` is not what the type says.
static bool wrongExtent(const EvalFrame *frame, SymExpr expr,
                        const char *subject, intptr_t index, int64_t expected,
                        int64_t extent, RelaxError *error) {
  StrBuf message = {0};
  StrRef name;
  strBufAppendFormat(&message, "%s, dimension %ld: expected ", subject,
                     (long)index);
  symExprPrint(expr, &message);
  if (expr.numSymbols)
    strBufAppendFormat(&message, " = %" PRId64, expected);
  if (symExprIsSymbol(expr, &name))
    strBufAppendFormat(&message, " (from %s)",
                       evalFindSymbol(frame, name)->origin);
  else
    evalPrintSymbols(frame, expr, &message);
  strBufAppendFormat(&message, ", got %" PRId64, extent);
  return evalFailWith(error, &message);
}

/// As many entries as the domain has, and those of the table of that name.
static bool checkTable(const EvalFrame *frame, Arena *arena, MlirType type,
                       const RelaxTensor *value, const char *subject,
                       RelaxError *error) {
  RelaxTable table = relaxLengthsTable(type);
  const EvalSymbol *bound = evalFindSymbol(frame, table.name);
  int64_t expected = value->dims[0];
  SymExpr count = symExprConst(arena, expected);
  if (table.rank == 2 &&
      (symExprTableSum(arena, relaxIndexName(arena, 0), (StrRef){NULL, 0},
                       symExprOf(arena, table.domain[0]),
                       symExprOf(arena, table.domain[1]), &count) != SYM_OK ||
       !evalExpr(frame, count, &expected, error)))
    return false;
  if (expected != value->dims[0])
    return wrongExtent(frame, count, subject, 0, expected, value->dims[0],
                       error);
  const int64_t *got = value->data, *want = bound->table->data;
  int64_t shared = bound->table->dims[0];
  for (int64_t i = 0; i < expected && i < shared; ++i)
    if (got[i] != want[i])
      return relaxFail(error,
                       "%s, entry %" PRId64 ": expected %.*s[%" PRId64
                       "] = %" PRId64 " (from %s), got %" PRId64,
                       subject, i, (int)table.name.length, table.name.data, i,
                       want[i], bound->origin, got[i]);
  return true;
}

bool evalCheckDims(const EvalFrame *frame, MlirType type,
                   const RelaxTensor *value, const char *subject,
                   RelaxError *error) {
  const MlirAttribute *dims;
  intptr_t count;
  for (intptr_t i = 0, e = numFields(type); i < e; ++i)
    if (!evalCheckDims(frame, mlirTupleTypeGetType(type, i),
                       evalTupleField(value, i), subject, error))
      return false;
  MlirType contained = relaxContainedType(type);
  for (int64_t i = 0; contained.ptr && i < value->dims[0]; ++i)
    if (!evalCheckDims(frame, contained, &relaxContainerItems(value)[i],
                       subject, error))
      return false;
  if (!dimsOf(type, &count, &dims))
    return true;
  const int64_t *extents = extentsOf(type, value);
  Arena *arena = arenaCreate();
  bool good = !relaxIsLengthsType(type) ||
              checkTable(frame, arena, type, value, subject, error);
  for (intptr_t i = 0; good && i < count; ++i) {
    int64_t expected;
    if (symAttributeIsUnknown(dims[i]))
      continue;
    SymExpr expr = symExprOf(arena, dims[i]);
    if (!evalExpr(frame, expr, &expected, error))
      good = relaxErrorContext(error, "%s, dimension %ld", subject, (long)i);
    else if (extents[i] != expected)
      good = wrongExtent(frame, expr, subject, i, expected, extents[i], error);
  }
  arenaDestroy(arena);
  return good;
}
