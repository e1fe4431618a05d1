//===- State.td - state as a value ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Pure operations. That a result lies where an operand was (`donated`,
// `reserve`, `in %arg`: Signature.h) is the planner's business.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

/// Pure until the planner says `in_place`; then it writes its first operand.
class Relax_StateOp<string opMnemonic, list<Trait> opTraits = []>
    : Relax_Op<opMnemonic, !listconcat(opTraits, [AlwaysSpeculatable, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>])> {
  let infersTypes = 1;
}

def Relax_AppendOp : Relax_StateOp<"append", [Relax_Exact]> {
  let summary = "the rows of the second operand behind those of the first, along an axis";
  let description = [{ As a `relax.concat` of two; a cache that grows says so, and may grow in place.

    After `relax-plan-state`, `in_place` says that nobody needs the state any more, and
    `reserve 4096` for how many rows its storage should have room when it grows.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$state, Relax_Tensor:$rows, I64Attr:$axis,
                       UnitAttr:$in_place, OptionalAttr<I64Attr>:$reserve);
  let agreements = ["rows like state but axis"];
  let assemblyFormat = [{
    $state `,` $rows `at` $axis (`in_place` $in_place^)? (`reserve` $reserve^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_UpdateSliceOp : Relax_StateOp<"update_slice", [Relax_Exact]> {
  let summary = "the first operand with other rows from a position on, along an axis";
  let description = [{
    `position` is one i64; the rows from there on are those of `rows`. It is an
    error if they reach out of the first operand. `in_place` is as for `relax.append`.
  }];
  let arguments = (ins Relax_Tensor:$state, Relax_Tensor:$rows, Relax_Tensor:$position, I64Attr:$axis,
                       UnitAttr:$in_place);
  let agreements = ["rows like state but axis"];
  let assemblyFormat = [{
    $state `,` $rows `from` $position `at` $axis (`in_place` $in_place^)? attr-dict `:` functional-type(operands, $result)
  }];
}
