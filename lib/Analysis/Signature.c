//===- Signature.c - public signatures only gain facts --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Signature.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

#include <stb/stb_ds.h>

/// Attributes live as long as the context.
typedef struct Signature {
  StrRef name;
  MlirType type;
  MlirAttribute facts; // an array or null
} Signature;

struct Signatures {
  Signature *functions; // stb_ds array
};

//===----------------------------------------------------------------------===//
// Before
//===----------------------------------------------------------------------===//

static StrRef nameOf(MlirOperation function) {
  return bridgeText(mlirOperationGetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("sym_name")));
}

bool functionIsPublic(MlirOperation function) {
  MlirAttribute visibility = relaxFuncGetSymVisibility(function);
  return !visibility.ptr ||
         strRefEqual(bridgeText(visibility), strRefFromC("public"));
}

static void take(Signatures *signatures, MlirOperation op) {
  if (!relaxIsFunc(op) || !functionIsPublic(op))
    return;
  Signature signature = {nameOf(op), relaxFuncGetFunctionType(op),
                         relaxFuncGetFacts(op)};
  arrput(signatures->functions, signature);
}

/// The operations of a module, or those of one region of anything else.
static MlirOperation firstIn(MlirOperation root) {
  MlirOperation none = {NULL};
  if (relaxIsFunc(root) || mlirOperationGetNumRegions(root) != 1)
    return none;
  MlirBlock block = bridgeBody(root);
  return block.ptr ? mlirBlockGetFirstOperation(block) : none;
}

