//===- Sides.c - a rewrite and its pattern as two functions ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Sides.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Patterns/Build.h"

enum { MOST_CHOICES = 64 };

size_t sidesCountChoices(const Pattern *pattern) {
  size_t count = 1;
  for (size_t i = 0; i < pattern->numValues; ++i)
    if (pattern->values[i].kind == PATTERN_ANY)
      count *= pattern->values[i].numFrom;
  return count < MOST_CHOICES ? count : MOST_CHOICES;
}

/// A type with numbers for all that it leaves open.
static MlirType concrete(const Match *match, const SideChoice *choice,
                         MlirType type, bool oneNumber) {
  static const int64_t extents[] = {2, 3, 5, 4};
  RelaxTensorInfo info;
  MlirType here = relaxMatchSubstitute(&match->symbols, type);
  if (!here.ptr || !relaxTensorInfo(here, &info))
    return here;
  MlirContext context = mlirTypeGetContext(type);
  MlirType element = relaxElementIsUnknown(info.elementType) ? choice->element
                                                             : info.elementType;
  intptr_t rank = info.ranked ? info.rank : oneNumber ? 0 : choice->rank;
  MlirAttribute *dims = ARENA_ARRAY(match->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i) {
    bool known = info.ranked && !symAttributeIsUnknown(info.dims[i]);
    dims[i] = known
                  ? info.dims[i]
                  : symConstAttribute(context, oneNumber ? 1 : extents[i % 4]);
  }
  return relaxTensorTypeOf(element, rank, dims);
}

static bool hasCheck(const Pattern *pattern, const char *name, size_t value) {
  for (size_t i = 0; i < pattern->numChecks; ++i)
    for (size_t k = 0; k < pattern->checks[i].numValues; ++k)
      if (pattern->checks[i].values[k] == value &&
          strRefEqual(strRefFromC(pattern->checks[i].rule->name),
                      strRefFromC(name)))
        return true;
  return false;
}

/// The example attributes of the text get their names.
static void nameAttributes(Match *match) {
  const Pattern *pattern = match->pattern;
  for (size_t i = 0; i < pattern->numOps; ++i)
    for (size_t k = 0; k < pattern->ops[i].numAttributes; ++k) {
      const PatternAttribute *attribute = &pattern->ops[i].attributes[k];
      if (attribute->with.ptr && mlirAttributeIsAString(attribute->with)) {
        StrRef name = bridgeText(attribute->with);
        if (!matchName(match, name).ptr)
          match->names[match->numNames++] =
              (PatternName){name, attribute->value};
      }
    }
}

static size_t countAttributes(const Pattern *pattern) {
  size_t count = 0;
  for (size_t i = 0; i < pattern->numOps; ++i)
    count += pattern->ops[i].numAttributes;
  return count;
}

static Match matchOf(Arena *arena, const Pattern *pattern,
                     const SideChoice *choice) {
  Match match = {
      .pattern = pattern,
      .arena = arena,
      .values = ARENA_ARRAY(arena, MlirValue, pattern->numValues),
      .choices = ARENA_ARRAY(arena, size_t, pattern->numValues),
      .chains = ARENA_ARRAY(arena, MlirOperation *, pattern->numValues),
      .chainLengths = ARENA_ARRAY(arena, size_t, pattern->numValues),
      .names = ARENA_ARRAY(arena, PatternName, countAttributes(pattern)),
      .symbols = {.arena = arena}};
  size_t rest = choice->choice;
  for (size_t i = 0; i < pattern->numValues; ++i)
    if (pattern->values[i].kind == PATTERN_ANY) {
      match.choices[i] = rest % pattern->values[i].numFrom;
      rest /= pattern->values[i].numFrom;
    }
  for (size_t i = 0; i < choice->numSymbols; ++i)
    relaxMatchAddExpr(&match.symbols, choice->names[i],
                      symExprConst(arena, choice->values[i]));
  nameAttributes(&match);
  return match;
}

