//===- LatticeJoin.c - least common types, erasure, calls -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Lattice.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

static MlirType builtinScalar(MlirType type) {
  return relaxIsScalarType(type) ? relaxScalarTypeGetElementType(type) : type;
}

static bool isScalar(MlirType type) {
  return relaxIsScalarType(type) || mlirTypeIsAInteger(type) ||
         mlirTypeIsAFloat(type) || mlirTypeIsAIndex(type);
}

/// Dimensions that are equal stay, the others become `?`. False: other ranks.
static bool joinDims(const RelaxLattice *lattice, MlirType a, MlirType b,
                     MlirAttribute **dims, intptr_t *rank) {
  const MlirAttribute *x, *y;
  *rank = symTypeDims(a, &x);
  if (*rank != symTypeDims(b, &y))
    return false;
  MlirContext context = mlirTypeGetContext(a);
  *dims = ARENA_ARRAY(lattice->arena, MlirAttribute, *rank);
  for (intptr_t i = 0; i < *rank; ++i) {
    // As shapes of rank 1: equal if each passes for the other.
    MlirType one = relaxShapeTypeGet(context, true, 1, &x[i]);
    MlirType other = relaxShapeTypeGet(context, true, 1, &y[i]);
    (*dims)[i] =
        !symAttributeIsUnknown(x[i]) && relaxIsSubtype(lattice, one, other)
            ? x[i]
            : symUnknownAttribute(context);
  }
  return true;
}

static MlirType joinTensors(const RelaxLattice *lattice, MlirType a,
                            MlirType b) {
  RelaxTensorInfo x, y;
  MlirAttribute *dims;
  intptr_t rank;
  relaxTensorInfo(a, &x);
  relaxTensorInfo(b, &y);
  MlirType element = mlirTypeEqual(x.elementType, y.elementType)
                         ? x.elementType
                         : mlirNoneTypeGet(mlirTypeGetContext(a));
  bool known = x.ranked && y.ranked && joinDims(lattice, a, b, &dims, &rank);
  return relaxTensorTypeOn(known ? relaxTensorTypeOf(element, rank, dims)
                                 : relaxUnrankedTensorType(element),
                           mlirAttributeEqual(x.device, y.device)
                               ? x.device
                               : (MlirAttribute){NULL});
}

static MlirType joinShapes(const RelaxLattice *lattice, MlirType a,
                           MlirType b) {
  MlirContext context = mlirTypeGetContext(a);
  MlirAttribute *dims;
  intptr_t rank;
  if (!relaxShapeTypeGetRanked(a) || !relaxShapeTypeGetRanked(b) ||
      !joinDims(lattice, a, b, &dims, &rank))
    return relaxShapeTypeGet(context, false, 0, NULL);
  return relaxShapeTypeGet(context, true, rank, dims);
}

