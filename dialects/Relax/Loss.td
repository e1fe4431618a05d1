//===- Loss.td - losses ---------------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_LossOp<string opMnemonic> : Relax_PureOp<opMnemonic> {
  let description = [{
    input [batch, classes, ...], target [batch, ...] of class numbers, weight
    [classes]. `reduction` is none, sum or mean (by the sum of the weights).
    Targets equal to `ignore` count nothing, nor do those that are no class.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$target, Optional<Relax_Tensor>:$weight,
                       StrAttr:$reduction, OptionalAttr<I64Attr>:$ignore);
  let agreements = ["target like input without 1", "input[1] = weight[0]"];
  let assemblyFormat = [{
    $input `,` $target (`,` $weight^)? `reduction` $reduction (`ignore` $ignore^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_NllLossOp : Relax_LossOp<"nll_loss"> {
  let summary = "-weight * x at the target class, of log-probabilities";
}
def Relax_SoftmaxCrossEntropyOp : Relax_LossOp<"softmax_cross_entropy"> {
  let summary = "nll_loss of log_softmax over the classes";
}
