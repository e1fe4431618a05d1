//===- Memory.td - explicit storage, after planning -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_ArenaOp : Relax_Op<"arena", [Relax_MovesNoNumber, MemoryEffects<[MemAlloc]>, Sym_SeesAllSymbols]> {
  let summary = "the memory of one call, allocated once";
  let description = [{
    `%arena = relax.arena bytes 3072 * n + 64`; the expression is over the function's symbols. `in_file`: the
    second memory, a file that is mapped, for what `relax.write_out` keeps there.
  }];
  let hasRules = 1;
  let arguments = (ins AnyAttr:$bytes, UnitAttr:$in_file);
  let results = (outs Relax_Object:$result);
  let assemblyFormat = "`bytes` custom<Expr>($bytes) (`in_file` $in_file^)? attr-dict";
}

def Relax_KillOp : Relax_Op<"kill", [Relax_MovesNoNumber, MemoryEffects<[MemFree]>]> {
  let takesBlocks = 1;
  let summary = "the tensor is not used any more: its part of the arena is free";
  let hasVerifier = 0;
  let arguments = (ins Relax_Tensor:$tensor);
  let results = (outs);
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
  let results = (outs);
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
    `reloads [0, 512 * n]` are bytes that a plan writes out to a file: it is taken
    only where the run has one that may be so large.
  }];
  let hasRules = 1;
  let arguments = (ins Sym_Exprs:$levels, OptionalAttr<Sym_Exprs>:$reloads,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Relax_Shape:$result);
  let assemblyFormat = [{
    `of` custom<Dims>($levels) (`reloads` custom<Dims>($reloads)^)? attr-dict `:` qualified(type($result)) `` custom<Binds>($binds, $facts)
  }];
}

def Relax_EvictOp : Relax_Op<"evict", [Relax_MovesNoNumber, MemoryEffects<[MemFree]>]> {
  let takesBlocks = 1;
  let summary = "the tensor gives its memory away: only 'relax.restore' brings it back";
  let description = [{
    `regenerate 786432 reload 524288` says what bringing it back costs by computing
    it again and by reading a file, as far as that is possible: bytes that are
    moved, or as much arithmetic, at likely extents. Who wrote the plan took the
    cheaper one.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$tensor, OptionalAttr<I64Attr>:$regenerate, OptionalAttr<I64Attr>:$reload);
  let results = (outs);
  let assemblyFormat = [{
    $tensor (`regenerate` $regenerate^)? (`reload` $reload^)? attr-dict `:` qualified(type($tensor))
  }];
}

/// A copy between main memory and the second one. Pure until it is planned.
class Relax_MoveOp<string opMnemonic>
    : Relax_Op<opMnemonic, [AlwaysSpeculatable, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$tensor, Optional<Relax_Object>:$storage, OptionalAttr<AnyAttr>:$offset);
  let assemblyFormat = [{
    $tensor (`in` $storage^ `at` custom<Expr>($offset))? attr-dict `:` custom<SameTypes>(type($tensor), type($result))
  }];
}

def Relax_WriteOutOp : Relax_MoveOp<"write_out"> {
  let summary = "the tensor's elements in second memory";
  let description = [{
        %kept = relax.write_out %a : type
        relax.evict %a : type
        ...
        %a_again = relax.restore (%k: type = %kept) -> type {
          %b = relax.read_back %k : type
          relax.yield %b : type
        }

    Second memory is a file that is mapped, without a name: `relax.arena ...
    in_file` after planning, and `in %file at 0`. `relax-run --reload-dir=` says where.
  }];
}
def Relax_ReadBackOp : Relax_MoveOp<"read_back"> {
  let summary = "the elements of what 'relax.write_out' gave, in main memory again";
}
