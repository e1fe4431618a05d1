//===- Training.td - steps of optimisers ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// One update of one tensor x: `rate` is a scalar of its element type, `step` an
// i64 scalar, the number of updates before; all other operands and all results
// have the type of x. The gradient that is used is `regularization * x +
// gradient`, g below. Results are the new x and the new states, in the order of
// the operands.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_OptimiserOp<string mnemonic> : Relax_PureOp<mnemonic, [Relax_NamedResults]>;

def Relax_AdagradOp : Relax_OptimiserOp<"adagrad"> {
  let summary = "a step that is shorter along what has had large gradients";
  let description = [{
    squares' = squares + g * g; x' = x - rate / (1 + step * decay) * g /
    (sqrt(squares') + epsilon).
  }];
  let arguments = (ins Relax_Tensor:$rate, Relax_Tensor:$step, Relax_Tensor:$input, Relax_Tensor:$gradient,
                       Relax_Tensor:$squares, F64Attr:$decay, F64Attr:$epsilon, F64Attr:$regularization);
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$new_squares);
  let assemblyFormat = [{
    $rate `,` $step `,` $input `,` $gradient `,` $squares `decay` $decay `epsilon` $epsilon `regularization`
    $regularization attr-dict `:` functional-type(operands, results)
  }];
}

def Relax_AdamOp : Relax_OptimiserOp<"adam"> {
  let summary = "a step along the mean of gradients, by the root of the mean of their squares";
  let description = [{
    momentum' = alpha * momentum + (1 - alpha) * g; squares' = beta * squares +
    (1 - beta) * g * g; x' = (1 - regularization_after) * (x - r * momentum' /
    (sqrt(squares') + epsilon)), where r is `rate` at step 0, then rate * sqrt(1
    - beta^step) / (1 - alpha^step).
  }];
  let arguments = (ins Relax_Tensor:$rate, Relax_Tensor:$step, Relax_Tensor:$input, Relax_Tensor:$gradient,
                       Relax_Tensor:$momentum, Relax_Tensor:$squares, F64Attr:$alpha, F64Attr:$beta,
                       F64Attr:$epsilon, F64Attr:$regularization, F64Attr:$regularization_after);
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$new_momentum, Relax_Tensor:$new_squares);
  let assemblyFormat = [{
    $rate `,` $step `,` $input `,` $gradient `,` $momentum `,` $squares `alpha` $alpha `beta` $beta `epsilon`
    $epsilon `regularization` $regularization `after` $regularization_after attr-dict `:`
    functional-type(operands, results)
  }];
}

def Relax_MomentumOp : Relax_OptimiserOp<"momentum"> {
  let summary = "a step along the gradients so far";
  let description = [{
    momentum' = alpha * momentum + b * g, where b is 1 at step 0, then `beta`; x'
    = x - rate * momentum', with `nesterov` x - rate * (g + alpha * momentum').
  }];
  let arguments = (ins Relax_Tensor:$rate, Relax_Tensor:$step, Relax_Tensor:$input, Relax_Tensor:$gradient,
                       Relax_Tensor:$momentum, F64Attr:$alpha, F64Attr:$beta, F64Attr:$regularization,
                       UnitAttr:$nesterov);
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$new_momentum);
  let assemblyFormat = [{
    $rate `,` $step `,` $input `,` $gradient `,` $momentum `alpha` $alpha `beta` $beta `regularization`
    $regularization (`nesterov` $nesterov^)? attr-dict `:` functional-type(operands, results)
  }];
}
