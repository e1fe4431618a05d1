//===- Builder.h - builds loop-level programs in C ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A thin layer over the generated builders of `tir`: one function over symbolic
// buffers, computes inside it, and accesses whose index expressions are
// ordinary `SymExpr`s. In them the k-th iterator of the open compute is the
// symbol `tirIterator(b, k)`; the builder turns such symbols into operands.
//
// Errors: expressions go through `b->dims`, whose first failure sticks;
// `tirBuilderFinish` reports it. Everything else asserts.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOTIR_BUILDER_H
#define RELAX_CONVERSION_RELAXTOTIR_BUILDER_H

#include "dialects/Relax/Dims.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/ModuleSymbols.h"

typedef struct TirBuilder {
  MlirContext context;
  MlirLocation loc;       // of everything that is built; it names no value
  MlirOperation module;   // receives monoids
  ModuleSymbols *symbols; // of the module
  MlirOperation function;
  MlirBlock body;  // of the function
  MlirBlock block; // where operations go: `body`, or that of the open compute
  RelaxDims dims;  // arena and arithmetic for expressions
  intptr_t numBuffers;
  MlirValue *buffers;       // inputs, then the result
  const char **bufferNames; // "X"; an element loaded from it is `%x`
  MlirType *elements;       // of the tensors; buffers know no signs
  intptr_t numIterators;    // of the open compute
  MlirValue *iterators;     // then `numComputed` other values
  intptr_t numComputed;
} TirBuilder;

typedef struct TirIterator {
  const char *name; // "i"
  int kind; // false: spatial; true: reduce; TIR_SCAN: in order, outermost
  SymExpr extent;
} TirIterator;
enum { TIR_SCAN = 2 };

/// What a function is made of; arrays have `numBuffers` elements.
typedef struct TirSignature {
  const char *name;            // of the function, unique in the module
  intptr_t numBuffers;         // inputs and result
  const MlirType *tensorTypes; // `!relax.tensor`s, ranked and without `?`;
                               // blocks are bytes (`relaxStoredTensorType`)
  const char *const *bufferNames;
  MlirAttribute symbols; // ArrayAttr of parameters, or null
  MlirAttribute facts;   // ArrayAttr, or null
  MlirAttribute target;  // reference to a `relax.target`, or null
} TirSignature;

/// Starts a private `tir.func`, detached. `opName` is for messages.
void tirBuilderBegin(TirBuilder *b, Arena *arena, MlirOperation module,
                     ModuleSymbols *symbols, MlirLocation loc,
                     const char *opName, const TirSignature *signature);
/// Ends it: appends it to the module, or destroys it after one error.
MlirLogicalResult tirBuilderFinish(TirBuilder *b);
/// Destroys it after a failure of the caller's.
void tirBuilderAbandon(TirBuilder *b);

//===----------------------------------------------------------------------===//
// Computes and accesses
//===----------------------------------------------------------------------===//

void tirBuildCompute(TirBuilder *b, const char *name, intptr_t count,
                     const TirIterator *iterators);
/// Success, for the last line of a kernel.
MlirLogicalResult tirEndCompute(TirBuilder *b);
/// The same behind the store of an element of the result at the iterators.
MlirLogicalResult tirEndWith(TirBuilder *b, MlirValue value);

/// The k-th iterator of the open compute as an expression.
SymExpr tirIterator(TirBuilder *b, intptr_t k);
/// So many of them, from the k-th on: an array.
SymExpr *tirIterators(TirBuilder *b, intptr_t k, intptr_t count);
/// A value of type index, computed in the open compute, as an expression.
SymExpr tirComputedIndex(TirBuilder *b, MlirValue index);
/// `i`, `j`, `k`, ... for positions 0, 1, 2, ...
const char *tirIteratorName(TirBuilder *b, intptr_t position);
/// Dimensions of a buffer as attributes, and one of them as an expression.
intptr_t tirBufferDims(TirBuilder *b, intptr_t buffer,
                       const MlirAttribute **dims);
SymExpr tirBufferDim(TirBuilder *b, intptr_t buffer, intptr_t dim);
intptr_t tirBufferRank(TirBuilder *b, intptr_t buffer);
/// A spatial iterator along that dimension, called as of `position`.
TirIterator tirSpatial(TirBuilder *b, intptr_t position, intptr_t buffer,
                       intptr_t dim);
/// The element type of the tensor that a buffer holds, unsigned or not.
MlirType tirBufferElement(TirBuilder *b, intptr_t buffer);
/// A compute with one spatial iterator per dimension of `buffer`.
void tirBuildComputeOver(TirBuilder *b, const char *name, intptr_t buffer);

/// One expression per dimension of the buffer. `pad` may be null; otherwise it
/// is the value outside of the buffer.
MlirValue tirBuildLoad(TirBuilder *b, intptr_t buffer, const SymExpr *exprs,
                       MlirValue pad);
void tirBuildStore(TirBuilder *b, MlirValue value, intptr_t buffer,
                   const SymExpr *exprs);

