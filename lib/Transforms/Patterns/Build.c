//===- Build.c - operations of a pattern or rewrite, made -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Build.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Pattern.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Shapes/Inference.h"

typedef struct PatternMade {
  const void *key; // MlirValue::ptr, of the text
  MlirValue value;
} PatternMade;

static MlirValue make(PatternMaking *making, MlirValue value);

static bool fail(PatternMaking *making, MlirOperation op, const char *what) {
  StrRef name = bridgeOpName(op);
  if (!making->why.length)
    strBufAppendFormat(&making->why, "'%.*s' of the rewrite %s",
                       (int)name.length, name.data, what);
  return false;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool here(const PatternMaking *making, MlirAttribute expr,
                 SymExpr *out) {
  const RelaxMatch *symbols = &making->match->symbols;
  Arena *arena = making->match->arena;
  return symExprSubstitute(arena, symExprOf(arena, expr), symbols->names,
                           symbols->values, symbols->count, out) == SYM_OK;
}

static MlirAttribute numbers(const PatternMaking *making, MlirAttribute with,
                             MlirAttribute example) {
  intptr_t count = mlirArrayAttrGetNumElements(with);
  MlirContext context = mlirAttributeGetContext(with);
  Arena *arena = making->match->arena;
  bool dense = mlirAttributeIsADenseI64Array(example);
  int64_t *values = ARENA_ARRAY(arena, int64_t, count);
  MlirAttribute *exprs = ARENA_ARRAY(arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    SymExpr expr;
    if (!here(making, mlirArrayAttrGetElement(with, i), &expr) ||
        (dense && !symExprIsConst(expr, &values[i])))
      return (MlirAttribute){NULL};
    exprs[i] = symExprToAttribute(context, expr);
  }
  return dense ? mlirDenseI64ArrayGet(context, count, values)
               : mlirArrayAttrGet(context, count, exprs);
}

/// The attribute that `with` asks for; null: it cannot be one.
static MlirAttribute attributeOf(const PatternMaking *making,
                                 MlirAttribute with, MlirAttribute example) {
  SymExpr expr;
  int64_t value;
  if (relaxWithKind(with) == RELAX_WITH_NAME)
    return matchName(making->match, bridgeText(with));
  if (relaxWithKind(with) == RELAX_WITH_EXPRS)
    return numbers(making, with, example);
  if (!here(making, with, &expr))
    return (MlirAttribute){NULL};
  if (symIsExprAttr(example))
    return symExprToAttribute(mlirAttributeGetContext(with), expr);
  return symExprIsConst(expr, &value)
             ? mlirIntegerAttrGet(mlirAttributeGetType(example), value)
             : (MlirAttribute){NULL};
}

/// Those that `with` of the text's operation says, in its copy.
static bool setAttributes(PatternMaking *making, MlirOperation text,
                          MlirOperation op) {
  MlirAttribute with = relaxPatternWithOf(text);
  for (intptr_t i = 0; with.ptr && i < mlirDictionaryAttrGetNumElements(with);
       ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(with, i);
    MlirStringRef name = mlirIdentifierStr(entry.name);
    MlirAttribute value =
        attributeOf(making, entry.attribute,
                    mlirOperationGetInherentAttributeByName(text, name));
    if (!value.ptr)
      return fail(making, text,
                  "needs a number for an attribute, and the extent "
                  "here is none");
    mlirOperationSetInherentAttributeByName(op, name, value);
  }
  mlirOperationRemoveDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(relaxPatternWith));
  mlirOperationRemoveDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(relaxPatternOnce));
  return true;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// A cast keeps the shape, whatever the text says of it.
static void shapeOfOperand(MlirOperation op, MlirType element) {
  RelaxTensorInfo from = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  from.elementType = element;
  mlirValueSetType(mlirOperationGetResult(op, 0),
                   from.ranked ? relaxTensorTypeLike(from, from.rank, from.dims)
                               : relaxUnrankedTensorType(element));
}

/// What the text says of a result, with the operand's element type where it
/// does not say one.
static void takeElement(MlirOperation op) {
  RelaxTensorInfo to, from;
  if (mlirOperationGetNumOperands(op) == 0 ||
      !relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, 0)), &to) ||
      !relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, 0)),
                       &from) ||
      !to.ranked || !relaxElementIsUnknown(to.elementType))
    return;
  to.elementType = from.elementType;
  mlirValueSetType(mlirOperationGetResult(op, 0),
                   relaxTensorTypeLike(to, to.rank, to.dims));
}

