//===- LegalizeRules.c - which graph operation has which kernel -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <stdlib.h>
#include <string.h>

/// Sorted by name.
static const RelaxLegalizeRule rules[] = {
    {"relax.abs", "X", relaxBuildUnary, NULL},
    {"relax.acos", "X", relaxBuildUnary, NULL},
    {"relax.acosh", "X", relaxBuildUnary, NULL},
    {"relax.add", "AB", relaxBuildBinary, NULL},
    {"relax.arg_max", NULL, NULL, relaxExpandArg},
    {"relax.arg_min", NULL, NULL, relaxExpandArg},
    {"relax.asin", "X", relaxBuildUnary, NULL},
    {"relax.asinh", "X", relaxBuildUnary, NULL},
    {"relax.atan", "X", relaxBuildUnary, NULL},
    {"relax.atanh", "X", relaxBuildUnary, NULL},
    {"relax.attention_mask", "X", relaxBuildAttentionMask, NULL},
    {"relax.bitcast", "X", relaxBuildBitcast, NULL},
    {"relax.bitwise_and", "AB", relaxBuildBinary, NULL},
    {"relax.bitwise_not", "X", relaxBuildUnary, NULL},
    {"relax.bitwise_or", "AB", relaxBuildBinary, NULL},
    {"relax.bitwise_xor", "AB", relaxBuildBinary, NULL},
    {"relax.broadcast_to", NULL, NULL, relaxExpandBroadcastTo},
    {"relax.cast", "X", relaxBuildCast, NULL},
    {"relax.ceil", "X", relaxBuildUnary, NULL},
    {"relax.celu", "X", relaxBuildActivation, NULL},
    {"relax.concat", NULL, relaxBuildConcat, NULL},
    {"relax.conv", "XW", relaxBuildConv, NULL},
    {"relax.conv_transpose", "XW", relaxBuildConvTranspose, NULL},
    {"relax.cos", "X", relaxBuildUnary, NULL},
    {"relax.cosh", "X", relaxBuildUnary, NULL},
    {"relax.cumprod", "X", relaxBuildCumulative, NULL},
    {"relax.cumsum", "X", relaxBuildCumulative, NULL},
    {"relax.depthwise_conv", "XW", relaxBuildDepthwiseConv, NULL},
    {"relax.dequantize", "XSZ", relaxBuildDequantize, NULL},
    {"relax.det", NULL, NULL, relaxExpandDet},
    {"relax.divide", "AB", relaxBuildBinary, NULL},
    {"relax.elu", "X", relaxBuildActivation, NULL},
    {"relax.equal", "AB", relaxBuildCompare, NULL},
    {"relax.erf", "X", relaxBuildUnary, NULL},
    {"relax.exp", "X", relaxBuildUnary, NULL},
    {"relax.eye_like", "X", relaxBuildEyeLike, NULL},
    {"relax.floor", "X", relaxBuildUnary, NULL},
    {"relax.fmod", "AB", relaxBuildBinary, NULL},
    {"relax.gather_elements", "XI", relaxBuildGather, NULL},
    {"relax.gather_nd", "XI", relaxBuildGather, NULL},
    {"relax.gelu", "X", relaxBuildUnary, NULL},
    {"relax.gelu_tanh", "X", relaxBuildUnary, NULL},
    {"relax.greater", "AB", relaxBuildCompare, NULL},
    {"relax.greater_equal", "AB", relaxBuildCompare, NULL},
    {"relax.hard_sigmoid", "X", relaxBuildActivation, NULL},
    {"relax.hard_swish", "X", relaxBuildUnary, NULL},
    {"relax.iota", NULL, relaxBuildIota, NULL},
    {"relax.is_inf", "X", relaxBuildClassify, NULL},
    {"relax.is_nan", "X", relaxBuildClassify, NULL},
    {"relax.leaky_relu", "X", relaxBuildActivation, NULL},
    {"relax.less", "AB", relaxBuildCompare, NULL},
    {"relax.less_equal", "AB", relaxBuildCompare, NULL},
    {"relax.log", "X", relaxBuildUnary, NULL},
    {"relax.matmul", "AB", relaxBuildMatmul, NULL},
    {"relax.max", "X", relaxBuildReduction, NULL},
    {"relax.max_pool", "X", relaxBuildPool, NULL},
    {"relax.max_pool_places", "XM", relaxBuildPoolPlaces, NULL},
    {"relax.maximum", "AB", relaxBuildBinary, NULL},
    {"relax.mean", NULL, NULL, relaxExpandMean},
    {"relax.min", "X", relaxBuildReduction, NULL},
    {"relax.minimum", "AB", relaxBuildBinary, NULL},
    {"relax.mish", "X", relaxBuildUnary, NULL},
    {"relax.mod", "AB", relaxBuildBinary, NULL},
    {"relax.multiply", "AB", relaxBuildBinary, NULL},
    {"relax.negative", "X", relaxBuildUnary, NULL},
    {"relax.not_equal", "AB", relaxBuildCompare, NULL},
    {"relax.pad", "XV", relaxBuildPad, NULL},
    {"relax.permute_dims", "X", relaxBuildPermuteDims, NULL},
    {"relax.power", "AB", relaxBuildBinary, NULL},
    {"relax.prelu", "AB", relaxBuildBinary, NULL},
    {"relax.prod", "X", relaxBuildReduction, NULL},
    {"relax.quantize", "XSZ", relaxBuildQuantize, NULL},
    {"relax.reciprocal", "X", relaxBuildUnary, NULL},
    {"relax.reduce_to", NULL, NULL, relaxExpandReduceTo},
    {"relax.relu", "X", relaxBuildUnary, NULL},
    {"relax.reshape", "X", relaxBuildReshape, NULL},
    {"relax.resize", NULL, NULL, relaxExpandResize},
    {"relax.round", "X", relaxBuildUnary, NULL},
    {"relax.rsqrt", "X", relaxBuildUnary, NULL},
    {"relax.scatter_elements", "XIU", relaxBuildScatter, NULL},
    {"relax.scatter_nd", "XIU", relaxBuildScatter, NULL},
    {"relax.selu", "X", relaxBuildActivation, NULL},
    {"relax.shift_left", "AB", relaxBuildBinary, NULL},
    {"relax.shift_right", "AB", relaxBuildBinary, NULL},
    {"relax.shrink", "X", relaxBuildActivation, NULL},
    {"relax.sigmoid", "X", relaxBuildUnary, NULL},
    {"relax.sign", "X", relaxBuildUnary, NULL},
    {"relax.sin", "X", relaxBuildUnary, NULL},
    {"relax.sinh", "X", relaxBuildUnary, NULL},
    {"relax.slice", "X", relaxBuildSlice, NULL},
    {"relax.softmax", NULL, NULL, relaxExpandSoftmax},
    {"relax.softplus", "X", relaxBuildUnary, NULL},
    {"relax.softsign", "X", relaxBuildUnary, NULL},
    {"relax.sqrt", "X", relaxBuildUnary, NULL},
    {"relax.strided_slice", "X", relaxBuildStridedSlice, NULL},
    {"relax.subtract", "AB", relaxBuildBinary, NULL},
    {"relax.sum", "X", relaxBuildReduction, NULL},
    {"relax.sum_pool", "X", relaxBuildPool, NULL},
    {"relax.swish", "X", relaxBuildActivation, NULL},
    {"relax.take", "XI", relaxBuildTake, NULL},
    {"relax.tan", "X", relaxBuildUnary, NULL},
    {"relax.tanh", "X", relaxBuildUnary, NULL},
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
  return bsearch(&name, rules, sizeof(rules) / sizeof(*rules), sizeof(*rules),
                 compareRule);
}
