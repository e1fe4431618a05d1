//===- Positions.c - ONNX operators that compute indices ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Positions.gen.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"

#include <inttypes.h>
#include <string.h>

/// i32 and i64 stay, other numbers become i64.
static MlirValue asIndices(Importer *importer, MlirValue x) {
  MlirType element = relaxTensorInfoOf(x).elementType;
  bool narrow = mlirTypeIsAInteger(element) &&
                !mlirIntegerTypeIsUnsigned(element) &&
                mlirIntegerTypeGetWidth(element) == 32;
  return narrow ? x
                : graphCast(importBuilder(importer), x,
                            mlirIntegerTypeGet(importer->context, 64));
}

static bool importOneHot(Importer *importer) {
  RelaxDynamicOneHotArgs args = {0};
  RelaxTensorInfo info;
  MlirAttribute one = symConstAttribute(importer->context, 1);
  MlirAttribute two = symConstAttribute(importer->context, 2);
  if (!importInt(importer, "axis", -1, &args.axis) ||
      !importRankedOperand(importer, &args.indices, &info) ||
      !importAxis(importer, args.axis, info.rank + 1, &args.axis) ||
      !importOperand(importer, 1, &args.depth) ||
      !importOperand(importer, 2, &args.values))
    return false;
  args.indices = asIndices(importer, args.indices);
  args.depth = graphCast(importBuilder(importer), args.depth,
                         mlirIntegerTypeGet(importer->context, 64));
  if (args.depth.ptr && relaxTensorInfoOf(args.depth).rank == 1)
    args.depth = composeMatch(importer, args.depth, 1, &one, args.depth);
  args.values = composeMatch(importer, args.values, 1, &two, args.values);
  return args.indices.ptr && args.depth.ptr && args.values.ptr &&
         IMPORT_RESULT(importer, DynamicOneHot, &args);
}

static bool importReverseSequence(Importer *importer) {
  RelaxReverseSequenceArgs args;
  RelaxTensorInfo info, count;
  int64_t batch, time;
  if (!importInt(importer, "batch_axis", 1, &batch) ||
      !importInt(importer, "time_axis", 0, &time) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importRankedOperandAt(importer, 1, &args.lengths, &count) ||
      !importAxis(importer, batch, info.rank, &batch) ||
      !importAxis(importer, time, info.rank, &time))
    return false;
  if (batch == time)
    return importError(importer,
                       "attributes 'batch_axis' and 'time_axis': expected "
                       "different axes, got %" PRId64 " twice",
                       batch);
  args.axis = time;
  args.batch = batch;
  return importFollow(importer, relaxReverseSequenceAgreements, &args, 2) &&
         IMPORT_RESULT(importer, ReverseSequence, &args);
}

static bool importTensorScatter(Importer *importer) {
  RelaxTensorScatterArgs args = {0};
  RelaxTensorInfo info, update;
  int64_t axis;
  const char *mode;
  if (!importInt(importer, "axis", -2, &axis) ||
      !importText(importer, "mode", "linear", &mode) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importRankedOperandAt(importer, 1, &args.updates, &update) ||
      !importAxis(importer, axis, info.rank, &axis))
    return false;
  if (strcmp(mode, "circular") == 0)
    args.circular = true;
  else if (strcmp(mode, "linear") != 0)
    return importError(
        importer, "attribute 'mode': expected 'linear' or 'circular', got '%s'",
        mode);
  args.axis = axis;
  return importOptionalOperand(importer, 2, &args.at) &&
         importFollow(importer, relaxTensorScatterAgreements, &args,
                      args.at.ptr ? 3 : 2) &&
         IMPORT_RESULT(importer, TensorScatter, &args);
}

const OnnxOperator onnxPositionsOperators[] = {
    {"OneHot", importOneHot, 9, "one_hot, dynamic_one_hot", ONNX_NUMBERS, 3, 3},
    {"ReverseSequence", importReverseSequence, 10, NULL, ONNX_EVERY, 2, 2},
    {"TensorScatter", importTensorScatter, 24, NULL, ONNX_EVERY, 2, 3},
    {0},
};
