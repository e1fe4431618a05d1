//===- PackKernel.c - operations along ragged dimensions ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Conversion/Ragged/Attention.h"
#include "lib/Conversion/Ragged/Kernel.h"

#include <string.h>

enum { MOST_DIMS = 16 };

static MlirType raggedOperand(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (relaxTypeIsRagged(type))
      return type;
  }
  return mlirValueGetType(mlirOperationGetResult(op, 0));
}

static KernelBuffer input(Kernel *kernel, intptr_t i) {
  MlirValue value = mlirOperationGetOperand(kernel->op, i);
  return kernelBuffer(kernel, mlirValueGetType(value), value, true);
}

static KernelBuffer output(Kernel *kernel) {
  MlirValue result = mlirOperationGetResult(kernel->op, 0);
  return kernelBuffer(kernel, mlirValueGetType(result), (MlirValue){NULL},
                      false);
}

/// The packed result in the place of the operation's.
static MlirLogicalResult finish(Kernel *kernel) {
  MlirValue results[2];
  MlirOperation op = kernel->op;
  if (!kernelEnd(kernel, results))
    return mlirLogicalResultFailure();
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), results[0]);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

/// `%d1, %d2` and `[n, m]` for the dimensions that `keep` has.
static void appendDomain(Kernel *kernel, const KernelBuffer *of,
                         const bool *reduced, const char *name) {
  StrBuf iterators = {0}, extents = {0};
  for (intptr_t d = 0; d < of->rank; ++d) {
    strBufAppendFormat(&iterators, "%s%s%%d%ld", d ? ", " : "",
                       reduced && reduced[d] ? "reduce " : "", (long)d);
    strBufAppendFormat(&extents, "%s%.*s", d ? ", " : "",
                       (int)of->dims[d].length, of->dims[d].data);
  }
  strBufAppendFormat(&kernel->body, "    tir.compute \"%s\" (%s) in [%s] {\n",
                     name, strBufText(&iterators), strBufText(&extents));
  strBufFree(&iterators);
  strBufFree(&extents);
}

static StrRef iterator(Kernel *kernel, intptr_t d) {
  return kernelText(kernel, "%%d%ld", (long)d);
}

#define SPREAD(text) (int)(text).length, (text).data

/// Loads or stores one element.
static void appendLoad(Kernel *kernel, const char *value, const char *buffer,
                       const KernelBuffer *of, StrRef address) {
  strBufAppendFormat(&kernel->body, "      %s = tir.load %s[%.*s] : %.*s\n",
                     value, buffer, SPREAD(address), SPREAD(of->text));
}

static void appendStore(Kernel *kernel, const char *value, const char *buffer,
                        const KernelBuffer *of, StrRef address) {
  strBufAppendFormat(&kernel->body, "      tir.store %s, %s[%.*s] : %.*s\n",
                     value, buffer, SPREAD(address), SPREAD(of->text));
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

static MlirLogicalResult permute(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "permute", op, raggedOperand(op));
  KernelBuffer x = input(&kernel, 0), y = output(&kernel);
  MlirAttribute axes = relaxPermuteDimsGetAxes(op);
  StrRef from[MOST_DIMS], to[MOST_DIMS];
  for (intptr_t d = 0; d < y.rank; ++d) {
    to[d] = iterator(&kernel, d);
    from[mlirDenseI64ArrayGetElement(axes, d + 1) - 1] = to[d];
  }
  appendDomain(&kernel, &y, NULL, "move");
  appendLoad(&kernel, "%x", "%X0", &x, kernelAddress(&kernel, &x, from));
  appendStore(&kernel, "%x", "%Y0", &y, kernelAddress(&kernel, &y, to));
  strBufAppendC(&kernel.body, "    }\n");
  return finish(&kernel);
}

/// Indices of an operand that broadcasts against the iterators.
static void broadcastIndices(Kernel *kernel, const KernelBuffer *x,
                             intptr_t rank, StrRef *indices) {
  for (intptr_t d = 0; d < x->rank; ++d)
    indices[d] = strRefEqual(x->dims[d], strRefFromC("1"))
                     ? strRefFromC("0")
                     : iterator(kernel, d + rank - x->rank);
}

/// The operand as large as the result, whose dimensions it broadcasts to.
static MlirLogicalResult spread(Pack *pack, MlirOperation op, intptr_t i) {
  RelaxTensorInfo whole, own;
  relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, 0)), &whole);
  relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, i)), &own);
  Kernel kernel = kernelBegin(pack, "spread", op, raggedOperand(op));
  KernelBuffer x = input(&kernel, i);
  KernelBuffer y =
      kernelBuffer(&kernel, relaxTensorTypeLike(own, whole.rank, whole.dims),
                   (MlirValue){NULL}, false);
  StrRef from[MOST_DIMS], to[MOST_DIMS];
  for (intptr_t d = 0; d < y.rank; ++d)
    to[d] = iterator(&kernel, d);
  broadcastIndices(&kernel, &x, y.rank, from);
  appendDomain(&kernel, &y, NULL, "spread");
  appendLoad(&kernel, "%x", "%X0", &x, kernelAddress(&kernel, &x, from));
  appendStore(&kernel, "%x", "%Y0", &y, kernelAddress(&kernel, &y, to));
  strBufAppendC(&kernel.body, "    }\n");
  MlirValue result;
  if (!kernelEnd(&kernel, &result))
    return mlirLogicalResultFailure();
  mlirOperationSetOperand(op, i, result);
  return mlirLogicalResultSuccess();
}

