//===- Elementwise.td - operations on corresponding elements --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Operands broadcast literal extents 1 and missing leading dimensions only
// (docs/language/symbols.md, rule 5); anything else is an explicit relax.broadcast_to.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_BinaryOp<string opMnemonic, string what, list<string> onnxRows = [], list<Trait> opTraits = []>
    : Relax_PureOp<opMnemonic, !listconcat([Relax_Broadcasts], opTraits)> {
  let summary = what;
  let onnx = onnxRows;
  let arguments = (ins Relax_Tensor:$lhs, Relax_Tensor:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))
  }];
}

class Relax_UnaryOp<string opMnemonic, string what, list<string> onnxRows = [], list<Trait> opTraits = []>
    : Relax_PureOp<opMnemonic, opTraits> {
  let summary = what;
  let onnx = onnxRows;
  let sameType = 1;
  let arguments = (ins Relax_Tensor:$input);
  let assemblyFormat = [{
    $input attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_AddOp : Relax_BinaryOp<"add", "sum", ["Add of numbers"], [Commutative]>;
def Relax_SubtractOp : Relax_BinaryOp<"subtract", "difference", ["Sub of numbers"]>;
def Relax_MultiplyOp : Relax_BinaryOp<"multiply", "product", ["Mul of numbers"], [Commutative]>;
def Relax_DivideOp : Relax_BinaryOp<"divide", "quotient", ["Div of numbers"]> {
  let description = [{ Integers divide towards zero. }];
}
def Relax_MaximumOp
    : Relax_BinaryOp<"maximum", "the larger of two elements; NaN if one is NaN", [], [Relax_Exact, Commutative]>;
def Relax_MinimumOp
    : Relax_BinaryOp<"minimum", "the smaller of two elements; NaN if one is NaN", [], [Relax_Exact, Commutative]>;
def Relax_PowerOp : Relax_BinaryOp<"power", "lhs to the power rhs">;

def Relax_ModOp : Relax_BinaryOp<"mod", "remainder with the sign of rhs, as Python's %">;
def Relax_FmodOp : Relax_BinaryOp<"fmod", "remainder with the sign of lhs, as C's fmod">;
def Relax_BitwiseAndOp
    : Relax_BinaryOp<"bitwise_and", "and of all bits; of bools the logical and",
                     ["And of bool", "BitwiseAnd 18 of signed unsigned"], [Commutative]>;
def Relax_BitwiseOrOp
    : Relax_BinaryOp<"bitwise_or", "or of all bits; of bools the logical or",
                     ["BitwiseOr 18 of signed unsigned", "Or of bool"], [Commutative]>;
def Relax_BitwiseXorOp
    : Relax_BinaryOp<"bitwise_xor", "exclusive or of all bits; of bools the logical one",
                     ["BitwiseXor 18 of signed unsigned", "Xor of bool"], [Commutative]>;
def Relax_ShiftLeftOp
    : Relax_BinaryOp<"shift_left", "lhs shifted left by rhs bits; 0 where rhs is not below the width">;
def Relax_ShiftRightOp
    : Relax_BinaryOp<"shift_right",
                     "lhs shifted right by rhs bits; the sign stays, and is all that is left by the width or more">;
def Relax_PreluOp : Relax_BinaryOp<"prelu", "lhs * rhs where lhs < 0, else lhs">;

def Relax_EqualOp
    : Relax_BinaryOp<"equal", "lhs == rhs, as i1",
                     ["Equal of numbers bool string"], [Commutative]> { let takesStrings = 1; }
def Relax_LessOp : Relax_BinaryOp<"less", "lhs < rhs, as i1", ["Less of numbers"]>;
def Relax_GreaterOp : Relax_BinaryOp<"greater", "lhs > rhs, as i1", ["Greater of numbers"]>;

def Relax_NotEqualOp : Relax_BinaryOp<"not_equal", "lhs != rhs, as i1", [], [Commutative]> { let takesStrings = 1; }
def Relax_LessEqualOp : Relax_BinaryOp<"less_equal", "lhs <= rhs, as i1", ["LessOrEqual 12 of numbers"]>;
def Relax_GreaterEqualOp : Relax_BinaryOp<"greater_equal", "lhs >= rhs, as i1", ["GreaterOrEqual 12 of numbers"]>;

def Relax_NegativeOp : Relax_UnaryOp<"negative", "-x", ["Neg of floats signed"], [Relax_Exact]>;
def Relax_AbsOp : Relax_UnaryOp<"abs", "absolute value", ["Abs of numbers"], [Relax_Exact]>;
def Relax_ExpOp : Relax_UnaryOp<"exp", "e to the power x", ["Exp of floats"]>;
def Relax_LogOp : Relax_UnaryOp<"log", "natural logarithm", ["Log of floats"]>;
def Relax_SqrtOp : Relax_UnaryOp<"sqrt", "square root", ["Sqrt of floats"]>;
def Relax_RsqrtOp : Relax_UnaryOp<"rsqrt", "1 / sqrt(x)">;
def Relax_ReciprocalOp : Relax_UnaryOp<"reciprocal", "1 / x", ["Reciprocal of floats"]>;
def Relax_TanhOp : Relax_UnaryOp<"tanh", "hyperbolic tangent", ["Tanh of floats"]>;
def Relax_ErfOp : Relax_UnaryOp<"erf", "error function", ["Erf 9 of floats"]>;
def Relax_SigmoidOp : Relax_UnaryOp<"sigmoid", "1 / (1 + e^-x)", ["Sigmoid of floats"]>;
def Relax_ReluOp : Relax_UnaryOp<"relu", "max(x, 0); NaN stays NaN", ["Relu of floats signed"], [Relax_Exact]>;
def Relax_GeluOp : Relax_UnaryOp<"gelu", "x / 2 * (1 + erf(x / sqrt(2)))">;
def Relax_GeluTanhOp
    : Relax_UnaryOp<"gelu_tanh", "x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))), near to gelu">;

def Relax_SignOp : Relax_UnaryOp<"sign", "-1, 0 or 1; NaN stays NaN", ["Sign 9 of numbers"], [Relax_Exact]>;
def Relax_FloorOp : Relax_UnaryOp<"floor", "largest integer not above x", ["Floor of floats"], [Relax_Exact]>;
def Relax_CeilOp : Relax_UnaryOp<"ceil", "smallest integer not below x", ["Ceil of floats"], [Relax_Exact]>;
def Relax_RoundOp
    : Relax_UnaryOp<"round", "nearest integer, ties to the even one", ["Round 11 of floats"], [Relax_Exact]>;
def Relax_SinOp : Relax_UnaryOp<"sin", "sine", ["Sin 7 of floats"]>;
def Relax_CosOp : Relax_UnaryOp<"cos", "cosine", ["Cos 7 of floats"]>;
def Relax_TanOp : Relax_UnaryOp<"tan", "tangent", ["Tan 7 of floats"]>;
def Relax_AsinOp : Relax_UnaryOp<"asin", "inverse sine", ["Asin 7 of floats"]>;
def Relax_AcosOp : Relax_UnaryOp<"acos", "inverse cosine", ["Acos 7 of floats"]>;
def Relax_AtanOp : Relax_UnaryOp<"atan", "inverse tangent", ["Atan 7 of floats"]>;
def Relax_SinhOp : Relax_UnaryOp<"sinh", "hyperbolic sine", ["Sinh 9 of floats"]>;
def Relax_CoshOp : Relax_UnaryOp<"cosh", "hyperbolic cosine", ["Cosh 9 of floats"]>;
def Relax_AsinhOp : Relax_UnaryOp<"asinh", "inverse hyperbolic sine", ["Asinh 9 of floats"]>;
def Relax_AcoshOp : Relax_UnaryOp<"acosh", "inverse hyperbolic cosine", ["Acosh 9 of floats"]>;
def Relax_AtanhOp : Relax_UnaryOp<"atanh", "inverse hyperbolic tangent", ["Atanh 9 of floats"]>;
def Relax_SoftplusOp : Relax_UnaryOp<"softplus", "log(1 + e^x)", ["Softplus of floats"]>;
def Relax_SoftsignOp : Relax_UnaryOp<"softsign", "x / (1 + |x|)", ["Softsign of floats"]>;
def Relax_MishOp : Relax_UnaryOp<"mish", "x * tanh(softplus(x))", ["Mish 18 of floats"]>;
def Relax_HardSwishOp : Relax_UnaryOp<"hard_swish", "x * max(0, min(1, x / 6 + 1 / 2))", ["HardSwish 14 of floats"]>;
def Relax_BitwiseNotOp
    : Relax_UnaryOp<"bitwise_not", "every bit inverted; of bools the logical not",
                    ["BitwiseNot 18 of signed unsigned", "Not of bool"]>;
def Relax_IsNanOp : Relax_UnaryOp<"is_nan", "x is not a number, as i1"> { let sameType = 0; }
def Relax_IsInfOp : Relax_UnaryOp<"is_inf", "x is an infinity, as i1"> { let sameType = 0; }

//===----------------------------------------------------------------------===//
// With parameters
//===----------------------------------------------------------------------===//

class Relax_AlphaOp<string opMnemonic, string what, list<string> onnxRows = []> : Relax_PureOp<opMnemonic> {
  let summary = what;
  let onnx = onnxRows;
  let sameType = 1;
  let arguments = (ins Relax_Tensor:$input, F64Attr:$alpha);
  let assemblyFormat = [{
    $input `alpha` $alpha attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

class Relax_AlphaBetaOp<string opMnemonic, string what, list<string> onnxRows = []> : Relax_PureOp<opMnemonic> {
  let summary = what;
  let onnx = onnxRows;
  let sameType = 1;
  let arguments = (ins Relax_Tensor:$input, F64Attr:$alpha, F64Attr:$beta);
  let assemblyFormat = [{
    $input `alpha` $alpha `beta` $beta attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_LeakyReluOp
    : Relax_AlphaOp<"leaky_relu", "alpha * x where x < 0, else x", ["LeakyRelu of floats with alpha = 0.01"]>;
def Relax_ThresholdedReluOp
    : Relax_AlphaOp<"thresholded_relu", "x where x > alpha, else 0", ["ThresholdedRelu of floats with alpha = 1"]>;
def Relax_EluOp : Relax_AlphaOp<"elu", "alpha * (e^x - 1) where x < 0, else x", ["Elu of floats with alpha = 1"]>;
def Relax_CeluOp
    : Relax_AlphaOp<"celu", "max(0, x) + min(0, alpha * (e^(x / alpha) - 1))", ["Celu 12 of floats with alpha = 1"]>;
def Relax_SwishOp : Relax_AlphaOp<"swish", "x / (1 + e^(-alpha * x))", ["Swish 24 of floats with alpha = 1"]>;
def Relax_SeluOp
    : Relax_AlphaBetaOp<"selu", "beta * x where x > 0, else beta * alpha * (e^x - 1)",
                        ["Selu of floats with alpha = 1.67326319217681884765625, gamma = 1.05070102214813232421875"]>;
def Relax_HardSigmoidOp
    : Relax_AlphaBetaOp<"hard_sigmoid", "max(0, min(1, alpha * x + beta))",
                        ["HardSigmoid of floats with alpha = 0.2, beta = 0.5"]>;
def Relax_ShrinkOp : Relax_AlphaBetaOp<"shrink", "x + beta where x < -alpha, x - beta where x > alpha, else 0">;

def Relax_CastOp : Relax_PureOp<"cast", [Relax_Exact]> {
  let takesBlocks = 1;
  let takesStrings = 1;
  let summary = "conversion to another element type, by the rules of ONNX Cast";
  let description = [{
    To floats of at most 8 bits values that are out of range saturate, unless
    `no_saturate` says otherwise; to f8E8M0FNU, `round_mode` is "up" (if it is
    absent), "down" or "nearest".
  }];
  let infersTypes = 0;
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, UnitAttr:$no_saturate, OptionalAttr<StrAttr>:$round_mode);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input)) `to` qualified(type($result))";
}

def Relax_BitcastOp : Relax_PureOp<"bitcast", [Relax_Exact]> {
  let summary = "the bits of each element as another type of as many bits, as ONNX BitCast";
  let description = [{
    A bool has 8 bits, and any bits but 0 are true.
  }];
  let arguments = (ins Relax_Tensor:$input, TypeAttr:$element);
  let assemblyFormat = [{
    $input `as` $element attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_WhereOp : Relax_PureOp<"where", [Relax_Exact, Relax_Broadcasts]> {
  let takesStrings = 1;
  let summary = "an element of `onTrue` where the condition holds, else of `onFalse`";
  let arguments = (ins Relax_Tensor:$condition, Relax_Tensor:$onTrue, Relax_Tensor:$onFalse);
  let assemblyFormat = [{
    $condition `,` $onTrue `,` $onFalse attr-dict `:`
    custom<SameTypes>(type($condition), type($onTrue), type($onFalse), type($result))
  }];
}
