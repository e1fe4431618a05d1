//===- Pad.c - ONNX Pad ---------------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Widths were attributes before version 11.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Pad.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <string.h>

/// Computed axes, of which `widths` has two elements each.
static bool readAlong(Importer *importer, MlirValue *widths, MlirValue *along) {
  if (!importOperand(importer, 3, along))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*along);
  if (!info.ranked || info.rank != 1 || symAttributeIsUnknown(info.dims[0]))
    return importOperandError(importer, 3, *along,
                              "expected a vector of known extent");
  RelaxDims dims = relaxDimsMake(importer->location, "Pad", importer->arena);
  SymExpr count = relaxDimsOf(&dims, info.dims[0]);
  MlirAttribute both =
      relaxDimsAttribute(&dims, relaxDimsAdd(&dims, count, count));
  *widths = composeMatch(importer, *widths, 1, &both, *along);
  *along = graphCast(importBuilder(importer), *along, importI64(importer));
  return widths->ptr && along->ptr;
}

/// The axes in the order of the widths: all of them without an operand, or with
/// a computed one.
static bool readAxes(Importer *importer, int64_t rank, int64_t **axes,
                     size_t *count) {
  const int64_t *given = NULL;
  *count = (size_t)rank;
  return (!importIsConstant(importer, 3) ||
          importConstantInts(importer, 3, "axes", &given, count)) &&
         importAxes(importer, given, *count, rank, axes);
}

/// The value of the margin; null where it is 0.
static bool readValue(Importer *importer, RelaxTensorInfo info,
                      MlirValue *value) {
  float number;
  value->ptr = NULL;
  if (importer->opset < 11) {
    if (!importFloat(importer, "value", 0, &number))
      return false;
    return number == 0 || importFloatScalar(importer, info.elementType, number,
                                            "margin", value);
  }
  if (!importHasOperand(importer, 2))
    return true;
  if (!importOperand(importer, 2, value))
    return false;
  if (relaxTensorInfoOf(*value).rank == 1)
    *value = composeLength(importer, *value, 1);
  return value->ptr != NULL;
}

static bool readMode(Importer *importer, StrRef *mode) {
  static const char *const modes[] = {"constant", "edge", "reflect", "wrap"};
  size_t which;
  bool good =
      importWord(importer, "mode", "constant, edge, reflect, wrap", &which);
  *mode = strRefFromC(modes[good ? which : 0]);
  return good;
}

/// Widths that are known now, over known extents.
static bool literalPad(Importer *importer, RelaxPadArgs *args,
                       RelaxTensorInfo info, const int64_t *axes, size_t count,
                       const int64_t *widths) {
  RelaxDims dims = relaxDimsMake(importer->location, "Pad", importer->arena);
  MlirAttribute *low = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  MlirAttribute *out = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    low[i] = symConstAttribute(importer->context, 0);
    out[i] = info.dims[i];
  }
  for (size_t i = 0; i < count; ++i) {
    int64_t axis = axes[i];
    low[axis] = symConstAttribute(importer->context, widths[i]);
    SymExpr total =
        relaxDimsAdd(&dims, relaxDimsOf(&dims, info.dims[axis]),
                     relaxDimsAdd(&dims, relaxDimsConst(&dims, widths[i]),
                                  relaxDimsConst(&dims, widths[count + i])));
    out[axis] = relaxDimsAttribute(&dims, relaxDimsClamp(&dims, total));
  }
  if (!relaxDimsOutcome(&dims))
    return false;
  args->low = mlirArrayAttrGet(importer->context, info.rank, low);
  args->resultType = relaxTensorTypeOf(info.elementType, info.rank, out);
  return importResult(importer, 0,
                      relaxPadCreate(importResultLocation(importer, 0), args));
}

static bool computedPad(Importer *importer, const RelaxPadArgs *like,
                        RelaxTensorInfo info, const int64_t *axes, size_t count,
                        MlirValue widths, MlirValue along) {
  MlirAttribute *dims = importDims(importer, info);
  for (size_t i = 0; i < count; ++i)
    dims[axes[i]] = symUnknownAttribute(importer->context);
  RelaxDynamicPadArgs args = {
      .input = like->input,
      .widths = widths,
      .along = along,
      .value = like->value,
      .axes = importIntsAttribute(importer, axes, count),
      .mode = like->mode,
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  return IMPORT_RESULT(importer, DynamicPad, &args);
}

static bool importPad(Importer *importer) {
  RelaxPadArgs args = {0};
  RelaxTensorInfo info;
  int64_t *axes;
  const int64_t *widths = NULL;
  size_t count, numWidths = 0;
  bool given, operands = importer->opset >= 11;
  MlirValue computed = {NULL}, along = {NULL};
  if (!readMode(importer, &args.mode) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !readAxes(importer, info.rank, &axes, &count) ||
      !readValue(importer, info, &args.value))
    return false;
  bool spread = importHasOperand(importer, 3) && !importIsConstant(importer, 3);
  if (operands && (spread || !importIsConstant(importer, 1))) {
    if (!importOperand(importer, 1, &computed) ||
        !importCastTo(importer, computed, importI64(importer),
                      importHelperLocation(importer, "widths"), &computed) ||
        (spread && !readAlong(importer, &computed, &along)))
      return false;
    if (spread)
      return computedPad(importer, &args, info, axes, count, computed, along);
    computed = composeLength(importer, computed, 2 * (int64_t)count);
    return computed.ptr &&
           computedPad(importer, &args, info, axes, count, computed, along);
  }
  if (operands
          ? !importConstantInts(importer, 1, "pads", &widths, &numWidths)
          : !importInts(importer, importer->opset < 2 ? "paddings" : "pads",
                        &widths, &numWidths, &given))
    return false;
  if (numWidths != 2 * count)
    return importError(importer, "pads: expected %zu numbers, got %zu",
                       2 * count, numWidths);
  bool known = true;
  for (intptr_t i = 0; i < info.rank; ++i)
    known &= !symAttributeIsUnknown(info.dims[i]);
  if (known)
    return literalPad(importer, &args, info, axes, count, widths);
  return importIntsConstant(importer, widths, numWidths, "widths", &computed) &&
         computedPad(importer, &args, info, axes, count, computed, along);
}

const OnnxOperator onnxPadOperators[] = {
    {"Pad", importPad, .relax = "pad, dynamic_pad", .types = ONNX_EVERY,
     .inputs = {2, 4}, .alone = 11},
    {0},
};
