//===- Crop.c - images of other extents, and of columns -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX CenterCropPad and Col2Im.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Crop.gen.h"
#include "lib/Interpreter/Ops/Window.h"

#include <inttypes.h>
#include <string.h>

/// `dims` with the extents along `axes` from operand 1, if `sized`, or all from
/// the type.
static bool readDims(EvalStep *step, bool sized, const int64_t *axes,
                     intptr_t count, int64_t *dims) {
  int64_t sizes[EVAL_MAX_INTEGERS];
  int32_t rank;
  if (!sized)
    return evalDeclaredDims(step, &rank, dims);
  if (!evalIntegerOperand(step, 1, count, sizes))
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    dims[axes[i]] = sizes[i];
    if (sizes[i] < 0)
      return relaxFail(step->error, "sizes: expected an extent, got %" PRId64,
                       sizes[i]);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// center_crop_pad
//===----------------------------------------------------------------------===//

static bool centerCropPad(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  MlirAttribute list = relaxCenterCropPadGetAxes(step->op);
  intptr_t count = mlirDenseArrayGetNumElements(list);
  bool sized = relaxCenterCropPadGetSizes(step->op).ptr != NULL;
  int64_t axes[EVAL_MAX_INTEGERS], dims[RELAX_MAX_RANK];
  int64_t strides[RELAX_MAX_RANK];
  memcpy(dims, x->dims, sizeof dims);
  if (!evalIntegers(step, list, count, axes) ||
      !readDims(step, sized, axes, count, dims) ||
      !evalCreate(step, x->dtype, x->rank, dims))
    return false;
  RelaxTensor *y = &step->results[0];
  size_t size = relaxDTypeBytes(x->dtype);
  evalStrides(x->rank, x->dims, strides);
  for (int64_t n = 0, e = relaxTensorCount(y); n < e; ++n) {
    int64_t index[RELAX_MAX_RANK], from = 0;
    bool inside = true;
    evalIndexOf(n, x->rank, dims, index);
    for (int32_t i = 0; i < x->rank; ++i) {
      int64_t more = x->dims[i] - dims[i];
      // Halves are rounded down, of what is cut off and of what is added.
      int64_t at = index[i] + (more >= 0 ? more / 2 : -(-more / 2));
      inside = inside && at >= 0 && at < x->dims[i];
      from += at * strides[i];
    }
    char *to = (char *)y->data + (size_t)n * size;
    if (inside)
      memcpy(to, (const char *)x->data + (size_t)from * size, size);
    else
      memset(to, 0, size);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// col2im
//===----------------------------------------------------------------------===//

typedef struct Columns {
  EvalWindow window; // spatial: of the image
  int64_t block[RELAX_MAX_RANK], steps[RELAX_MAX_RANK];
  const int64_t *image;
} Columns;

/// How often the block fits along each dimension.
static bool countSteps(EvalStep *step, Columns *c) {
  const RelaxTensor *x = step->operands[0];
  for (int32_t i = 0; i < c->window.spatial; ++i) {
    int64_t reach, room;
    c->block[i] = x->dims[2 + i];
    // A block that reaches so far fits nowhere.
    if (__builtin_mul_overflow(c->window.dilations[i], c->block[i] - 1, &reach))
      reach = INT64_MAX / 2;
    room = c->image[i] - 1 + c->window.pads[i] +
           c->window.pads[c->window.spatial + i] - reach;
    c->steps[i] = room < 0 ? 0 : room / c->window.strides[i] + 1;
  }
  int64_t all;
  if (relaxNumElements(c->window.spatial, c->steps, &all) &&
      all == x->dims[x->rank - 1])
    return true;
  return relaxFail(step->error,
                   "expected a column for each place where the block fits, got "
                   "%" PRId64,
                   x->dims[x->rank - 1]);
}

/// Where the element `b` of the block lies at a step; false: outside.
static bool locate(const Columns *c, int64_t b, int64_t number,
                   int64_t *offset) {
  int64_t inner[RELAX_MAX_RANK], at[RELAX_MAX_RANK];
  evalIndexOf(b, c->window.spatial, c->block, inner);
  evalIndexOf(number, c->window.spatial, c->steps, at);
  *offset = 0;
  for (int32_t i = 0; i < c->window.spatial; ++i) {
    int64_t place = at[i] * c->window.strides[i] - c->window.pads[i] +
                    inner[i] * c->window.dilations[i];
    if (place < 0 || place >= c->image[i])
      return false;
    *offset = *offset * c->image[i] + place;
  }
  return true;
}

/// One channel: floats are summed in double, integers wrap.
static void addPlane(const Columns *c, const RelaxTensor *x, RelaxTensor *y,
                     int64_t plane, double *floats) {
  int64_t blocks = evalProduct(c->window.spatial, c->block);
  int64_t steps = x->dims[x->rank - 1];
  int64_t size = evalProduct(c->window.spatial, c->image);
  bool isFloat = relaxDTypeIsFloat(x->dtype);
  for (int64_t i = 0; i < size; ++i)
    floats[i] = 0;
  for (int64_t b = 0; b < blocks; ++b)
    for (int64_t s = 0; s < steps; ++s) {
      int64_t from = (plane * blocks + b) * steps + s, to;
      if (!locate(c, b, s, &to))
        continue;
      if (isFloat)
        floats[to] += relaxLoadFloat(x->dtype, x->data, from);
      else
        relaxStoreInt(
            y->dtype, y->data, plane * size + to,
            (int64_t)((uint64_t)relaxLoadInt(y->dtype, y->data,
                                             plane * size + to) +
                      (uint64_t)relaxLoadInt(x->dtype, x->data, from)));
    }
  for (int64_t i = 0; isFloat && i < size; ++i)
    relaxStoreFloat(y->dtype, y->data, plane * size + i, floats[i]);
}

static bool col2Im(EvalStep *step) {
  const RelaxTensor *x = step->operands[0];
  bool sized = relaxCol2imGetSizes(step->op).ptr != NULL;
  int64_t axes[RELAX_MAX_RANK], dims[RELAX_MAX_RANK] = {x->dims[0], x->dims[1]};
  Columns c = {0};
  if (!evalWindowRead(step, x->rank - 3, NULL, &c.window))
    return false;
  for (int32_t i = 0; i < c.window.spatial; ++i)
    axes[i] = 2 + i;
  c.image = dims + 2;
  if (!readDims(step, sized, axes, c.window.spatial, dims) ||
      !countSteps(step, &c) ||
      !evalCreate(step, x->dtype, c.window.spatial + 2, dims))
    return false;
  RelaxTensor *y = &step->results[0];
  int64_t count = relaxTensorCount(y);
  if (count == 0)
    return true;
  memset(y->data, 0, (size_t)count * relaxDTypeBytes(y->dtype));
  double *floats =
      ARENA_ARRAY(step->arena, double, evalProduct(c.window.spatial, c.image));
  for (int64_t plane = 0; plane < dims[0] * dims[1]; ++plane)
    addPlane(&c, x, y, plane, floats);
  return true;
}

const EvalEntry evalCrop[] = {{"relax.center_crop_pad", centerCropPad, NULL},
                              {"relax.col2im", col2Im, NULL},
                              {NULL, NULL, NULL}};
