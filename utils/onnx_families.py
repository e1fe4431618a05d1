"""Operators of ONNX by the family that implements them; the rows of the conformance table."""

FAMILIES = {
    "elementwise": """Abs Acos Acosh Add Asin Asinh Atan Atanh Ceil Cos Cosh Div Erf Exp Floor Identity IsInf IsNaN Log Max Mean
        Min Mod Mul Neg Pow Reciprocal Round Sign Sin Sinh Sqrt Sub Sum Tan Tanh Where Clip""",
    "comparison, logical, bitwise": """And BitShift BitwiseAnd BitwiseNot BitwiseOr BitwiseXor Equal Greater GreaterOrEqual Less
        LessOrEqual Not Or Xor""",
    "activation": """Celu Elu Gelu HardSigmoid HardSwish LeakyRelu Mish PRelu Relu Selu Shrink Sigmoid Softplus Softsign SwiGLU
        Swish ThresholdedRelu Dropout""",
    "cast": "BitCast Cast CastLike",
    "reduction": """ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum
        ReduceSumSquare ArgMax ArgMin CumProd CumSum Hardmax LogSoftmax Softmax""",
    "normalisation": """BatchNormalization GroupNormalization InstanceNormalization LayerNormalization LpNormalization LRN
        MeanVarianceNormalization RMSNormalization""",
    "product": "Det Einsum Gemm MatMul",
    "convolution": "CausalConvWithState Conv ConvTranspose DeformConv",
    "pooling": "AveragePool GlobalAveragePool GlobalMaxPool LpPool MaxPool MaxUnpool RoiAlign",
    "layout": """Concat DepthToSpace Expand Flatten Pad Reshape ReverseSequence Slice SpaceToDepth Split Squeeze Tile Transpose
        Unsqueeze""",
    "indexing": """Compress Gather GatherElements GatherND NonMaxSuppression NonZero OneHot Scatter ScatterElements ScatterND
        TensorScatter TopK Trilu Unique""",
    "shape, constant": "Constant ConstantOfShape EyeLike Range Shape Size",
    "image": "AffineGrid GridSample ImageDecoder Resize Upsample",
    "loss": "NegativeLogLikelihoodLoss SoftmaxCrossEntropyLoss",
    "quantised": "ConvInteger DequantizeLinear DynamicQuantizeLinear MatMulInteger QLinearConv QLinearMatMul QuantizeLinear",
    "recurrent": "GRU LSTM RNN",
    "attention": "Attention LinearAttention RotaryEmbedding ai.onnx.preview::FlexAttention",
    "signal": "BlackmanWindow DFT HammingWindow HannWindow MelWeightMatrix STFT",
    "control flow": "If Loop Scan SequenceMap",
    "sequence, optional": """ConcatFromSequence Optional OptionalGetElement OptionalHasElement SequenceAt SequenceConstruct
        SequenceEmpty SequenceErase SequenceInsert SequenceLength SplitToSequence""",
    "string": "LabelEncoder RegexFullMatch StringConcat StringNormalizer StringSplit TfIdfVectorizer",
    "random": "Bernoulli Multinomial RandomNormal RandomNormalLike RandomUniform RandomUniformLike",
}
OF_OPERATOR = {name: family for family, names in FAMILIES.items() for name in names.split()}
ORDER = [*FAMILIES, "ai.onnx.ml", "training, preview", "function bodies", "several operators", "light models"]


def family_of(suite, test, operators):
    """The family of a test from the operators of its model."""
    if suite == "light":
        return "light models"
    kinds = {name for name in operators if name != "Constant"} or {"Constant"}
    if "_expanded" in test:
        return "function bodies"
    for family in ("control flow", "sequence, optional"):
        if any(OF_OPERATOR.get(name) == family for name in kinds):
            return family
    if len(kinds) > 1:
        return "several operators"
    (name,) = kinds
    if name in OF_OPERATOR:
        return OF_OPERATOR[name]
    return "ai.onnx.ml" if name.startswith("ai.onnx.ml::") else "training, preview"
