//===- Agreements.c - dimensions of operands that have to be equal --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/Agreements.h"
#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "dialects/Relax/DeformConv.gen.h"
#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Loss.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "dialects/Relax/Positions.gen.h"
#include "dialects/Relax/QuantizedProduct.gen.h"
#include "dialects/Relax/State.gen.h"

typedef struct Visit {
  MlirOperation op;
  AgreementVisitor *visitor;
  void *userData;
} Visit;

static RelaxTensorInfo infoOf(const Visit *visit, intptr_t index) {
  return relaxTensorInfoOf(mlirOperationGetOperand(visit->op, index));
}

static intptr_t numOperands(const Visit *visit) {
  return mlirOperationGetNumOperands(visit->op);
}

static void equate(const Visit *visit, intptr_t i, intptr_t a, intptr_t k,
                   intptr_t b) {
  visit->visitor(i, a, k, b, visit->userData);
}

intptr_t agreementsSecondFactor(MlirOperation op) {
  return relaxIsMatmul(op)            ? 1
         : relaxIsMatmulInteger(op)   ? 2
         : relaxIsQuantizedMatmul(op) ? 3
                                      : 0;
}

static bool isProduct(MlirOperation op) { return agreementsSecondFactor(op); }

/// The inner dimensions.
static void ofProduct(const Visit *visit) {
  intptr_t second = agreementsSecondFactor(visit->op);
  RelaxTensorInfo b = infoOf(visit, second);
  equate(visit, 0, infoOf(visit, 0).rank - 1, second,
         b.rank > 1 ? b.rank - 2 : 0);
}

/// Operand 1 is like operand 0 outside of an axis.
static void outside(const Visit *visit, int64_t axis) {
  for (intptr_t d = 0, e = infoOf(visit, 1).rank; d < e; ++d)
    if (d != axis)
      equate(visit, 0, d, 1, d);
}

static void ofAppend(const Visit *visit) {
  outside(visit, relaxAppendGetAxis(visit->op));
}

static void ofUpdateSlice(const Visit *visit) {
  outside(visit, relaxUpdateSliceGetAxis(visit->op));
}

/// The operand that the others have to be like in dimension `d`: one that has
/// the result's extent, for later operations may have relied on it; else one
/// whose extent is known.
static intptr_t concatLeader(const Visit *visit, intptr_t d) {
  RelaxTensorInfo result =
      relaxTensorInfoOf(mlirOperationGetResult(visit->op, 0));
  intptr_t known = 0;
  for (intptr_t k = numOperands(visit) - 1; k >= 0; --k) {
    RelaxTensorInfo info = infoOf(visit, k);
    if (d >= info.rank || symAttributeIsUnknown(info.dims[d]))
      continue;
    if (d < result.rank && relaxDimEqual(result.dims[d], info.dims[d]))
      return k;
    known = k;
  }
  return known;
}

/// All operands are alike outside of the axis.
static void ofConcat(const Visit *visit) {
  int64_t axis = relaxConcatGetAxis(visit->op);
  for (intptr_t d = 0, e = infoOf(visit, 0).rank; d < e; ++d) {
    intptr_t leader = d == axis ? -1 : concatLeader(visit, d);
    for (intptr_t k = 0; leader >= 0 && k < numOperands(visit); ++k)
      if (k != leader)
        equate(visit, leader, d, k, d);
  }
}

/// A length for every index along the batch.
static void ofReverseSequence(const Visit *visit) {
  equate(visit, 0, relaxReverseSequenceGetBatch(visit->op), 1, 0);
}

/// Updates differ along the axis only; a position for each batch.
static void ofTensorScatter(const Visit *visit) {
  outside(visit, relaxTensorScatterGetAxis(visit->op));
  if (numOperands(visit) > 2)
    equate(visit, 0, 0, 2, 0);
}

/// Scale, bias and statistics have an element per channel.
static void ofNorm(const Visit *visit) {
  for (intptr_t k = 1; k < numOperands(visit); ++k)
    equate(visit, 0, 1, k, 0);
}

/// A target [batch, ...] for [batch, classes, ...], and a weight per class.
static void ofLoss(const Visit *visit) {
  for (intptr_t d = 0, e = infoOf(visit, 1).rank; d < e; ++d)
    equate(visit, 0, d ? d + 1 : 0, 1, d);
  for (intptr_t k = 2; k < numOperands(visit); ++k)
    equate(visit, 0, 1, k, 0);
}

/// Indices and updates have one shape.
static void ofScatterElements(const Visit *visit) {
  for (intptr_t d = 0, e = infoOf(visit, 1).rank; d < e; ++d)
    equate(visit, 1, d, 2, d);
}

/// The shape of the updates is that of the indices but the last extent, then
/// what coordinates leave of the input's.
static void ofScatterNd(const Visit *visit) {
  RelaxTensorInfo indices = infoOf(visit, 1);
  int64_t size;
  if (!indices.ranked || indices.rank == 0 ||
      !symAttributeIsConst(indices.dims[indices.rank - 1], &size))
    return;
  for (intptr_t d = 0; d + 1 < indices.rank; ++d)
    equate(visit, 1, d, 2, d);
  for (intptr_t d = size, e = infoOf(visit, 0).rank; d < e; ++d)
    equate(visit, 0, d, 2, indices.rank - 1 + d - size);
}

static void ofGatherNd(const Visit *visit) {
  int64_t shared = relaxGatherNdGetBatchDims(visit->op);
  for (intptr_t d = 0; d < shared; ++d)
    equate(visit, 0, d, 1, d);
}

bool agreementsVisit(MlirOperation op, AgreementVisitor *visitor,
                     void *userData) {
  static const struct {
    bool (*is)(MlirOperation);
    void (*visit)(const Visit *);
  } table[] = {
      {isProduct, ofProduct},
      {relaxIsConcat, ofConcat},
      {relaxIsAppend, ofAppend},
      {relaxIsUpdateSlice, ofUpdateSlice},
      {relaxIsReverseSequence, ofReverseSequence},
      {relaxIsTensorScatter, ofTensorScatter},
      {relaxIsInstanceNorm, ofNorm},
      {relaxIsGroupNorm, ofNorm},
      {relaxIsBatchNorm, ofNorm},
      {relaxIsBatchNormTraining, ofNorm},
      {relaxIsNllLoss, ofLoss},
      {relaxIsSoftmaxCrossEntropy, ofLoss},
      {relaxIsScatterElements, ofScatterElements},
      {relaxIsScatterNd, ofScatterNd},
      {relaxIsGatherNd, ofGatherNd},
  };
  Visit visit = {op, visitor, userData};
  for (size_t i = 0; i < sizeof(table) / sizeof(*table); ++i)
    if (table[i].is(op)) {
      table[i].visit(&visit);
      return true;
    }
  return false;
}

bool agreementsOfConv(MlirOperation op, ConvAgreement *agreement) {
  if (relaxIsConv(op))
    *agreement = (ConvAgreement){1, 1, relaxConvGetGroups(op)};
  else if (relaxIsConvTranspose(op))
    *agreement = (ConvAgreement){1, 0, 1};
  else if (relaxIsDeformConv(op))
    *agreement = (ConvAgreement){1, 1, relaxDeformConvGetGroups(op)};
  else if (relaxIsConvInteger(op))
    *agreement = (ConvAgreement){2, 1, relaxConvIntegerGetGroups(op)};
  else if (relaxIsQuantizedConv(op))
    *agreement = (ConvAgreement){3, 1, relaxQuantizedConvGetGroups(op)};
  else
    return false;
  return true;
}
