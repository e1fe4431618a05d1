//===- ElementTypes.c - element types that operators take -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the specification allows of any version, as far as interpreter and
// kernels have it. The importer refuses other types, so that the list of
// operators says what it does.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ElementTypes.h"
#include "dialects/Relax/Dims.h"
#include "lib/Frontend/ONNX/GraphWalk.h"
#include "lib/Frontend/ONNX/Operators.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
enum { F16, BF16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, I1, TEXT,
       F8E4M3, F8E4M3U, F8E5M2, F8E5M2U, F8E8M0, F4, I4, U4, I2, U2, NUM_TYPES };
// clang-format on

/// As types of MLIR print.
static const char *const typeNames[NUM_TYPES] = {
    "f16",    "bf16",          "f32",       "f64",
    "i8",     "i16",           "i32",       "i64",
    "ui8",    "ui16",          "ui32",      "ui64",
    "i1",     "!relax.string", "f8E4M3FN",  "f8E4M3FNUZ",
    "f8E5M2", "f8E5M2FNUZ",    "f8E8M0FNU", "f4E2M1FN",
    "i4",     "ui4",           "i2",        "ui2"};

#define BIT(type) (1u << (type))
#define FLOATS (BIT(F16) | BIT(BF16) | BIT(F32) | BIT(F64))
#define SIGNED (BIT(I8) | BIT(I16) | BIT(I32) | BIT(I64))
#define UNSIGNED (BIT(U8) | BIT(U16) | BIT(U32) | BIT(U64))
#define NUMBERS (FLOATS | SIGNED | UNSIGNED)
#define BOOL BIT(I1)
#define STRING BIT(TEXT)
#define FLOATS8 (BIT(F8E4M3) | BIT(F8E4M3U) | BIT(F8E5M2) | BIT(F8E5M2U))
#define INTS4 (BIT(I4) | BIT(U4))
#define INTS2 (BIT(I2) | BIT(U2))
#define EVERY (BIT(NUM_TYPES) - 1)

/// What the text says for several types at once.
static const struct {
  const char *name;
  unsigned types;
} kinds[] = {
    {"every type", EVERY},
    {"numbers", NUMBERS},
    {"floats", FLOATS},
    {"signed integers", SIGNED},
    {"unsigned integers", UNSIGNED},
    {"bool", BOOL},
    {"strings", STRING},
    {"8-bit floats", FLOATS8},
    {"4-bit integers", INTS4},
    {"2-bit integers", INTS2},
};

typedef struct Row {
  const char *name; // sorted
  unsigned types;
} Row;