Signatures *signaturesTake(MlirOperation root) {
  Signatures *signatures = calloc(1, sizeof *signatures);
  take(signatures, root);
  for (MlirOperation op = firstIn(root); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    take(signatures, op);
  return signatures;
}

void signaturesFree(Signatures *signatures) {
  arrfree(signatures->functions);
  free(signatures);
}

//===----------------------------------------------------------------------===//
// The new names of the old symbols
//===----------------------------------------------------------------------===//

typedef struct Comparison {
  const Signature *before;
  MlirOperation function; // after
  MlirType type;
  StrRef pass;
  Facts facts;   // after
  StrRef *names; // stb_ds arrays: what each symbol has become
  SymExpr *values;
} Comparison;

static bool isMapped(const Comparison *comparison, StrRef name) {
  for (size_t i = 0, e = arrlenu(comparison->names); i < e; ++i)
    if (strRefEqual(comparison->names[i], name))
      return true;
  return false;
}

/// A symbol has become what stands where it was found first.
static void mapBareDims(Comparison *comparison, MlirType before,
                        MlirType after) {
  const MlirAttribute *old, *fresh;
  intptr_t count = symTypeDims(before, &old);
  if (symTypeDims(after, &fresh) != count)
    return;
  for (intptr_t d = 0; d < count; ++d) {
    StrRef name;
    if (!symAttributeIsSymbol(old[d], &name) || isMapped(comparison, name))
      continue;
    arrput(comparison->names, name);
    arrput(comparison->values, symExprOf(comparison->facts.arena, fresh[d]));
  }
}

static SymMap mapOf(const Comparison *comparison) {
  return (SymMap){comparison->facts.arena, comparison->names,
                  comparison->values, arrlenu(comparison->names), SYM_OK};
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isDimRefined(const Comparison *comparison, MlirAttribute before,
                         MlirAttribute after) {
  if (symAttributeIsUnknown(before))
    return true;
  SymMap map = mapOf(comparison);
  MlirAttribute renamed = symSubstituteAttribute(&map, before);
  Arena *arena = comparison->facts.arena;
  return map.status == SYM_OK &&
         factsEqual(&comparison->facts, symExprOf(arena, renamed),
                    symExprOf(arena, after));
}

static bool areDimsRefined(const Comparison *comparison, MlirType before,
                           MlirType after) {
  const MlirAttribute *old, *fresh;
  intptr_t count = symTypeDims(before, &old);
  bool good = symTypeDims(after, &fresh) == count;
  for (intptr_t d = 0; good && d < count; ++d)
    good = isDimRefined(comparison, old[d], fresh[d]);
  return good;
}

static bool isRefined(const Comparison *comparison, MlirType before,
                      MlirType after) {
  const MlirAttribute *dims;
  if (mlirTypeEqual(before, after) && symTypeDims(before, &dims) == 0 &&
      !relaxContainedType(before).ptr)
    return true;
  if (relaxIsTensorType(before) && relaxIsTensorType(after))
    return mlirTypeEqual(relaxTensorTypeGetElementType(before),
                         relaxTensorTypeGetElementType(after)) &&
           (!relaxTensorTypeGetRanked(before) ||
            (relaxTensorTypeGetRanked(after) &&
             areDimsRefined(comparison, before, after)));
  if (relaxIsShapeType(before) && relaxIsShapeType(after))
    return !relaxShapeTypeGetRanked(before) ||
           (relaxShapeTypeGetRanked(after) &&
            areDimsRefined(comparison, before, after));
  if (relaxIsLengthsType(before) && relaxIsLengthsType(after))
    return areDimsRefined(comparison, before, after);
  MlirType held = relaxContainedType(before), now = relaxContainedType(after);
  if (held.ptr && now.ptr)
    return relaxIsSequenceType(before) == relaxIsSequenceType(after) &&
           isRefined(comparison, held, now);
  if (!mlirTypeIsATuple(before) || !mlirTypeIsATuple(after))
    return false;
  intptr_t count = mlirTupleTypeGetNumTypes(before);
  bool good = mlirTupleTypeGetNumTypes(after) == count;
  for (intptr_t i = 0; good && i < count; ++i)
    good = isRefined(comparison, mlirTupleTypeGetType(before, i),
                     mlirTupleTypeGetType(after, i));
  return good;
}

/// Inputs are seen before results: they define most symbols.
static bool isSignatureRefined(Comparison *comparison) {
  MlirType before = comparison->before->type, after = comparison->type;
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(before);
  intptr_t numResults = mlirFunctionTypeGetNumResults(before);
  if (mlirFunctionTypeGetNumInputs(after) != numInputs ||
      mlirFunctionTypeGetNumResults(after) != numResults)
    return false;
  for (intptr_t i = 0; i < numInputs; ++i)
    mapBareDims(comparison, mlirFunctionTypeGetInput(before, i),
                mlirFunctionTypeGetInput(after, i));
  for (intptr_t i = 0; i < numResults; ++i)
    mapBareDims(comparison, mlirFunctionTypeGetResult(before, i),
                mlirFunctionTypeGetResult(after, i));
  bool good = true;
  for (intptr_t i = 0; good && i < numInputs; ++i)
    good = isRefined(comparison, mlirFunctionTypeGetInput(before, i),
                     mlirFunctionTypeGetInput(after, i));
  for (intptr_t i = 0; good && i < numResults; ++i)
    good = isRefined(comparison, mlirFunctionTypeGetResult(before, i),
                     mlirFunctionTypeGetResult(after, i));
  return good;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// What is said of entries of a table is no fact about an extent, so nothing
/// proves it but itself.
static bool stands(const Comparison *comparison, SymFact fact) {
  for (size_t i = 0; i < comparison->facts.count; ++i)
    if (symFactIdentical(comparison->facts.items[i], fact))
      return true;
  return false;
}

/// Hints prove nothing and nothing proves them: they stay as they are, unless
/// their symbol has got another value.
static bool hasHint(const Comparison *comparison, SymFact hint) {
  StrRef name;
  return !symExprIsSymbol(hint.lhs, &name) || stands(comparison, hint);
}

static bool isImplied(const Comparison *comparison, MlirAttribute fact) {
  SymMap map = mapOf(comparison);
  SymFact renamed = symFactOf(map.arena, symSubstituteAttribute(&map, fact));
  if (map.status != SYM_OK)
    return false;
  return renamed.likely ? hasHint(comparison, renamed)
                        : stands(comparison, renamed) ||
                              factsProve(&comparison->facts, renamed);
}

static MlirLogicalResult checkFacts(const Comparison *comparison) {
  MlirAttribute facts = comparison->before->facts;
  for (intptr_t i = 0, e = bridgeLength(facts); i < e; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    if (isImplied(comparison, fact))
      continue;
    StrBuf text = {0};
    MlirContext context = mlirAttributeGetContext(fact);
    symPrintFacts(mlirArrayAttrGet(context, 1, &fact), &text);
    StrRef name = comparison->before->name, pass = comparison->pass;
    bridgeEmitError(mlirOperationGetLocation(comparison->function),
                    "pass '%.*s' loses a fact of public function '@%.*s': "
                    "'%s' does not follow from the facts after it",
                    (int)pass.length, pass.data, (int)name.length, name.data,
                    strBufText(&text));
    strBufFree(&text);
    return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// After
//===----------------------------------------------------------------------===//

static MlirLogicalResult widened(const Comparison *comparison) {
  StrBuf before = {0}, after = {0};
  bridgePrintType(comparison->before->type, &before);
  bridgePrintType(comparison->type, &after);
  StrRef name = comparison->before->name, pass = comparison->pass;
  bridgeEmitError(mlirOperationGetLocation(comparison->function),
                  "pass '%.*s' changes the signature of public function "
                  "'@%.*s': expected one equal to or more precise than '%s', "
                  "got '%s'",
                  (int)pass.length, pass.data, (int)name.length, name.data,
                  strBufText(&before), strBufText(&after));
  strBufFree(&before);
  strBufFree(&after);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult checkFunction(const Signature *before,
                                       MlirOperation function, StrRef pass) {
  Comparison comparison = {
      .before = before, .function = function, .pass = pass};
  bool isGraph = relaxIsFunc(function);
  comparison.type = isGraph ? relaxFuncGetFunctionType(function)
                            : vmFuncGetFunctionType(function);
  comparison.facts.arena = arenaCreate();
  if (isGraph)
    factsAddOf(&comparison.facts, function);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  if (!isSignatureRefined(&comparison))
    outcome = widened(&comparison);
  else if (isGraph)
    outcome = checkFacts(&comparison);
  arrfree(comparison.names);
  arrfree(comparison.values);
  arenaDestroy(comparison.facts.arena);
  return outcome;
}

static bool isNamed(MlirOperation op, StrRef name) {
  return (relaxIsFunc(op) || vmIsFunc(op)) && strRefEqual(nameOf(op), name);
}

static MlirOperation findFunction(MlirOperation root, StrRef name) {
  if (isNamed(root, name))
    return root;
  MlirOperation op = firstIn(root);
  while (op.ptr && !isNamed(op, name))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

MlirLogicalResult signaturesCheck(const Signatures *signatures,
                                  MlirOperation root, StrRef pass) {
  for (size_t i = 0, e = arrlenu(signatures->functions); i < e; ++i) {
    const Signature *before = &signatures->functions[i];
    MlirOperation function = findFunction(root, before->name);
    if (!function.ptr)
      return bridgeEmitError(mlirOperationGetLocation(root),
                             "pass '%.*s' removes public function '@%.*s'",
                             (int)pass.length, pass.data,
                             (int)before->name.length, before->name.data);
    if (mlirLogicalResultIsFailure(checkFunction(before, function, pass)))
      return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}
