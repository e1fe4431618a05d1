//===- Scales.c - scales of channels become part of the weight ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// conv(x, w) * s + t is conv(x, w * s) + t where s and t have a value for each
// output channel. A chain of sums, products and batch norms behind a
// convolution or a product, each with weights as its other operands, is brought
// into this form: s and t then depend on weights alone, and
// relax-prepare-weights computes them once.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "lib/Analysis/TensorSize.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <stb/stb_ds.h>

enum { COUNT_FOLDED };

/// Values that depend on weights alone.
typedef struct Known {
  struct KnownValue {
    void *key;
    bool value;
  } *values;              // stb_ds map
  MlirOperation *factors; // stb_ds: operations whose weight may get a scale
} Known;

/// y = producer * scale + shift, each [channels] or []; null: 1 and 0.
typedef struct Scales {
  GraphBuilder *g;
  Known *known;
  MlirOperation producer;
  MlirAttribute channels;
  intptr_t dim; // of the channels in the result
  MlirValue scale, shift;
} Scales;

static bool isKnown(Known *known, MlirValue value) {
  return mapFind(known->values, (void *)value.ptr) >= 0;
}

//===----------------------------------------------------------------------===//
// What is a weight, and what has one
//===----------------------------------------------------------------------===//

static bool isFloat(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) && info.ranked &&
         (mlirTypeIsAF32(info.elementType) || mlirTypeIsAF64(info.elementType));
}

/// Weights, constants and what pure operations make of them.
static void noteKnown(Known *known, MlirOperation op) {
  intptr_t operands = mlirOperationGetNumOperands(op);
  bool depends =
      operands > 0 && mlirOperationGetNumRegions(op) == 0 && bridgeIsPure(op);
  for (intptr_t i = 0; i < operands && depends; ++i)
    depends = isKnown(known, mlirOperationGetOperand(op, i));
  if (!depends && !relaxIsGetWeight(op) && !relaxIsConstant(op))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    struct KnownValue entry = {(void *)mlirOperationGetResult(op, i).ptr, true};
    hmputs(known->values, entry);
  }
}

/// A matrix of which another copy is small.
static bool isSmallMatrix(MlirValue weight) {
  enum { LARGE = 1 << 24 };
  int64_t bytes;
  return relaxTensorInfoOf(weight).rank == 2 &&
         tensorLiteralBytes(mlirValueGetType(weight), &bytes) && bytes < LARGE;
}

/// The dimensions of the channels in the result and in operand 1, the weight;
/// false of an operation whose weight gets no scale.
static bool channelDims(Known *known, MlirOperation op, intptr_t *inResult,
                        intptr_t *inWeight) {
  bool conv = relaxIsConv(op);
  bool transposed = relaxIsConvTranspose(op) && relaxWindowOf(op).groups == 1;
  if (!conv && !transposed && !relaxIsMatmul(op))
    return false;
  MlirValue weight = mlirOperationGetOperand(op, 1);
  MlirValue result = mlirOperationGetResult(op, 0);
  if (!isKnown(known, weight) || !isFloat(weight) || !isFloat(result))
    return false;
  *inResult = 1;
  *inWeight = conv ? 0 : 1;
  if (!conv && !transposed)
    *inResult = relaxTensorInfoOf(result).rank - 1;
  int64_t channels;
  return (conv || transposed || isSmallMatrix(weight)) && *inResult >= 1 &&
         symAttributeIsConst(relaxTensorInfoOf(weight).dims[*inWeight],
                             &channels);
}

//===----------------------------------------------------------------------===//
// The chain behind a producer
//===----------------------------------------------------------------------===//

/// The only operation that uses the value; null.
static MlirOperation onlyUser(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  if (mlirOpOperandIsNull(use) ||
      !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    return (MlirOperation){NULL};
  return mlirOpOperandGetOwner(use);
}

/// Does the value have one element for each channel, beside the result, or one
/// in all?
static bool isPerChannel(const Scales *s, MlirValue value, bool *scalar) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  intptr_t rank =
      relaxTensorInfoOf(mlirOperationGetResult(s->producer, 0)).rank;
  *scalar = true;
  if (!isFloat(value) || info.rank > rank)
    return false;
  for (intptr_t d = 0; d < info.rank; ++d) {
    int64_t one;
    if (symAttributeIsConst(info.dims[d], &one) && one == 1)
      continue;
    if (d + rank - info.rank != s->dim ||
        !mlirAttributeEqual(info.dims[d], s->channels))
      return false;
    *scalar = false;
  }
  return true;
}

