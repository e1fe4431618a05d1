//===- Gather.c - ONNX gathers and scatters -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Shapes that have to agree, but do not by their types, are checked when the
// program runs (relax.match_cast). The number of coordinates in an index tuple
// follows from the ranks where its extent is no literal.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// What is scattered is combined as `reduction` says; bools as numbers: a sum
/// is "or", a product "and".
static bool combine(Importer *importer, OnnxBuild *build) {
  static const char *const names[] = {NULL, "add", "mul", "max", "min"};
  static const char *const ofBools[] = {NULL, "max", "min", "max", "min"};
  MlirContext context = importer->context;
  MlirType element = relaxTensorInfoOf(build->inputs[0]).elementType;
  size_t which;
  if (!importWord(importer, "reduction", "none, add, mul, max, min", &which))
    return false;
  if (!which)
    return true;
  bool bools =
      mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1;
  importSetAttribute(
      importer, build, "reduction",
      mlirStringAttrGet(context, mlirStringRefCreateFromCString(
                                     (bools ? ofBools : names)[which])));
  MlirType wide = mlirIntegerTypeUnsignedGet(context, 8);
  MlirLocation location = importHelperLocation(importer, "wide");
  return !bools || (importCastTo(importer, build->inputs[0], wide, location,
                                 &build->inputs[0]) &&
                    importCastTo(importer, build->inputs[2], wide, location,
                                 &build->inputs[2]));
}

/// The result in the elements that the node has.
static bool importScatter(Importer *importer) {
  OnnxBuild build;
  MlirValue input, value;
  return importReadRow(importer, &build) &&
         importRowValue(importer, &build, &value) &&
         importOperand(importer, 0, &input) &&
         importResultAs(importer, 0, value,
                        relaxTensorInfoOf(input).elementType);
}

/// The rank of the updates is that of the indices.
static bool elements(Importer *importer, OnnxBuild *build) {
  MlirValue *indices = &build->inputs[1], *updates = &build->inputs[2];
  RelaxTensorInfo info = relaxTensorInfoOf(*indices);
  if (!info.ranked)
    return importOperandError(importer, 1, *indices, "expected a known rank");
  if (!relaxTensorInfoOf(*updates).ranked)
    *updates = composeMatch(importer, *updates, info.rank, info.dims, *indices);
  return updates->ptr && combine(importer, build);
}

//===----------------------------------------------------------------------===//
// Index tuples
//===----------------------------------------------------------------------===//

/// Gives the last dimension of the indices the literal extent `size` unless it
/// has one.
static bool matchTuples(Importer *importer, OnnxBuild *build, int64_t size) {
  MlirValue *indices = &build->inputs[1];
  RelaxTensorInfo info = relaxTensorInfoOf(*indices);
  MlirAttribute *dims = importDims(importer, info);
  int64_t extent;
  if (!symAttributeIsConst(dims[info.rank - 1], &extent))
    dims[info.rank - 1] = symConstAttribute(importer->context, size);
  *indices = composeMatch(importer, *indices, info.rank, dims, *indices);
  return indices->ptr;
}

static bool gatherTuples(Importer *importer, OnnxBuild *build) {
  RelaxTensorInfo info = relaxTensorInfoOf(build->inputs[0]);
  RelaxTensorInfo indices = relaxTensorInfoOf(build->inputs[1]);
  int64_t batch, size, rank = importDeclaredRank(importer, 0);
  if (!importInt(importer, "batch_dims", 0, &batch))
    return false;
  if (batch < 0 || batch >= info.rank || batch >= indices.rank)
    return importError(importer,
                       "attribute 'batch_dims': expected less than the ranks "
                       "%ld and %ld, got %" PRId64,
                       (long)info.rank, (long)indices.rank, batch);
  bool literal = symAttributeIsConst(indices.dims[indices.rank - 1], &size);
  if (!literal)
    size = indices.rank - 1 + info.rank - batch - rank;
  if (!literal && (rank < 0 || size < 0 || size > info.rank - batch))
    return importOperandError(importer, 1, build->inputs[1],
                              "expected a literal last extent or a declared "
                              "rank of the output");
  return matchTuples(importer, build, size);
}

static bool scatterTuples(Importer *importer, OnnxBuild *build) {
  int64_t rank = relaxTensorInfoOf(build->inputs[0]).rank;
  int64_t indices = relaxTensorInfoOf(build->inputs[1]).rank;
  int64_t size = indices - 1 + rank - relaxTensorInfoOf(build->inputs[2]).rank;
  if (indices == 0)
    return importOperandError(importer, 1, build->inputs[1],
                              "expected rank 1 or more");
  if (size < 0 || size > rank)
    return importOperandError(importer, 2, build->inputs[2],
                              "expected rank %ld to %ld", (long)indices - 1,
                              (long)(indices - 1 + rank));
  return matchTuples(importer, build, size) && combine(importer, build);
}

const OnnxOperator onnxGatherOperators[] = {
    {"Gather", .relax = "take", .types = ONNX_EVERY, .inputs = {2, 2},
     ONNX_ATTRIBUTES({"axis", ONNX_IS_AXIS, .absent = 0})},
    {"GatherElements", .since = 11, .types = ONNX_EVERY, .inputs = {2, 2},
     ONNX_ATTRIBUTES({"axis", ONNX_IS_AXIS, .absent = 0})},
    {"GatherND", .since = 11, .types = ONNX_EVERY, .inputs = {2, 2},
     ONNX_ATTRIBUTES({"batch_dims", ONNX_IS_INT, .absent = 0}),
     .prepare = gatherTuples, .ranked = true},
    {"Scatter", importScatter, .since = 9, .relax = "scatter_elements",
     .types = ONNX_EVERY, .inputs = {3, 3},
     ONNX_ATTRIBUTES({"axis", ONNX_IS_AXIS, .absent = 0}), .prepare = elements},
    {"ScatterElements", importScatter, .since = 11, .types = ONNX_EVERY,
     .inputs = {3, 3}, ONNX_ATTRIBUTES({"axis", ONNX_IS_AXIS, .absent = 0}),
     .prepare = elements},
    {"ScatterND", importScatter, .since = 11, .types = ONNX_EVERY,
     .inputs = {3, 3}, .prepare = scatterTuples, .ranked = true},
    {0},
};
