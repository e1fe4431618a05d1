//===- Lattice.c - may one type stand for another ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Lattice.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

/// A comparison under way: equalities that would make it pass are collected.
typedef struct Comparison {
  const RelaxLattice *lattice;
  SymFact *needed; // stb_ds
  bool open;       // something beside extents is not known
} Comparison;

static RelaxBaseCheck worse(RelaxBaseCheck a, RelaxBaseCheck b) {
  return a < b ? a : b;
}

static bool proves(const RelaxLattice *lattice, SymFact fact) {
  Arena *scratch = arenaCreate();
  SymAnswer answer =
      symProve(scratch, lattice->facts, lattice->numFacts, fact, NULL);
  arenaDestroy(scratch);
  return answer == SYM_YES;
}

/// The normal forms differ by a number, so no assignment makes them equal.
static bool differByNumber(const RelaxLattice *lattice, SymExpr a, SymExpr b) {
  SymExpr difference;
  int64_t number;
  return symExprSub(lattice->arena, a, b, &difference) == SYM_OK &&
         symExprIsConst(difference, &number) && number != 0;
}

/// a < b at every assignment.
static bool provesLess(const RelaxLattice *lattice, SymExpr a, SymExpr b) {
  SymFact fact = {.kind = SYM_FACT_LE, .rhs = b};
  return symExprAdd(lattice->arena, a, symExprConst(lattice->arena, 1),
                    &fact.lhs) == SYM_OK &&
         proves(lattice, fact);
}

static RelaxBaseCheck compareExprs(Comparison *comparison, MlirAttribute base,
                                   MlirAttribute derived) {
  const RelaxLattice *lattice = comparison->lattice;
  if (symAttributeIsUnknown(base) || relaxDimEqual(base, derived))
    return RELAX_BASE_PASS;
  SymExpr a = symExprOf(lattice->arena, base);
  SymExpr b = symExprOf(lattice->arena, derived);
  if (symExprIsUnknown(b)) {
    comparison->open = true;
    return RELAX_BASE_AT_RUN_TIME;
  }
  SymFact equal = {.kind = SYM_FACT_EQ, .lhs = a, .rhs = b};
  if (!lattice->byNormalForm && proves(lattice, equal))
    return RELAX_BASE_PASS;
  if (lattice->byNormalForm
          ? differByNumber(lattice, a, b)
          : provesLess(lattice, a, b) || provesLess(lattice, b, a))
    return RELAX_BASE_DISJOINT;
  arrput(comparison->needed, equal);
  return RELAX_BASE_AT_RUN_TIME;
}

/// Tensors and shapes: rank, then extents.
static RelaxBaseCheck compareShapes(Comparison *comparison,
                                    RelaxTensorInfo base,
                                    RelaxTensorInfo derived) {
  RelaxBaseCheck result = RELAX_BASE_PASS;
  if (!base.ranked)
    return result;
  if (!derived.ranked)
    return RELAX_BASE_KIND;
  if (base.rank != derived.rank)
    return RELAX_BASE_DISJOINT;
  for (intptr_t i = 0; i < base.rank; ++i)
    result =
        worse(result, compareExprs(comparison, base.dims[i], derived.dims[i]));
  return result;
}

static RelaxBaseCheck compareElements(MlirType base, MlirType derived) {
  if (mlirTypeEqual(base, derived) || relaxElementIsUnknown(base))
    return RELAX_BASE_PASS;
  return relaxElementIsUnknown(derived) ? RELAX_BASE_KIND : RELAX_BASE_DISJOINT;
}

static RelaxBaseCheck compareDevices(MlirAttribute base,
                                     MlirAttribute derived) {
  if (!base.ptr || mlirAttributeEqual(base, derived))
    return RELAX_BASE_PASS;
  return derived.ptr ? RELAX_BASE_DISJOINT : RELAX_BASE_KIND;
}

static RelaxTensorInfo shapeInfo(MlirType type) {
  RelaxTensorInfo info = {.ranked = relaxShapeTypeGetRanked(type)};
  info.rank = relaxShapeTypeGetDims(type, &info.dims);
  return info;
}

/// A builtin scalar type, or that of a scalar with a known value; else null.
static MlirType scalarElement(MlirType type) {
  if (relaxIsScalarType(type))
    return relaxScalarTypeGetElementType(type);
  bool scalar = mlirTypeIsAInteger(type) || mlirTypeIsAFloat(type) ||
                mlirTypeIsAIndex(type);
  return scalar ? type : (MlirType){NULL};
}

static RelaxBaseCheck compareScalars(Comparison *comparison, MlirType base,
                                     MlirType derived) {
  if (!mlirTypeEqual(scalarElement(base), scalarElement(derived)))
    return RELAX_BASE_DISJOINT;
  if (!relaxIsScalarType(base))
    return RELAX_BASE_PASS;
  if (relaxIsScalarType(derived))
    return compareExprs(comparison, relaxScalarTypeGetValue(base),
                        relaxScalarTypeGetValue(derived));
  comparison->open = true;
  return RELAX_BASE_AT_RUN_TIME;
}

static RelaxBaseCheck compare(Comparison *comparison, MlirType base,
                              MlirType derived);

static RelaxBaseCheck compareTuples(Comparison *comparison, MlirType base,
                                    MlirType derived) {
  intptr_t count = mlirTupleTypeGetNumTypes(base);
  RelaxBaseCheck result = RELAX_BASE_PASS;
  if (count != mlirTupleTypeGetNumTypes(derived))
    return RELAX_BASE_DISJOINT;
  for (intptr_t i = 0; i < count; ++i)
    result = worse(result, compare(comparison, mlirTupleTypeGetType(base, i),
                                   mlirTupleTypeGetType(derived, i)));
  return result;
}

