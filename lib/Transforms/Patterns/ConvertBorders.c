//===- ConvertBorders.c - values as a back end wants them -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// At each call of a region what goes in is converted and what comes out is
// converted back; inside of the region the other way round. Patterns, fusion
// and the back end then move what is inside.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Quantization.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Signature.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Patterns/Calibration.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <stb/stb_ds.h>

enum { OPTION_TARGET, OPTION_PRECISION, OPTION_LAYOUT, OPTION_CALIBRATION };
enum { COUNT_VALUES };
enum { MOST_AXES = 8 };

enum { BITS = 8 }; // of what is quantised

typedef enum BorderKind { BORDER_CAST, BORDER_PERMUTE, BORDER_QUANTIZE } Kind;

typedef struct Borders {
  RelaxPassRun *run;
  Kind kind;
  MlirType element; // BORDER_CAST
  int64_t there[MOST_AXES], back[MOST_AXES];
  intptr_t rank;      // BORDER_PERMUTE
  const char *folder; // BORDER_QUANTIZE
} Borders;

/// A value at the border of a region.
typedef struct Crossing {
  const Borders *borders;
  double scale; // BORDER_QUANTIZE
} Crossing;

static MlirType f32Of(const Borders *borders) {
  return mlirF32TypeGet(borders->run->context);
}

/// f32 that crosses, of the rank that the layout is of.
static bool crosses(const Borders *borders, MlirType type) {
  RelaxTensorInfo info;
  return relaxTensorInfo(type, &info) &&
         mlirTypeEqual(info.elementType, f32Of(borders)) &&
         (borders->kind != BORDER_PERMUTE ||
          (info.ranked && info.rank == borders->rank));
}

//===----------------------------------------------------------------------===//
// There and back
//===----------------------------------------------------------------------===//

/// The type of a value while it crosses.
static MlirType typeThere(const Borders *borders, MlirType type) {
  RelaxTensorInfo info;
  MlirAttribute dims[MOST_AXES];
  relaxTensorInfo(type, &info);
  if (borders->kind == BORDER_PERMUTE) {
    for (intptr_t d = 0; d < borders->rank; ++d)
      dims[d] = info.dims[borders->there[d]];
    return relaxTensorTypeLike(info, info.rank, dims);
  }
  info.elementType = borders->kind == BORDER_CAST
                         ? borders->element
                         : mlirIntegerTypeGet(borders->run->context, BITS);
  return info.ranked ? relaxTensorTypeLike(info, info.rank, info.dims)
                     : relaxUnrankedTensorType(info.elementType);
}

/// `type` is that of the result.
static MlirValue convert(const Crossing *crossing, GraphBuilder *g,
                         MlirValue value, MlirType type, bool back) {
  const Borders *borders = crossing->borders;
  MlirType f32 = f32Of(borders);
  if (borders->kind == BORDER_CAST) {
    RelaxCastArgs args = {.input = value, .resultType = type};
    return graphInsert(g, relaxCastCreate(g->loc, &args));
  }
  if (borders->kind == BORDER_PERMUTE)
    return graphTranspose(g, value, borders->rank,
                          back ? borders->back : borders->there);
  MlirValue scale = graphNumber(g, crossing->scale, f32);
  RelaxDequantizeArgs dequantize = {
      .input = value, .scale = scale, .element = f32};
  RelaxQuantizeArgs quantize = {.input = value,
                                .scale = scale,
                                .element = mlirIntegerTypeGet(g->context, BITS),
                                .precision = f32};
  return graphInsert(g, back ? relaxDequantizeCreate(g->loc, &dequantize)
                             : relaxQuantizeCreate(g->loc, &quantize));
}

static MlirValue convertThere(const Crossing *crossing, MlirValue value,
                              MlirOperation before) {
  GraphBuilder g = graphBefore(crossing->borders->run->arena, before, false);
  return convert(crossing, &g, value,
                 typeThere(crossing->borders, mlirValueGetType(value)), false);
}

