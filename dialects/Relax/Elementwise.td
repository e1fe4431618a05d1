//===- Elementwise.td - operations on corresponding elements --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Operands broadcast literal extents 1 and missing leading dimensions only
// (docs/language/symbols.md, rule 5); anything else is an explicit relax.broadcast_to.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_BinaryOp<string opMnemonic, list<Trait> opTraits = []>
    : Relax_PureOp<opMnemonic, !listconcat([Relax_Broadcasts], opTraits)> {
  let arguments = (ins Relax_Tensor:$lhs, Relax_Tensor:$rhs);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))
  }];
}

class Relax_UnaryOp<string opMnemonic, list<Trait> opTraits = []>
    : Relax_PureOp<opMnemonic, opTraits> {
  let sameType = 1;
  let arguments = (ins Relax_Tensor:$input);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $input attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_AddOp : Relax_BinaryOp<"add", [Commutative]> { let summary = "sum"; }
def Relax_SubtractOp : Relax_BinaryOp<"subtract"> { let summary = "difference"; }
def Relax_MultiplyOp : Relax_BinaryOp<"multiply", [Commutative]> { let summary = "product"; }
def Relax_DivideOp : Relax_BinaryOp<"divide"> {
  let summary = "quotient";
  let description = [{ Integers divide towards zero. }];
}
def Relax_MaximumOp : Relax_BinaryOp<"maximum", [Relax_Exact, Commutative]> {
  let summary = "the larger of two elements; NaN if one is NaN";
}
def Relax_MinimumOp : Relax_BinaryOp<"minimum", [Relax_Exact, Commutative]> {
  let summary = "the smaller of two elements; NaN if one is NaN";
}
def Relax_PowerOp : Relax_BinaryOp<"power"> { let summary = "lhs to the power rhs"; }

def Relax_ModOp : Relax_BinaryOp<"mod"> {
  let summary = "remainder with the sign of rhs, as Python's %";
}
def Relax_FmodOp : Relax_BinaryOp<"fmod"> {
  let summary = "remainder with the sign of lhs, as C's fmod";
}
def Relax_BitwiseAndOp : Relax_BinaryOp<"bitwise_and", [Commutative]> {
  let summary = "and of all bits; of bools the logical and";
}
def Relax_BitwiseOrOp : Relax_BinaryOp<"bitwise_or", [Commutative]> {
  let summary = "or of all bits; of bools the logical or";
}
def Relax_BitwiseXorOp : Relax_BinaryOp<"bitwise_xor", [Commutative]> {
  let summary = "exclusive or of all bits; of bools the logical one";
}
def Relax_ShiftLeftOp : Relax_BinaryOp<"shift_left"> {
  let summary = "lhs shifted left by rhs bits; 0 where rhs is not below the width";
}
def Relax_ShiftRightOp : Relax_BinaryOp<"shift_right"> {
  let summary = "lhs shifted right by rhs bits; the sign stays, and is all that is left by the width or more";
}
def Relax_PreluOp : Relax_BinaryOp<"prelu"> { let summary = "lhs * rhs where lhs < 0, else lhs"; }

def Relax_EqualOp : Relax_BinaryOp<"equal", [Commutative]> { let takesStrings = 1; let summary = "lhs == rhs, as i1"; }
def Relax_LessOp : Relax_BinaryOp<"less"> { let summary = "lhs < rhs, as i1"; }
def Relax_GreaterOp : Relax_BinaryOp<"greater"> { let summary = "lhs > rhs, as i1"; }

def Relax_NotEqualOp : Relax_BinaryOp<"not_equal", [Commutative]> { let takesStrings = 1; let summary = "lhs != rhs, as i1"; }
def Relax_LessEqualOp : Relax_BinaryOp<"less_equal"> { let summary = "lhs <= rhs, as i1"; }
def Relax_GreaterEqualOp : Relax_BinaryOp<"greater_equal"> { let summary = "lhs >= rhs, as i1"; }

def Relax_NegativeOp : Relax_UnaryOp<"negative", [Relax_Exact]> { let summary = "-x"; }
def Relax_AbsOp : Relax_UnaryOp<"abs", [Relax_Exact]> { let summary = "absolute value"; }
def Relax_ExpOp : Relax_UnaryOp<"exp"> { let summary = "e to the power x"; }
def Relax_LogOp : Relax_UnaryOp<"log"> { let summary = "natural logarithm"; }
def Relax_SqrtOp : Relax_UnaryOp<"sqrt"> { let summary = "square root"; }
def Relax_RsqrtOp : Relax_UnaryOp<"rsqrt"> { let summary = "1 / sqrt(x)"; }
def Relax_ReciprocalOp : Relax_UnaryOp<"reciprocal"> { let summary = "1 / x"; }
def Relax_TanhOp : Relax_UnaryOp<"tanh"> { let summary = "hyperbolic tangent"; }
def Relax_ErfOp : Relax_UnaryOp<"erf"> { let summary = "error function"; }
def Relax_SigmoidOp : Relax_UnaryOp<"sigmoid"> { let summary = "1 / (1 + e^-x)"; }
def Relax_ReluOp : Relax_UnaryOp<"relu", [Relax_Exact]> { let summary = "max(x, 0); NaN stays NaN"; }
def Relax_GeluOp : Relax_UnaryOp<"gelu"> {
  let summary = "x / 2 * (1 + erf(x / sqrt(2)))";
}
def Relax_GeluTanhOp : Relax_UnaryOp<"gelu_tanh"> {
  let summary = "x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))), near to gelu";
}

def Relax_SignOp : Relax_UnaryOp<"sign", [Relax_Exact]> { let summary = "-1, 0 or 1; NaN stays NaN"; }
def Relax_FloorOp : Relax_UnaryOp<"floor", [Relax_Exact]> { let summary = "largest integer not above x"; }
def Relax_CeilOp : Relax_UnaryOp<"ceil", [Relax_Exact]> { let summary = "smallest integer not below x"; }
def Relax_RoundOp : Relax_UnaryOp<"round", [Relax_Exact]> { let summary = "nearest integer, ties to the even one"; }
def Relax_SinOp : Relax_UnaryOp<"sin"> { let summary = "sine"; }
def Relax_CosOp : Relax_UnaryOp<"cos"> { let summary = "cosine"; }
def Relax_TanOp : Relax_UnaryOp<"tan"> { let summary = "tangent"; }
def Relax_AsinOp : Relax_UnaryOp<"asin"> { let summary = "inverse sine"; }
def Relax_AcosOp : Relax_UnaryOp<"acos"> { let summary = "inverse cosine"; }
def Relax_AtanOp : Relax_UnaryOp<"atan"> { let summary = "inverse tangent"; }
def Relax_SinhOp : Relax_UnaryOp<"sinh"> { let summary = "hyperbolic sine"; }
def Relax_CoshOp : Relax_UnaryOp<"cosh"> { let summary = "hyperbolic cosine"; }
def Relax_AsinhOp : Relax_UnaryOp<"asinh"> { let summary = "inverse hyperbolic sine"; }
def Relax_AcoshOp : Relax_UnaryOp<"acosh"> { let summary = "inverse hyperbolic cosine"; }
def Relax_AtanhOp : Relax_UnaryOp<"atanh"> { let summary = "inverse hyperbolic tangent"; }
def Relax_SoftplusOp : Relax_UnaryOp<"softplus"> { let summary = "log(1 + e^x)"; }
def Relax_SoftsignOp : Relax_UnaryOp<"softsign"> { let summary = "x / (1 + |x|)"; }
def Relax_MishOp : Relax_UnaryOp<"mish"> { let summary = "x * tanh(softplus(x))"; }
def Relax_HardSwishOp : Relax_UnaryOp<"hard_swish"> {
  let summary = "x * max(0, min(1, x / 6 + 1 / 2))";
}
def Relax_BitwiseNotOp : Relax_UnaryOp<"bitwise_not"> { let summary = "every bit inverted; of bools the logical not"; }
def Relax_IsNanOp : Relax_UnaryOp<"is_nan"> { let sameType = 0; let summary = "x is not a number, as i1"; }
def Relax_IsInfOp : Relax_UnaryOp<"is_inf"> { let sameType = 0; let summary = "x is an infinity, as i1"; }

//===----------------------------------------------------------------------===//
// With parameters
//===----------------------------------------------------------------------===//

class Relax_AlphaOp<string opMnemonic> : Relax_PureOp<opMnemonic> {
  let sameType = 1;
  let arguments = (ins Relax_Tensor:$input, F64Attr:$alpha);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $input `alpha` $alpha attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

class Relax_AlphaBetaOp<string opMnemonic> : Relax_PureOp<opMnemonic> {
  let sameType = 1;
  let arguments = (ins Relax_Tensor:$input, F64Attr:$alpha, F64Attr:$beta);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $input `alpha` $alpha `beta` $beta attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_LeakyReluOp : Relax_AlphaOp<"leaky_relu"> { let summary = "alpha * x where x < 0, else x"; }
def Relax_ThresholdedReluOp : Relax_AlphaOp<"thresholded_relu"> { let summary = "x where x > alpha, else 0"; }
def Relax_EluOp : Relax_AlphaOp<"elu"> { let summary = "alpha * (e^x - 1) where x < 0, else x"; }
def Relax_CeluOp : Relax_AlphaOp<"celu"> { let summary = "max(0, x) + min(0, alpha * (e^(x / alpha) - 1))"; }
def Relax_SwishOp : Relax_AlphaOp<"swish"> { let summary = "x / (1 + e^(-alpha * x))"; }
def Relax_SeluOp : Relax_AlphaBetaOp<"selu"> {
  let summary = "beta * x where x > 0, else beta * alpha * (e^x - 1)";
}
def Relax_HardSigmoidOp : Relax_AlphaBetaOp<"hard_sigmoid"> { let summary = "max(0, min(1, alpha * x + beta))"; }
def Relax_ShrinkOp : Relax_AlphaBetaOp<"shrink"> {
  let summary = "x + beta where x < -alpha, x - beta where x > alpha, else 0";
}

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
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input)) `to` qualified(type($result))";
}

def Relax_BitcastOp : Relax_PureOp<"bitcast", [Relax_Exact]> {
  let summary = "the bits of each element as another type of as many bits, as ONNX BitCast";
  let description = [{
    A bool has 8 bits, and any bits but 0 are true.
  }];
  let arguments = (ins Relax_Tensor:$input, TypeAttr:$element);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $input `as` $element attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_WhereOp : Relax_PureOp<"where", [Relax_Exact, Relax_Broadcasts]> {
  let takesStrings = 1;
  let summary = "an element of `onTrue` where the condition holds, else of `onFalse`";
  let arguments = (ins Relax_Tensor:$condition, Relax_Tensor:$onTrue, Relax_Tensor:$onFalse);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $condition `,` $onTrue `,` $onFalse attr-dict `:`
    custom<SameTypes>(type($condition), type($onTrue), type($onFalse), type($result))
  }];
}
