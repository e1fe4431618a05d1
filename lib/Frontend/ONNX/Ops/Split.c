//===- Split.c - ONNX Split -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Parts of literal sizes, or equal ones, are one relax.split; else each is a
// relax.slice whose extent is an expression: of the whole extent, or of symbols
// that the run reads from the sizes.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Slice.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>

/// Output `index`: `extent` elements from `begin` on.
static bool importPart(Importer *importer, size_t index, MlirValue input,
                       int64_t axis, MlirAttribute begin, MlirAttribute extent,
                       MlirValue given) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  const int64_t one = 1;
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i == axis ? extent : info.dims[i];
  RelaxSliceArgs args = {
      .input = input,
      .numGiven = given.ptr ? 1 : 0,
      .given = &given,
      .axes = importIntsAttribute(importer, &axis, 1),
      .begins = mlirArrayAttrGet(importer->context, 1, &begin),
      .steps = importIntsAttribute(importer, &one, 1),
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  return importResult(
      importer, index,
      relaxSliceCreate(importResultLocation(importer, index), &args));
}

/// An extent that nothing says gets a symbol.
static bool nameExtent(Importer *importer, MlirValue *input, int64_t axis) {
  RelaxTensorInfo info = relaxTensorInfoOf(*input);
  if (!symAttributeIsUnknown(info.dims[axis]))
    return true;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  RelaxMatchCastArgs args = {.input = *input};
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  dims[axis] = importBoundSymbol(importer, &args.binds);
  args.resultType = relaxTensorTypeOf(info.elementType, info.rank, dims);
  return IMPORT_HELPER(importer, "whole", MatchCast, &args, input);
}

/// Parts of ceildiv(extent, parts); the last ones have what is left.
static bool splitUneven(Importer *importer, MlirValue input, int64_t axis,
                        int64_t parts) {
  RelaxDims dims =
      relaxDimsMake(importer->location, "relax.split", importer->arena);
  if (!nameExtent(importer, &input, axis))
    return false;
  SymExpr extent = relaxDimsOf(&dims, relaxTensorInfoOf(input).dims[axis]);
  int64_t literal;
  if (symExprIsConst(extent, &literal) &&
      literal < (parts - 1) * ((literal + parts - 1) / parts))
    return importError(importer,
                       "expected an extent of %" PRId64 " parts, got %" PRId64,
                       parts, literal);
  SymExpr whole = relaxDimsCeilDiv(&dims, extent, relaxDimsConst(&dims, parts));
  SymExpr begin = relaxDimsConst(&dims, 0);
  for (int64_t i = 0; i < parts; ++i) {
    SymExpr end = relaxDimsMin(
        &dims, relaxDimsMul(&dims, relaxDimsConst(&dims, i + 1), whole),
        extent);
    if (!relaxDimsOutcome(&dims) ||
        !importPart(importer, (size_t)i, input, axis,
                    relaxDimsAttribute(&dims, begin),
                    relaxDimsAttribute(&dims, relaxDimsSub(&dims, end, begin)),
                    (MlirValue){NULL}))
      return false;
    begin = end;
  }
  return true;
}