/// `derived` with the names of `base` in the place of its own.
static MlirType withNamesOf(const RelaxLattice *lattice, MlirType base,
                            MlirType derived) {
  const MlirAttribute *to, *from;
  intptr_t count = relaxFnTypeGetSymbols(derived, &from);
  MlirType signature = relaxFnTypeGetSignature(derived);
  if (count != relaxFnTypeGetSymbols(base, &to))
    return signature;
  RelaxMatch match = {.arena = lattice->arena};
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchAdd(
        &match, bridgeText(from[i]),
        symSymbolAttribute(mlirTypeGetContext(base), bridgeText(to[i])));
  MlirType renamed = relaxMatchSubstitute(&match, signature);
  return renamed.ptr ? renamed : signature;
}

/// Arguments the other way round, results as they are. What a signature leaves
/// open is checked where the function begins, so nothing is worse than that.
static RelaxBaseCheck compareSignatures(Comparison *comparison, MlirType base,
                                        MlirType derived) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(base);
  intptr_t results = mlirFunctionTypeGetNumResults(base);
  RelaxBaseCheck result = RELAX_BASE_PASS, part;
  if (inputs != mlirFunctionTypeGetNumInputs(derived) ||
      results != mlirFunctionTypeGetNumResults(derived))
    return RELAX_BASE_DISJOINT;
  for (intptr_t i = 0; i < inputs; ++i) {
    part = compare(comparison, mlirFunctionTypeGetInput(derived, i),
                   mlirFunctionTypeGetInput(base, i));
    result =
        worse(result, part == RELAX_BASE_KIND ? RELAX_BASE_AT_RUN_TIME : part);
  }
  for (intptr_t i = 0; i < results; ++i)
    result =
        worse(result, compare(comparison, mlirFunctionTypeGetResult(base, i),
                              mlirFunctionTypeGetResult(derived, i)));
  return result;
}

static RelaxBaseCheck compareFunctions(Comparison *comparison, MlirType base,
                                       MlirType derived) {
  StrRef rule = relaxFnRule(base);
  if (relaxFnIsOpaque(base) &&
      (!rule.length || strRefEqual(rule, relaxFnRule(derived))))
    return RELAX_BASE_PASS;
  RelaxBaseCheck result = RELAX_BASE_AT_RUN_TIME;
  if (relaxFnIsOpaque(base) || relaxFnIsOpaque(derived))
    comparison->open = true;
  else
    result = compareSignatures(comparison, relaxFnTypeGetSignature(base),
                               withNamesOf(comparison->lattice, base, derived));
  comparison->open |= result != RELAX_BASE_PASS;
  return result;
}

/// By what they hold. An empty container is of every type of its kind, so none
/// are disjoint.
static RelaxBaseCheck compareContainers(Comparison *comparison, MlirType base,
                                        MlirType derived) {
  RelaxBaseCheck result = compare(comparison, relaxContainedType(base),
                                  relaxContainedType(derived));
  return result == RELAX_BASE_DISJOINT ? RELAX_BASE_KIND : result;
}

static RelaxBaseCheck compare(Comparison *comparison, MlirType base,
                              MlirType derived) {
  RelaxTensorInfo a, b;
  if (relaxIsObjectType(base))
    return RELAX_BASE_PASS;
  if (relaxIsObjectType(derived))
    return RELAX_BASE_KIND;
  if (relaxTensorInfo(base, &a) && relaxTensorInfo(derived, &b))
    return worse(worse(compareElements(a.elementType, b.elementType),
                       compareDevices(a.device, b.device)),
                 mlirAttributeEqual(a.padding, b.padding)
                     ? compareShapes(comparison, a, b)
                     : RELAX_BASE_DISJOINT);
  if (relaxIsShapeType(base) && relaxIsShapeType(derived))
    return compareShapes(comparison, shapeInfo(base), shapeInfo(derived));
  if (scalarElement(base).ptr && scalarElement(derived).ptr)
    return compareScalars(comparison, base, derived);
  if (mlirTypeIsATuple(base) && mlirTypeIsATuple(derived))
    return compareTuples(comparison, base, derived);
  if (relaxIsFnType(base) && relaxIsFnType(derived))
    return compareFunctions(comparison, base, derived);
  if ((relaxIsSequenceType(base) && relaxIsSequenceType(derived)) ||
      (relaxIsOptionalType(base) && relaxIsOptionalType(derived)))
    return compareContainers(comparison, base, derived);
  // Types of other dialects say what they say.
  return mlirTypeEqual(base, derived) ? RELAX_BASE_PASS : RELAX_BASE_DISJOINT;
}

RelaxBaseCheck relaxBaseCheck(const RelaxLattice *lattice, MlirType base,
                              MlirType derived) {
  Comparison comparison = {.lattice = lattice};
  RelaxBaseCheck result = compare(&comparison, base, derived);
  arrfree(comparison.needed);
  return result;
}

bool relaxIsSubtype(const RelaxLattice *lattice, MlirType base,
                    MlirType derived) {
  return relaxBaseCheck(lattice, base, derived) == RELAX_BASE_PASS;
}

bool relaxBaseCheckCondition(const RelaxLattice *lattice, MlirType base,
                             MlirType derived, SymFact **facts, size_t *count) {
  Comparison comparison = {.lattice = lattice};
  RelaxBaseCheck result = compare(&comparison, base, derived);
  *count = arrlenu(comparison.needed);
  *facts =
      arenaCopy(lattice->arena, comparison.needed, *count * sizeof(SymFact));
  arrfree(comparison.needed);
  return result >= RELAX_BASE_AT_RUN_TIME && !comparison.open;
}