/// The value as [channels] or [].
static MlirValue flat(Scales *s, MlirValue value) {
  bool scalar;
  isPerChannel(s, value, &scalar);
  return relaxTensorInfoOf(value).rank == !scalar
             ? value
             : graphReshape(s->g, value, !scalar, &s->channels);
}

static void multiplyBy(Scales *s, MlirValue factor) {
  s->scale = s->scale.ptr ? graphMultiply(s->g, s->scale, factor) : factor;
  if (s->shift.ptr)
    s->shift = graphMultiply(s->g, s->shift, factor);
}

static void add(Scales *s, MlirValue term) {
  s->shift = s->shift.ptr ? graphAdd(s->g, s->shift, term) : term;
}

/// Is `op` a step of the chain with `y` as what goes on? Its other operand is a
/// weight for each channel.
static bool isStep(const Scales *s, MlirOperation op, MlirValue y,
                   MlirValue *other) {
  bool scalar, second;
  if (relaxIsBatchNorm(op)) {
    bool good = mlirValueEqual(relaxBatchNormGetInput(op), y) && s->dim == 1;
    for (intptr_t i = 1; i < 5 && good; ++i)
      good = isKnown(s->known, mlirOperationGetOperand(op, i)) &&
             isFloat(mlirOperationGetOperand(op, i));
    return good;
  }
  bool either = relaxIsAdd(op) || relaxIsMultiply(op);
  if (!either && !relaxIsSubtract(op) && !relaxIsDivide(op))
    return false;
  second = mlirValueEqual(mlirOperationGetOperand(op, 0), y);
  *other = mlirOperationGetOperand(op, second);
  // Of a product a number alone is no reason for another copy of its weight.
  return (second || either) && isKnown(s->known, *other) &&
         isPerChannel(s, *other, &scalar) &&
         !(scalar && relaxIsMatmul(s->producer)) &&
         mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, 0)),
                       mlirValueGetType(y));
}

static bool scales(MlirOperation op) {
  return relaxIsBatchNorm(op) || relaxIsMultiply(op) || relaxIsDivide(op);
}

static void takeStep(Scales *s, MlirOperation op, MlirValue other) {
  if (relaxIsBatchNorm(op)) {
    MlirValue scale, shift;
    decomposeBatchNormScales(s->g, op, &scale, &shift);
    multiplyBy(s, scale);
    add(s, shift);
    return;
  }
  MlirValue value = flat(s, other);
  if (relaxIsMultiply(op))
    multiplyBy(s, value);
  else if (relaxIsDivide(op))
    multiplyBy(s, graphReciprocal(s->g, value));
  else
    add(s, relaxIsSubtract(op) ? graphNegative(s->g, value) : value);
}

//===----------------------------------------------------------------------===//
// The other form
//===----------------------------------------------------------------------===//

/// The producer with another weight, where the chain ends.
static MlirValue scaledProducer(Scales *s, intptr_t inWeight) {
  MlirOperation op = mlirOperationClone(s->producer);
  MlirValue weight = mlirOperationGetOperand(op, 1), scale = s->scale;
  intptr_t rank = relaxTensorInfoOf(weight).rank;
  if (scale.ptr && relaxTensorInfoOf(scale).rank == 1)
    scale = graphChannels(s->g, scale, rank - 1 - inWeight);
  mlirOperationSetOperand(op, 1, graphMultiply(s->g, weight, scale));
  return graphInsert(s->g, op);
}