static MlirType joinTuples(const RelaxLattice *lattice, MlirType a,
                           MlirType b) {
  MlirContext context = mlirTypeGetContext(a);
  intptr_t count = mlirTupleTypeGetNumTypes(a);
  if (count != mlirTupleTypeGetNumTypes(b))
    return relaxObjectTypeGet(context);
  MlirType *parts = ARENA_ARRAY(lattice->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    parts[i] = relaxLeastCommonType(lattice, mlirTupleTypeGetType(a, i),
                                    mlirTupleTypeGetType(b, i));
  return mlirTupleTypeGet(context, count, parts);
}

/// Optionals of a tensor and of a sequence have nothing in common.
static MlirType joinContainers(const RelaxLattice *lattice, MlirType a,
                               MlirType b) {
  MlirType x = relaxContainedType(a), y = relaxContainedType(b);
  if (relaxIsTensorType(x) != relaxIsTensorType(y))
    return relaxObjectTypeGet(mlirTypeGetContext(a));
  return relaxContainerOf(a, relaxLeastCommonType(lattice, x, y));
}

MlirType relaxLeastCommonType(const RelaxLattice *lattice, MlirType a,
                              MlirType b) {
  if (relaxIsTensorType(a) && relaxIsTensorType(b))
    return joinTensors(lattice, a, b);
  if (relaxIsShapeType(a) && relaxIsShapeType(b))
    return joinShapes(lattice, a, b);
  if (mlirTypeIsATuple(a) && mlirTypeIsATuple(b))
    return joinTuples(lattice, a, b);
  if ((relaxIsSequenceType(a) && relaxIsSequenceType(b)) ||
      (relaxIsOptionalType(a) && relaxIsOptionalType(b)))
    return joinContainers(lattice, a, b);
  if (relaxIsSubtype(lattice, a, b))
    return a;
  if (relaxIsSubtype(lattice, b, a))
    return b;
  if (isScalar(a) && mlirTypeEqual(builtinScalar(a), builtinScalar(b)))
    return builtinScalar(a);
  if (relaxIsFnType(a) && relaxIsFnType(b))
    return relaxOpaqueFnType(mlirTypeGetContext(a), (StrRef){NULL, 0});
  return relaxObjectTypeGet(mlirTypeGetContext(a));
}

//===----------------------------------------------------------------------===//
// Erasure
//===----------------------------------------------------------------------===//

typedef struct Erasure {
  const RelaxLattice *lattice;
  const StrRef *names;
  size_t count;
} Erasure;

typedef struct ScopeTest {
  const Erasure *erasure;
  bool inside;
} ScopeTest;

static void testScope(StrRef name, void *userData) {
  ScopeTest *test = userData;
  bool found = false;
  for (size_t i = 0; i < test->erasure->count; ++i)
    found |= strRefEqual(test->erasure->names[i], name);
  test->inside &= found;
}

static bool isInside(const Erasure *erasure, MlirAttribute expr) {
  ScopeTest test = {erasure, true};
  symWalkAttributeSymbols(expr, testScope, &test);
  return test.inside;
}

static MlirType erase(const Erasure *erasure, MlirType type) {
  MlirContext context = mlirTypeGetContext(type);
  Arena *arena = erasure->lattice->arena;
  const MlirAttribute *old;
  intptr_t rank = symTypeDims(type, &old);
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = isInside(erasure, old[i]) ? old[i] : symUnknownAttribute(context);
  if (relaxIsTensorType(type))
    return relaxTensorTypeGet(context, relaxTensorTypeGetRanked(type), rank,
                              dims, relaxTensorTypeGetElementType(type),
                              relaxTensorTypeGetDevice(type),
                              relaxTensorTypeGetPadding(type));
  if (relaxIsShapeType(type))
    return relaxShapeTypeGet(context, relaxShapeTypeGetRanked(type), rank,
                             dims);
  if (relaxIsScalarType(type) &&
      !isInside(erasure, relaxScalarTypeGetValue(type)))
    return relaxScalarTypeGetElementType(type);
  if (relaxIsFnType(type)) {
    // A signature says more of its arguments the more it names.
    ScopeTest test = {erasure, true};
    symWalkTypeSymbols(type, testScope, &test);
    return test.inside ? type : relaxOpaqueFnType(context, (StrRef){NULL, 0});
  }
  MlirType contained = relaxContainedType(type);
  if (contained.ptr)
    return relaxContainerOf(type, erase(erasure, contained));
  if (!mlirTypeIsATuple(type))
    return type;
  intptr_t count = mlirTupleTypeGetNumTypes(type);
  MlirType *parts = ARENA_ARRAY(arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    parts[i] = erase(erasure, mlirTupleTypeGetType(type, i));
  return mlirTupleTypeGet(context, count, parts);
}

MlirType relaxEraseType(const RelaxLattice *lattice, const RelaxMatch *map,
                        const StrRef *names, size_t count, MlirType type) {
  Erasure erasure = {lattice, names, count};
  MlirType replaced = map ? relaxMatchSubstitute(map, type) : type;
  return erase(&erasure, replaced.ptr ? replaced : type);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The function's own symbols stand for the arguments' extents; what nothing
/// says becomes `?`.
static RelaxMatch matchArguments(const RelaxLattice *lattice, MlirType fn,
                                 const MlirType *arguments) {
  RelaxMatch match = {.arena = lattice->arena};
  const MlirAttribute *own;
  intptr_t count = relaxFnTypeGetSymbols(fn, &own);
  MlirContext context = mlirTypeGetContext(fn);
  MlirType signature = relaxFnTypeGetSignature(fn);
  MlirAttribute names = mlirArrayAttrGet(context, count, own);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(signature); i < e; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(signature, i), arguments[i],
                   names);
  for (intptr_t i = 0; i < count; ++i) {
    StrRef name = bridgeText(own[i]);
    if (!relaxMatchKnows(&match, name))
      relaxMatchAdd(&match, name, symUnknownAttribute(context));
  }
  return match;
}

MlirType relaxDeriveCallType(const RelaxLattice *lattice, MlirType fn,
                             intptr_t count, const MlirType *arguments) {
  MlirContext context = mlirTypeGetContext(fn);
  if (relaxFnIsOpaque(fn)) {
    RelaxDeriveRule *rule = relaxDeriveRuleFind(relaxFnRule(fn));
    return rule ? rule(context, count, arguments) : relaxObjectTypeGet(context);
  }
  MlirType signature = relaxFnTypeGetSignature(fn);
  if (mlirFunctionTypeGetNumInputs(signature) != count)
    return (MlirType){NULL};
  RelaxMatch match = matchArguments(lattice, fn, arguments);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType want =
        relaxMatchSubstitute(&match, mlirFunctionTypeGetInput(signature, i));
    if (!want.ptr ||
        relaxBaseCheck(lattice, want, arguments[i]) < RELAX_BASE_AT_RUN_TIME)
      return (MlirType){NULL};
  }
  intptr_t numResults = mlirFunctionTypeGetNumResults(signature);
  MlirType *results = ARENA_ARRAY(lattice->arena, MlirType, numResults);
  for (intptr_t i = 0; i < numResults; ++i) {
    results[i] =
        relaxMatchSubstitute(&match, mlirFunctionTypeGetResult(signature, i));
    if (!results[i].ptr)
      return results[i];
  }
  return numResults == 1 ? results[0]
                         : mlirTupleTypeGet(context, numResults, results);
}