/// A function of the pattern's arguments, whose body is made of `body`.
static bool makeSide(Match *match, const char *name, MlirOperation of,
                     const MlirType *types, MlirModule module,
                     const MlirType *wishes, MlirType element,
                     MlirType *results) {
  const Pattern *pattern = match->pattern;
  intptr_t count = (intptr_t)pattern->numArguments;
  MlirLocation loc = mlirOperationGetLocation(of);
  MlirLocation *places = ARENA_ARRAY(match->arena, MlirLocation, count);
  for (intptr_t i = 0; i < count; ++i)
    places[i] = loc;
  MlirBlock body = mlirBlockCreate(count, types, places);
  RelaxFuncArgs args = {.sym_name = strRefFromC(name),
                        .function_type =
                            mlirFunctionTypeGet(mlirOperationGetContext(of),
                                                count, types, 0, NULL)};
  MlirOperation function = relaxFuncCreate(loc, &args);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(function, 0), body);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), function);
  MlirOperation end = relaxReturnCreate(loc, &(RelaxReturnArgs){0, NULL});
  mlirBlockAppendOwnedOperation(body, end);
  for (intptr_t i = 0; i < count; ++i)
    match->values[i] = mlirBlockGetArgument(body, i);
  intptr_t numRoots = (intptr_t)pattern->numRoots;
  MlirValue *values = ARENA_ARRAY(match->arena, MlirValue, numRoots);
  PatternMaking making = {.match = match,
                          .body = bridgeBody(of),
                          .before = end,
                          .results = wishes,
                          .element = element};
  bool good = patternMake(&making, values);
  patternMakingFree(&making);
  if (!good)
    return false;
  for (intptr_t i = 0; i < numRoots; ++i)
    results[i] = mlirValueGetType(values[i]);
  mlirOperationDestroy(end);
  mlirBlockAppendOwnedOperation(
      body, relaxReturnCreate(loc, &(RelaxReturnArgs){numRoots, values}));
  relaxFuncSetFunctionType(
      function, mlirFunctionTypeGet(mlirOperationGetContext(of), count, types,
                                    numRoots, results));
  return true;
}

MlirModule sidesMake(Arena *arena, const Rewrite *rewrite,
                     const SideChoice *choice) {
  const Pattern *pattern = rewrite->pattern;
  Match match = matchOf(arena, pattern, choice);
  MlirType *types = ARENA_ARRAY(arena, MlirType, pattern->numArguments);
  MlirType *before = ARENA_ARRAY(arena, MlirType, pattern->numRoots);
  MlirType *after = ARENA_ARRAY(arena, MlirType, pattern->numRoots);
  MlirType *wishes = ARENA_ARRAY(arena, MlirType, pattern->numRoots);
  MlirType wide = mlirF64TypeGet(mlirOperationGetContext(rewrite->op));
  bool good = true;
  for (size_t i = 0; i < pattern->numArguments; ++i) {
    types[i] = concrete(&match, choice, pattern->values[i].type,
                        hasCheck(pattern, "one_number", i));
    good &= types[i].ptr != NULL;
  }
  for (size_t i = 0; i < pattern->numRoots; ++i) {
    RelaxTensorInfo info;
    MlirType type = pattern->values[pattern->roots[i]].type;
    if (relaxTensorInfo(type, &info) && info.ranked)
      wishes[i] = concrete(&match, choice, type, false);
  }
  MlirModule module =
      mlirModuleCreateEmpty(mlirOperationGetLocation(rewrite->op));
  good = good &&
         makeSide(&match, "before", pattern->op, types, module, wishes, wide,
                  before) &&
         makeSide(&match, "after", rewrite->op, types, module, before, wide,
                  after);
  for (size_t i = 0; good && i < pattern->numRoots; ++i)
    good = mlirTypeEqual(before[i], after[i]);
  if (!good || !mlirOperationVerify(mlirModuleGetOperation(module))) {
    mlirModuleDestroy(module);
    module.ptr = NULL;
  }
  return module;
}
