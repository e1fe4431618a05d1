//===- OpBuilder.h - operations of upstream dialects, from C --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The MLIR C API creates operations from a name and lists. This is the little
// on top of it that lowerings need: an insertion point, and one function per
// shape of operation. An operation is wrong here only by our own mistake, so
// nothing returns an error.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_TIRTOSCF_OPBUILDER_H
#define RELAX_CONVERSION_TIRTOSCF_OPBUILDER_H

#include "lib/Bridge/Core/Blocks.h"

/// Where the next operation goes: before `before`, or, if that is null, at the
/// end of `block`.
typedef struct OpBuilder {
  MlirLocation location;
  MlirBlock block;
  MlirOperation before;
} OpBuilder;

/// An attribute under its name.
typedef struct OpAttribute {
  const char *name;
  MlirAttribute value;
} OpAttribute;

/// What an operation consists of. Regions are handed over.
typedef struct OpSpec {
  const char *name;
  const MlirValue *operands;
  intptr_t numOperands;
  const MlirType *results;
  intptr_t numResults;
  const OpAttribute *attributes;
  intptr_t numAttributes;
  MlirRegion *regions;
  intptr_t numRegions;
} OpSpec;

static inline OpBuilder opBuilderAtEnd(MlirBlock block, MlirLocation location) {
  return (OpBuilder){location, block, {NULL}};
}
/// In front of `op`, at its location.
OpBuilder opBuilderBefore(MlirOperation op);
static inline MlirContext opBuilderContext(const OpBuilder *b) {
  return mlirLocationGetContext(b->location);
}

/// Puts a detached operation at the insertion point; returns it.
MlirOperation opBuilderInsert(OpBuilder *b, MlirOperation op);
MlirOperation buildOp(OpBuilder *b, const OpSpec *spec);
/// The first result of an operation without attributes.
MlirValue buildValue(OpBuilder *b, const char *name, MlirType type,
                     const MlirValue *operands, intptr_t numOperands);
/// `name` on two operands, of the type of the first.
MlirValue buildBinary(OpBuilder *b, const char *name, MlirValue lhs,
                      MlirValue rhs);
MlirValue buildConstant(OpBuilder *b, MlirAttribute value);
MlirValue buildIndex(OpBuilder *b, int64_t value);
/// `element`, in a vector of the shape of `like` if that is one.
MlirType buildTypeLike(MlirType like, MlirType element);
/// `arith.cmpi` and `arith.cmpf` with a predicate of arith, of numbers or
/// vectors.
enum {
  CMPI_EQ = 0,
  CMPI_NE = 1,
  CMPI_SLT = 2,
  CMPI_SLE = 3,
  CMPI_SGE = 5,
  CMPI_ULE = 7
};
MlirValue buildCompare(OpBuilder *b, int64_t predicate, MlirValue lhs,
                       MlirValue rhs);
enum { CMPI_UGE = 9 };
enum { CMPF_OEQ = 1, CMPF_OGT, CMPF_OGE, CMPF_OLT, CMPF_UNO = 14 };
MlirValue buildCompareFloats(OpBuilder *b, int64_t predicate, MlirValue lhs,
                             MlirValue rhs);
MlirValue buildSelect(OpBuilder *b, MlirValue condition, MlirValue yes,
                      MlirValue no);

MlirValue buildMemrefLoad(OpBuilder *b, MlirValue memref,
                          const MlirValue *indices, intptr_t rank);
void buildMemrefStore(OpBuilder *b, MlirValue value, MlirValue memref,
                      const MlirValue *indices, intptr_t rank);

/// `scf.for` from `lower` to `upper` by 1. Its body is empty: the caller fills
/// it and ends it with `buildYield`.
MlirOperation buildFor(OpBuilder *b, MlirValue lower, MlirValue upper,
                       const MlirValue *inits, intptr_t numInits);
/// The same by another step.
MlirOperation buildForBy(OpBuilder *b, MlirValue lower, MlirValue upper,
                         int64_t step, const MlirValue *inits,
                         intptr_t numInits);
/// `scf.parallel` over one dimension, ended by its terminator already.
MlirOperation buildParallel(OpBuilder *b, MlirValue lower, MlirValue upper);
/// `scf.if` with empty branches: two if it has results, else one.
MlirOperation buildIf(OpBuilder *b, MlirValue condition, const MlirType *types,
                      intptr_t numTypes);
void buildYield(OpBuilder *b, const MlirValue *values, intptr_t numValues);

/// Is it an integer constant, and which?
bool opIsConstant(MlirValue value, int64_t *out);
/// Uses of `iterator` become uses of the first argument of `block`, which takes
/// its name over.
void opReplaceIterator(MlirValue iterator, MlirBlock block);
/// Moves all operations of `from` to `b`'s insertion point.
void opBuilderTakeBody(OpBuilder *b, MlirBlock from);

#endif // RELAX_CONVERSION_TIRTOSCF_OPBUILDER_H
