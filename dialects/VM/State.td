//===- State.td - state that grows or changes in place --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/VM/VMBase.td"

class VM_StateOp<string opMnemonic> : VM_Op<opMnemonic> {
  let hasVerifier = 1;
  let hasRules = 1;
}

def VM_AppendOp : VM_StateOp<"append"> {
  let summary = "a state with more rows behind its own, along an axis";
  let description = [{
    `in_place` gives the state away: the rows go behind it in its storage where there is room, else
    into one of twice the size, or with room for `reserve` rows. Without it the state is copied.
  }];
  let arguments = (ins VM_Tensor:$state, VM_Tensor:$rows, I64Attr:$axis,
                       UnitAttr:$in_place, OptionalAttr<I64Attr>:$reserve);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = [{
    $state `,` $rows `axis` custom<Number>($axis) (`in_place` $in_place^)? (`reserve` $reserve^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def VM_UpdateOp : VM_StateOp<"update"> {
  let summary = "a state with other rows from a position on, along an axis";
  let description = [{ `in_place` gives the state away: it is written where nobody else has it, else copied. }];
  let arguments = (ins VM_Tensor:$state, VM_Tensor:$rows, VM_Tensor:$position, I64Attr:$axis,
                       UnitAttr:$in_place);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = [{
    $state `,` $rows `from` $position `axis` custom<Number>($axis) (`in_place` $in_place^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}
