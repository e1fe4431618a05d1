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

#include "dialects/Sym/Region.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/Container.h"

#include <assert.h>
#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

static const EvalSymbol *findSymbol(const EvalFrame *frame, StrRef name) {
  for (size_t i = 0; i < frame->numSymbols; ++i)
    if (strRefEqual(frame->symbols[i].name, name))
      return &frame->symbols[i];
  return NULL;
}

static void bindSymbol(EvalFrame *frame, StrRef name, int64_t extent,
                       const char *subject, intptr_t dimension) {
  frame->symbols = arenaGrow(frame->arena, frame->symbols, frame->numSymbols,
                             &frame->capSymbols, sizeof *frame->symbols);
  StrBuf origin = {0};
  strBufAppendFormat(&origin, "%s, dimension %ld", subject, (long)dimension);
  StrRef text = {origin.data, origin.length};
  frame->symbols[frame->numSymbols++] =
      (EvalSymbol){name, extent, arenaCopyString(frame->arena, text).data};
  strBufFree(&origin);
}

static bool failWith(RelaxError *error, StrBuf *message) {
  relaxFail(error, "%s", strBufText(message));
  strBufFree(message);
  return false;
}

/// Appends ` (n = 4 from input 'x', dimension 0; m = 2 from ...)`.
static void printSymbols(const EvalFrame *frame, SymExpr expr, StrBuf *out) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    const EvalSymbol *symbol = findSymbol(frame, expr.symbols[i]);
    assert(symbol && "the expression was evaluated");
    strBufAppendFormat(out, "%s%.*s = %" PRId64 " from %s", i ? "; " : " (",
                       (int)symbol->name.length, symbol->name.data,
                       symbol->extent, symbol->origin);
  }
  if (expr.numSymbols)
    strBufAppendC(out, ")");
}

bool evalExpr(const EvalFrame *frame, SymExpr expr, int64_t *out,
              RelaxError *error) {
  assert(!symExprIsUnknown(expr));
  Arena *arena = arenaCreate();
  int64_t *values = ARENA_ARRAY(arena, int64_t, expr.numSymbols);
  StrBuf message = {0};
  bool good = true;
  for (size_t i = 0; good && i < expr.numSymbols; ++i) {
    const EvalSymbol *symbol = findSymbol(frame, expr.symbols[i]);
    if (symbol)
      values[i] = symbol->extent;
    else
      good = relaxFail(error, "symbol '%.*s' has no value",
                       (int)expr.symbols[i].length, expr.symbols[i].data);
  }
  SymStatus status = good ? symExprEval(expr, values, out) : SYM_OK;
  arenaDestroy(arena);
  if (status == SYM_OK)
    return good;
  strBufAppendC(&message, "cannot evaluate ");
  symExprPrint(expr, &message);
  printSymbols(frame, expr, &message);
  strBufAppendFormat(&message, ": %s", symStatusText(status));
  return failWith(error, &message);
}

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
    return failWith(error, &message);
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
  return failWith(error, &message);
}

void evalBindDims(EvalFrame *frame, MlirType type, const RelaxTensor *value,
                  const char *subject, MlirAttribute binds, bool all) {
  const MlirAttribute *dims;
  intptr_t count;
  for (intptr_t i = 0, e = numFields(type); i < e; ++i)
    evalBindDims(frame, mlirTupleTypeGetType(type, i), evalTupleField(value, i),
                 subject, binds, all);
  if (!dimsOf(type, &count, &dims))
    return;
  const int64_t *extents = extentsOf(type, value);
  for (intptr_t i = 0; i < count; ++i) {
    StrRef name;
    if (symAttributeIsSymbol(dims[i], &name) && !findSymbol(frame, name) &&
        (all || symNamesHave(binds, name)))
      bindSymbol(frame, name, extents[i], subject, i);
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
    strBufAppendFormat(&message, " (from %s)", findSymbol(frame, name)->origin);
  else
    printSymbols(frame, expr, &message);
  strBufAppendFormat(&message, ", got %" PRId64, extent);
  return failWith(error, &message);
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
  bool good = true;
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

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Appends `, got n = 4 (from input 'x', dimension 0), m = 2 (from ...)`.
static void printFactSymbols(const EvalFrame *frame, SymFact fact,
                             StrBuf *out) {
  bool any = false;
  for (size_t i = 0; i < frame->numSymbols; ++i) {
    const EvalSymbol *symbol = &frame->symbols[i];
    bool used = false;
    for (size_t k = 0; k < fact.lhs.numSymbols; ++k)
      used |= strRefEqual(fact.lhs.symbols[k], symbol->name);
    for (size_t k = 0; k < fact.rhs.numSymbols; ++k)
      used |= strRefEqual(fact.rhs.symbols[k], symbol->name);
    if (!used)
      continue;
    strBufAppendFormat(out, "%s%.*s = %" PRId64 " (from %s)",
                       any ? ", " : ", got ", (int)symbol->name.length,
                       symbol->name.data, symbol->extent, symbol->origin);
    any = true;
  }
}

static bool factHolds(const EvalFrame *frame, SymFact fact, bool *holds,
                      RelaxError *error) {
  int64_t lhs, rhs = 0;
  if (!evalExpr(frame, fact.lhs, &lhs, error) ||
      (fact.kind != SYM_FACT_IN && !evalExpr(frame, fact.rhs, &rhs, error)))
    return false;
  *holds = fact.kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs;
  if (fact.kind == SYM_FACT_IN) {
    *holds = false;
    for (size_t i = 0; i < fact.numValues; ++i)
      *holds |= fact.values[i] == lhs;
  }
  return true;
}

bool evalFactsHold(const EvalFrame *frame, MlirAttribute facts, bool *holds,
                   RelaxError *error) {
  Arena *arena = arenaCreate();
  bool good = true;
  *holds = true;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(facts);
       good && *holds && i < e; ++i) {
    SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(facts, i));
    if (!fact.likely)
      good = factHolds(frame, fact, holds, error);
  }
  arenaDestroy(arena);
  return good;
}

static bool checkFact(const EvalFrame *frame, SymFact fact, const char *subject,
                      RelaxError *error) {
  bool holds = true;
  if (fact.likely)
    return true;
  if (!factHolds(frame, fact, &holds, error))
    return relaxErrorContext(error, "%s", subject);
  if (holds)
    return true;
  StrBuf message = {0};
  strBufAppendFormat(&message, "%s: expected ", subject);
  symFactsPrint(&fact, 1, &message);
  printFactSymbols(frame, fact, &message);
  return failWith(error, &message);
}

bool evalCheckFacts(const EvalFrame *frame, MlirAttribute facts,
                    const char *subject, RelaxError *error) {
  Arena *arena = arenaCreate();
  bool good = true;
  for (intptr_t i = 0, e = facts.ptr ? mlirArrayAttrGetNumElements(facts) : 0;
       good && i < e; ++i)
    good = checkFact(frame, symFactOf(arena, mlirArrayAttrGetElement(facts, i)),
                     subject, error);
  arenaDestroy(arena);
  return good;
}
