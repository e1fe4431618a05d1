//===- Schedule.td - schedules and their primitives -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// A schedule is a list of rewrites of one program, written with handles that
// are found by name. `relax-apply-schedule` carries them out in order; after
// each the program is legal, runs, and computes the same.
//
//===----------------------------------------------------------------------===//

include "dialects/Sym/Constraints.td"
include "dialects/TIR/TIRBase.td"

def TIR_ScheduleOp : TIR_Op<"schedule", [
    IsolatedFromAbove, Symbol, SingleBlock, NoTerminator]> {
  let summary = "how to turn the computes of a program into loops";
  let description = [{
        tir.func @f(...) schedule @f_cpu { ... }
        tir.schedule @f_cpu {
          %mm = tir.find "mm"
          %i, %j, %k = tir.loops %mm
          %io, %ii = tir.split %i by 6
          tir.parallel %io
        }
    With `rules` behind the name, `relax-schedule-rules` goes on with what the
    primitives leave as computes, as it does with a program without a schedule.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, UnitAttr:$rules);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name (`rules` $rules^)? attr-dict-with-keyword $body";
}

class TIR_Primitive<string mnemonic> : TIR_Op<mnemonic, [HasParent<"ScheduleOp">]> {
  let hasVerifier = 0;
  let hasRules = 0;
}

class TIR_Binder<string mnemonic> : TIR_Op<mnemonic, [
    HasParent<"ScheduleOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let hasVerifier = 0;
  let hasRules = 0;
}

def TIR_FindOp : TIR_Binder<"find"> {
  let summary = "computes, loops and buffers by name";
  let description = [{ `%mm, %A = tir.find "mm", "A"`; a name that several have, or none, is an error. }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins StrArrayAttr:$names);
  let results = (outs Variadic<TIR_Handle>:$handles);
  let assemblyFormat = "custom<Names>($names, type($handles)) attr-dict";
}

def TIR_LoopsOp : TIR_Binder<"loops"> {
  let summary = "a compute as nested loops";
  let description = [{
    `%i, %j, %k = tir.loops %mm`: one `tir.for` per iterator, in order, named
    after it. Reductions get their initialisation as a compute of its own in
    front, named "mm.init", so that the loops may stand in any order. With fewer
    names than iterators the first ones, which are spatial, become loops around
    a compute of the others.
  }];
  let arguments = (ins TIR_Handle:$compute);
  let results = (outs Variadic<TIR_Handle>:$loops);
  let assemblyFormat = "$compute `` custom<Handles>(type($loops)) attr-dict";
}

def TIR_SplitOp : TIR_Binder<"split"> {
  let summary = "a loop as two, with exact bounds";
  let description = [{
    `%io, %ii = tir.split %i by 32`: `%i` becomes `32 * %io + %ii`; the last
    round of `%ii` is shorter where 32 does not divide the extent.
    `tir.split %i balanced 14`: the smallest number of panels of at most 14
    whose sizes differ by at most one.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$loop, I64Attr:$factor, UnitAttr:$balanced);
  let results = (outs TIR_Handle:$outer, TIR_Handle:$inner);
  let assemblyFormat = "$loop (`balanced` $balanced^):(`by`)? $factor attr-dict";
}

def TIR_CutOp : TIR_Binder<"cut"> {
  let summary = "a loop as two, one behind the other";
  let description = [{
    `%main, %rest = tir.cut %i by 8`: the first loop has as many rounds as whole
    eights fit, the second what is left, 7 at most. Both have the body, and may
    be scheduled in different ways.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$loop, I64Attr:$factor);
  let results = (outs TIR_Handle:$main, TIR_Handle:$rest);
  let assemblyFormat = "$loop `by` $factor attr-dict";
}

def TIR_HfuseOp : TIR_Binder<"hfuse"> {
  let summary = "two loops that follow each other as one";
  let description = [{
    `%both = tir.hfuse %a, %b`: the rounds of `%a`, then those of `%b`, in one
    loop, so that threads find all of them at once (`tir.parallel %both`).
  }];
  let arguments = (ins TIR_Handle:$first, TIR_Handle:$second);
  let results = (outs TIR_Handle:$both);
  let assemblyFormat = "$first `,` $second attr-dict";
}

def TIR_FuseOp : TIR_Binder<"fuse"> {
  let summary = "a loop over instances and the rows of each as one over all rows";
  let description = [{
    `%f = tir.fuse %i, %j starts %A rows %X`: round `f` is row `f - A[i]` of the
    instance `i` whose rows contain it. `%A` says where instances begin, and
    `%i` loads its entry; there are at most as many rows as `%X` has, else the
    program stops. Which instance a row is of stands in a table behind `%A` among the
    arguments: callers have `@owners` make it, and kernels with the same begins share it.
  }];
  let arguments = (ins TIR_Handle:$outer, TIR_Handle:$inner, TIR_Handle:$starts, TIR_Handle:$buffer);
  let results = (outs TIR_Handle:$fused);
  let assemblyFormat = "$outer `,` $inner `starts` $starts `rows` $buffer attr-dict";
}

def TIR_PadDimensionOp : TIR_Primitive<"pad_dimension"> {
  let summary = "storage of a local buffer up to a multiple";
  let description = [{ `tir.pad_dimension %T 0 to 8`: the extent becomes the next multiple of 8; nothing else changes. }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$buffer, I64Attr:$dimension, I64Attr:$factor);
  let assemblyFormat = "$buffer $dimension `to` $factor attr-dict";
}

def TIR_PadLoopOp : TIR_Primitive<"pad_loop"> {
  let summary = "rounds of a loop up to a multiple";
  let description = [{
    `tir.pad_loop %j to 8`: the rounds beyond the extent compute what nobody
    asks for. Every buffer that the loop uses at its iterator has to have room for them
    (`tir.pad_dimension`; of arguments the padding of their storage), and what it
    writes is local memory, or a result of all calls, of which no one else uses
    those places. Divisions of integers are refused.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$loop, I64Attr:$factor);
  let assemblyFormat = "$loop `to` $factor attr-dict";
}

def TIR_ReorderOp : TIR_Primitive<"reorder"> {
  let summary = "perfectly nested loops in another order";
  let description = [{ `tir.reorder %io, %jo, %k, %ii, %ji`, from the outermost; loops of the band that are not named stay where they are. Loops that carry a reduction keep their order, but with `reassociate`, where the monoid has to be one commutative operation; sums of floats are rounded in another order then. }];
  let arguments = (ins Variadic<TIR_Handle>:$loops, UnitAttr:$reassociate);
  let assemblyFormat = "$loops (`reassociate` $reassociate^)? attr-dict";
}

def TIR_ParallelOp : TIR_Primitive<"parallel"> {
  let summary = "rounds of a loop run on the threads of the machine";
  let arguments = (ins TIR_Handle:$loop);
  let assemblyFormat = "$loop attr-dict";
}

def TIR_RemapOp : TIR_Primitive<"remap"> {
  let summary = "rounds of a parallel loop begin by descending length";
  let description = [{
    `tir.remap %i by %L`: threads that are free take the next round, those with
    the largest entry of `%L` first, where that ends sooner than equal shares of
    rounds in order. The body loads the entry at the iterator.
  }];
  let arguments = (ins TIR_Handle:$loop, TIR_Handle:$table);
  let assemblyFormat = "$loop `by` $table attr-dict";
}

def TIR_HoistOp : TIR_Primitive<"hoist"> {
  let summary = "loads of a table once in a round, outside of the loops inside";
  let description = [{
    `tir.hoist %A at %i`: loads of `%A` inside of loops of `%i` at places that
    these do not change go to the front of its body, with their values as
    indices; those of one place become one. Nothing in `%i` writes `%A`.
  }];
  let arguments = (ins TIR_Handle:$table, TIR_Handle:$loop);
  let assemblyFormat = "$table `at` $loop attr-dict";
}

def TIR_UnrollOp : TIR_Primitive<"unroll"> {
  let summary = "a loop of constant extent as its copies";
  let arguments = (ins TIR_Handle:$loop);
  let assemblyFormat = "$loop attr-dict";
}

def TIR_VectorizeOp : TIR_Primitive<"vectorize"> {
  let summary = "an innermost loop in steps of so many lanes";
  let description = [{
    The lanes of a loop that carries a reduction into one element are combined
    with each other first; sums of floats are rounded in another order.
    A load may be of every second element, if it has no padding: two vectors hold
    those of the lanes.
    `masked`: what is left of a multiple of the lanes is done in one vector, too.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$loop, I64Attr:$lanes, UnitAttr:$masked);
  let assemblyFormat = "$loop $lanes (`masked` $masked^)? attr-dict";
}

def TIR_TurnOp : TIR_Primitive<"turn"> {
  let summary = "two innermost loops as a square of lanes";
  let description = [{
    `tir.turn %i, %j 16 masked`: elements that lie side by side along `%j` where
    they are loaded and along `%i` where they are stored. Both loops become
    vectors of 16 lanes: of a whole square, 16 vectors are loaded, turned in
    registers and stored. `masked`: squares that are not whole, too; else these
    go element by element.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$outer, TIR_Handle:$inner, I64Attr:$lanes, UnitAttr:$masked);
  let assemblyFormat = "$outer `,` $inner $lanes (`masked` $masked^)? attr-dict";
}

def TIR_RfactorOp : TIR_Primitive<"rfactor"> {
  let summary = "a reduction as several that run side by side";
  let description = [{
    `tir.rfactor %mm by 16`: the last iterator `%k`, which is a reduction,
    becomes 16 reductions over every 16th element, in a compute "mm.parts" with
    its states in "mm.states"; "mm" combines them. What 16 does not divide is
    combined by "mm.rest" behind it. The monoid has to be one commutative
    operation; sums of floats are rounded in another order.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$compute, I64Attr:$factor);
  let assemblyFormat = "$compute `by` $factor attr-dict";
}

def TIR_ForkOp : TIR_Primitive<"fork"> {
  let summary = "a compute of its own for few rounds of an iterator";
  let description = [{
    `tir.fork %mm iterator 0 to 1`: where the first iterator has at most one
    round, a compute "mm.few" in front has it; where it has more, "mm" has them.
    The two may be scheduled in different ways.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$compute, I64Attr:$iterator, I64Attr:$limit);
  let assemblyFormat = "$compute `iterator` $iterator `to` $limit attr-dict";
}

def TIR_ComputeAtOp : TIR_Primitive<"compute_at"> {
  let summary = "a producer inside of its consumer's loop";
  let description = [{
    `tir.compute_at %mm, %io`: the part of the compute that a round of the loop
    needs goes to the start of its body.
  }];
  let arguments = (ins TIR_Handle:$compute, TIR_Handle:$loop);
  let assemblyFormat = "$compute `,` $loop attr-dict";
}

def TIR_PlaceOp : TIR_Primitive<"place"> {
  let summary = "the space of a local buffer";
  let description = [{ `tir.place %T register`; local, register or workspace. }];
  let arguments = (ins TIR_Handle:$buffer, StrAttr:$space);
  let assemblyFormat = "$buffer custom<Word>($space) attr-dict";
}

def TIR_StageOp : TIR_Primitive<"stage"> {
  let summary = "a local copy of what a round of a loop uses of a buffer";
  let description = [{
    `tir.stage %A at %io pad 16`: the region that the body of the loop reads is
    copied to local memory first (rows 16 elements longer than needed); a
    region that it writes is copied back at the end of the body. The copy is
    named "A.stage".
  }];
  let arguments = (ins TIR_Handle:$buffer, TIR_Handle:$loop, OptionalAttr<I64Attr>:$pad);
  let assemblyFormat = "$buffer `at` $loop (`pad` $pad^)? attr-dict";
}

def TIR_LayoutOp : TIR_Primitive<"layout"> {
  let summary = "another order of a weight in memory, prepared at load";
  let description = [{
    `tir.layout %W [j floordiv 32, k, j mod 32] prepared`: one digit of a
    dimension for each dimension of the packed buffer, all digits of every
    dimension. Names are the iterators that the program uses there before the
    first primitive, or d0, d1, ... Where the divisor does not divide the extent,
    the last places hold zero. Every caller has to pass a weight
    (`relax.get_weight`); it packs it by a program of its own, which
    `relax-prepare-weights` moves to where it runs once, at load.
  }];
  let arguments = (ins TIR_Handle:$buffer, ArrayAttr:$exprs);
  let assemblyFormat = "$buffer custom<Dims>($exprs) `prepared` attr-dict";
}

def TIR_VariantsOp : TIR_Primitive<"variants"> {
  let summary = "a body of its own for every extent of a loop";
  let description = [{ `tir.variants %ii 1 to 14`: where the extent is one of these, it is a constant in the code. One that is known to be one of them stays as it is. }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$loop, I64Attr:$low, I64Attr:$high);
  let assemblyFormat = "$loop $low `to` $high attr-dict";
}

def TIR_PrefetchOp : TIR_Primitive<"prefetch"> {
  let summary = "asks for elements some rounds before they are used";
  let description = [{
    `tir.prefetch %W at %k ahead 32`: every round of the loop asks for what the
    loads of the buffer will need 32 rounds later. A hint: it changes no value.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins TIR_Handle:$buffer, TIR_Handle:$loop, I64Attr:$ahead);
  let assemblyFormat = "$buffer `at` $loop `ahead` $ahead attr-dict";
}

//===----------------------------------------------------------------------===//
// What primitives leave in programs
//===----------------------------------------------------------------------===//

def TIR_SpecializeOp : TIR_Op<"specialize", [SingleBlock, NoTerminator, Sym_UsesOwnIndices]> {
  let summary = "code of its own where an expression has one of some values";
  let description = [{
        tir.specialize (min(6, n - 6 * %io)) in 1 to 6 only { ... }

    The body runs once. Where the expression has one of the values, a copy runs
    in which the value is a constant; elsewhere the body as it stands. `only`
    says that it never has another value, so that there is no such body.
    Values that do not follow each other are listed: `in {22, 32}`.
  }];
  let arguments = (ins Sym_AnyExpr:$expr, DenseI64ArrayAttr:$values, UnitAttr:$only, Variadic<Index>:$indices);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    custom<IndexExpr>($indices, $expr) `in` custom<Values>($values) (`only` $only^)? attr-dict-with-keyword $body
  }];
}

def TIR_FetchOp : TIR_Op<"fetch", [MemoryEffects<[MemRead, MemWrite]>, Sym_UsesOwnIndices]> {
  let summary = "asks for an element that will be loaded soon";
  let description = [{
    `tir.fetch %W[%k + 32, 0] : !tir.buffer<[k, 32], f32>`. A hint: the element
    may lie outside of the buffer.
  }];
  let arguments = (ins TIR_Buffer:$buffer, Variadic<Index>:$indices, Sym_Exprs:$exprs);
  let assemblyFormat = "$buffer `` custom<Access>($indices, $exprs) attr-dict `:` qualified(type($buffer))";
}
