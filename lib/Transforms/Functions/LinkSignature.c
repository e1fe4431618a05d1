//===- LinkSignature.c - a declaration and its definition -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Functions/Link.h"

typedef struct Pair {
  Arena *arena;
  MlirOperation declaration, definition;
  MlirType declared, defined; // function types
  RelaxMatch match;           // what the definition's symbols stand for
} Pair;

static MlirType partOf(MlirType type, bool results, intptr_t index) {
  return results ? mlirFunctionTypeGetResult(type, index)
                 : mlirFunctionTypeGetInput(type, index);
}

static StrRef nameOf(const Pair *pair) {
  return relaxFuncGetSymName(pair->declaration);
}

/// "the declaration of '@f' WHAT", with a note at the definition.
static MlirLogicalResult differ(const Pair *pair, const char *what) {
  StrBuf text = {0};
  StrRef name = nameOf(pair);
  strBufAppendFormat(&text, "the declaration of '@%.*s' %s", (int)name.length,
                     name.data, what);
  bridgeEmitErrorWithNote(
      mlirOperationGetLocation(pair->declaration), strBufText(&text),
      mlirOperationGetLocation(pair->definition), "defined here");
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult wrongPart(const Pair *pair, bool results,
                                   intptr_t index, MlirType want) {
  StrBuf what = {0};
  strBufAppendFormat(
      &what, "and its definition differ in %s %ld: declared %s, defined %s",
      results ? "result" : "argument", (long)index,
      relaxTypeText(pair->arena, partOf(pair->declared, results, index)),
      relaxTypeText(pair->arena,
                    want.ptr ? want : partOf(pair->defined, results, index)));
  MlirLogicalResult outcome = differ(pair, strBufText(&what));
  strBufFree(&what);
  return outcome;
}

static MlirLogicalResult checkCounts(const Pair *pair) {
  StrBuf what = {0};
  intptr_t have[] = {mlirFunctionTypeGetNumInputs(pair->declared),
                     mlirFunctionTypeGetNumResults(pair->declared)};
  intptr_t want[] = {mlirFunctionTypeGetNumInputs(pair->defined),
                     mlirFunctionTypeGetNumResults(pair->defined)};
  if (have[0] == want[0] && have[1] == want[1])
    return mlirLogicalResultSuccess();
  strBufAppendFormat(&what,
                     "has %ld arguments and %ld results, its definition %ld "
                     "and %ld",
                     (long)have[0], (long)have[1], (long)want[0],
                     (long)want[1]);
  MlirLogicalResult outcome = differ(pair, strBufText(&what));
  strBufFree(&what);
  return outcome;
}

/// Arguments say what symbols stand for; the definition asks for no more than
/// is declared.
static MlirLogicalResult checkArguments(Pair *pair) {
  const MlirAttribute all = {NULL};
  intptr_t count = mlirFunctionTypeGetNumInputs(pair->defined);
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchType(&pair->match, partOf(pair->defined, false, i),
                   partOf(pair->declared, false, i), all);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType want =
        relaxMatchSubstitute(&pair->match, partOf(pair->defined, false, i));
    if (!want.ptr || !relaxTypeForgets(partOf(pair->declared, false, i), want))
      return wrongPart(pair, false, i, want);
  }
  return mlirLogicalResultSuccess();
}

