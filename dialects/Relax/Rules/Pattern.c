//===- Pattern.c - rules of patterns and rewrites -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Pattern.h"
#include "dialects/Relax/Pattern.gen.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Scope.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/NearNames.h"

const char relaxPatternOnce[] = "once";
const char relaxPatternWith[] = "with";

RelaxWithKind relaxWithKind(MlirAttribute value) {
  if (mlirAttributeIsAString(value))
    return RELAX_WITH_NAME;
  if (symIsExprAttr(value))
    return RELAX_WITH_EXPR;
  bool exprs = mlirAttributeIsAArray(value);
  for (intptr_t i = 0; exprs && i < mlirArrayAttrGetNumElements(value); ++i)
    exprs = symIsExprAttr(mlirArrayAttrGetElement(value, i));
  return exprs ? RELAX_WITH_EXPRS : RELAX_WITH_BAD;
}

MlirAttribute relaxPatternWithOf(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(relaxPatternWith));
}

bool relaxPatternHasFlag(MlirOperation op, const char *flag) {
  return mlirOperationGetDiscardableAttributeByName(
             op, mlirStringRefCreateFromCString(flag))
             .ptr != NULL;
}

/// Of an operation that has none by its definition MLIR calls all its own, so
/// that both have to be asked.
bool relaxHasOwnAttribute(MlirOperation op, MlirStringRef name) {
  return !mlirOperationGetDiscardableAttributeByName(op, name).ptr &&
         mlirOperationGetInherentAttributeByName(op, name).ptr;
}

bool relaxIsPatternPart(MlirOperation op) {
  return relaxIsMatchAny(op) || relaxIsMatchChain(op) ||
         relaxIsMatchCheck(op) || relaxIsPatternReturn(op);
}

static bool isFlagOrNone(MlirAttribute attribute) {
  return !attribute.ptr || mlirAttributeIsAUnit(attribute);
}

/// `{once, with = {...}}` of an operation.
static MlirLogicalResult verifyNotes(MlirOperation op) {
  MlirAttribute with = relaxPatternWithOf(op);
  if (!isFlagOrNone(mlirOperationGetDiscardableAttributeByName(
          op, mlirStringRefCreateFromCString(relaxPatternOnce))))
    return bridgeEmitOpError(op, "'once': expected no value");
  if (!with.ptr)
    return mlirLogicalResultSuccess();
  if (!mlirAttributeIsADictionary(with))
    return bridgeEmitOpError(op, "'with': expected a dictionary");
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(with); ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(with, i);
    MlirStringRef name = mlirIdentifierStr(entry.name);
    if (!relaxHasOwnAttribute(op, name))
      return bridgeEmitOpError(op,
                               "'with': the operation has no attribute "
                               "'%.*s'",
                               SPREAD(name));
    if (relaxWithKind(entry.attribute) == RELAX_WITH_BAD)
      return bridgeEmitOpError(
          op,
          "'with': '%.*s': expected a name (a string), an expression "
          "(#sym.expr<a>) or a list of expressions",
          SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

/// Values in, values out and nothing else, in one block.
static MlirLogicalResult verifyBody(MlirOperation function) {
  static const char *const foreign[] = {"binds", "target", "schedule"};
  for (size_t i = 0; i < sizeof(foreign) / sizeof(*foreign); ++i)
    if (mlirOperationGetAttributeByName(
            function, mlirStringRefCreateFromCString(foreign[i]))
            .ptr)
      return bridgeEmitOpError(function, "has no '%s'", foreign[i]);
  MlirBlock body = bridgeBody(function);
  if (!body.ptr)
    return bridgeEmitOpError(function, "has no body");
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    StrRef name = bridgeOpName(op);
    if (mlirLogicalResultIsFailure(verifyNotes(op)))
      return mlirLogicalResultFailure();
    if (relaxIsPatternPart(op))
      continue;
    if (!strRefStartsWith(name, "relax.") || mlirOperationGetNumRegions(op) ||
        !bridgeIsPure(op))
      return bridgeEmitOpError(op, "cannot stand in a pattern: expected a "
                                   "pure operation of 'relax' without regions");
  }
  MlirOperation last = mlirBlockGetTerminator(body);
  if (!relaxIsPatternReturn(last))
    return bridgeEmitOpError(function,
                             "expected 'relax.pattern_return' at the end");
  return symVerifyFunctionScope(function);
}

MlirLogicalResult relaxPatternVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(verifyBody(op)))
    return mlirLogicalResultFailure();
  MlirOperation end = mlirBlockGetTerminator(bridgeBody(op));
  if (mlirOperationGetNumOperands(end) == 0)
    return bridgeEmitOpError(op, "expected at least one result");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    if (!mlirValueIsAOpResult(mlirOperationGetOperand(end, i)))
      return bridgeEmitOpError(op,
                               "result %ld is an argument: every value "
                               "would match",
                               (long)i);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxRewriteVerify(MlirOperation op) {
  return verifyBody(op);
}

//===----------------------------------------------------------------------===//
// A rewrite and its pattern
//===----------------------------------------------------------------------===//

