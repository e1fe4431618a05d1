//===- Memory.td - explicit storage, after planning -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_ArenaOp : Relax_Op<"arena", [Relax_MovesNoNumber, MemoryEffects<[MemAlloc]>, Sym_SeesAllSymbols]> {
  let summary = "the memory of one call, allocated once";
  let description = [{ `%arena = relax.arena bytes 3072 * n + 64`; the expression is over the function's symbols. }];
  let hasRules = 1;
  let arguments = (ins AnyAttr:$bytes);
  let results = (outs Relax_Object:$result);
  let assemblyFormat = "`bytes` custom<Expr>($bytes) attr-dict";
}

def Relax_KillOp : Relax_Op<"kill", [Relax_MovesNoNumber, MemoryEffects<[MemFree]>]> {
  let takesBlocks = 1;
  let summary = "the tensor is not used any more: its part of the arena is free";
  let hasVerifier = 0;
  let arguments = (ins Relax_Tensor:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` qualified(type($tensor))";
}
