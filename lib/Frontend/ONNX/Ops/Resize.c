//===- Resize.c - ONNX Resize and Upsample --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Extents are said as far as literals say them (dialects/Relax/Resize.h); the
// others are the operation's own business.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Resize.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <string.h>

/// One node while it is read.
typedef struct ResizeReader {
  Importer *importer;
  RelaxResizeArgs args;
  RelaxTensorInfo info;
  const int64_t *axes;
  size_t count;
  MlirAttribute *dims; // of the result
} ResizeReader;

static MlirType f32(ResizeReader *r) {
  return mlirF32TypeGet(r->importer->context);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool readWord(ResizeReader *r, const char *name, const char *absent,
                     const char *fixed, StrRef *word) {
  const char *text = fixed;
  if (!fixed && !importText(r->importer, name, absent, &text))
    return false;
  *word = strRefFromC(text);
  return true;
}

static bool readNumber(ResizeReader *r, const char *name, float absent,
                       bool has, double *number) {
  *number = (double)absent;
  return !has || importDouble(r->importer, name, absent, number);
}

/// Upsample, and Resize of version 10, know one grid only.
static bool readAttributes(ResizeReader *r, bool old) {
  Importer *importer = r->importer;
  int64_t antialias = 0, exclude = 0;
  // Upsample makes nothing smaller.
  const char *rounding = !old                    ? NULL
                         : importer->opset == 10 ? "ceil_if_smaller"
                                                 : "floor";
  if (!readWord(r, "mode", "nearest", NULL, &r->args.mode) ||
      !readWord(r, "coordinate_transformation_mode", "half_pixel",
                old ? "asymmetric" : NULL, &r->args.coordinates) ||
      !readWord(r, "nearest_mode", "round_prefer_floor", rounding,
                &r->args.rounding) ||
      !readNumber(r, "cubic_coeff_a", -0.75F, !old, &r->args.cubic) ||
      !readNumber(r, "extrapolation_value", 0, !old, &r->args.extrapolation) ||
      (!old && (!importInt(importer, "antialias", 0, &antialias) ||
                !importInt(importer, "exclude_outside", 0, &exclude))))
    return false;
  if (antialias)
    r->args.antialias = true;
  if (exclude)
    r->args.exclude_outside = true;
  return true;
}

static bool readAxes(ResizeReader *r, bool old) {
  const int64_t *given = NULL;
  bool has = false;
  int64_t *axes;
  if (!old && !importInts(r->importer, "axes", &given, &r->count, &has))
    return false;
  if (!has)
    r->count = (size_t)r->info.rank;
  if (!importAxes(r->importer, has ? given : NULL, r->count, r->info.rank,
                  &axes))
    return false;
  r->axes = axes;
  r->args.axes = importIntsAttribute(r->importer, axes, r->count);
  return true;
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// Scales whose values are known.
static bool literalScales(ResizeReader *r, const float *scales) {
  RelaxDims dims =
      relaxDimsMake(r->importer->location, "Resize", r->importer->arena);
  double *factors = ARENA_ARRAY(r->importer->arena, double, r->count);
  for (size_t i = 0; i < r->count; ++i) {
    factors[i] = (double)scales[i];
    if (!(scales[i] > 0 && scales[i] < 0x1p31F))
      return importError(r->importer,
                         "scales: expected positive numbers, got %g",
                         (double)scales[i]);
    r->dims[r->axes[i]] =
        relaxResizeScaled(&dims, r->info.dims[r->axes[i]], scales[i]);
  }
  r->args.factors =
      mlirDenseF64ArrayGet(r->importer->context, (intptr_t)r->count, factors);
  return true;
}

static bool vectorOperand(ResizeReader *r, size_t index, MlirType element,
                          int64_t count, MlirValue *value) {
  MlirAttribute extent = symConstAttribute(r->importer->context, count);
  if (!importOperand(r->importer, index, value))
    return false;
  *value = composeMatch(r->importer,
                        graphCast(importBuilder(r->importer), *value, element),
                        1, &extent, *value);
  return value->ptr != NULL;
}

static void openExtents(ResizeReader *r) {
  for (size_t i = 0; i < r->count; ++i)
    r->dims[r->axes[i]] = symUnknownAttribute(r->importer->context);
}

/// Scales as an attribute (Upsample of version 7) or as an operand.
static bool readScales(ResizeReader *r, size_t operand, const float *given,
                       size_t numGiven) {
  Importer *importer = r->importer;
  if (operand && importIsConstant(importer, operand) &&
      !importConstantFloats(importer, operand, "scales", &given, &numGiven))
    return false;
  if (given && numGiven != r->count)
    return importError(importer, "scales: expected %zu numbers, got %zu",
                       r->count, numGiven);
  if (given)
    return literalScales(r, given);
  openExtents(r);
  return vectorOperand(r, operand, f32(r), (int64_t)r->count, &r->args.scales);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Literal sizes with the input's aspect: known if its extents are.
static bool literalAspect(ResizeReader *r, const int64_t *sizes,
                          MlirAttribute aspect) {
  Arena *arena = r->importer->arena;
  MlirAttribute *extents = ARENA_ARRAY(arena, MlirAttribute, r->count);
  int64_t *results = ARENA_ARRAY(arena, int64_t, r->count);
  double *factors = ARENA_ARRAY(arena, double, r->count);
  float scale;
  for (size_t i = 0; i < r->count; ++i)
    extents[i] = r->info.dims[r->axes[i]];
  if (!relaxResizeAspectExtents(aspect, (intptr_t)r->count, sizes, extents,
                                results, &scale))
    return false;
  for (size_t i = 0; i < r->count; ++i) {
    factors[i] = (double)scale;
    r->dims[r->axes[i]] = symConstAttribute(r->importer->context, results[i]);
  }
  r->args.factors =
      mlirDenseF64ArrayGet(r->importer->context, (intptr_t)r->count, factors);
  return true;
}

static bool readSizes(ResizeReader *r) {
  Importer *importer = r->importer;
  static const char *const policies[] = {"stretch", "not_larger",
                                         "not_smaller"};
  const int64_t *sizes = NULL;
  size_t numSizes = r->count, keeps;
  if (!importWord(importer, "keep_aspect_ratio_policy",
                  "stretch, not_larger, not_smaller", &keeps) ||
      (importIsConstant(importer, 3) &&
       !importConstantInts(importer, 3, "sizes", &sizes, &numSizes)))
    return false;
  MlirAttribute aspect = importTextAttribute(importer, policies[keeps]);
  if (numSizes != r->count)
    return importError(importer, "sizes: expected %zu numbers, got %zu",
                       r->count, numSizes);
  for (size_t i = 0; sizes && i < r->count; ++i) {
    if (sizes[i] < 0)
      return importError(importer, "sizes: expected extents, got %" PRId64,
                         sizes[i]);
    r->dims[r->axes[i]] = symConstAttribute(importer->context, sizes[i]);
  }
  if (sizes && (!keeps || literalAspect(r, sizes, aspect)))
    return true;
  openExtents(r);
  if (keeps)
    r->args.aspect = aspect;
  return vectorOperand(r, 3, importI64(r->importer), (int64_t)r->count,
                       &r->args.sizes);
}

/// Given, and not the empty vector of before version 13? False after an error.
static bool readGiven(Importer *importer, size_t index, bool *given) {
  MlirValue value;
  int64_t extent;
  *given = importHasOperand(importer, index);
  if (!*given || !importOperand(importer, index, &value))
    return !*given;
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  *given = !info.ranked || info.rank != 1 ||
           !symAttributeIsConst(info.dims[0], &extent) || extent != 0;
  return true;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Weighted sums of integers are sums of f32, cut to whole numbers.
static bool finish(ResizeReader *r) {
  Importer *importer = r->importer;
  MlirType element = r->info.elementType;
  bool nearest = strRefEqual(r->args.mode, strRefFromC("nearest"));
  MlirType type = nearest || mlirTypeIsAFloat(element) ? element : f32(r);
  r->args.input = graphCast(importBuilder(importer), r->args.input, type);
  if (!r->args.input.ptr)
    return false;
  r->args.resultType = relaxTensorTypeOf(type, r->info.rank, r->dims);
  MlirOperation op =
      relaxResizeCreate(importResultLocation(importer, 0), &r->args);
  if (mlirTypeEqual(type, element))
    return importResult(importer, 0, op);
  GraphBuilder *g = importBuilder(importer);
  return composeResult(importer, graphCast(g, graphInsert(g, op), element));
}

static bool begin(ResizeReader *r, Importer *importer, bool old) {
  *r = (ResizeReader){.importer = importer};
  if (!importRankedOperand(importer, &r->args.input, &r->info) ||
      !readAttributes(r, old) || !readAxes(r, old))
    return false;
  r->dims = ARENA_ARRAY(importer->arena, MlirAttribute, r->info.rank);
  for (intptr_t i = 0; i < r->info.rank; ++i)
    r->dims[i] = r->info.dims[i];
  return true;
}

static bool importResize(Importer *importer) {
  ResizeReader r;
  bool old = importer->opset < 11, scaled, sized;
  if (!importOperandCount(importer, old ? 2 : 1, old ? 2 : 4) ||
      !begin(&r, importer, old))
    return false;
  if (old)
    return readScales(&r, 1, NULL, 0) && finish(&r);
  if (strRefEqual(r.args.coordinates, strRefFromC("tf_crop_and_resize")) &&
      !vectorOperand(&r, 1, f32(&r), 2 * (int64_t)r.count, &r.args.roi))
    return false;
  if (!readGiven(importer, 2, &scaled) || !readGiven(importer, 3, &sized))
    return false;
  if (sized == scaled)
    return importError(importer, "expected either scales or sizes");
  const char *policy; // says something of sizes only
  if (scaled &&
      !importText(importer, "keep_aspect_ratio_policy", "stretch", &policy))
    return false;
  return (sized ? readSizes(&r) : readScales(&r, 2, NULL, 0)) && finish(&r);
}

static bool importUpsample(Importer *importer) {
  ResizeReader r;
  const Onnx__AttributeProto *scales = NULL;
  bool operand = importer->opset >= 9;
  if (!begin(&r, importer, true))
    return false;
  if (operand)
    return readScales(&r, 1, NULL, 0) && finish(&r);
  if (!IMPORT_ATTRIBUTE(importer, "scales", FLOATS, &scales))
    return false;
  if (!scales)
    return importError(importer, "attribute 'scales' is missing");
  return readScales(&r, 0, scales->floats, scales->n_floats) && finish(&r);
}

/// Formats of pictures are not the business of a compiler.
static bool refuseImageDecoder(Importer *importer) {
  return importError(importer, "pictures are not decoded: decode before, and "
                               "give the pixels as an input");
}

const OnnxOperator onnxResizeOperators[] = {
    {"ImageDecoder", refuseImageDecoder, .since = 20, .types = ONNX_U8,
     .inputs = {0, SIZE_MAX}},
    {"Resize", importResize, .since = 10,
     .types = ONNX_NUMBERS | ONNX_BOOL | ONNX_STRING, .inputs = {0, SIZE_MAX}},
    {"Upsample", importUpsample, .since = 7, .relax = "resize",
     .types = ONNX_NUMBERS, .inputs = {2, 2}, .alone = 9},
    {0},
};