static MlirLogicalResult noPattern(MlirOperation op, StrRef name) {
  enum { MOST_NAMES = 256 };
  StrRef names[MOST_NAMES];
  size_t count = 0, found[1];
  MlirOperation module = mlirOperationGetParentOperation(op);
  for (MlirOperation next = mlirBlockGetFirstOperation(bridgeBody(module));
       next.ptr && count < MOST_NAMES; next = mlirOperationGetNextInBlock(next))
    if (relaxIsPattern(next))
      names[count++] = relaxPatternGetSymName(next);
  bool near = nearNames(name, names, count, found, 1) > 0;
  StrRef hint = near ? names[found[0]] : (StrRef){"", 0};
  return bridgeEmitOpError(
      op, "'@%.*s' is no relax.pattern of the module%s%.*s%s", SPREAD(name),
      near ? "; did you mean '@" : "", SPREAD(hint), near ? "'?" : "");
}

static MlirLogicalResult typesDiffer(MlirOperation op, const char *what,
                                     intptr_t index, MlirType want,
                                     MlirType got) {
  StrBuf text = {0}, other = {0};
  bridgePrintType(want, &text);
  bridgePrintType(got, &other);
  bridgeEmitOpError(op, "%s %ld: expected %s as in the pattern, got %s", what,
                    (long)index, strBufText(&text), strBufText(&other));
  strBufFree(&text);
  strBufFree(&other);
  return mlirLogicalResultFailure();
}

/// A pattern's symbols are the rewrite's: by name.
static MlirLogicalResult verifySymbols(MlirOperation op,
                                       MlirOperation pattern) {
  MlirAttribute own = relaxRewriteGetSymbols(op);
  MlirAttribute known = relaxPatternGetSymbols(pattern);
  for (intptr_t i = 0; own.ptr && i < mlirArrayAttrGetNumElements(own); ++i) {
    StrRef name = bridgeText(mlirArrayAttrGetElement(own, i));
    if (!known.ptr || !symNamesHave(known, name))
      return bridgeEmitOpError(op,
                               "symbol '%.*s' is in no 'symbols (...)' of "
                               "the pattern",
                               SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxRewriteVerifySymbols(MlirOperation op,
                                            BridgeSymbolTables tables) {
  MlirAttribute reference = relaxRewriteGetPattern(op);
  MlirOperation pattern = bridgeLookupSymbol(tables, op, reference);
  if (!relaxIsPattern(pattern))
    return noPattern(op, bridgeRefName(reference));
  MlirType formal = relaxPatternGetFunctionType(pattern);
  MlirType own = relaxRewriteGetFunctionType(op);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(formal);
  intptr_t results = mlirFunctionTypeGetNumResults(formal);
  if (mlirFunctionTypeGetNumInputs(own) != inputs ||
      mlirFunctionTypeGetNumResults(own) != results)
    return bridgeEmitOpError(op,
                             "expected %ld arguments and %ld results as the "
                             "pattern has, got %ld and %ld",
                             (long)inputs, (long)results,
                             (long)mlirFunctionTypeGetNumInputs(own),
                             (long)mlirFunctionTypeGetNumResults(own));
  for (intptr_t i = 0; i < inputs + results; ++i) {
    bool isInput = i < inputs;
    MlirType want = isInput ? mlirFunctionTypeGetInput(formal, i)
                            : mlirFunctionTypeGetResult(formal, i - inputs);
    MlirType got = isInput ? mlirFunctionTypeGetInput(own, i)
                           : mlirFunctionTypeGetResult(own, i - inputs);
    if (!mlirTypeEqual(want, got))
      return typesDiffer(op, isInput ? "argument" : "result",
                         isInput ? i : i - inputs, want, got);
  }
  return verifySymbols(op, pattern);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxPatternReturnVerify(MlirOperation op) {
  MlirOperation function = mlirOperationGetParentOperation(op);
  MlirType type = relaxIsPattern(function)
                      ? relaxPatternGetFunctionType(function)
                      : relaxRewriteGetFunctionType(function);
  intptr_t count = mlirOperationGetNumOperands(op);
  intptr_t declared = mlirFunctionTypeGetNumResults(type);
  if (count != declared)
    return bridgeEmitOpError(op, "returns %ld values, expected %ld",
                             (long)count, (long)declared);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType want = mlirFunctionTypeGetResult(type, i);
    MlirType got = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (relaxIsPattern(function) && !mlirTypeEqual(want, got))
      return typesDiffer(op, "value", i, want, got);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxMatchAnyVerify(MlirOperation op) {
  if (mlirOperationGetNumOperands(op) < 2)
    return bridgeEmitOpError(op, "expected at least 2 alternatives, got %ld",
                             (long)mlirOperationGetNumOperands(op));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxMatchChainVerify(MlirOperation op) {
  enum { MOST = 64 };
  int64_t most = relaxMatchChainGetMost(op);
  if (most < 1 || most > MOST)
    return bridgeEmitOpError(op, "most: expected 1 to %d, got %ld", MOST,
                             (long)most);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxMatchCheckVerify(MlirOperation op) {
  (void)op;
  return mlirLogicalResultSuccess();
}
