//===- TreeEnsemble.td - decision trees -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_TreeEnsembleOp : Relax_PureOp<"tree_ensemble"> {
  let summary = "decision trees, whose leaves are put together for each target";
  let description = [{
    TreeEnsemble of ai.onnx.ml. Input [samples, features], result [samples,
    targets]. Rows are numbered: interior nodes first, one for each element of
    `features`, `modes`, `splits`, `on_false` and `on_true`; then leaves, one for
    each element of `weights` and `targets`. A tree begins at an element of
    `roots`, an interior node.

    A node compares the sample's feature with its split, in the input's type: by
    mode 0 to 5 whether it is <=, <, >=, >, ==, !=; by mode 6 whether it is one of
    `members`, of which node k of that mode has those up to element k of
    `member_ends`. It goes on to the row of `on_true` or `on_false`. With an
    element of `nan_true` that is not 0, NaN goes to `on_true`.

    `aggregate` is sum, mean (by the number of trees), min or max of the weights
    for a target; min and max of none are the largest and the least finite number
    of the type.
  }];
  let arguments = (ins Relax_Tensor:$input, DenseI64ArrayAttr:$roots, DenseI64ArrayAttr:$features,
                       DenseI64ArrayAttr:$modes, F64ElementsAttr:$splits,
                       DenseI64ArrayAttr:$on_false, DenseI64ArrayAttr:$on_true,
                       OptionalAttr<DenseI64ArrayAttr>:$nan_true,
                       OptionalAttr<F64ElementsAttr>:$members,
                       OptionalAttr<DenseI64ArrayAttr>:$member_ends,
                       F64ElementsAttr:$weights, DenseI64ArrayAttr:$targets,
                       I64Attr:$num_targets, StrAttr:$aggregate);
  let assemblyFormat = [{
    $input `roots` $roots `features` $features `modes` $modes `splits` $splits
    `on_false` $on_false `on_true` $on_true (`nan_true` $nan_true^)?
    (`members` $members^ `member_ends` $member_ends)? `weights` $weights `targets` $targets
    `of` $num_targets `aggregate` $aggregate attr-dict `:` functional-type(operands, $result)
  }];
}