/// The sizes as the extents of a shape, which add up to the whole.
static bool readSizes(Importer *importer, MlirValue input, int64_t axis,
                      int64_t parts, MlirValue *shape) {
  RelaxDims dims =
      relaxDimsMake(importer->location, "relax.split", importer->arena);
  MlirAttribute length = symConstAttribute(importer->context, parts);
  RelaxTensorToShapeArgs args = {.numGiven = 1, .given = &input};
  if (!importOperand(importer, 1, &args.input) ||
      !importEqualDim(importer, &args.input, 0, length, args.input))
    return false;
  MlirAttribute *extents = ARENA_ARRAY(importer->arena, MlirAttribute, parts);
  MlirAttribute *names = ARENA_ARRAY(importer->arena, MlirAttribute, parts);
  SymExpr total = relaxDimsConst(&dims, 0);
  for (int64_t i = 0; i < parts; ++i) {
    MlirAttribute bound = {NULL};
    extents[i] = importBoundSymbol(importer, &bound);
    names[i] = mlirArrayAttrGetElement(bound, 0);
    total = relaxDimsAdd(&dims, total, relaxDimsOf(&dims, extents[i]));
  }
  SymFact fact = {.kind = SYM_FACT_EQ,
                  .lhs = total,
                  .rhs =
                      relaxDimsOf(&dims, relaxTensorInfoOf(input).dims[axis])};
  MlirAttribute sum = symFactToAttribute(importer->context, fact);
  args.binds = mlirArrayAttrGet(importer->context, (intptr_t)parts, names);
  if (!symExprIsUnknown(fact.rhs))
    args.facts = mlirArrayAttrGet(importer->context, 1, &sum);
  args.resultType =
      relaxShapeTypeGet(importer->context, true, (intptr_t)parts, extents);
  return IMPORT_HELPER(importer, "sizes", TensorToShape, &args, shape);
}

static bool splitBySizes(Importer *importer, MlirValue input, int64_t axis,
                         int64_t parts) {
  MlirValue shape;
  const MlirAttribute *extents;
  if (!readSizes(importer, input, axis, parts, &shape))
    return false;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &extents);
  RelaxDims dims =
      relaxDimsMake(importer->location, "relax.split", importer->arena);
  SymExpr begin = relaxDimsConst(&dims, 0);
  for (int64_t i = 0; i < parts; ++i) {
    if (!importPart(importer, (size_t)i, input, axis,
                    relaxDimsAttribute(&dims, begin), extents[i], shape))
      return false;
    begin = relaxDimsAdd(&dims, begin, relaxDimsOf(&dims, extents[i]));
  }
  return relaxDimsOutcome(&dims);
}

static bool importSplit(Importer *importer) {
  RelaxSplitArgs args = {0};
  RelaxTensorInfo info;
  int64_t axis, parts = (int64_t)importer->node->n_output, declared;
  const int64_t *sizes = NULL;
  size_t numSizes = 0;
  bool given = false, operand = importer->opset >= 13;
  if (!importInt(importer, "axis", 0, &axis) ||
      !importInt(importer, "num_outputs", parts, &declared) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importAxis(importer, axis, info.rank, &axis) ||
      (!operand && !importInts(importer, "split", &sizes, &numSizes, &given)) ||
      (importIsConstant(importer, 1) &&
       !importConstantInts(importer, 1, "split", &sizes, &numSizes)))
    return false;
  if (importHasOperand(importer, 1) && !sizes)
    return splitBySizes(importer, args.input, axis, parts);
  int64_t wanted = sizes ? (int64_t)numSizes : declared;
  if (wanted != parts)
    return importError(importer,
                       "expected as many outputs as parts, got %" PRId64
                       " for %" PRId64,
                       parts, wanted);
  int64_t extent;
  bool literal = symAttributeIsConst(info.dims[axis], &extent);
  // Since version 18 the last part may be smaller.
  if (!sizes && importer->opset >= 18 && (!literal || extent % parts != 0))
    return splitUneven(importer, args.input, axis, parts);
  args.axis = axis;
  if (sizes)
    args.sizes = importIntsAttribute(importer, sizes, (size_t)parts);
  RelaxDims dims =
      relaxDimsMake(importer->location, "relax.split", importer->arena);
  MlirType *types = ARENA_ARRAY(importer->arena, MlirType, parts);
  for (int64_t i = 0; i < parts; ++i)
    types[i] = relaxSplitPartType(&dims, info, axis, args.sizes, parts, i);
  args.numResultsTypes = (intptr_t)parts;
  args.resultsTypes = types;
  return IMPORT_RESULTS(importer, Split, &args);
}

const OnnxOperator onnxSplitOperators[] = {
    {"Split", importSplit, .relax = "split, slice", .types = ONNX_EVERY,
     .inputs = {1, 2}, .alone = 13},
    {0},
};