/// The definition gives no less than is declared.
static MlirLogicalResult checkResults(Pair *pair) {
  intptr_t count = mlirFunctionTypeGetNumResults(pair->defined);
  MlirAttribute own = relaxFuncGetBinds(pair->definition);
  for (intptr_t i = 0; own.ptr && i < count; ++i)
    relaxMatchBind(&pair->match, partOf(pair->defined, true, i),
                   partOf(pair->declared, true, i), own,
                   relaxFuncGetBinds(pair->declaration));
  for (intptr_t i = 0; i < count; ++i) {
    MlirType want =
        relaxMatchSubstitute(&pair->match, partOf(pair->defined, true, i));
    if (!want.ptr || !relaxTypeForgets(want, partOf(pair->declared, true, i)))
      return wrongPart(pair, true, i, want);
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static size_t factsOf(const Pair *pair, MlirAttribute array, bool substitutes,
                      SymFact **facts) {
  intptr_t count = bridgeLength(array);
  size_t kept = 0;
  *facts = ARENA_ARRAY(pair->arena, SymFact, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(array, i);
    SymMap map = relaxMatchMap(&pair->match);
    if (substitutes)
      fact = symSubstituteAttribute(&map, fact);
    SymFact read = symFactOf(pair->arena, fact);
    if (map.status == SYM_OK && !read.likely && !symExprIsUnknown(read.lhs) &&
        !symExprIsUnknown(read.rhs))
      (*facts)[kept++] = read;
  }
  return kept;
}

typedef struct Names {
  MlirAttribute binds;
  bool found;
} Names;

static void findName(StrRef name, void *userData) {
  Names *names = userData;
  names->found |= relaxNamesHave(names->binds, name);
}

static bool isOfResults(MlirContext context, SymFact fact,
                        MlirAttribute binds) {
  Names names = {binds, false};
  symWalkAttributeSymbols(symFactToAttribute(context, fact), findName, &names);
  return names.found;
}

/// Those of `wanted` that are about results, or those that are not, follow from
/// `known`.
static MlirLogicalResult checkFacts(const Pair *pair, const SymFact *known,
                                    size_t numKnown, const SymFact *wanted,
                                    size_t numWanted, bool results) {
  MlirContext context = mlirOperationGetContext(pair->definition);
  MlirAttribute binds = relaxFuncGetBinds(pair->declaration);
  for (size_t i = 0; i < numWanted; ++i) {
    if (isOfResults(context, wanted[i], binds) != results ||
        symProve(pair->arena, known, numKnown, wanted[i], NULL) == SYM_YES)
      continue;
    StrBuf what = {0};
    strBufAppendC(&what, results ? "says '" : "does not say '");
    symFactsPrint(&wanted[i], 1, &what);
    strBufAppendC(&what, results ? "', which its definition does not"
                                 : "', which its definition requires");
    MlirLogicalResult outcome = differ(pair, strBufText(&what));
    strBufFree(&what);
    return outcome;
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult linkCheckSignature(MlirOperation declaration,
                                     MlirOperation definition, Arena *arena) {
  Pair pair = {.arena = arena,
               .declaration = declaration,
               .definition = definition,
               .declared = relaxFuncGetFunctionType(declaration),
               .defined = relaxFuncGetFunctionType(definition),
               .match = {.arena = arena}};
  if (mlirLogicalResultIsFailure(checkCounts(&pair)) ||
      mlirLogicalResultIsFailure(checkArguments(&pair)) ||
      mlirLogicalResultIsFailure(checkResults(&pair)))
    return mlirLogicalResultFailure();
  SymFact *declared, *defined;
  size_t numDeclared =
      factsOf(&pair, relaxFuncGetFacts(declaration), false, &declared);
  size_t numDefined =
      factsOf(&pair, relaxFuncGetFacts(definition), true, &defined);
  if (mlirLogicalResultIsFailure(
          checkFacts(&pair, declared, numDeclared, defined, numDefined, false)))
    return mlirLogicalResultFailure();
  size_t numKnown = 0;
  SymFact *known = ARENA_ARRAY(arena, SymFact, numDeclared + numDefined);
  for (size_t i = 0; i < numDeclared; ++i)
    if (!isOfResults(mlirOperationGetContext(definition), declared[i],
                     relaxFuncGetBinds(declaration)))
      known[numKnown++] = declared[i];
  for (size_t i = 0; i < numDefined; ++i)
    known[numKnown++] = defined[i];
  return checkFacts(&pair, known, numKnown, declared, numDeclared, true);
}
