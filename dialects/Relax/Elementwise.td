//===- Elementwise.td - operations on corresponding elements --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Operands broadcast literal extents 1 and missing leading dimensions only
// (DESIGN.md 2.3, rule 5); anything else is an explicit relax.broadcast_to.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_BinaryOp<string opMnemonic, list<Trait> opTraits = []>
    : Relax_PureOp<opMnemonic, opTraits> {
  let arguments = (ins Relax_Tensor:$lhs, Relax_Tensor:$rhs);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))
  }];
}

class Relax_UnaryOp<string opMnemonic, list<Trait> opTraits = []>
    : Relax_PureOp<opMnemonic, opTraits> {
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
def Relax_MaximumOp : Relax_BinaryOp<"maximum", [Commutative]> {
  let summary = "the larger of two elements; NaN if one is NaN";
}
def Relax_MinimumOp : Relax_BinaryOp<"minimum", [Commutative]> {
  let summary = "the smaller of two elements; NaN if one is NaN";
}
def Relax_PowerOp : Relax_BinaryOp<"power"> { let summary = "lhs to the power rhs"; }

def Relax_EqualOp : Relax_BinaryOp<"equal", [Commutative]> { let summary = "lhs == rhs, as i1"; }
def Relax_LessOp : Relax_BinaryOp<"less"> { let summary = "lhs < rhs, as i1"; }
def Relax_GreaterOp : Relax_BinaryOp<"greater"> { let summary = "lhs > rhs, as i1"; }

def Relax_NegativeOp : Relax_UnaryOp<"negative"> { let summary = "-x"; }
def Relax_AbsOp : Relax_UnaryOp<"abs"> { let summary = "absolute value"; }
def Relax_ExpOp : Relax_UnaryOp<"exp"> { let summary = "e to the power x"; }
def Relax_LogOp : Relax_UnaryOp<"log"> { let summary = "natural logarithm"; }
def Relax_SqrtOp : Relax_UnaryOp<"sqrt"> { let summary = "square root"; }
def Relax_RsqrtOp : Relax_UnaryOp<"rsqrt"> { let summary = "1 / sqrt(x)"; }
def Relax_ReciprocalOp : Relax_UnaryOp<"reciprocal"> { let summary = "1 / x"; }
def Relax_TanhOp : Relax_UnaryOp<"tanh"> { let summary = "hyperbolic tangent"; }
def Relax_ErfOp : Relax_UnaryOp<"erf"> { let summary = "error function"; }
def Relax_SigmoidOp : Relax_UnaryOp<"sigmoid"> { let summary = "1 / (1 + e^-x)"; }
def Relax_ReluOp : Relax_UnaryOp<"relu"> { let summary = "max(x, 0); NaN stays NaN"; }
def Relax_GeluOp : Relax_UnaryOp<"gelu"> {
  let summary = "x / 2 * (1 + erf(x / sqrt(2)))";
}

def Relax_CastOp : Relax_PureOp<"cast"> {
  let summary = "conversion to another element type, by the rules of ONNX Cast";
  let infersTypes = 0;
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input)) `to` qualified(type($result))";
}

def Relax_WhereOp : Relax_PureOp<"where"> {
  let summary = "an element of `onTrue` where the condition holds, else of `onFalse`";
  let arguments = (ins Relax_Tensor:$condition, Relax_Tensor:$onTrue, Relax_Tensor:$onFalse);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $condition `,` $onTrue `,` $onFalse attr-dict `:`
    custom<SameTypes>(type($condition), type($onTrue), type($onFalse), type($result))
  }];
}
