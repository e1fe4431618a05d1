//===- LegalizeRules.c - which graph operation has which kernel -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <stdlib.h>
#include <string.h>

/// Sorted by name. Unary and binary operations on elements are rows of their
/// own tables (Unary.c, Binary.c).
static const RelaxLegalizeRule rules[] = {
    {"relax.arg_max", NULL, NULL, relaxExpandArg},
    {"relax.arg_min", NULL, NULL, relaxExpandArg},
    {"relax.attention_mask", "X", relaxBuildAttentionMask, NULL},
    {"relax.bitcast", "X", relaxBuildBitcast, NULL},
    {"relax.broadcast_to", NULL, NULL, relaxExpandBroadcastTo},
    {"relax.cast", "X", relaxBuildCast, NULL},
    {"relax.celu", "X", relaxBuildActivation, NULL},
    {"relax.concat", NULL, relaxBuildConcat, NULL},
    {"relax.conv", "XW", relaxBuildConv, relaxExpandConv},
    {"relax.conv_transpose", "XW", relaxBuildConvTranspose, NULL},
    {"relax.cumprod", "X", relaxBuildCumulative, NULL},
    {"relax.cumsum", "X", relaxBuildCumulative, NULL},
    {"relax.depthwise_conv", "XW", relaxBuildDepthwiseConv, NULL},
    {"relax.dequantize", "XSZ", relaxBuildDequantize, NULL},
    {"relax.det", NULL, NULL, relaxExpandDet},
    {"relax.elu", "X", relaxBuildActivation, NULL},
    {"relax.equal", "AB", relaxBuildCompare, NULL},
    {"relax.eye_like", "X", relaxBuildEyeLike, NULL},
    {"relax.gather_elements", "XI", relaxBuildGather, NULL},
    {"relax.gather_nd", "XI", relaxBuildGather, NULL},
    {"relax.greater", "AB", relaxBuildCompare, NULL},
    {"relax.greater_equal", "AB", relaxBuildCompare, NULL},
    {"relax.hard_sigmoid", "X", relaxBuildActivation, NULL},
    {"relax.iota", NULL, relaxBuildIota, NULL},
    {"relax.is_inf", "X", relaxBuildClassify, NULL},
    {"relax.is_nan", "X", relaxBuildClassify, NULL},
    {"relax.leaky_relu", "X", relaxBuildActivation, NULL},
    {"relax.less", "AB", relaxBuildCompare, NULL},
    {"relax.less_equal", "AB", relaxBuildCompare, NULL},
    {"relax.matmul", "AB", relaxBuildMatmul, NULL},
    {"relax.max", "X", relaxBuildReduction, NULL},
    {"relax.max_pool", "X", relaxBuildPool, NULL},
    {"relax.max_pool_places", "XM", relaxBuildPoolPlaces, NULL},
    {"relax.mean", NULL, NULL, relaxExpandMean},
    {"relax.min", "X", relaxBuildReduction, NULL},
    {"relax.not_equal", "AB", relaxBuildCompare, NULL},
    {"relax.pad", "XV", relaxBuildPad, NULL},
    {"relax.permute_dims", "X", relaxBuildPermuteDims, NULL},
    {"relax.prod", "X", relaxBuildReduction, NULL},
    {"relax.quantize", "XSZ", relaxBuildQuantize, NULL},
    {"relax.reduce_to", NULL, NULL, relaxExpandReduceTo},
    {"relax.reshape", "X", relaxBuildReshape, NULL},
    {"relax.resize", NULL, NULL, relaxExpandResize},
    {"relax.scatter_elements", "XIU", relaxBuildScatter, NULL},
    {"relax.scatter_nd", "XIU", relaxBuildScatter, NULL},
    {"relax.selu", "X", relaxBuildActivation, NULL},
    {"relax.shrink", "X", relaxBuildActivation, NULL},
    {"relax.slice", "X", relaxBuildSlice, NULL},
    {"relax.softmax", NULL, NULL, relaxExpandSoftmax},
    {"relax.strided_slice", "X", relaxBuildStridedSlice, NULL},
    {"relax.sum", "X", relaxBuildReduction, NULL},
    {"relax.sum_pool", "X", relaxBuildPool, NULL},
    {"relax.swish", "X", relaxBuildActivation, NULL},
    {"relax.take", "XI", relaxBuildTake, NULL},
    {"relax.thresholded_relu", "X", relaxBuildActivation, NULL},
    {"relax.tril", "XK", relaxBuildTriangle, NULL},
    {"relax.triu", "XK", relaxBuildTriangle, NULL},
    {"relax.where", "CAB", relaxBuildWhere, NULL},
};

/// Those that sum: of f16 and bf16 they do it in f32 and round once.
static const char *const widening[] = {
    "relax.conv_transpose", "relax.depthwise_conv", "relax.conv",
    "relax.cumprod",        "relax.cumsum",         "relax.matmul",
    "relax.mean",           "relax.prod",           "relax.reduce_to",
    "relax.resize",         "relax.softmax",        "relax.sum",
    "relax.sum_pool"};

bool relaxRuleWidens(const RelaxLegalizeRule *rule) {
  for (size_t i = 0; i < sizeof(widening) / sizeof(*widening); ++i)
    if (strcmp(widening[i], rule->name) == 0)
      return true;
  return false;
}

static int compareRule(const void *name, const void *rule) {
  return strRefCompare(*(const StrRef *)name,
                       strRefFromC(((const RelaxLegalizeRule *)rule)->name));
}

const RelaxLegalizeRule *relaxLegalizeRuleOf(StrRef name) {
  static const RelaxLegalizeRule unary = {"", "X", relaxBuildUnary, NULL};
  static const RelaxLegalizeRule binary = {"", "AB", relaxBuildBinary, NULL};
  const RelaxLegalizeRule *found =
      bsearch(&name, rules, sizeof(rules) / sizeof(*rules), sizeof(*rules),
              compareRule);
  return found                 ? found
         : relaxIsUnary(name)  ? &unary
         : relaxIsBinary(name) ? &binary
                               : NULL;
}
