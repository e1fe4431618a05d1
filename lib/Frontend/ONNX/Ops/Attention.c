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

/// A float attribute; null where it is absent.
static bool readFloat(Importer *importer, const char *name,
                      MlirAttribute *out) {
  const Onnx__AttributeProto *attribute;
  if (!IMPORT_ATTRIBUTE(importer, name, FLOAT, &attribute))
    return false;
  *out = attribute ? importFloatAttribute(importer, (double)attribute->f)
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
  *out = size < 0 ? mlirAttributeGetNull() : importIntAttribute(importer, size);
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
  args->q_heads = importIntAttribute(importer, queries);
  args->kv_heads = importIntAttribute(importer, others);
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
  args->scores =
      shown ? importIntAttribute(importer, shown) : mlirAttributeGetNull();
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

//===----------------------------------------------------------------------===//
// LinearAttention
//===----------------------------------------------------------------------===//

/// The rules of the specification, by the gates that they need.
static const struct {
  const char *name;
  bool decays, corrects;
} rules[] = {{"gated_delta", true, true},
             {"gated", true, false},
             {"delta", false, true},
             {"linear", false, false}};

static bool checkGate(Importer *importer, const char *rule, const char *gate,
                      bool needed, MlirValue given) {
  return needed == (given.ptr != NULL) ||
         importError(importer,
                     "attribute 'update_rule': '%s' is %s an input '%s'", rule,
                     needed ? "not possible without" : "defined without", gate);
}

static bool checkRule(Importer *importer, OnnxBuild *build) {
  size_t rule;
  if (!importWord(importer, "update_rule", "gated_delta, gated, delta, linear",
                  &rule))
    return false;
  return checkGate(importer, rules[rule].name, "decay", rules[rule].decays,
                   build->inputs[4]) &&
         checkGate(importer, rules[rule].name, "beta", rules[rule].corrects,
                   build->inputs[5]);
}

const OnnxOperator onnxAttentionOperators[] = {
    {"Attention", importAttention, .since = 23, .types = ONNX_FLOATS,
     .inputs = {0, SIZE_MAX}},
    {"LinearAttention", .since = 27, .types = ONNX_FLOATS, .inputs = {3, 6},
     ONNX_ATTRIBUTES({"q_num_heads", ONNX_IS_INT, "q_heads", .absent = 0},
                     {"kv_num_heads", ONNX_IS_INT, "kv_heads", .absent = 0},
                     {"chunk_size", .kind = ONNX_IS_NOTHING},
                     {"scale", ONNX_IS_FLOAT, .when = ONNX_UNLESS_ZERO}),
     .prepare = checkRule, .results = 2},
    {"RotaryEmbedding", .since = 23, .types = ONNX_FLOATS, .inputs = {3, 4},
     ONNX_ATTRIBUTES(
         {"num_heads", ONNX_IS_INT, "heads", .absent = 0},
         {"rotary_embedding_dim", ONNX_IS_INT, "rotated", .absent = 0},
         {"interleaved", ONNX_IS_FLAG, .absent = 0})},
    {0},
};
