//===- Scan.c - kernels of operations along one axis ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The place of an extreme is the extreme first, then the smallest (or largest)
// place that has it. A cumulative sum is a scan that reads its own last result.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Scan.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

static bool hasAttribute(MlirOperation op, const char *name) {
  return bridgeInherent(op, name).ptr != NULL;
}

static int64_t axisOf(MlirOperation op) {
  return mlirIntegerAttrGetValueInt(bridgeInherent(op, "axis"));
}

/// Opens a compute over all dimensions of buffer 0 with `axis` last, of that
/// kind; `at` gets an expression per dimension.
static SymExpr *openOverAxis(TirBuilder *b, const char *name, int64_t axis,
                             bool reduce) {
  intptr_t count = 0;
  const MlirAttribute *dims;
  intptr_t rank = tirBufferDims(b, 0, &dims);
  TirIterator *iterators = ARENA_ARRAY(b->dims.arena, TirIterator, rank);
  SymExpr *at = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i)
    if (i != axis)
      iterators[count++] = tirSpatial(b, i, 0, i);
  iterators[count] =
      (TirIterator){tirIteratorName(b, axis), reduce ? 1 : TIR_SCAN,
                    tirBufferDim(b, 0, axis)};
  tirBuildCompute(b, name, rank, iterators);
  for (intptr_t i = 0, k = 0; i < rank; ++i)
    at[i] = tirIterator(b, i == axis ? rank - 1 : k++);
  return at;
}

/// Buffers: the input, the extremes (with the axis as extent 1), the result.
static MlirLogicalResult buildArg(TirBuilder *b, MlirOperation op) {
  int64_t axis = axisOf(op);
  bool last = hasAttribute(op, "last"), keep = hasAttribute(op, "keep_dims");
  SymExpr *at = openOverAxis(b, "arg", axis, true);
  intptr_t rank = b->numIterators;
  SymExpr *extreme = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  SymExpr *to = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  intptr_t target = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    extreme[i] = i == axis ? relaxDimsConst(&b->dims, 0) : at[i];
    if (i != axis || keep)
      to[target++] = extreme[i];
  }
  MlirValue x = tirBuildLoad(b, 0, at, (MlirValue){NULL});
  MlirValue m = tirBuildLoad(b, 1, extreme, (MlirValue){NULL});
  MlirValue has = relaxBuildIsExtreme(b, x, m);
  MlirType wide = mlirIntegerTypeGet(b->context, 64);
  MlirValue none =
      tirNamed(b, "none", tirBuildInteger(b, wide, last ? -1 : INT64_MAX));
  MlirValue found = tirBuildSelect(b, has, tirBuildNumber(b, at[axis]), none);
  tirBuildReduce(b, last ? TIR_MONOID_MAX : TIR_MONOID_MIN, found, 2, to);
  return tirEndCompute(b);
}

