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
#define UNTEXT (EVERY & ~STRING)

/// What the text says for several types at once.
static const struct {
  const char *name;
  unsigned types;
} kinds[] = {
    {"every type", EVERY},
    {"every type but strings", UNTEXT},
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
  unsigned both, reference;
} Row;

static const Row rows[] = {
    {"Abs", NUMBERS, 0},
    {"Acos", FLOATS, 0},
    {"Acosh", FLOATS, 0},
    {"Add", NUMBERS, 0},
    {"AffineGrid", FLOATS, 0},
    {"And", BOOL, 0},
    {"ArgMax", NUMBERS, 0},
    {"ArgMin", NUMBERS, 0},
    {"Asin", FLOATS, 0},
    {"Asinh", FLOATS, 0},
    {"Atan", FLOATS, 0},
    {"Atanh", FLOATS, 0},
    {"Attention", FLOATS, 0},
    {"AveragePool", FLOATS, 0},
    {"BatchNormalization", FLOATS, 0},
    {"Bernoulli", FLOATS, 0},
    {"BitCast", NUMBERS | BOOL | FLOATS8 | BIT(F8E8M0), 0},
    {"BitShift", SIGNED | UNSIGNED, 0},
    {"BitwiseAnd", SIGNED | UNSIGNED, 0},
    {"BitwiseNot", SIGNED | UNSIGNED, 0},
    {"BitwiseOr", SIGNED | UNSIGNED, 0},
    {"BitwiseXor", SIGNED | UNSIGNED, 0},
    {"BlackmanWindow", BIT(I32) | BIT(I64), 0},
    {"Cast", EVERY, 0},
    {"CastLike", EVERY, 0},
    {"CausalConvWithState", FLOATS, 0},
    {"Ceil", FLOATS, 0},
    {"Celu", FLOATS, 0},
    {"CenterCropPad", NUMBERS | BOOL, 0},
    {"Clip", NUMBERS, 0},
    {"Col2Im", NUMBERS, 0},
    {"Compress", EVERY, 0},
    {"Concat", EVERY, 0},
    {"ConstantOfShape", BIT(I64), 0},
    {"Conv", FLOATS, 0},
    {"ConvInteger", BIT(I8) | BIT(U8), 0},
    {"ConvTranspose", FLOATS, 0},
    {"Cos", FLOATS, 0},
    {"Cosh", FLOATS, 0},
    {"CumProd", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"CumSum", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"DFT", FLOATS, 0},
    {"DeformConv", FLOATS, 0},
    {"DepthToSpace", EVERY, 0},
    {"DequantizeLinear",
     FLOATS8 | BIT(F4) | INTS4 | INTS2 | BIT(I8) | BIT(I16) | BIT(I32) |
         BIT(U8) | BIT(U16),
     0},
    {"Det", FLOATS, 0},
    {"Div", NUMBERS, 0},
    {"Dropout", FLOATS | FLOATS8, 0},
    {"DynamicQuantizeLinear", BIT(F32), 0},
    {"Einsum", NUMBERS, 0},
    {"Elu", FLOATS, 0},
    {"Equal", NUMBERS | BOOL | STRING, 0},
    {"Erf", FLOATS, 0},
    {"Exp", FLOATS, 0},
    {"Expand", EVERY, 0},
    {"EyeLike", NUMBERS | BOOL, 0},
    {"Flatten", EVERY, 0},
    {"Floor", FLOATS, 0},
    {"GRU", FLOATS, 0},
    {"Gather", EVERY, 0},
    {"GatherElements", EVERY, 0},
    {"GatherND", EVERY, 0},
    {"Gelu", FLOATS, 0},
    {"Gemm", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"GlobalAveragePool", FLOATS, 0},
    {"GlobalLpPool", FLOATS, 0},
    {"GlobalMaxPool", FLOATS, 0},
    {"Greater", NUMBERS, 0},
    {"GreaterOrEqual", NUMBERS, 0},
    {"GridSample", NUMBERS, 0},
    {"GroupNormalization", FLOATS, 0},
    {"HammingWindow", BIT(I32) | BIT(I64), 0},
    {"HannWindow", BIT(I32) | BIT(I64), 0},
    {"HardSigmoid", FLOATS, 0},
    {"HardSwish", FLOATS, 0},
    {"Hardmax", FLOATS, 0},
    {"Identity", EVERY, 0},
    {"If", BOOL, 0},
    {"ImageDecoder", BIT(U8), 0},
    {"InstanceNormalization", FLOATS, 0},
    {"IsInf", FLOATS | FLOATS8, 0},
    {"IsNaN", FLOATS | FLOATS8, 0},
    {"LRN", FLOATS, 0},
    {"LSTM", FLOATS, 0},
    {"LayerNormalization", FLOATS, 0},
    {"LeakyRelu", FLOATS, 0},
    {"Less", NUMBERS, 0},
    {"LessOrEqual", NUMBERS, 0},
    {"Log", FLOATS, 0},
    {"LogSoftmax", FLOATS, 0},
    {"Loop", BIT(I64), 0},
    {"LpNormalization", FLOATS, 0},
    {"LpPool", FLOATS, 0},
    {"MatMul", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"MatMulInteger", BIT(I8) | BIT(U8), 0},
    {"Max", NUMBERS, 0},
    {"MaxPool", FLOATS | BIT(I8) | BIT(U8), 0},
    {"MaxRoiPool", FLOATS, 0},
    {"MaxUnpool", FLOATS, 0},
    {"Mean", FLOATS, 0},
    {"MeanVarianceNormalization", FLOATS, 0},
    {"MelWeightMatrix", BIT(I32) | BIT(I64), 0},
    {"Min", NUMBERS, 0},
    {"Mish", FLOATS, 0},
    {"Mod", NUMBERS, 0},
    {"Mul", NUMBERS, 0},
    {"Multinomial", FLOATS, 0},
    {"Neg", FLOATS | SIGNED, 0},
    {"NegativeLogLikelihoodLoss", FLOATS, 0},
    {"NonMaxSuppression", BIT(F32), 0},
    {"NonZero", NUMBERS | BOOL, 0},
    {"Not", BOOL, 0},
    {"OneHot", NUMBERS, 0},
    {"OptionalGetElement", EVERY, 0},
    {"OptionalHasElement", EVERY, 0},
    {"Or", BOOL, 0},
    {"PRelu", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"Pad", EVERY, 0},
    {"Pow", FLOATS | BIT(I32) | BIT(I64), 0},
    {"QLinearConv", BIT(I8) | BIT(U8), 0},
    {"QLinearMatMul", BIT(I8) | BIT(U8) | FLOATS8, 0},
    {"QuantizeLinear", BIT(F16) | BIT(BF16) | BIT(F32) | BIT(I32), 0},
    {"RMSNormalization", FLOATS, 0},
    {"RNN", FLOATS, 0},
    {"RandomNormalLike", NUMBERS | BOOL, 0},
    {"RandomUniformLike", NUMBERS | BOOL, 0},
    {"Range", FLOATS | BIT(I16) | BIT(I32) | BIT(I64), 0},
    {"Reciprocal", FLOATS, 0},
    {"ReduceL1", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"ReduceL2", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"ReduceLogSum", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"ReduceLogSumExp", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"ReduceMax",
     FLOATS | BOOL | BIT(I8) | BIT(I32) | BIT(I64) | BIT(U8) | BIT(U32) |
         BIT(U64),
     0},
    {"ReduceMean", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"ReduceMin",
     FLOATS | BOOL | BIT(I8) | BIT(I32) | BIT(I64) | BIT(U8) | BIT(U32) |
         BIT(U64),
     0},
    {"ReduceProd", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"ReduceSum", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"ReduceSumSquare", FLOATS | BIT(I32) | BIT(I64) | BIT(U32) | BIT(U64), 0},
    {"RegexFullMatch", STRING, 0},
    {"Relu", FLOATS | SIGNED, 0},
    {"Reshape", EVERY, 0},
    {"Resize", NUMBERS | BOOL | STRING, 0},
    {"ReverseSequence", EVERY, 0},
    {"RoiAlign", FLOATS, 0},
    {"RotaryEmbedding", FLOATS, 0},
    {"Round", FLOATS, 0},
    {"STFT", FLOATS, 0},
    {"Scan", EVERY, 0},
    {"Scatter", EVERY, 0},
    {"ScatterElements", EVERY, 0},
    {"ScatterND", EVERY, 0},
    {"Selu", FLOATS, 0},
    {"Shape", EVERY, 0},
    {"Shrink", BIT(F16) | BIT(F32) | BIT(F64), 0},
    {"Sigmoid", FLOATS, 0},
    {"Sign", NUMBERS, 0},
    {"Sin", FLOATS, 0},
    {"Sinh", FLOATS, 0},
    {"Size", EVERY, 0},
    {"Slice", EVERY, 0},
    {"Softmax", FLOATS, 0},
    {"SoftmaxCrossEntropyLoss", FLOATS, 0},
    {"Softplus", FLOATS, 0},
    {"Softsign", FLOATS, 0},
    {"SpaceToDepth", EVERY, 0},
    {"Split", EVERY, 0},
    {"SplitToSequence", EVERY, 0},
    {"Sqrt", FLOATS, 0},
    {"Squeeze", EVERY, 0},
    {"StringConcat", STRING, 0},
    {"StringNormalizer", STRING, 0},
    {"StringSplit", STRING, 0},
    {"Sub", NUMBERS, 0},
    {"Sum", FLOATS, 0},
    {"SwiGLU", FLOATS, 0},
    {"Swish", FLOATS, 0},
    {"Tan", FLOATS, 0},
    {"Tanh", FLOATS, 0},
    {"TensorScatter", EVERY, 0},
    {"TfIdfVectorizer", STRING | BIT(I32) | BIT(I64), 0},
    {"ThresholdedRelu", FLOATS, 0},
    {"Tile", EVERY, 0},
    {"TopK", NUMBERS, 0},
    {"Transpose", EVERY, 0},
    {"Trilu", UNTEXT, 0},
    {"Unique", NUMBERS | BOOL, 0},
    {"Unsqueeze", EVERY, 0},
    {"Upsample", NUMBERS, 0},
    {"Where", BOOL, 0},
    {"Xor", BOOL, 0},
    {"ai.onnx.ml.ArrayFeatureExtractor",
     STRING | BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64), 0},
    {"ai.onnx.ml.Binarizer", BIT(F32) | BIT(F64) | BIT(I32) | BIT(I64), 0},
    {"ai.onnx.ml.LabelEncoder", STRING | BIT(F32) | BIT(F64) | SIGNED, 0},
    {"ai.onnx.ml.TreeEnsemble", BIT(F16) | BIT(F32) | BIT(F64), 0},
    {"ai.onnx.preview.FlexAttention", FLOATS, 0},
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
  if (!row)
    return;
  appendTypes(row->both, out);
  if (!row->reference)
    return;
  strBufAppendC(out, row->both ? " (" : "(");
  appendTypes(row->reference, out);
  strBufAppendC(out, ")");
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
    good = ((row->both | row->reference) & BIT(i)) &&
           strcmp(typeNames[i], element) == 0;
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
