//===- OpBuilder.c - operations of upstream dialects, from C --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/OpBuilder.h"

#include <assert.h>

OpBuilder opBuilderBefore(MlirOperation op) {
  return (OpBuilder){mlirOperationGetLocation(op), mlirOperationGetBlock(op),
                     op};
}

MlirOperation opBuilderInsert(OpBuilder *b, MlirOperation op) {
  mlirBlockInsertOwnedOperationBefore(b->block, b->before, op); // or at the end
  return op;
}

MlirOperation buildOp(OpBuilder *b, const OpSpec *spec) {
  MlirContext context = opBuilderContext(b);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString(spec->name), b->location);
  mlirOperationStateAddOperands(&state, spec->numOperands, spec->operands);
  mlirOperationStateAddResults(&state, spec->numResults, spec->results);
  mlirOperationStateAddOwnedRegions(&state, spec->numRegions, spec->regions);
  for (intptr_t i = 0; i < spec->numAttributes; ++i) {
    MlirNamedAttribute attribute = mlirNamedAttributeGet(
        mlirIdentifierGet(
            context, mlirStringRefCreateFromCString(spec->attributes[i].name)),
        spec->attributes[i].value);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  MlirOperation op = mlirOperationCreate(&state);
  assert(op.ptr && "an operation of a known dialect");
  return opBuilderInsert(b, op);
}

MlirValue buildValue(OpBuilder *b, const char *name, MlirType type,
                     const MlirValue *operands, intptr_t numOperands) {
  OpSpec spec = {.name = name,
                 .operands = operands,
                 .numOperands = numOperands,
                 .results = &type,
                 .numResults = 1};
  return mlirOperationGetResult(buildOp(b, &spec), 0);
}

MlirValue buildBinary(OpBuilder *b, const char *name, MlirValue lhs,
                      MlirValue rhs) {
  MlirValue operands[] = {lhs, rhs};
  return buildValue(b, name, mlirValueGetType(lhs), operands, 2);
}

MlirValue buildConstant(OpBuilder *b, MlirAttribute value) {
  MlirType type = mlirAttributeGetType(value);
  OpAttribute attribute = {"value", value};
  OpSpec spec = {.name = "arith.constant",
                 .results = &type,
                 .numResults = 1,
                 .attributes = &attribute,
                 .numAttributes = 1};
  return mlirOperationGetResult(buildOp(b, &spec), 0);
}

MlirValue buildIndex(OpBuilder *b, int64_t value) {
  return buildConstant(
      b, mlirIntegerAttrGet(mlirIndexTypeGet(opBuilderContext(b)), value));
}

MlirType buildTypeLike(MlirType like, MlirType element) {
  enum { MAX_RANK = 8 };
  if (!mlirTypeIsAVector(like))
    return element;
  int64_t shape[MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(like);
  assert(rank <= MAX_RANK && "vectors are those of a few loops");
  for (intptr_t d = 0; d < rank; ++d)
    shape[d] = mlirShapedTypeGetDimSize(like, d);
  return mlirVectorTypeGet(rank, shape, element);
}

static MlirValue compare(OpBuilder *b, const char *name, int64_t predicate,
                         MlirValue lhs, MlirValue rhs) {
  MlirContext context = opBuilderContext(b);
  MlirType type =
      buildTypeLike(mlirValueGetType(lhs), mlirIntegerTypeGet(context, 1));
  MlirValue operands[] = {lhs, rhs};
  OpAttribute attribute = {
      "predicate",
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), predicate)};
  OpSpec spec = {.name = name,
                 .operands = operands,
                 .numOperands = 2,
                 .results = &type,
                 .numResults = 1,
                 .attributes = &attribute,
                 .numAttributes = 1};
  return mlirOperationGetResult(buildOp(b, &spec), 0);
}

MlirValue buildCompare(OpBuilder *b, int64_t predicate, MlirValue lhs,
                       MlirValue rhs) {
  return compare(b, "arith.cmpi", predicate, lhs, rhs);
}

MlirValue buildCompareFloats(OpBuilder *b, int64_t predicate, MlirValue lhs,
                             MlirValue rhs) {
  return compare(b, "arith.cmpf", predicate, lhs, rhs);
}

MlirValue buildSelect(OpBuilder *b, MlirValue condition, MlirValue yes,
                      MlirValue no) {
  MlirValue operands[] = {condition, yes, no};
  return buildValue(b, "arith.select", mlirValueGetType(yes), operands, 3);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

MlirValue buildMemrefLoad(OpBuilder *b, MlirValue memref,
                          const MlirValue *indices, intptr_t rank) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(memref));
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("memref.load"), b->location);
  mlirOperationStateAddOperands(&state, 1, &memref);
  mlirOperationStateAddOperands(&state, rank, indices);
  mlirOperationStateAddResults(&state, 1, &type);
  return mlirOperationGetResult(opBuilderInsert(b, mlirOperationCreate(&state)),
                                0);
}

