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

def Relax_MemoryLimitOp : Relax_Op<"memory_limit", [Relax_MovesNoNumber,
    MemoryEffects<[MemWrite<Relax_CheckResource>]>, Sym_SeesAllSymbols]> {
  let summary = "the most bytes that a call may have at once";
  let description = [{
        relax.memory_limit bytes 4096 * n + 1048576

    In the body of a public function: what `relax-run --memory-limit` says of a
    call of it, where the command line says nothing else. Beside weights and its
    inputs, in compiled mode; calls of the function by others keep the limit of
    who was called first. The expression is over the symbols of the arguments.
  }];
  let hasRules = 1;
  let arguments = (ins AnyAttr:$bytes);
  let assemblyFormat = "`bytes` custom<Expr>($bytes) attr-dict";
}

def Relax_MemoryLevelOp : Relax_Op<"memory_level", [Relax_MovesNoNumber,
    MemoryEffects<[MemWrite<Relax_CheckResource>]>, Sym_SeesAllSymbols]> {
  let summary = "the first plan of memory that fits what a call may still take";
  let description = [{
        %level = relax.memory_level of [3072 * n + 64, 1024 * n + 64] : !relax.shape<[level]> binds (level)

    The expressions are bytes that whole plans take, over the function's symbols;
    arms of a `relax.dispatch` on `level == 0` and so on are the plans. Where
    there is no limit, the first is taken. The call ends here if none fits.
  }];
  let hasRules = 1;
  let arguments = (ins Sym_Exprs:$levels, OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Relax_Shape:$result);
  let assemblyFormat = [{
    `of` custom<Dims>($levels) attr-dict `:` qualified(type($result)) `` custom<Binds>($binds, $facts)
  }];
}

def Relax_EvictOp : Relax_Op<"evict", [Relax_MovesNoNumber, MemoryEffects<[MemFree]>]> {
  let takesBlocks = 1;
  let summary = "the tensor gives its memory away: only 'relax.restore' brings it back";
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` qualified(type($tensor))";
}