/// `value` has the other type from now on; what used it gets the old one.
static void convertBack(const Crossing *crossing, MlirValue value,
                        MlirOperation before) {
  GraphBuilder g = graphBefore(crossing->borders->run->arena, before, false);
  MlirType type = mlirValueGetType(value);
  mlirValueSetType(value, typeThere(crossing->borders, type));
  MlirValue converted = convert(crossing, &g, value, type, true);
  MlirOperation own = mlirOpResultGetOwner(converted);
  mlirValueReplaceAllUsesExcept(value, converted, 1, &own);
}

//===----------------------------------------------------------------------===//
// A region
//===----------------------------------------------------------------------===//

/// How large the value gets, for its scale; false after an error.
static bool calibrate(Crossing *crossing, MlirOperation function,
                      const char *what, intptr_t index, MlirType type) {
  const int most = 127;
  const Borders *borders = crossing->borders;
  double largest = most;
  RelaxError error = {0};
  bool good = borders->kind != BORDER_QUANTIZE ||
              calibrationLargest(borders->folder, functionName(function), what,
                                 index, type, &largest, &error);
  if (!good)
    bridgeEmitOpError(function, "%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  crossing->scale = largest > 0 ? largest / most : 1;
  return good;
}

static bool convertArgument(const Borders *borders, MlirOperation function,
                            MlirOperation *calls, intptr_t index,
                            MlirType *type) {
  MlirBlock body = bridgeBody(function);
  Crossing crossing = {borders, 1};
  if (!crosses(borders, *type))
    return true;
  if (!calibrate(&crossing, function, "in", index, *type))
    return false;
  for (ptrdiff_t c = 0; c < arrlen(calls); ++c) {
    MlirValue operand = mlirOperationGetOperand(calls[c], index);
    mlirOperationSetOperand(calls[c], index,
                            convertThere(&crossing, operand, calls[c]));
  }
  convertBack(&crossing, mlirBlockGetArgument(body, index),
              mlirBlockGetFirstOperation(body));
  *type = typeThere(borders, *type);
  ++borders->run->counters[COUNT_VALUES];
  return true;
}

static bool convertResult(const Borders *borders, MlirOperation function,
                          MlirOperation *calls, intptr_t index,
                          MlirType *type) {
  MlirBlock body = bridgeBody(function);
  MlirOperation ret = mlirBlockGetTerminator(body);
  Crossing crossing = {borders, 1};
  if (!crosses(borders, *type))
    return true;
  if (!calibrate(&crossing, function, "out", index, *type))
    return false;
  mlirOperationSetOperand(
      ret, index,
      convertThere(&crossing, mlirOperationGetOperand(ret, index), ret));
  for (ptrdiff_t c = 0; c < arrlen(calls); ++c)
    convertBack(&crossing, mlirOperationGetResult(calls[c], index),
                mlirOperationGetNextInBlock(calls[c]));
  *type = typeThere(borders, *type);
  ++borders->run->counters[COUNT_VALUES];
  return true;
}

static bool convertFunction(const Borders *borders, MlirOperation function) {
  MlirType type = relaxFuncGetFunctionType(function);
  intptr_t numIn = mlirFunctionTypeGetNumInputs(type);
  intptr_t numOut = mlirFunctionTypeGetNumResults(type);
  MlirType *in = ARENA_ARRAY(borders->run->arena, MlirType, numIn + 1);
  MlirType *out = ARENA_ARRAY(borders->run->arena, MlirType, numOut + 1);
  bool good = true;
  MlirOperation *calls = callsOf(borders->run->op, functionName(function));
  for (intptr_t i = 0; i < numIn; ++i) {
    in[i] = mlirFunctionTypeGetInput(type, i);
    good = good && convertArgument(borders, function, calls, i, &in[i]);
  }
  for (intptr_t i = 0; i < numOut; ++i) {
    out[i] = mlirFunctionTypeGetResult(type, i);
    good = good && convertResult(borders, function, calls, i, &out[i]);
  }
  relaxFuncSetFunctionType(
      function,
      mlirFunctionTypeGet(borders->run->context, numIn, in, numOut, out));
  arrfree(calls);
  return good;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bool failOption(const Borders *borders, const char *message) {
  bridgeEmitOpError(borders->run->op, "pass 'relax-convert-borders': %s",
                    message);
  return false;
}

/// `0, 2, 3, 1`: dimension i at the border is dimension there[i] before.
static bool readLayout(Borders *borders, StrRef text) {
  bool seen[MOST_AXES] = {false};
  bool good = true;
  for (size_t i = 0; i < text.length && good; ++i) {
    char c = text.data[i];
    if (c == ',' || c == ' ')
      continue;
    int axis = c - '0';
    good = axis >= 0 && axis < MOST_AXES && !seen[axis] &&
           borders->rank < MOST_AXES;
    if (!good)
      break;
    seen[axis] = true;
    borders->there[borders->rank] = axis;
    borders->back[axis] = borders->rank++;
  }
  for (intptr_t i = 0; i < borders->rank; ++i)
    good &= seen[i];
  return (good && borders->rank > 0) ||
         failOption(borders, "'layout': expected a permutation of 0, 1, ..., "
                             "at most 8 of them");
}

static bool readOptions(Borders *borders) {
  RelaxPassRun *run = borders->run;
  StrRef precision = relaxOptionString(run, OPTION_PRECISION);
  StrRef layout = relaxOptionString(run, OPTION_LAYOUT);
  StrRef folder = relaxOptionString(run, OPTION_CALIBRATION);
  if ((precision.length > 0) + (layout.length > 0) + (folder.length > 0) != 1)
    return failOption(borders, "expected one of 'precision', 'layout' and "
                               "'calibration'");
  borders->kind = precision.length ? BORDER_CAST
                  : layout.length  ? BORDER_PERMUTE
                                   : BORDER_QUANTIZE;
  borders->folder = arenaCopyString(run->arena, folder).data;
  if (layout.length)
    return readLayout(borders, layout);
  bool bf16 = strRefEqual(precision, strRefFromC("bf16"));
  if (precision.length && !bf16 && !strRefEqual(precision, strRefFromC("f16")))
    return failOption(borders, "'precision': expected f16 or bf16");
  borders->element =
      bf16 ? mlirBF16TypeGet(run->context) : mlirF16TypeGet(run->context);
  return true;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Borders borders = {.run = run};
  StrRef target = relaxOptionString(run, OPTION_TARGET);
  bool good = readOptions(&borders);
  for (MlirOperation op = {NULL};
       good && (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;) {
    MlirAttribute name = relaxFuncGetTarget(op);
    if (!functionIsPublic(op) && relaxFuncHasBody(op) && name.ptr &&
        strRefEqual(target, bridgeRefName(name)))
      good = convertFunction(&borders, op);
  }
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxConvertBordersPass = {
    .name = "relax-convert-borders",
    .summary = "give regions values in the layout or precision of their back "
               "end",
    .documentation =
        "What goes into a private function `target @dnn` and comes out of it "
        "crosses its border in another element type or order of dimensions: "
        "each call converts operands and results, and the function begins and "
        "ends with the opposite. `relax-apply-patterns` with "
        "`rewrites/layout.mlir` and `rewrites/casts.mlir` removes what meets "
        "its opposite between two regions. Quantised values have one scale, "
        "the largest magnitude of the calibration data over 127, and no zero "
        "point.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_TARGET] = {"target", RELAX_OPTION_STRING,
                                   "whose regions", "dnn", NULL},
                [OPTION_PRECISION] =
                    {"precision", RELAX_OPTION_STRING,
                     "`f16` or `bf16`: values of f32 cross as such", "", NULL},
                [OPTION_LAYOUT] = {"layout", RELAX_OPTION_STRING,
                                   "`0, 2, 3, 1`: values of that rank cross "
                                   "with their dimensions in this order",
                                   "", NULL},
                [OPTION_CALIBRATION] =
                    {"calibration", RELAX_OPTION_STRING,
                     "a folder of `relax-run --save-regions=`: values of f32 "
                     "cross as i8, scaled by the largest there",
                     "", NULL}},
    .counters = {[COUNT_VALUES] = "values-converted"},
    .run = run,
};
