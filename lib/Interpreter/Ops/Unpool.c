//===- Unpool.c - back from maxima of windows -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definition of ONNX MaxUnpool.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Unpool.gen.h"
#include "lib/Interpreter/Ops/Window.h"

#include <string.h>

/// The extents of the image that was pooled.
static bool imageDims(EvalStep *step, int64_t *dims) {
  const RelaxTensor *x = step->operands[0];
  EvalWindow w;
  if (!evalWindowRead(step, x->rank - 2, NULL, &w))
    return false;
  for (int32_t i = 0; i < x->rank; ++i) {
    dims[i] = x->dims[i];
    if (i < 2)
      continue;
    if (__builtin_mul_overflow(x->dims[i] - 1, w.strides[i - 2], &dims[i]))
      return relaxFail(step->error, "the extent of a result exceeds 64 bits");
    dims[i] += w.sizes[i - 2] - w.pads[i - 2] - w.pads[w.spatial + i - 2];
    dims[i] = dims[i] < 0 ? 0 : dims[i];
  }
  return true;
}

/// Those of the result.
static bool resultDims(EvalStep *step, const int64_t *image, int64_t *dims) {
  const RelaxTensor *x = step->operands[0];
  int32_t rank;
  if (relaxMaxUnpoolGetSizes(step->op).ptr)
    return evalIntegerOperand(step, 2, x->rank, dims);
  if (relaxMaxUnpoolGetExtended(step->op))
    return evalDeclaredDims(step, &rank, dims);
  memcpy(dims, image, (size_t)x->rank * sizeof *dims);
  return true;
}

/// Every element, at its place in the image, if the result has it.
static bool scatter(EvalStep *step, const int64_t *image) {
  const RelaxTensor *x = step->operands[0], *places = step->operands[1];
  RelaxTensor *y = &step->results[0];
  int64_t all = evalProduct(x->rank, image), strides[RELAX_MAX_RANK];
  evalStrides(y->rank, y->dims, strides);
  for (int64_t n = 0, e = relaxTensorCount(x); n < e; ++n) {
    int64_t number, index[RELAX_MAX_RANK], to = 0;
    bool inside = true;
    if (!evalReadIndex(step, places, n, all, &number))
      return false;
    evalIndexOf(number, x->rank, image, index);
    for (int32_t i = 0; i < x->rank; ++i) {
      inside &= index[i] < y->dims[i];
      to += index[i] * strides[i];
    }
    if (inside)
      evalCopyElement(x, n, y, to);
  }
  return true;
}

static bool maxUnpool(EvalStep *step) {
  const RelaxTensor *x = step->operands[0], *places = step->operands[1];
  int64_t image[RELAX_MAX_RANK], dims[RELAX_MAX_RANK];
  bool same = x->rank >= 2 && places->rank == x->rank;
  for (int32_t i = 0; same && i < x->rank; ++i)
    same = places->dims[i] == x->dims[i];
  if (!same)
    return relaxFail(step->error, "expected a place for each element");
  if (!imageDims(step, image) || !resultDims(step, image, dims) ||
      !evalCreate(step, x->dtype, x->rank, dims))
    return false;
  RelaxTensor *y = &step->results[0];
  int64_t count = relaxTensorCount(y);
  if (count)
    memset(y->data, 0, (size_t)count * relaxDTypeBytes(y->dtype));
  return scatter(step, image);
}

const EvalEntry evalUnpool[] = {{"relax.max_unpool", maxUnpool, NULL},
                                {NULL, NULL, NULL}};
