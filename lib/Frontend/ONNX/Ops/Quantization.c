//===- Quantization.c - ONNX QuantizeLinear and its inverse ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Ops/Quantization.h"
#include "dialects/Relax/Quantization.gen.h"
#include "dialects/Relax/Quantization.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

static MlirAttribute literal(Importer *importer, int64_t extent) {
  return symConstAttribute(importer->context, extent);
}

bool importScalar(Importer *importer, size_t index, MlirValue *value) {
  if (!importOperand(importer, index, value))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  int64_t extent = 1;
  if (!info.ranked || info.rank > 1 ||
      (info.rank == 1 && symAttributeIsConst(info.dims[0], &extent) &&
       extent != 1))
    return importOperandError(importer, index, *value,
                              "expected a scalar or a vector of one element");
  if (info.rank == 0)
    return true;
  if (!importEqualDim(importer, value, 0, literal(importer, 1), *value))
    return false;
  *value = graphReshape(importBuilder(importer), *value, 0, NULL);
  return value->ptr != NULL;
}

bool importPerElement(Importer *importer, size_t index, MlirAttribute dim,
                      MlirValue given, MlirValue *value) {
  int64_t extent, wanted;
  if (!importOperand(importer, index, value))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!info.ranked || info.rank > 1)
    return importOperandError(importer, index, *value,
                              "expected a scalar or a vector");
  if (info.rank == 0 ||
      (symAttributeIsConst(info.dims[0], &extent) && extent == 1))
    return importScalar(importer, index, value);
  if (relaxDimEqual(info.dims[0], dim) ||
      (symAttributeIsConst(info.dims[0], &extent) &&
       symAttributeIsConst(dim, &wanted)))
    return true; // the operation reports literals that differ
  return importWiden(importer, 1, &dim, given, value);
}

/// A block's scales: the input's dimensions, that of the axis divided.
static bool perBlock(Importer *importer, size_t index, MlirValue input,
                     int64_t axis, int64_t block, MlirValue *value) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  if (!importOperand(importer, index, value))
    return false;
  RelaxTensorInfo own = relaxTensorInfoOf(*value);
  if (!own.ranked || own.rank != info.rank)
    return importOperandError(importer, index, *value, "expected rank %ld",
                              (long)info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    MlirAttribute dim = info.dims[i];
    SymExpr blocks;
    bool known = !symAttributeIsUnknown(dim);
    if (i == axis && known) {
      // What 64 bits cannot hold is reported by the operation.
      known = symExprCeilDiv(importer->arena, symExprOf(importer->arena, dim),
                             symExprConst(importer->arena, block),
                             &blocks) == SYM_OK;
      dim = known ? symExprToAttribute(importer->context, blocks) : dim;
    }
    if (known && !importEqualDim(importer, value, i, dim, input))
      return false;
  }
  return true;
}

/// What both operators read: scale, zero point (null if there is none), axis
/// and block (null: one scale).
typedef struct Scaling {
  MlirValue input, scale, zero;
  MlirAttribute axis, block;
} Scaling;

static bool readOne(Importer *importer, size_t index, const Scaling *s,
                    int64_t axis, int64_t block, MlirValue *value) {
  RelaxTensorInfo input = relaxTensorInfoOf(s->input);
  if (s->block.ptr)
    return perBlock(importer, index, s->input, axis, block, value);
  return s->axis.ptr ? importPerElement(importer, index, input.dims[axis],
                                        s->input, value)
                     : importScalar(importer, index, value);
}

/// Of a vector there is one scale for all; otherwise one that is no scalar
/// belongs to the elements of an axis.
static bool readScaling(Importer *importer, Scaling *s) {
  RelaxTensorInfo input, scale;
  int64_t axis, block;
  *s = (Scaling){0};
  if (!importRankedOperand(importer, &s->input, &input) ||
      !importRankedOperandAt(importer, 1, &s->scale, &scale) ||
      !importInt(importer, "axis", 1, &axis) ||
      !importInt(importer, "block_size", 0, &block))
    return false;
  int64_t extent = 0;
  bool isOne = scale.rank == 1 && symAttributeIsConst(scale.dims[0], &extent) &&
               extent == 1;
  if (block < 0)
    return importError(importer,
                       "attribute 'block_size': expected at least 0, got "
                       "%" PRId64,
                       block);
  if (scale.rank > 0 && (block || (!isOne && input.rank > 1))) {
    if (!importAxis(importer, axis, input.rank, &axis))
      return false;
    s->axis = importIntAttribute(importer, axis);
    if (block)
      s->block = importIntAttribute(importer, block);
  }
  return readOne(importer, 1, s, axis, block, &s->scale) &&
         (!importHasOperand(importer, 2) ||
          readOne(importer, 2, s, axis, block, &s->zero));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static MlirType elementOf(MlirValue value) {
  return relaxTensorInfoOf(value).elementType;
}

static bool importQuantizeLinear(Importer *importer) {
  Scaling s;
  MlirType element, precision;
  int64_t saturate;
  if (!readScaling(importer, &s) ||
      !importInt(importer, "saturate", 1, &saturate))
    return false;
  MlirType absent = s.zero.ptr
                        ? elementOf(s.zero)
                        : mlirIntegerTypeUnsignedGet(importer->context, 8);
  MlirType common = quantWideFloat.holds(elementOf(s.scale))
                        ? elementOf(s.scale)
                    : quantWideFloat.holds(elementOf(s.input))
                        ? elementOf(s.input)
                        : mlirF32TypeGet(importer->context);
  if (!importTypeAttribute(importer, "output_dtype", absent, &element) ||
      !importTypeAttribute(importer, "precision", common, &precision))
    return false;
  RelaxQuantizeArgs args = {.input = s.input,
                            .scale = s.scale,
                            .zero = s.zero,
                            .axis = s.axis,
                            .block = s.block,
                            .element = element,
                            .precision = precision};
  if (!saturate)
    args.no_saturate = true;
  return IMPORT_RESULT(importer, Quantize, &args);
}

static bool importDequantizeLinear(Importer *importer) {
  Scaling s;
  MlirType element;
  if (!readScaling(importer, &s))
    return false;
  MlirType absent = quantWideFloat.holds(elementOf(s.scale))
                        ? elementOf(s.scale)
                        : mlirF32TypeGet(importer->context);
  if (!importTypeAttribute(importer, "output_dtype", absent, &element))
    return false;
  RelaxDequantizeArgs args = {s.input, s.scale, s.zero,
                              s.axis,  s.block, element};
  return IMPORT_RESULT(importer, Dequantize, &args);
}

const OnnxOperator onnxQuantizationOperators[] = {
    {"QuantizeLinear", importQuantizeLinear, .since = 10, .relax = "quantize",
     .types = ONNX_F16 | ONNX_BF16 | ONNX_F32 | ONNX_I32, .inputs = {2, 3}},
    {"DequantizeLinear", importDequantizeLinear, .since = 10,
     .relax = "dequantize",
     .types = ONNX_FLOATS8 | ONNX_F4 | ONNX_INTS4 | ONNX_INTS2 | ONNX_I8 |
              ONNX_I16 | ONNX_I32 | ONNX_U8 | ONNX_U16,
     .inputs = {2, 3}},
    {"DynamicQuantizeLinear", .since = 11, .relax = "dynamic_quantize",
     .types = ONNX_F32, .results = 3},
    {0},
};
