//===- PackKernel.c - operations along ragged dimensions ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Indexing.gen.h"
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

static KernelBuffer outputOf(Kernel *kernel, intptr_t i) {
  MlirValue result = mlirOperationGetResult(kernel->op, i);
  return kernelBuffer(kernel, mlirValueGetType(result), (MlirValue){NULL},
                      false);
}

static KernelBuffer output(Kernel *kernel) { return outputOf(kernel, 0); }

/// The packed results in the place of the operation's.
static MlirLogicalResult finish(Kernel *kernel) {
  MlirOperation op = kernel->op;
  intptr_t count = mlirOperationGetNumResults(op);
  MlirValue *results = ARENA_ARRAY(kernel->pack->arena, MlirValue, count);
  if (!kernelEnd(kernel, results))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < count; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i), results[i]);
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

static MlirType elementOf(MlirOperation op) {
  RelaxTensorInfo info = {0};
  if (mlirOperationGetNumResults(op))
    relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, 0)), &info);
  return info.elementType;
}

/// `sum` of relax.sum.
static StrRef reductionOf(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  size_t dot = strlen("relax.");
  return (StrRef){name.data + dot, name.length - dot};
}

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
  if (mlirTypeIsAInteger(element)) // buffers know no signs
    element = mlirIntegerTypeGet(kernel->pack->context,
                                 mlirIntegerTypeGetWidth(element));
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

/// The parts of one tensor are whole ones, one after the other along an axis:
/// inputs of a concat, results of a split.
static MlirLogicalResult joinOrSplit(Pack *pack, MlirOperation op, bool joins) {
  Kernel kernel =
      kernelBegin(pack, joins ? "concat" : "split", op, raggedOperand(op));
  intptr_t axis =
      (intptr_t)(joins ? relaxConcatGetAxis(op) : relaxSplitGetAxis(op)) - 1;
  intptr_t count =
      joins ? mlirOperationGetNumOperands(op) : mlirOperationGetNumResults(op);
  KernelBuffer whole = joins ? output(&kernel) : input(&kernel, 0);
  StrRef before = strRefFromC("0"), own[MOST_DIMS], at[MOST_DIMS];
  for (intptr_t p = 0; p < count; ++p) {
    KernelBuffer part = joins ? input(&kernel, p) : outputOf(&kernel, p);
    for (intptr_t d = 0; d < part.rank; ++d)
      own[d] = at[d] = iterator(&kernel, d);
    at[axis] =
        kernelText(&kernel, "%.*s + %.*s", SPREAD(before), SPREAD(own[axis]));
    StrRef mine = kernelAddress(&kernel, &part, own);
    StrRef there = kernelAddress(&kernel, &whole, at);
    const char *name =
        kernelText(&kernel, "%%%s%ld", joins ? "X" : "Y", (long)p).data;
    appendDomain(&kernel, &part, NULL, joins ? "join" : "split");
    if (joins) {
      appendLoad(&kernel, "%x", name, &part, mine);
      appendStore(&kernel, "%x", "%Y0", &whole, there);
    } else {
      appendLoad(&kernel, "%x", "%X0", &whole, there);
      appendStore(&kernel, "%x", name, &part, mine);
    }
    strBufAppendC(&kernel.body, "    }\n");
    before = kernelText(&kernel, "%.*s + (%.*s)", SPREAD(before),
                        SPREAD(part.dims[axis]));
  }
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
  MlirType element = elementOf(op);
  StrRef monoid = kernelMonoid(&kernel, strRefFromC("sum"), element);
  StrRef type = kernelElement(&kernel, element);
  strBufAppendFormat(
      &kernel.body,
      "      %%c = %s %%a, %%b : %.*s\n"
      "      tir.reduce @%.*s(%%c) into (%%Y0[%.*s]) : %.*s\n    }\n",
      mlirTypeIsAFloat(element) ? "arith.mulf" : "arith.muli", SPREAD(type),
      SPREAD(monoid), SPREAD(place), SPREAD(y.text));
  strBufFree(&iterators);
  strBufFree(&extents);
  return finish(&kernel);
}

/// Divides what was summed by the number of elements of an instance that were.
static void appendMean(Kernel *kernel, const KernelBuffer *x,
                       const KernelBuffer *y, const bool *reduced) {
  StrRef count = strRefFromC("1"), to[MOST_DIMS];
  StrRef type = kernelElement(kernel, elementOf(kernel->op));
  for (intptr_t d = 0; d < x->rank; ++d)
    if (reduced[d])
      count = kernelText(kernel, "%.*s * (%.*s)", SPREAD(count),
                         SPREAD(x->dims[d]));
  for (intptr_t d = 0; d < y->rank; ++d)
    to[d] = iterator(kernel, d);
  StrRef place = kernelAddress(kernel, y, to);
  appendDomain(kernel, y, NULL, "mean");
  appendLoad(kernel, "%sum", "%Y0", y, place);
  strBufAppendFormat(&kernel->body,
                     "      %%count = tir.extent (%.*s) : index\n"
                     "      %%whole = arith.index_cast %%count : index to i64\n"
                     "      %%all = arith.sitofp %%whole : i64 to %.*s\n"
                     "      %%mean = arith.divf %%sum, %%all : %.*s\n",
                     SPREAD(count), SPREAD(type), SPREAD(type));
  appendStore(kernel, "%mean", "%Y0", y, place);
  strBufAppendC(&kernel->body, "    }\n");
}