/// Pointwise: operands that are smaller than the result are spread first.
static MlirLogicalResult pointwise(Pack *pack, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  const MlirAttribute *dims;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (!symTypesHaveSameDims(type, mlirValueGetType(result)) &&
        symTypeDims(type, &dims) > 0 &&
        mlirLogicalResultIsFailure(spread(pack, op, i)))
      return mlirLogicalResultFailure();
  }
  mlirValueSetType(result, packType(pack, mlirValueGetType(result)));
  return mlirLogicalResultSuccess();
}

/// `0.0 : f32` or `0 : i64`, as `%pad`.
static void appendPad(Kernel *kernel, MlirType element, double pad) {
  strBufAppendC(&kernel->body, "      %pad = arith.constant ");
  bridgePrintAttribute(
      mlirTypeIsAFloat(element)
          ? mlirFloatAttrDoubleGet(kernel->pack->context, element, pad)
          : mlirIntegerAttrGet(element, (int64_t)pad),
      &kernel->body);
  strBufAppendC(&kernel->body, "\n");
}

/// No extent of the ragged tensor is larger than that of the dense one.
static void appendFits(Kernel *kernel, const KernelBuffer *ragged,
                       const KernelBuffer *dense) {
  for (intptr_t d = 0; d < ragged->rank; ++d) {
    if (strRefEqual(ragged->dims[d], dense->dims[d]))
      continue;
    strBufAppendFormat(
        &kernel->body,
        "    tir.compute \"fits\" (%%f) in [max(0, min(1, %.*s - (%.*s)))] {\n"
        "      %%no = arith.constant false\n"
        "      tir.check %%no else \"shapes do not fit\"\n    }\n",
        SPREAD(ragged->dims[d]), SPREAD(dense->dims[d]));
  }
}

/// Rows that both have; before that, of a padded result, the padding.
static MlirLogicalResult convert(Pack *pack, MlirOperation op, bool toPadded) {
  MlirValue result = mlirOperationGetResult(op, 0);
  Kernel kernel =
      kernelBegin(pack, toPadded ? "to_padded" : "to_ragged", op,
                  toPadded ? raggedOperand(op) : mlirValueGetType(result));
  KernelBuffer x = input(&kernel, 0), y = output(&kernel);
  StrRef at[MOST_DIMS];
  for (intptr_t d = 0; d < y.rank; ++d)
    at[d] = iterator(&kernel, d);
  StrRef from = kernelAddress(&kernel, &x, at);
  StrRef to = kernelAddress(&kernel, &y, at);
  appendFits(&kernel, toPadded ? &x : &y, toPadded ? &y : &x);
  if (toPadded) {
    RelaxTensorInfo info;
    relaxTensorInfo(mlirValueGetType(result), &info);
    appendDomain(&kernel, &y, NULL, "pad");
    appendPad(&kernel, info.elementType, relaxRaggedToPaddedGetPad(op));
    appendStore(&kernel, "%pad", "%Y0", &y, to);
    strBufAppendC(&kernel.body, "    }\n");
  }
  appendDomain(&kernel, toPadded ? &x : &y, NULL, "rows");
  appendLoad(&kernel, "%x", "%X0", &x, from);
  appendStore(&kernel, "%x", "%Y0", &y, to);
  strBufAppendC(&kernel.body, "    }\n");
  return finish(&kernel);
}

//===----------------------------------------------------------------------===//
// Products, reductions
//===----------------------------------------------------------------------===//