static MlirValue plusShift(Scales *s, MlirValue y) {
  if (!s->shift.ptr)
    return y;
  MlirValue shift = s->shift;
  if (relaxTensorInfoOf(shift).rank == 1)
    shift = graphChannels(s->g, shift, relaxTensorInfoOf(y).rank - 1 - s->dim);
  return graphAdd(s->g, y, shift);
}

/// Steps up to the last one that scales: what is added behind stays as it is.
static MlirOperation *chainOf(Scales *s) {
  MlirOperation *chain = NULL, op = s->producer;
  ptrdiff_t last = 0;
  for (;;) {
    MlirValue y = mlirOperationGetResult(op, 0), other;
    MlirOperation user = onlyUser(y);
    if (!user.ptr ||
        !mlirBlockEqual(mlirOperationGetBlock(user),
                        mlirOperationGetBlock(op)) ||
        !isStep(s, user, y, &other))
      break;
    arrput(chain, user);
    op = user;
    last = scales(op) ? arrlen(chain) : last;
  }
  arrsetlen(chain, last);
  return chain;
}

static bool foldBehind(RelaxPassRun *run, Known *known,
                       MlirOperation producer) {
  Scales s = {.known = known, .producer = producer};
  intptr_t inWeight;
  if (!channelDims(known, producer, &s.dim, &inWeight))
    return true;
  s.channels =
      relaxTensorInfoOf(mlirOperationGetOperand(producer, 1)).dims[inWeight];
  MlirOperation *chain = chainOf(&s);
  if (!arrlen(chain)) {
    arrfree(chain);
    return true;
  }
  MlirOperation last = arrlast(chain);
  MlirLocation loc = mlirOperationGetLocation(last);
  GraphBuilder g = {.context = run->context,
                    .arena = run->arena,
                    .before = last,
                    .loc = loc,
                    .name =
                        arenaCopyString(run->arena, bridgeLocationName(loc))};
  s.g = &g;
  MlirValue y = mlirOperationGetResult(producer, 0), other = {NULL};
  for (ptrdiff_t i = 0; i < arrlen(chain); ++i) {
    isStep(&s, chain[i], y, &other);
    takeStep(&s, chain[i], other);
    y = mlirOperationGetResult(chain[i], 0);
  }
  MlirValue folded = plusShift(&s, scaledProducer(&s, inWeight));
  if (folded.ptr) {
    mlirOperationSetLocation(mlirOpResultGetOwner(folded), loc);
    mlirValueReplaceAllUsesOfWith(y, folded);
    while (arrlen(chain))
      mlirOperationDestroy(arrpop(chain));
    mlirOperationDestroy(producer);
    ++run->counters[COUNT_FOLDED];
  }
  arrfree(chain);
  return !g.failed;
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Known *known = userData;
  intptr_t inResult, inWeight;
  noteKnown(known, op);
  if (channelDims(known, op, &inResult, &inWeight))
    arrput(known->factors, op);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Known known = {NULL, NULL};
  bool good = true;
  mlirOperationWalk(run->op, visit, &known, MlirWalkPreOrder);
  for (ptrdiff_t i = 0; i < arrlen(known.factors) && good; ++i)
    good = foldBehind(run, &known, known.factors[i]);
  arrfree(known.factors);
  hmfree(known.values);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxFoldScalesPass = {
    .name = "relax-fold-scales",
    .summary =
        "make scales of channels behind a convolution part of its weight",
    .documentation =
        "Sums, products and `relax.batch_norm` behind a `relax.conv`, a "
        "`relax.conv_transpose` without groups or a `relax.matmul`, whose "
        "other operands are weights or constants for each output channel, "
        "become a factor of the weight and one sum: `conv(x, w) * s + t` is "
        "`conv(x, w * s) + t`. What depends on weights alone then moves into "
        "the prepare function (`relax-prepare-weights`), so that neither a "
        "division nor a product is left for each element.\n"
        "\n"
        "It stays as it is where the result of the convolution or of a step "
        "has other uses, and for element types other than f32 and f64, whose "
        "weights would lose digits. Matrices of 16 MiB and more keep their "
        "weights.\n",
    .anchor = "relax.func",
    .counters = {[COUNT_FOLDED] = "scales-folded"},
    .run = run,
};
