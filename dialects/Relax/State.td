//===- State.td - state as a value ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Pure operations. That a result lies where an operand was (`donated`,
// `reserve`, `in %arg`: Signature.h) is the planner's business.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_AppendOp : Relax_PureOp<"append"> {
  let summary = "the rows of the second operand behind those of the first, along an axis";
  let description = [{ As a `relax.concat` of two; a cache that grows says so, and may grow in place. }];
  let arguments = (ins Relax_Tensor:$state, Relax_Tensor:$rows, I64Attr:$axis);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $state `,` $rows `at` $axis attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_UpdateSliceOp : Relax_PureOp<"update_slice"> {
  let summary = "the first operand with other rows from a position on, along an axis";
  let description = [{
    `position` is one i64; the rows from there on are those of `rows`. It is an
    error if they reach out of the first operand.
  }];
  let arguments = (ins Relax_Tensor:$state, Relax_Tensor:$rows, Relax_Tensor:$position, I64Attr:$axis);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $state `,` $rows `from` $position `at` $axis attr-dict `:` functional-type(operands, $result)
  }];
}
