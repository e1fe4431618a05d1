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

#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"

#include <inttypes.h>
#include <string.h>

static bool match(Importer *importer, MlirValue *value, intptr_t rank,
                  const MlirAttribute *dims, MlirValue first,
                  MlirValue second) {
  *value = composeMatchBoth(importer, *value, rank, dims, first, second);
  return value->ptr != NULL;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An input, indices into it, and along which of its dimensions.
static bool readGather(Importer *importer, MlirValue *input, MlirValue *indices,
                       int64_t *axis) {
  RelaxTensorInfo info;
  return importOperandCount(importer, 2, 2) &&
         importInt(importer, "axis", 0, axis) &&
         importRankedOperand(importer, input, &info) &&
         importOperand(importer, 1, indices) &&
         importAxis(importer, *axis, info.rank, axis);
}

static bool importGather(Importer *importer) {
  RelaxTakeArgs args = {0};
  return readGather(importer, &args.input, &args.indices, &args.axis) &&
         IMPORT_RESULT(importer, Take, &args);
}

static bool importGatherElements(Importer *importer) {
  RelaxGatherElementsArgs args = {0};
  return readGather(importer, &args.input, &args.indices, &args.axis) &&
         IMPORT_RESULT(importer, GatherElements, &args);
}

/// `reduction`, null for none.
static bool readReduction(Importer *importer, MlirAttribute *reduction) {
  static const char *const known[] = {"add", "mul", "max", "min"};
  const char *text;
  *reduction = mlirAttributeGetNull();
  if (!importText(importer, "reduction", "none", &text))
    return false;
  if (strcmp(text, "none") == 0)
    return true;
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
    if (strcmp(text, known[i]) == 0) {
      *reduction = mlirStringAttrGet(importer->context,
                                     mlirStringRefCreateFromCString(text));
      return true;
    }
  return importError(importer,
                     "attribute 'reduction': expected 'none', 'add', 'mul', "
                     "'max' or 'min', got '%s'",
                     text);
}

/// Bools are combined as numbers: a sum is "or", a product "and".
static bool widenBools(Importer *importer, MlirAttribute *reduction,
                       MlirValue *input, MlirValue *updates) {
  MlirContext context = importer->context;
  MlirType element = relaxTensorInfoOf(*input).elementType;
  if (!reduction->ptr || !mlirTypeIsAInteger(element) ||
      mlirIntegerTypeGetWidth(element) != 1)
    return true;
  StrRef text = strRefFromMlir(mlirStringAttrGetValue(*reduction));
  bool most = strRefEqual(text, strRefFromC("add")) ||
              strRefEqual(text, strRefFromC("max"));
  MlirType wide = mlirIntegerTypeUnsignedGet(context, 8);
  MlirLocation location = importHelperLocation(importer, "wide");
  *reduction = mlirStringAttrGet(
      context, mlirStringRefCreateFromCString(most ? "max" : "min"));
  return importCastTo(importer, *input, wide, location, input) &&
         importCastTo(importer, *updates, wide, location, updates);
}

/// The result in the elements that the node has.
static bool importScattered(Importer *importer, MlirOperation op,
                            MlirType element) {
  MlirValue value;
  return importInsert(importer, op, &value) &&
         importCastTo(importer, value, element,
                      importResultLocation(importer, 0), &value) &&
         importResultValue(importer, 0, value);
}

static bool importScatterElements(Importer *importer) {
  RelaxScatterElementsArgs args = {0};
  RelaxTensorInfo info, indices;
  if (!importInt(importer, "axis", 0, &args.axis) ||
      !readReduction(importer, &args.reduction) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importRankedOperandAt(importer, 1, &args.indices, &indices) ||
      !importOperand(importer, 2, &args.updates) ||
      !widenBools(importer, &args.reduction, &args.input, &args.updates) ||
      !importAxis(importer, args.axis, info.rank, &args.axis) ||
      !(relaxTensorInfoOf(args.updates).ranked
            ? importFollow(importer, relaxScatterElementsAgreements, &args, 3)
            : match(importer, &args.updates, indices.rank, indices.dims,
                    args.indices, args.input)))
    return false;
  return importScattered(
      importer,
      relaxScatterElementsCreate(importResultLocation(importer, 0), &args),
      info.elementType);
}

//===----------------------------------------------------------------------===//
// Index tuples
//===----------------------------------------------------------------------===//

/// Gives the last dimension of the indices the literal extent `size` unless it
/// has one, and the first `batch` those of the input.
static bool matchTuples(Importer *importer, MlirValue *indices, MlirValue input,
                        int64_t batch, int64_t size) {
  RelaxTensorInfo info = relaxTensorInfoOf(*indices);
  RelaxTensorInfo front = relaxTensorInfoOf(input);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  int64_t extent;
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i < batch ? front.dims[i] : info.dims[i];
  if (!symAttributeIsConst(dims[info.rank - 1], &extent))
    dims[info.rank - 1] = symConstAttribute(importer->context, size);
  return match(importer, indices, info.rank, dims, *indices, input);
}

static bool importGatherND(Importer *importer) {
  RelaxGatherNdArgs args = {0};
  RelaxTensorInfo info, indices;
  int64_t batch, size, rank = importDeclaredRank(importer, 0);
  if (!importInt(importer, "batch_dims", 0, &batch) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importRankedOperandAt(importer, 1, &args.indices, &indices))
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
    return importOperandError(importer, 1, args.indices,
                              "expected a literal last extent or a declared "
                              "rank of the output");
  if (!matchTuples(importer, &args.indices, args.input, batch, size))
    return false;
  args.batch_dims = batch;
  return IMPORT_RESULT(importer, GatherNd, &args);
}

static bool importScatterND(Importer *importer) {
  RelaxScatterNdArgs args = {0};
  RelaxTensorInfo info, indices, updates;
  int64_t size;
  if (!readReduction(importer, &args.reduction) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importRankedOperandAt(importer, 1, &args.indices, &indices) ||
      !importRankedOperandAt(importer, 2, &args.updates, &updates))
    return false;
  if (indices.rank == 0)
    return importOperandError(importer, 1, args.indices,
                              "expected rank 1 or more");
  size = indices.rank - 1 + info.rank - updates.rank;
  if (size < 0 || size > info.rank)
    return importOperandError(
        importer, 2, args.updates, "expected rank %ld to %ld",
        (long)indices.rank - 1, (long)(indices.rank - 1 + info.rank));
  if (!matchTuples(importer, &args.indices, args.input, 0, size))
    return false;
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, updates.rank);
  for (intptr_t i = 0; i < updates.rank; ++i)
    dims[i] = i < indices.rank - 1 ? indices.dims[i]
                                   : info.dims[size + i - (indices.rank - 1)];
  if (!match(importer, &args.updates, updates.rank, dims, args.indices,
             args.input) ||
      !widenBools(importer, &args.reduction, &args.input, &args.updates))
    return false;
  return importScattered(
      importer, relaxScatterNdCreate(importResultLocation(importer, 0), &args),
      info.elementType);
}

const OnnxOperator onnxGatherOperators[] = {
    {"Gather", importGather, 0, "take", ONNX_EVERY, 0, 0},
    {"GatherElements", importGatherElements, 11, NULL, ONNX_EVERY, 0, 0},
    {"GatherND", importGatherND, 11, NULL, ONNX_EVERY, 2, 2},
    {"Scatter", importScatterElements, 9, "scatter_elements", ONNX_EVERY, 3, 3},
    {"ScatterElements", importScatterElements, 11, NULL, ONNX_EVERY, 3, 3},
    {"ScatterND", importScatterND, 11, NULL, ONNX_EVERY, 3, 3},
    {0},
};
