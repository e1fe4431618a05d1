//===- Attention.c - ONNX attention ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <string.h>

static MlirAttribute integer(Importer *importer, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), value);
}

/// A float attribute; null where it is absent.
static bool readFloat(Importer *importer, const char *name,
                      MlirAttribute *out) {
  const Onnx__AttributeProto *attribute;
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT,
                       &attribute))
    return false;
  *out = attribute ? mlirFloatAttrDoubleGet(importer->context,
                                            mlirF64TypeGet(importer->context),
                                            (double)attribute->f)
                   : mlirAttributeGetNull();
  return true;
}

/// A window to one side; -1 is none.
static bool readWindow(Importer *importer, const char *name,
                       MlirAttribute *out) {
  int64_t size = -1;
  if (importer->opset >= 25 && !importInt(importer, name, -1, &size))
    return false;
  if (size < -1)
    return importError(importer,
                       "attribute '%s': expected at least -1, got %" PRId64,
                       name, size);
  *out = size < 0 ? mlirAttributeGetNull() : integer(importer, size);
  return true;
}

static bool readHeads(Importer *importer, RelaxAttentionArgs *args) {
  int64_t queries, others;
  RelaxTensorInfo info = relaxTensorInfoOf(args->query);
  if (!importInt(importer, "q_num_heads", 0, &queries) ||
      !importInt(importer, "kv_num_heads", 0, &others))
    return false;
  args->q_heads = args->kv_heads = mlirAttributeGetNull();
  if (info.ranked && info.rank != 3)
    return true; // the shapes say it
  args->q_heads = integer(importer, queries);
  args->kv_heads = integer(importer, others);
  return true;
}

static bool readAttributes(Importer *importer, RelaxAttentionArgs *args) {
  int64_t causal, shown, precision;
  if (!importInt(importer, "is_causal", 0, &causal) ||
      !importInt(importer, "qk_matmul_output_mode", 0, &shown) ||
      !readFloat(importer, "scale", &args->scale) ||
      !readFloat(importer, "softcap", &args->softcap) ||
      !readWindow(importer, "left_window_size", &args->left) ||
      !readWindow(importer, "right_window_size", &args->right) ||
      !importInt(importer, "softmax_precision", 1, &precision))
    return false;
  if (shown < 0 || shown > 3)
    return importError(importer,
                       "attribute 'qk_matmul_output_mode': expected 0 to 3, "
                       "got %" PRId64,
                       shown);
  // The softmax is computed in f32 or wider, whatever precision is asked for.
  args->causal = causal;
  args->scores = shown ? integer(importer, shown) : mlirAttributeGetNull();
  return true;
}

static bool importAttention(Importer *importer) {
  RelaxAttentionArgs args = {0};
  MlirType types[RELAX_ATTENTION_RESULTS];
  size_t count = importer->node->n_output;
  if (!importOperandCount(importer, 3, importer->opset >= 24 ? 7 : 6) ||
      !importOperand(importer, 0, &args.query) ||
      !importOperand(importer, 1, &args.key) ||
      !importOperand(importer, 2, &args.value) ||
      !importOptionalOperand(importer, 3, &args.mask) ||
      !importOptionalOperand(importer, 4, &args.past_key) ||
      !importOptionalOperand(importer, 5, &args.past_value) ||
      !importOptionalOperand(importer, 6, &args.lengths) ||
      !readHeads(importer, &args) || !readAttributes(importer, &args))
    return false;
  if (count > RELAX_ATTENTION_RESULTS)
    return importError(importer, "expected at most 4 outputs, got %zu", count);
  MlirLocation location = importResultLocation(importer, 0);
  if (mlirLogicalResultIsFailure(relaxAttentionTypes(location, &args, types)))
    return false;
  args.numResultsTypes = count ? (intptr_t)count : 1;
  args.resultsTypes = types;
  return importResults(importer, relaxAttentionCreate(location, &args));
}

static bool importRotaryEmbedding(Importer *importer) {
  RelaxRotaryEmbeddingArgs args = {0};
  if (!importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.cosine) ||
      !importOperand(importer, 2, &args.sine) ||
      !importOptionalOperand(importer, 3, &args.places) ||
      !importInt(importer, "num_heads", 0, &args.heads) ||
      !importInt(importer, "rotary_embedding_dim", 0, &args.rotated) ||
      !importBool(importer, "interleaved", false, &args.interleaved))
    return false;
  return IMPORT_RESULT(importer, RotaryEmbedding, &args);
}

//===----------------------------------------------------------------------===//
// LinearAttention
//===----------------------------------------------------------------------===//

/// The rules of the specification, by the gates that they need.
static const struct {
  const char *name;
  bool decays, corrects;
} rules[] = {{"linear", false, false},
             {"gated", true, false},
             {"delta", false, true},
             {"gated_delta", true, true}};

static bool checkGate(Importer *importer, const char *rule, const char *gate,
                      bool needed, MlirValue given) {
  return needed == (given.ptr != NULL) ||
         importError(importer,
                     "attribute 'update_rule': '%s' is %s an input '%s'", rule,
                     needed ? "not possible without" : "defined without", gate);
}

static bool checkRule(Importer *importer,
                      const RelaxLinearAttentionArgs *args) {
  const char *rule;
  if (!importText(importer, "update_rule", "gated_delta", &rule))
    return false;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i)
    if (strcmp(rules[i].name, rule) == 0)
      return checkGate(importer, rule, "decay", rules[i].decays, args->decay) &&
             checkGate(importer, rule, "beta", rules[i].corrects, args->beta);
  return importError(importer,
                     "attribute 'update_rule': expected 'linear', 'gated', "
                     "'delta' or 'gated_delta', got '%s'",
                     rule);
}

static bool readRecurrence(Importer *importer, RelaxLinearAttentionArgs *args) {
  int64_t queries, others, chunk;
  float scale;
  // The size of chunks says how to compute, not what.
  if (!importInt(importer, "q_num_heads", 0, &queries) ||
      !importInt(importer, "kv_num_heads", 0, &others) ||
      !importInt(importer, "chunk_size", 64, &chunk) ||
      !importFloat(importer, "scale", 0, &scale))
    return false;
  MlirType f64 = mlirF64TypeGet(importer->context);
  args->q_heads = queries;
  args->kv_heads = others;
  if (scale != 0)
    args->scale = mlirFloatAttrDoubleGet(importer->context, f64, (double)scale);
  return true;
}

static bool importLinearAttention(Importer *importer) {
  RelaxLinearAttentionArgs args = {0};
  return importOperand(importer, 0, &args.query) &&
         importOperand(importer, 1, &args.key) &&
         importOperand(importer, 2, &args.value) &&
         importOptionalOperand(importer, 3, &args.state) &&
         importOptionalOperand(importer, 4, &args.decay) &&
         importOptionalOperand(importer, 5, &args.beta) &&
         checkRule(importer, &args) && readRecurrence(importer, &args) &&
         importResults(importer, relaxLinearAttentionCreate(
                                     importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxAttentionOperators[] = {
    {"Attention", importAttention, 23, NULL, ONNX_FLOATS, 0, 0},
    {"LinearAttention", importLinearAttention, 27, NULL, ONNX_FLOATS, 3, 6},
    {"RotaryEmbedding", importRotaryEmbedding, 23, NULL, ONNX_FLOATS, 3, 4},
    {0},
};