typedef enum TirMonoid {
  TIR_MONOID_ADD,
  TIR_MONOID_MAX,
  TIR_MONOID_MIN,
  TIR_MONOID_MUL,
} TirMonoid;
/// Reduces into an element of `buffer`; the module gets the monoid if needed.
void tirBuildReduce(TirBuilder *b, TirMonoid monoid, MlirValue value,
                    intptr_t buffer, const SymExpr *exprs);
/// The value of an expression as an index.
MlirValue tirBuildExtent(TirBuilder *b, SymExpr expr);
/// The same as an i64, and as any float or integer.
MlirValue tirBuildNumber(TirBuilder *b, SymExpr expr);
MlirValue tirBuildNumberOf(TirBuilder *b, SymExpr expr, MlirType type);

//===----------------------------------------------------------------------===//
// Scalars: operations of arith and math by name
//===----------------------------------------------------------------------===//

/// Gives a value that was just built a name for the text, and returns it.
MlirValue tirNamed(TirBuilder *b, const char *name, MlirValue value);
/// Result type as that of the operands.
MlirValue tirBuildArith1(TirBuilder *b, const char *op, MlirValue x);
MlirValue tirBuildArith2(TirBuilder *b, const char *op, MlirValue x,
                         MlirValue y);
/// `arith.cmpf` or `arith.cmpi` by the number of its predicate.
typedef enum TirCompare {
  TIR_CMPF_OEQ = 1,
  TIR_CMPF_OGT = 2,
  TIR_CMPF_OGE = 3,
  TIR_CMPF_OLT = 4,
  TIR_CMPF_OLE = 5,
  TIR_CMPF_UNE = 13,
  TIR_CMPF_UNO = 14,
  TIR_CMPI_EQ = 0x100,
  TIR_CMPI_NE,
  TIR_CMPI_SLT,
  TIR_CMPI_SLE,
  TIR_CMPI_SGT,
  TIR_CMPI_SGE,
  TIR_CMPI_ULT,
  TIR_CMPI_ULE,
  TIR_CMPI_UGT,
  TIR_CMPI_UGE,
} TirCompare;
MlirValue tirBuildCompare(TirBuilder *b, TirCompare predicate, MlirValue x,
                          MlirValue y);
MlirValue tirBuildSelect(TirBuilder *b, MlirValue condition, MlirValue onTrue,
                         MlirValue onFalse);
/// Where `bad` holds, the call of the program ends with an error.
void tirBuildFailIf(TirBuilder *b, MlirValue bad, const char *reason);
/// A conversion such as "arith.extf".
MlirValue tirBuildConvert(TirBuilder *b, const char *op, MlirValue x,
                          MlirType type);
/// A constant of any float or integer type (of the stored type for an unsigned
/// one); integers take the whole part.
MlirValue tirBuildConstant(TirBuilder *b, MlirType type, double value);
MlirValue tirBuildInteger(TirBuilder *b, MlirType type, int64_t value);
/// The identity of a monoid, e.g. the padding of a maximum.
MlirAttribute tirMonoidIdentity(TirMonoid monoid, MlirType type);
MlirValue tirBuildAttribute(TirBuilder *b, MlirType type, MlirAttribute value);

/// How elements are computed with; signless integers are signed. Those of
/// NarrowFloat.h are TIR_OTHER.
typedef enum TirKind {
  TIR_FLOAT,
  TIR_INTEGER,
  TIR_UNSIGNED,
  TIR_BOOL,
  TIR_OTHER
} TirKind;
TirKind tirKindOf(MlirType element);
/// Smallest and largest value of an integer type of up to 64 bits; the largest
/// of 64 unsigned bits is -1.
int64_t tirIntegerMin(MlirType type);
int64_t tirIntegerMax(MlirType type);
/// f32 for f16 and bf16, in which nothing is computed: sums would lose what
/// they add, and functions would round at every step. Else the type itself.
MlirType tirWideType(MlirType element);
/// `x` in that type, and an f32 rounded once to `element` if that is narrower.
MlirValue tirWiden(TirBuilder *b, MlirValue x);
MlirValue tirNarrow(TirBuilder *b, MlirValue x, MlirType element);

//===----------------------------------------------------------------------===//
// Inside the builder
//===----------------------------------------------------------------------===//

/// Appends a detached operation where the builder stands.
MlirOperation tirAppend(TirBuilder *b, MlirOperation op);
/// A monoid of the module with this meaning, made if it is missing: its name.
MlirAttribute tirEnsureMonoid(TirBuilder *b, TirMonoid monoid, MlirType type);
/// An operation by name, detached. `attributeName` may be NULL.
MlirOperation tirOperation(MlirLocation loc, const char *name,
                           intptr_t numOperands, const MlirValue *operands,
                           MlirType result, const char *attributeName,
                           MlirAttribute attribute);

#endif // RELAX_CONVERSION_RELAXTOTIR_BUILDER_H