static MlirLogicalResult matmul(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "matmul", op, raggedOperand(op));
  KernelBuffer a = input(&kernel, 0), b = input(&kernel, 1);
  KernelBuffer y = output(&kernel);
  StrRef left[MOST_DIMS], right[MOST_DIMS], to[MOST_DIMS];
  StrRef k = kernelText(&kernel, "%%k");
  for (intptr_t d = 0; d < y.rank; ++d)
    to[d] = iterator(&kernel, d);
  broadcastIndices(&kernel, &a, y.rank, left);
  broadcastIndices(&kernel, &b, y.rank, right);
  left[a.rank - 2] = to[y.rank - 2];
  left[a.rank - 1] = k;
  right[b.rank - 2] = k;
  right[b.rank - 1] = to[y.rank - 1];
  StrBuf iterators = {0}, extents = {0};
  for (intptr_t d = 0; d < y.rank; ++d) {
    strBufAppendFormat(&iterators, "%%d%ld, ", (long)d);
    strBufAppendFormat(&extents, "%.*s, ", SPREAD(y.dims[d]));
  }
  strBufAppendFormat(
      &kernel.body,
      "    tir.compute \"product\" (%sreduce %%k) in [%s%.*s] {\n",
      strBufText(&iterators), strBufText(&extents), SPREAD(a.dims[a.rank - 1]));
  appendLoad(&kernel, "%a", "%X0", &a, kernelAddress(&kernel, &a, left));
  appendLoad(&kernel, "%b", "%X1", &b, kernelAddress(&kernel, &b, right));
  StrRef place = kernelAddress(&kernel, &y, to);
  strBufAppendFormat(&kernel.body,
                     "      %%c = arith.mulf %%a, %%b : f32\n"
                     "      tir.reduce @ragged_add(%%c) into (%%Y0[%.*s]) : "
                     "%.*s\n    }\n",
                     SPREAD(place), SPREAD(y.text));
  strBufFree(&iterators);
  strBufFree(&extents);
  return finish(&kernel);
}

static MlirLogicalResult reduce(Pack *pack, MlirOperation op,
                                const char *monoid) {
  Kernel kernel = kernelBegin(pack, "reduce", op, raggedOperand(op));
  KernelBuffer x = input(&kernel, 0), y = output(&kernel);
  MlirAttribute axes = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("axes"));
  bool reduced[MOST_DIMS] = {false};
  bool keeps = y.rank == x.rank;
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes); i < e; ++i)
    reduced[mlirDenseI64ArrayGetElement(axes, i) - 1] = true;
  StrRef from[MOST_DIMS], to[MOST_DIMS];
  intptr_t rank = 0;
  for (intptr_t d = 0; d < x.rank; ++d) {
    from[d] = iterator(&kernel, d);
    if (!reduced[d] || keeps)
      to[rank++] = reduced[d] ? strRefFromC("0") : from[d];
  }
  appendDomain(&kernel, &x, reduced, "reduce");
  appendLoad(&kernel, "%x", "%X0", &x, kernelAddress(&kernel, &x, from));
  StrRef place = kernelAddress(&kernel, &y, to);
  strBufAppendFormat(&kernel.body,
                     "      tir.reduce @ragged_%s(%%x) into (%%Y0[%.*s]) : "
                     "%.*s\n    }\n",
                     monoid, SPREAD(place), SPREAD(y.text));
  return finish(&kernel);
}

static MlirLogicalResult softmax(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "softmax", op, raggedOperand(op));
  KernelBuffer x = input(&kernel, 0), y = output(&kernel);
  intptr_t axis = (intptr_t)relaxSoftmaxGetAxis(op) - 1;
  StrRef at[MOST_DIMS];
  for (intptr_t d = 0; d < x.rank; ++d) {
    at[d] = d == axis ? strRefFromC("%k") : iterator(&kernel, d);
    if (d != axis)
      strBufAppendFormat(&kernel.body,
                         "    tir.for \"d%ld\" (%.*s) in [%.*s] {\n", (long)d,
                         SPREAD(at[d]), SPREAD(x.dims[d]));
  }
  StrRef from = kernelAddress(&kernel, &x, at);
  StrRef to = kernelAddress(&kernel, &y, at);
  softmaxRow(&kernel, "%X0", from, x.text, "%Y0", to, y.text, x.dims[axis]);
  for (intptr_t d = 1; d < x.rank; ++d)
    strBufAppendC(&kernel.body, "    }\n");
  return finish(&kernel);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

static bool isF32(MlirOperation op) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, 0)),
                         &info) &&
         mlirTypeIsAF32(info.elementType);
}

static bool isName(MlirOperation op, const char *name) {
  return strRefEqual(bridgeOpName(op), strRefFromC(name));
}

MlirLogicalResult packKernel(Pack *pack, MlirOperation op) {
  if (relaxIsPermuteDims(op))
    return permute(pack, op);
  if (relaxIsRaggedToPadded(op) || relaxIsPaddedToRagged(op))
    return convert(pack, op, relaxIsRaggedToPadded(op));
  if (relaxRaggedIsPointwise(op))
    return pointwise(pack, op);
  if (isF32(op) && relaxIsMatmul(op))
    return matmul(pack, op);
  if (isF32(op) && relaxIsSoftmax(op))
    return softmax(pack, op);
  if (isF32(op) && relaxIsAttention(op))
    return packAttention(pack, op);
  if (isF32(op) && isName(op, "relax.sum"))
    return reduce(pack, op, "add");
  if (isF32(op) && isName(op, "relax.max"))
    return reduce(pack, op, "max");
  if (isF32(op) && isName(op, "relax.min"))
    return reduce(pack, op, "min");
  return bridgeEmitOpError(op,
                           "goes along a ragged dimension, for which there is "
                           "no program yet: run it with '--mode=reference', "
                           "or make it dense with 'relax.ragged_to_padded'");
}
