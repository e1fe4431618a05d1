//===- Reduction.td - operations that combine elements along axes ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_ReductionOp<string opMnemonic, list<Trait> opTraits = []> : Relax_PureOp<opMnemonic, opTraits> {
  let description = [{
    `axes` are sorted, not negative and without doubles; absent means all axes.
    With `keep_dims` a reduced dimension stays as extent 1.
  }];
  let arguments = (ins Relax_Tensor:$input, OptionalAttr<DenseI64ArrayAttr>:$axes,
                       UnitAttr:$keep_dims);
  let assemblyFormat = [{
    $input (`over` $axes^)? (`keep_dims` $keep_dims^)? attr-dict `:`
    custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_SumOp : Relax_ReductionOp<"sum", [Relax_Sums]> { let summary = "sum; 0 over no element"; }
def Relax_ProdOp : Relax_ReductionOp<"prod"> { let summary = "product; 1 over no element"; }
def Relax_MeanOp : Relax_ReductionOp<"mean", [Relax_Sums]> { let summary = "mean; NaN over no element"; }
def Relax_MaxOp : Relax_ReductionOp<"max", [Relax_Exact]> { let summary = "largest element; the smallest value of the type over no element"; }
def Relax_MinOp : Relax_ReductionOp<"min", [Relax_Exact]> { let summary = "smallest element; the largest value of the type over no element"; }

def Relax_ReduceL1Op : Relax_ReductionOp<"reduce_l1"> { let summary = "sum of the absolute values"; }
def Relax_ReduceL2Op : Relax_ReductionOp<"reduce_l2"> {
  let summary = "root of the sum of the squares; of integers towards 0";
}
def Relax_ReduceSumSquareOp : Relax_ReductionOp<"reduce_sum_square"> { let summary = "sum of the squares"; }
def Relax_ReduceLogSumOp : Relax_ReductionOp<"reduce_log_sum"> {
  let summary = "logarithm of the sum; of integers towards 0";
}
def Relax_ReduceLogSumExpOp : Relax_ReductionOp<"reduce_log_sum_exp"> {
  let summary = "logarithm of the sum of e^x, where no power overflows; of integers towards 0";
}

def Relax_SoftmaxOp : Relax_PureOp<"softmax"> {
  let summary = "e^(x - max) / sum of e^(x - max) along one axis";
  let arguments = (ins Relax_Tensor:$input, I64Attr:$axis);
  let assemblyFormat = [{
    $input `over` $axis attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}