void buildMemrefStore(OpBuilder *b, MlirValue value, MlirValue memref,
                      const MlirValue *indices, intptr_t rank) {
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("memref.store"), b->location);
  mlirOperationStateAddOperands(&state, 1, &value);
  mlirOperationStateAddOperands(&state, 1, &memref);
  mlirOperationStateAddOperands(&state, rank, indices);
  opBuilderInsert(b, mlirOperationCreate(&state));
}

//===----------------------------------------------------------------------===//
// Structured control flow
//===----------------------------------------------------------------------===//

MlirOperation buildFor(OpBuilder *b, MlirValue lower, MlirValue upper,
                       const MlirValue *inits, intptr_t numInits) {
  return buildForBy(b, lower, upper, 1, inits, numInits);
}

MlirOperation buildForBy(OpBuilder *b, MlirValue lower, MlirValue upper,
                         int64_t step, const MlirValue *inits,
                         intptr_t numInits) {
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  mlirBlockAddArgument(body, mlirIndexTypeGet(opBuilderContext(b)),
                       b->location);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("scf.for"), b->location);
  MlirValue bounds[] = {lower, upper, buildIndex(b, step)};
  mlirOperationStateAddOperands(&state, 3, bounds);
  mlirOperationStateAddOperands(&state, numInits, inits);
  for (intptr_t i = 0; i < numInits; ++i) {
    MlirType type = mlirValueGetType(inits[i]);
    mlirOperationStateAddResults(&state, 1, &type);
    mlirBlockAddArgument(body, type, b->location);
  }
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return opBuilderInsert(b, mlirOperationCreate(&state));
}

MlirOperation buildParallel(OpBuilder *b, MlirValue lower, MlirValue upper) {
  MlirContext context = opBuilderContext(b);
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  mlirBlockAddArgument(body, mlirIndexTypeGet(context), b->location);
  OpBuilder inside = opBuilderAtEnd(body, b->location);
  OpSpec end = {.name = "scf.reduce"};
  buildOp(&inside, &end);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirValue bounds[] = {lower, upper, buildIndex(b, 1)};
  const int32_t segments[] = {1, 1, 1, 0};
  OpAttribute attribute = {"operandSegmentSizes",
                           mlirDenseI32ArrayGet(context, 4, segments)};
  OpSpec spec = {.name = "scf.parallel",
                 .operands = bounds,
                 .numOperands = 3,
                 .attributes = &attribute,
                 .numAttributes = 1,
                 .regions = &region,
                 .numRegions = 1};
  return buildOp(b, &spec);
}

MlirOperation buildIf(OpBuilder *b, MlirValue condition, const MlirType *types,
                      intptr_t numTypes) {
  MlirRegion regions[2];
  for (int i = 0; i < 2; ++i) {
    regions[i] = mlirRegionCreate();
    if (i == 0 || numTypes)
      mlirRegionAppendOwnedBlock(regions[i], mlirBlockCreate(0, NULL, NULL));
  }
  OpSpec spec = {.name = "scf.if",
                 .operands = &condition,
                 .numOperands = 1,
                 .results = types,
                 .numResults = numTypes,
                 .regions = regions,
                 .numRegions = 2};
  return buildOp(b, &spec);
}

void buildYield(OpBuilder *b, const MlirValue *values, intptr_t numValues) {
  OpSpec spec = {
      .name = "scf.yield", .operands = values, .numOperands = numValues};
  buildOp(b, &spec);
}

bool opIsConstant(MlirValue value, int64_t *out) {
  MlirOperation op = bridgeDefiner(value);
  if (!bridgeIsNamed(op, "arith.constant"))
    return false;
  MlirAttribute constant = bridgeInherent(op, "value");
  if (!mlirAttributeIsAInteger(constant))
    return false;
  *out = mlirIntegerAttrGetValueInt(constant);
  return true;
}

void opBuilderTakeBody(OpBuilder *b, MlirBlock from) {
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(from, &op, &next);) {
    mlirOperationRemoveFromParent(op);
    opBuilderInsert(b, op);
  }
}

void opReplaceIterator(MlirValue iterator, MlirBlock block) {
  MlirValue induction = mlirBlockGetArgument(block, 0);
  mlirBlockArgumentSetLocation(induction, mlirValueGetLocation(iterator));
  mlirValueReplaceAllUsesOfWith(iterator, induction);
}