static bool setTypes(PatternMaking *making, MlirOperation op, MlirType wish) {
  MlirType types[MAX_INFERRED_RESULTS];
  MlirLogicalResult outcome;
  if (inferResultTypes(op, types, &outcome)) {
    if (mlirLogicalResultIsFailure(outcome))
      return fail(making, op, "does not fit here");
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      mlirValueSetType(mlirOperationGetResult(op, i), types[i]);
    return true;
  }
  if (wish.ptr) {
    mlirValueSetType(mlirOperationGetResult(op, 0), wish);
  } else if (!relaxIsCast(op)) {
    takeElement(op);
  } else {
    RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
    bool unknown = relaxElementIsUnknown(info.elementType);
    shapeOfOperand(op, unknown && making->element.ptr ? making->element
                                                      : info.elementType);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static void insert(PatternMaking *making, MlirOperation op) {
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(making->before),
                                      making->before, op);
  arrput(making->made, op);
}

/// The result of a root gets the type of what it replaces, where no rule says
/// it.
static MlirType wishFor(const PatternMaking *making, MlirValue value) {
  MlirOperation end = mlirBlockGetTerminator(making->body);
  for (intptr_t i = 0; making->results && i < mlirOperationGetNumOperands(end);
       ++i)
    if (mlirValueEqual(mlirOperationGetOperand(end, i), value))
      return making->results[i];
  return (MlirType){NULL};
}

static MlirLocation placeOf(const PatternMaking *making, MlirOperation op) {
  MlirLocation loc = mlirOperationGetLocation(making->before);
  StrRef name = bridgeLocationName(mlirOperationGetLocation(op));
  return name.length ? bridgeNamedLocation(name, loc) : loc;
}

static void findUnbound(StrRef name, void *userData) {
  PatternMaking *making = userData;
  if (!relaxMatchKnows(&making->match->symbols, name) && !making->why.length)
    strBufAppendFormat(&making->why,
                       "symbol '%.*s' is of an alternative that is not here",
                       (int)name.length, name.data);
}

/// Every symbol stands for something here: what is left in the copy would be
/// read as the program's.
static bool knowsSymbols(PatternMaking *making, MlirOperation op) {
  symWalkOperationSymbols(op, findUnbound, making);
  symWalkDefinedSymbols(op, findUnbound, making);
  return making->why.length == 0;
}

/// A copy with the match's extents, each put in once: what `with` says comes
/// behind the rest. Null: a symbol is not bound, or a coefficient left 64 bits.
static MlirOperation copyOf(PatternMaking *making, MlirOperation op) {
  if (!knowsSymbols(making, op))
    return (MlirOperation){NULL};
  MlirOperation copy = mlirOperationClone(op);
  SymMap map = relaxMatchMap(&making->match->symbols);
  mlirOperationSetLocation(copy, placeOf(making, op));
  if (symSubstitute(copy, &map) == SYM_OK && setAttributes(making, op, copy))
    return copy;
  fail(making, op, "has extents that leave 64 bits");
  mlirOperationDestroy(copy);
  return (MlirOperation){NULL};
}

static bool finish(PatternMaking *making, MlirOperation copy, MlirType wish) {
  insert(making, copy);
  if (!setTypes(making, copy, wish))
    return false;
  return mlirOperationVerify(copy) || fail(making, copy, "does not fit here");
}

static MlirValue makeOperation(PatternMaking *making, MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = ARENA_ARRAY(making->match->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i) {
    operands[i] = make(making, mlirOperationGetOperand(op, i));
    if (!operands[i].ptr)
      return (MlirValue){NULL};
  }
  MlirOperation copy = copyOf(making, op);
  for (intptr_t i = 0; copy.ptr && i < count; ++i)
    mlirOperationSetOperand(copy, i, operands[i]);
  if (!copy.ptr || !finish(making, copy, wishFor(making, value)))
    return (MlirValue){NULL};
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r)
    hmput(making->known, mlirOperationGetResult(op, r).ptr,
          mlirOperationGetResult(copy, r));
  return mlirOperationGetResult(copy, mlirOpResultGetResultNumber(value));
}