static const Row rows[] = {
    {"Abs", NUMBERS},
    {"Acos", FLOATS},
    {"Acosh", FLOATS},
    {"Add", NUMBERS},
    {"AffineGrid", FLOATS},
    {"And", BOOL},
    {"ArgMax", NUMBERS},
    {"ArgMin", NUMBERS},
    {"Asin", FLOATS},
    {"Asinh", FLOATS},
    {"Atan", FLOATS},
    {"Atanh", FLOATS},
    {"Attention", FLOATS},
    {"AveragePool", FLOATS},
    {"BatchNormalization", FLOATS},
    {"Bernoulli", FLOATS},
    {"BitCast", NUMBERS | BOOL | FLOATS8 | BIT(F8E8M0)},
    {"BitShift", SIGNED | UNSIGNED},
    {"BitwiseAnd", SIGNED | UNSIGNED},
    {"BitwiseNot", SIGNED | UNSIGNED},
    {"BitwiseOr", SIGNED | UNSIGNED},
    {"BitwiseXor", SIGNED | UNSIGNED},
    {"BlackmanWindow", BIT(I32) | BIT(I64)},
    {"Cast", EVERY},
    {"CastLike", EVERY},
    {"CausalConvWithState", FLOATS},
    {"Ceil", FLOATS},
    {"Celu", FLOATS},
    {"CenterCropPad", NUMBERS | BOOL},
    {"Clip", NUMBERS},
    {"Col2Im", NUMBERS},
    {"Compress", EVERY},
    {"Concat", EVERY},
    {"ConstantOfShape", BIT(I64)},
    {"Conv", FLOATS},
    {"ConvInteger", BIT(I8) | BIT(U8)},
    {"ConvTranspose", FLOATS},
    {"Cos", FLOATS},
    {"Cosh", FLOATS},
    {"CumProd", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"CumSum", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"DFT", FLOATS},
    {"DeformConv", FLOATS},
    {"DepthToSpace", EVERY},
    {"DequantizeLinear", FLOATS8 | BIT(F4) | INTS4 | INTS2 | BIT(I8) |
                             BIT(I16) | BIT(I32) | BIT(U8) | BIT(U16)},
    {"Det", FLOATS},
    {"Div", NUMBERS},
    {"Dropout", FLOATS | FLOATS8},
    {"DynamicQuantizeLinear", BIT(F32)},
    {"Einsum", NUMBERS},
    {"Elu", FLOATS},
    {"Equal", NUMBERS | BOOL | STRING},
    {"Erf", FLOATS},
    {"Exp", FLOATS},
    {"Expand", EVERY},
    {"EyeLike", NUMBERS | BOOL},
    {"Flatten", EVERY},
    {"Floor", FLOATS},
    {"GRU", FLOATS},
    {"Gather", EVERY},
    {"GatherElements", EVERY},
    {"GatherND", EVERY},
    {"Gelu", FLOATS},
    {"Gemm", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"GlobalAveragePool", FLOATS},
    {"GlobalLpPool", FLOATS},
    {"GlobalMaxPool", FLOATS},
    {"Greater", NUMBERS},
    {"GreaterOrEqual", NUMBERS},
    {"GridSample", NUMBERS},
    {"GroupNormalization", FLOATS},
    {"HammingWindow", BIT(I32) | BIT(I64)},
    {"HannWindow", BIT(I32) | BIT(I64)},
    {"HardSigmoid", FLOATS},
    {"HardSwish", FLOATS},
    {"Hardmax", FLOATS},
    {"Identity", EVERY},
    {"If", BOOL},
    {"ImageDecoder", BIT(U8)},
    {"InstanceNormalization", FLOATS},
    {"IsInf", FLOATS | FLOATS8},
    {"IsNaN", FLOATS | FLOATS8},
    {"LRN", FLOATS},
    {"LSTM", FLOATS},
    {"LayerNormalization", FLOATS},
    {"LeakyRelu", FLOATS},
    {"Less", NUMBERS},
    {"LessOrEqual", NUMBERS},
    {"LinearAttention", FLOATS},
    {"Log", FLOATS},
    {"LogSoftmax", FLOATS},
    {"Loop", BIT(I64)},
    {"LpNormalization", FLOATS},
    {"LpPool", FLOATS},
    {"MatMul", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"MatMulInteger", BIT(I8) | BIT(U8)},
    {"Max", NUMBERS},
    {"MaxPool", FLOATS | BIT(I8) | BIT(U8)},
    {"MaxRoiPool", FLOATS},
    {"MaxUnpool", FLOATS},
    {"Mean", FLOATS},
    {"MeanVarianceNormalization", FLOATS},
    {"MelWeightMatrix", BIT(I32) | BIT(I64)},
    {"Min", NUMBERS},
    {"Mish", FLOATS},
    {"Mod", NUMBERS},
    {"Mul", NUMBERS},
    {"Multinomial", FLOATS},
    {"Neg", FLOATS | SIGNED},
    {"NegativeLogLikelihoodLoss", FLOATS},
    {"NonMaxSuppression", BIT(F32)},
    {"NonZero", NUMBERS | BOOL | STRING},
    {"Not", BOOL},
    {"OneHot", NUMBERS},
    {"OptionalGetElement", EVERY},
    {"OptionalHasElement", EVERY},
    {"Or", BOOL},
    {"PRelu", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"Pad", EVERY},
    {"Pow", FLOATS | BIT(I32) | BIT(I64)},
    {"QLinearConv", BIT(I8) | BIT(U8)},
    {"QLinearMatMul", BIT(I8) | BIT(U8) | FLOATS8},
    {"QuantizeLinear", BIT(F16) | BIT(BF16) | BIT(F32) | BIT(I32)},
    {"RMSNormalization", FLOATS},
    {"RNN", FLOATS},
    {"RandomNormalLike", NUMBERS | BOOL},
    {"RandomUniformLike", NUMBERS | BOOL},
    {"Range", FLOATS | BIT(I16) | BIT(I32) | BIT(I64)},
    {"Reciprocal", FLOATS},
    {"ReduceL1", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"ReduceL2", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"ReduceLogSum", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"ReduceLogSumExp", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"ReduceMax", FLOATS | BOOL | BIT(I8) | BIT(I32) | BIT(I64) | BIT(U8) |
                      BIT(U32) | BIT(U64)},
    {"ReduceMean", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"ReduceMin", FLOATS | BOOL | BIT(I8) | BIT(I32) | BIT(I64) | BIT(U8) |
                      BIT(U32) | BIT(U64)},
    {"ReduceProd", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"ReduceSum", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"ReduceSumSquare", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64)},
    {"RegexFullMatch", STRING},
    {"Relu", FLOATS | SIGNED},
    {"Reshape", EVERY},
    {"Resize", NUMBERS | BOOL | STRING},
    {"ReverseSequence", EVERY},
    {"RoiAlign", FLOATS},
    {"RotaryEmbedding", FLOATS},
    {"Round", FLOATS},
    {"STFT", FLOATS},
    {"Scan", EVERY},
    {"Scatter", EVERY},
    {"ScatterElements", EVERY},
    {"ScatterND", EVERY},
    {"Selu", FLOATS},
    {"Shape", EVERY},
    {"Shrink", BIT(F16) | BIT(F32) | BIT(F64) | SIGNED | UNSIGNED},
    {"Sigmoid", FLOATS},
    {"Sign", NUMBERS},
    {"Sin", FLOATS},
    {"Sinh", FLOATS},
    {"Size", EVERY},
    {"Slice", EVERY},
    {"Softmax", FLOATS},
    {"SoftmaxCrossEntropyLoss", FLOATS},
    {"Softplus", FLOATS},
    {"Softsign", FLOATS},
    {"SpaceToDepth", EVERY},
    {"Split", EVERY},
    {"SplitToSequence", EVERY},
    {"Sqrt", FLOATS},
    {"Squeeze", EVERY},
    {"StringConcat", STRING},
    {"StringNormalizer", STRING},
    {"StringSplit", STRING},
    {"Sub", NUMBERS},
    {"Sum", FLOATS},
    {"SwiGLU", FLOATS},
    {"Swish", FLOATS},
    {"Tan", FLOATS},
    {"Tanh", FLOATS},
    {"TensorScatter", EVERY},
    {"TfIdfVectorizer", STRING | BIT(I32) | BIT(I64)},
    {"ThresholdedRelu", FLOATS},
    {"Tile", EVERY},
    {"TopK", NUMBERS},
    {"Transpose", EVERY},
    {"Trilu", EVERY},
    {"Unique", NUMBERS | BOOL | STRING},
    {"Unsqueeze", EVERY},
    {"Upsample", NUMBERS},
    {"Where", BOOL},
    {"Xor", BOOL},
    {"ai.onnx.ml.ArrayFeatureExtractor", STRING | BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.Binarizer", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.CategoryMapper", BIT(I64) | STRING},
    {"ai.onnx.ml.FeatureVectorizer", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.Imputer", BIT(F32)},
    {"ai.onnx.ml.LabelEncoder", STRING | BIT(F32) | BIT(F64) | SIGNED},
    {"ai.onnx.ml.LinearClassifier", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.LinearRegressor", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.Normalizer", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.OneHotEncoder", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64) | STRING},
    {"ai.onnx.ml.SVMClassifier", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.SVMRegressor", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.Scaler", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.TreeEnsemble", BIT(F16) | BIT(F32) | BIT(F64)},
    {"ai.onnx.ml.TreeEnsembleClassifier", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.ml.TreeEnsembleRegressor", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64)},
    {"ai.onnx.preview.FlexAttention", FLOATS},
    {"ai.onnx.preview.training.Adagrad", BIT(F32) | BIT(F64)},
    {"ai.onnx.preview.training.Adam", BIT(F32) | BIT(F64)},
    {"ai.onnx.preview.training.Momentum", BIT(F32) | BIT(F64)},
};

static int compareRow(const void *name, const void *row) {
  return strcmp(name, ((const Row *)row)->name);
}

static const Row *findRow(const char *name) {
  return bsearch(name, rows, sizeof(rows) / sizeof(*rows), sizeof(*rows),
                 compareRow);
}

static void appendName(const char *name, StrBuf *out, size_t begin) {
  strBufAppendFormat(out, "%s%s", out->length > begin ? ", " : "", name);
}

static void appendTypes(unsigned types, StrBuf *out) {
  size_t begin = out->length;
  for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); ++i) {
    if ((types & kinds[i].types) != kinds[i].types)
      continue;
    appendName(kinds[i].name, out, begin);
    types &= ~kinds[i].types;
  }
  for (int i = 0; i < NUM_TYPES; ++i)
    if (types & BIT(i))
      appendName(typeNames[i], out, begin);
}

void onnxElementsText(const char *operator, StrBuf *out) {
  const Row *row = findRow(operator);
  if (row)
    appendTypes(row->types, out);
}

bool importCheckElements(Importer *importer) {
  const Onnx__NodeProto *node = importer->node;
  RelaxTensorInfo info;
  // What is not built yet is a constant, which the operator may only read.
  const ImportEntry *entry = importHasOperand(importer, 0)
                                 ? strMapEntry(importer->values, node->input[0])
                                 : NULL;
  MlirValue value = entry ? entry->value.value : (MlirValue){NULL};
  if (!value.ptr || !relaxTensorInfo(mlirValueGetType(value), &info))
    return true;
  StrBuf text = {0};
  if (!onnxIsOwnDomain(node))
    strBufAppendFormat(&text, "%s.", onnxText(node->domain));
  strBufAppendC(&text, onnxText(node->op_type));
  const Row *row = findRow(strBufText(&text));
  const char *element = relaxTypeText(importer->arena, info.elementType);
  bool good = !row || relaxElementIsUnknown(info.elementType);
  for (int i = 0; !good && i < NUM_TYPES; ++i)
    good = (row->types & BIT(i)) && strcmp(typeNames[i], element) == 0;
  if (!good) {
    StrBuf known = {0};
    onnxElementsText(strBufText(&text), &known);
    importOperandError(importer, 0, value, "expected elements of %s",
                       strBufText(&known));
    strBufFree(&known);
  }
  strBufFree(&text);
  return good;
}