/// No element has no place: either there is one along the axis, or there is no
/// result. The product of 1 for each other extent that is not 0 and of 1 for an
/// axis of extent 0 is 0.
static MlirLogicalResult checkPlaces(RelaxLegalizer *legalizer,
                                     MlirOperation op, int64_t axis) {
  MlirValue input = mlirOperationGetOperand(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  RelaxDims dims = relaxDimsMake(mlirOperationGetLocation(op), "relax.arg_max",
                                 legalizer->arena);
  SymExpr one = relaxDimsConst(&dims, 1), product = one;
  int64_t literal;
  for (intptr_t i = 0; i < info.rank; ++i) {
    SymExpr some = relaxDimsMin(&dims, relaxDimsOf(&dims, info.dims[i]), one);
    product = relaxDimsMul(&dims, product,
                           i == axis ? relaxDimsSub(&dims, one, some) : some);
  }
  SymFact fact = {
      .kind = SYM_FACT_EQ, .lhs = product, .rhs = relaxDimsConst(&dims, 0)};
  MlirValue given[] = {input, input};
  MlirAttribute attribute = symFactToAttribute(legalizer->context, fact);
  // Without a symbol it holds, or the interpreter's error is the call's.
  if (!symExprIsConst(product, &literal) || literal != 0)
    relaxCheckFits(&dims, op, &attribute, 1, given);
  return relaxDimsOutcome(&dims) ? mlirLogicalResultSuccess()
                                 : mlirLogicalResultFailure();
}

MlirLogicalResult relaxExpandArg(RelaxLegalizer *legalizer, MlirOperation op,
                                 MlirValue *result) {
  MlirValue input = mlirOperationGetOperand(op, 0), extreme;
  MlirType element = relaxTensorInfoOf(input).elementType;
  if (tirKindOf(element) == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  MlirLocation loc =
      bridgeNamedLocation(strRefFromC("extreme"), mlirOperationGetLocation(op));
  int64_t axis = axisOf(op);
  if (mlirLogicalResultIsFailure(checkPlaces(legalizer, op, axis)))
    return mlirLogicalResultFailure();
  MlirAttribute axes = mlirDenseI64ArrayGet(legalizer->context, 1, &axis);
  MlirOperation created =
      relaxIsArgMax(op)
          ? relaxMaxCreate(loc, &(RelaxMaxArgs){input, axes, true})
          : relaxMinCreate(loc, &(RelaxMinArgs){input, axes, true});
  if (mlirLogicalResultIsFailure(
          relaxLegalizeCreated(legalizer, op, created, &extreme)))
    return mlirLogicalResultFailure();
  MlirValue inputs[] = {input, extreme};
  RelaxKernelCall call = {relaxIsArgMax(op) ? "arg_max" : "arg_min",
                          "XM",
                          op,
                          2,
                          inputs,
                          bridgeResultType(op),
                          buildArg};
  return relaxCallKernel(legalizer, &call, result);
}

/// y[k] = y[k - 1] + x[k]; exclusive y[k] = y[k - 1] + x[k - 1]; from the other
/// end every place p is count - 1 - p.
MlirLogicalResult relaxBuildCumulative(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0), type = tirBufferElement(b, 1);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_BOOL || kind == TIR_OTHER)
    return relaxRefuseElement(op, "a float or integer type", element);
  int64_t axis = axisOf(op);
  bool product = relaxIsCumprod(op), exclusive = hasAttribute(op, "exclusive");
  RelaxDims *dims = &b->dims;
  SymExpr *to =
      openOverAxis(b, relaxIsCumprod(op) ? "cumprod" : "cumsum", axis, false);
  intptr_t rank = b->numIterators;
  SymExpr *last = ARENA_ARRAY(dims->arena, SymExpr, rank);
  SymExpr one = relaxDimsConst(dims, 1), k = to[axis];
  for (intptr_t i = 0; i < rank; ++i)
    last[i] = to[i];
  if (hasAttribute(op, "reverse")) {
    to[axis] = relaxDimsSub(
        dims, relaxDimsSub(dims, tirBufferDim(b, 0, axis), one), k);
    last[axis] = relaxDimsAdd(dims, to[axis], one);
  } else {
    last[axis] = relaxDimsSub(dims, k, one);
  }
  MlirValue start = tirNamed(b, "start", tirBuildConstant(b, type, product));
  MlirValue sum = tirBuildLoad(b, 1, last, start);
  MlirValue pad = tirNamed(b, "pad", tirBuildConstant(b, element, product));
  MlirValue x = exclusive ? tirBuildLoad(b, 0, last, pad)
                          : tirBuildLoad(b, 0, to, (MlirValue){NULL});
  if (!mlirTypeEqual(element, type))
    x = tirWiden(b, x);
  const char *combine = kind == TIR_FLOAT
                            ? product ? "arith.mulf" : "arith.addf"
                        : product ? "arith.muli"
                                  : "arith.addi";
  tirBuildStore(b, tirBuildArith2(b, combine, sum, x), 1, to);
  return tirEndCompute(b);
}