/// The value of the label, which the rewrite's check has found. False if it is
/// in an alternative that was not taken: nothing was chosen there.
static bool findLabelled(PatternMaking *making, StrRef label, size_t *number) {
  const Match *match = making->match;
  for (*number = 0; !strRefEqual(match->pattern->values[*number].label, label);)
    ++*number;
  if (!match->root.ptr || match->values[*number].ptr)
    return true;
  if (!making->why.length)
    strBufAppendFormat(&making->why,
                       "'%.*s' is in an alternative that is not here",
                       (int)label.length, label.data);
  return false;
}

/// Operations of the chain and their copies, and the values at their start.
typedef struct ChainCopy {
  MlirValue from, to;
} ChainCopy;

static void renameOperands(MlirOperation op, const ChainCopy *copies,
                           size_t count) {
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); ++k)
    for (size_t i = 0; i < count; ++i)
      if (mlirValueEqual(mlirOperationGetOperand(op, k), copies[i].from)) {
        mlirOperationSetOperand(op, k, copies[i].to);
        break;
      }
}

/// The operations of the chain on another value, the first one first.
static MlirValue makeChain(PatternMaking *making, MlirOperation op) {
  const Match *match = making->match;
  size_t number;
  if (!findLabelled(making, relaxMatchChainGetLabel(op), &number))
    return (MlirValue){NULL};
  MlirValue value = make(making, relaxMatchChainGetStart(op));
  size_t length = match->chainLengths[number];
  ChainCopy *copies = ARENA_ARRAY(match->arena, ChainCopy, length + 1);
  copies[0] =
      (ChainCopy){match->values[match->pattern->values[number].from[0]], value};
  for (size_t i = 0; value.ptr && i < length; ++i) {
    MlirOperation step = match->chains[number][length - 1 - i];
    MlirOperation copy = mlirOperationClone(step);
    renameOperands(copy, copies, i + 1);
    value = mlirOperationGetResult(copy, 0);
    copies[i + 1] = (ChainCopy){mlirOperationGetResult(step, 0), value};
    if (relaxIsCast(copy))
      shapeOfOperand(copy, relaxTensorInfoOf(value).elementType);
    if (!finish(making, copy, (MlirType){NULL}))
      value.ptr = NULL;
  }
  return value;
}

static MlirValue make(PatternMaking *making, MlirValue value) {
  const PatternMade *known = mapEntry(making->known, value.ptr);
  if (known)
    return known->value;
  const Match *match = making->match;
  if (mlirValueIsABlockArgument(value)) {
    MlirValue actual = match->values[mlirBlockArgumentGetArgNumber(value)];
    if (!actual.ptr && !making->why.length)
      strBufAppendFormat(&making->why,
                         "argument %ld is of an alternative that is not here",
                         (long)mlirBlockArgumentGetArgNumber(value));
    return actual;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirValue made;
  if (relaxIsMatchAny(op)) {
    size_t number;
    if (!findLabelled(making, relaxMatchAnyGetLabel(op), &number))
      return (MlirValue){NULL};
    made = make(making,
                mlirOperationGetOperand(op, (intptr_t)match->choices[number]));
  } else if (relaxIsMatchChain(op)) {
    made = makeChain(making, op);
  } else {
    return makeOperation(making, value);
  }
  if (made.ptr)
    hmput(making->known, value.ptr, made);
  return made;
}

static MlirLogicalResult ignore(MlirDiagnostic diagnostic, void *userData) {
  return (void)diagnostic, (void)userData, mlirLogicalResultSuccess();
}

bool patternMake(PatternMaking *making, MlirValue *values) {
  MlirContext context = mlirOperationGetContext(making->before);
  MlirOperation end = mlirBlockGetTerminator(making->body);
  // What does not fit is a rewrite that is not done, and no error.
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(context, ignore, NULL, NULL);
  bool good = true;
  for (intptr_t i = 0; good && i < mlirOperationGetNumOperands(end); ++i) {
    values[i] = make(making, mlirOperationGetOperand(end, i));
    good = values[i].ptr != NULL;
  }
  mlirContextDetachDiagnosticHandler(context, handler);
  while (!good && arrlen(making->made) > 0)
    mlirOperationDestroy(arrpop(making->made));
  return good;
}

void patternMakingFree(PatternMaking *making) {
  arrfree(making->made);
  hmfree(making->known);
  strBufFree(&making->why);
}
