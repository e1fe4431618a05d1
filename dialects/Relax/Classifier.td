//===- Classifier.td - parts of classifiers -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// What SVMClassifier, LinearClassifier and tree ensembles of ai.onnx.ml are made
// of. The specification leaves formulas open; these are ONNX Runtime's.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_KernelMatrixOp : Relax_PureOp<"kernel_matrix"> {
  let summary = "how much each sample is like each support vector";
  let description = [{
    Input [samples, features], vectors [vectors, features], result [samples, vectors].
    With the inner product d of both, `kernel` is linear (d), poly ((gamma * d + coef0)
    ^ degree), sigmoid (tanh(gamma * d + coef0)), or rbf (e ^ (-gamma * |x - v|^2)).
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$vectors, StrAttr:$kernel,
                       F64Attr:$gamma, F64Attr:$coef0, F64Attr:$degree);
  let assemblyFormat = [{
    $input `,` $vectors $kernel `gamma` $gamma `coef0` $coef0 `degree` $degree attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_PairVotesOp : Relax_PureOp<"pair_votes"> {
  let summary = "how many of the decisions between two classes each class wins";
  let description = [{
    Input [samples, pairs] of the pairs (0, 1), (0, 2), ... (1, 2), ... of `classes`
    classes: the first one wins where the element is above 0. Result [samples, classes].
  }];
  let arguments = (ins Relax_Tensor:$input, I64Attr:$classes);
  let assemblyFormat = "$input `of` $classes attr-dict `:` functional-type(operands, $result)";
}

def Relax_PairProbabilitiesOp : Relax_PureOp<"pair_probabilities"> {
  let summary = "probabilities of classes from decisions between two of them";
  let description = [{
    Pairs as in `relax.pair_votes`; `slopes` and `offsets` [pairs] make an element x the
    probability 1 / (1 + e ^ (slope * x + offset)) of its first class, kept between 1e-7
    and 1 - 1e-7. Those of the classes are found by the second method of Wu, Lin and Weng,
    Probability Estimates for Multi-class Classification by Pairwise Coupling (2004), as
    LIBSVM does: in f32, until no error is above 0.005 / classes, at most max(100, classes)
    times. Result [samples, classes].
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$slopes, Relax_Tensor:$offsets,
                       I64Attr:$classes);
  let assemblyFormat = [{
    $input `,` $slopes `,` $offsets `of` $classes attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_SoftmaxZeroOp : Relax_PureOp<"softmax_zero"> {
  let summary = "softmax along the last axis that leaves 0 alone";
  let description = [{
    e ^ (x - max), but x * e ^ -max where |x| is at most 1e-7, over the sum of these.
  }];
  let arguments = (ins Relax_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` custom<SameTypes>(type($input), type($result))";
}

def Relax_ProbitOp : Relax_PureOp<"probit"> {
  let summary = "where the normal distribution reaches a probability";
  let description = [{
    By Winitzki's formula for the inverse error function with a = 0.147: off by up to 0.002.
    Not defined below 0 and above 1: NaN.
  }];
  let arguments = (ins Relax_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` custom<SameTypes>(type($input), type($result))";
}