static MlirLogicalResult reduce(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "reduce", op, raggedOperand(op));
  KernelBuffer x = input(&kernel, 0), y = output(&kernel);
  MlirAttribute axes = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("axes"));
  bool reduced[MOST_DIMS] = {false};
  bool keeps = y.rank == x.rank, mean = relaxIsMean(op);
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(axes); i < e; ++i)
    reduced[mlirDenseI64ArrayGetElement(axes, i) - 1] = true;
  StrRef from[MOST_DIMS], to[MOST_DIMS];
  intptr_t rank = 0;
  for (intptr_t d = 0; d < x.rank; ++d) {
    from[d] = iterator(&kernel, d);
    if (!reduced[d] || keeps)
      to[rank++] = reduced[d] ? strRefFromC("0") : from[d];
  }
  StrRef monoid = kernelMonoid(
      &kernel, mean ? strRefFromC("sum") : reductionOf(op), elementOf(op));
  appendDomain(&kernel, &x, reduced, "reduce");
  appendLoad(&kernel, "%x", "%X0", &x, kernelAddress(&kernel, &x, from));
  StrRef place = kernelAddress(&kernel, &y, to);
  strBufAppendFormat(
      &kernel.body,
      "      tir.reduce @%.*s(%%x) into (%%Y0[%.*s]) : %.*s\n    }\n",
      SPREAD(monoid), SPREAD(place), SPREAD(y.text));
  if (mean)
    appendMean(&kernel, &x, &y, reduced);
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
  kernelMonoid(&kernel, strRefFromC("max"), elementOf(op));
  kernelMonoid(&kernel, strRefFromC("sum"), elementOf(op));
  softmaxRow(&kernel, "%X0", from, x.text, "%Y0", to, y.text, x.dims[axis]);
  for (intptr_t d = 1; d < x.rank; ++d)
    strBufAppendC(&kernel.body, "    }\n");
  return finish(&kernel);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

bool packHasKernel(MlirOperation op) {
  MlirType element = elementOf(op);
  if (!element.ptr)
    return false;
  bool floats = mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
  if (relaxIsMatmul(op))
    return kernelHasMonoid(strRefFromC("sum"), element);
  if (relaxIsSoftmax(op))
    return mlirTypeIsAF32(element);
  if (relaxIsAttention(op))
    return mlirTypeIsAF32(element) && packHasAttention(op);
  if (relaxIsMean(op))
    return floats;
  return relaxRaggedIsPointwise(op) || relaxIsPermuteDims(op) ||
         relaxIsRaggedToPadded(op) || relaxIsPaddedToRagged(op) ||
         relaxIsConcat(op) || relaxIsSplit(op) ||
         kernelHasMonoid(reductionOf(op), element);
}

static MlirLogicalResult refuse(MlirOperation op) {
  StrBuf type = {0};
  if (mlirOperationGetNumResults(op))
    bridgePrintType(mlirValueGetType(mlirOperationGetResult(op, 0)), &type);
  else
    strBufAppendC(&type, "no result");
  bridgeEmitOpError(op,
                    "goes along a ragged dimension, for which there is no "
                    "program yet that gives %s: run it with "
                    "'--mode=reference', or make it dense with "
                    "'relax.ragged_to_padded'",
                    strBufText(&type));
  strBufFree(&type);
  return mlirLogicalResultFailure();
}

MlirLogicalResult packKernel(Pack *pack, MlirOperation op) {
  if (!packHasKernel(op))
    return relaxIsAttention(op) ? packAttention(pack, op) : refuse(op);
  if (relaxIsPermuteDims(op))
    return permute(pack, op);
  if (relaxIsRaggedToPadded(op) || relaxIsPaddedToRagged(op))
    return convert(pack, op, relaxIsRaggedToPadded(op));
  if (relaxRaggedIsPointwise(op))
    return pointwise(pack, op);
  if (relaxIsConcat(op) || relaxIsSplit(op))
    return joinOrSplit(pack, op, relaxIsConcat(op));
  return relaxIsMatmul(op)      ? matmul(pack, op)
         : relaxIsSoftmax(op)   ? softmax(pack, op)
         : relaxIsAttention(op) ? packAttention(pack, op)
                                : reduce(pack, op);
}
