//===- Dims.h - arithmetic and messages for inference rules ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the inference rules of all families share: expressions over dimensions
// whose first failure sticks, integer arrays, and texts for messages.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_DIMS_H
#define RELAX_DIALECTS_RELAX_DIMS_H

#include "dialects/Relax/Relax.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where a rule computes dimensions: its place, name and memory. `status` keeps
/// the first failure; later results are then meaningless but safe to use.
typedef struct RelaxDims {
  MlirLocation loc;
  const char *opName; // "relax.conv"
  Arena *arena;
  SymStatus status;
  MlirOperation near; // in the function that binds the symbols; may be null
} RelaxDims;

RelaxDims relaxDimsMake(MlirLocation loc, const char *opName, Arena *arena);
/// With an arena of its own: of an operation that is not made yet, `operand`
/// (may be null) one of its operands; and of one that is there.
RelaxDims relaxDimsAt(MlirLocation loc, const char *opName, MlirValue operand);
RelaxDims relaxDimsOpen(MlirOperation op);
/// Frees the arena. Failure if `outcome` is, or after one error if some
/// dimension could not be computed.
MlirLogicalResult relaxDimsClose(RelaxDims *dims, MlirLogicalResult outcome);
static inline MlirLogicalResult relaxOutcome(bool good) {
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
MlirContext relaxDimsContext(const RelaxDims *dims);
/// "'relax.conv' op " and the message, with a note where a symbol that it shows
/// is bound: always a failure.
bool relaxDimsError(const RelaxDims *dims, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// `relax<Op>InferTypes` of an operation: the result types from the arguments
/// of its builder (`args`), or one error. What it allocates in `dims->arena` is
/// freed behind it, and a dimension that cannot be computed is an error then.
typedef bool (*RelaxInferRule)(RelaxDims *dims, const void *args,
                               MlirType *results);
/// Called by the generated builders and verifiers: the frame of every rule.
bool relaxInferTypes(MlirLocation loc, const char *opName, RelaxInferRule rule,
                     const void *args, intptr_t numOperands,
                     const MlirValue *operands, intptr_t numResults,
                     MlirType *results);

SymExpr relaxDimsOf(RelaxDims *dims, MlirAttribute dim);
/// Dimension `i` of a value; `?` where its type has none.
SymExpr relaxDimsExtent(RelaxDims *dims, MlirValue value, intptr_t i);
SymExpr relaxDimsConst(RelaxDims *dims, int64_t value);
SymExpr relaxDimsAdd(RelaxDims *dims, SymExpr a, SymExpr b);
SymExpr relaxDimsSub(RelaxDims *dims, SymExpr a, SymExpr b);
SymExpr relaxDimsMul(RelaxDims *dims, SymExpr a, SymExpr b);
SymExpr relaxDimsFloorDiv(RelaxDims *dims, SymExpr a, SymExpr b);
SymExpr relaxDimsCeilDiv(RelaxDims *dims, SymExpr a, SymExpr b);
SymExpr relaxDimsMod(RelaxDims *dims, SymExpr a, SymExpr b);
SymExpr relaxDimsMin(RelaxDims *dims, SymExpr a, SymExpr b);
SymExpr relaxDimsMax(RelaxDims *dims, SymExpr a, SymExpr b);
/// max(a, 0), or `a` itself where its form alone shows that it is not negative:
/// inference never builds a dimension that could be negative
/// (docs/language/dimensions.md).
SymExpr relaxDimsClamp(RelaxDims *dims, SymExpr a);
MlirAttribute relaxDimsAttribute(RelaxDims *dims, SymExpr expr);
/// One error if some operation failed, naming `dim`.
bool relaxDimsOutcome(const RelaxDims *dims);

/// total / divisor where that is exact by normal form: the divisor is a
/// literal, or one product of symbols that stand in every term of `total`.
bool exactQuotient(Arena *arena, SymExpr total, SymExpr divisor, SymExpr *out);

/// Appends `; with h in dimension 1 they are equal` where one dimension of
/// `result` can be put right so that the extents have the product `count`.
void relaxDimsSuggestCount(RelaxDims *dims, RelaxTensorInfo result,
                           SymExpr count, StrBuf *text);

/// A DenseI64ArrayAttr as an arena array; `*count` is 0 for a null attribute.
const int64_t *relaxIntegers(Arena *arena, MlirAttribute array,
                             intptr_t *count);
/// Texts for messages, in the arena: `[n, 4]` or `*`; the printed type; `[1,
/// 2]`.
const char *relaxShapeText(Arena *arena, RelaxTensorInfo info);
const char *relaxTypeText(Arena *arena, MlirType type);
const char *relaxIntegersText(Arena *arena, const int64_t *values,
                              intptr_t count);
/// The result is operand 0 but for the extents along `axes` (different axes of
/// it), which are the result's own business.
MlirLogicalResult relaxVerifyChangedAlong(MlirOperation op, Arena *arena,
                                          MlirAttribute axes);
/// The text attribute `what` is one of the `count` words of `list`.
MlirLogicalResult relaxVerifyWord(MlirOperation op, const char *what,
                                  StrRef word, const char *const *list,
                                  size_t count);
/// The operand `what`, which may be null, is a vector of `count` elements.
MlirLogicalResult relaxVerifyVector(MlirOperation op, Arena *arena,
                                    const char *what, MlirValue value,
                                    MlirType element, int64_t count);
/// "expected float elements, got 'i32'": always a failure.
MlirLogicalResult relaxRefuseElements(MlirOperation op, MlirType element);
/// Equal element types, or one error.
bool relaxSameElements(RelaxDims *dims, RelaxTensorInfo a, RelaxTensorInfo b);

/// "'relax.conv' op weight: expected rank 3, got [n, 4]": always a failure.
bool relaxDimsMisfit(RelaxDims *dims, const char *what, const char *expected,
                     RelaxTensorInfo got);
/// The operand `what` has that rank (or none), and no extent that certainly
/// differs from the expected one: the others are compared when the program
/// runs.
bool relaxDimsCheckShape(RelaxDims *dims, const char *what, MlirValue value,
                         intptr_t rank, const SymExpr *expected,
                         const char *description);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_DIMS_H
