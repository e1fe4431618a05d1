//===- Program.td - functions, computes, accesses, loops ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Index expressions are expressions of docs/language/dimensions.md in which SSA values of
// type index may stand: `%X[32 * %jo + %ji, n - 1]`. In the attribute the k-th
// index operand of the operation is the symbol named "%k".
//
//===----------------------------------------------------------------------===//

include "dialects/Sym/Constraints.td"
include "dialects/TIR/TIRBase.td"
include "mlir/IR/RegionKindInterface.td"

def TIR_Guards : TypedArrayAttrBase<Sym_Facts, "lists of facts">;

def TIR_FuncOp : TIR_Op<"func", [
    IsolatedFromAbove, Symbol, FunctionOpInterface, AutomaticAllocationScope,
    SingleBlock, Sym_BindsAtEntry]> {
  let summary = "a loop-level program: buffers in, buffers out";
  let description = [{
    Arguments are buffers; the last ones are written. Symbols are bare
    dimensions of the arguments or stand in `symbols (m)`, and the caller gives
    their values. `target @t` names the `relax.target` that code is made for,
    `schedule @s` the schedule to apply. `versions (@f when (m == 5), ...)` are
    programs of the same values for extents of which the guard holds, facts about
    the symbols; they are tried in order. A version has the same arguments, but
    may say more of their dimensions.
  }];
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<StrArrayAttr>:$symbols,
                       OptionalAttr<StrArrayAttr>:$binds,
                       OptionalAttr<Sym_Facts>:$facts,
                       OptionalAttr<FlatSymbolRefAttr>:$target,
                       OptionalAttr<FlatSymbolRefAttr>:$schedule,
                       OptionalAttr<FlatSymbolRefArrayAttr>:$versions,
                       OptionalAttr<TIR_Guards>:$guards);
  let regions = (region AnyRegion:$body);
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return isExternal() ? nullptr : &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
  }];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::sym::parseFunction(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::sym::printFunction(printer, *this); }
  }];
}

def TIR_ReturnOp : TIR_Op<"return", [Pure, Terminator, HasParent<"FuncOp">]> {
  let summary = "ends a program";
  let hasVerifier = 0;
  let hasRules = 0;
  let assemblyFormat = "attr-dict";
}

def TIR_MonoidOp : TIR_Op<"monoid", [IsolatedFromAbove, Symbol, SingleBlock]> {
  let summary = "an associative combination with its identity";
  let description = [{
        tir.monoid @add (f32) identity (0.0) {
        ^combine(%a: f32, %b: f32):
          %c = arith.addf %a, %b : f32
          tir.yield %c : f32
        }

    With k state components the block has 2k arguments: the state, then the
    value to combine.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeArrayAttr:$state,
                       ArrayAttr:$identity);
  let regions = (region SizedRegion<1>:$combine);
  let hasCustomAssemblyFormat = 1;
}

def TIR_YieldOp : TIR_Op<"yield", [Pure, Terminator]> {
  let summary = "the values of a region";
  let hasVerifier = 0;
  let hasRules = 0;
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def TIR_AllocOp : TIR_Op<"alloc"> {
  let summary = "local memory of a program";
  let description = [{
    `%T = tir.alloc "T" register : !tir.buffer<[14, 32], f32>`. Spaces: `local`
    (stack), `register` (promoted to values), `workspace` (memory of the caller,
    one per thread).
  }];
  let arguments = (ins StrAttr:$name, StrAttr:$space);
  let results = (outs Res<TIR_Buffer, "", [MemAlloc]>:$buffer);
  let assemblyFormat = "$name custom<Word>($space) attr-dict `:` qualified(type($buffer))";
}

def TIR_ViewOp : TIR_Op<"view", [Pure]> {
  let summary = "an argument with other dimensions over the same memory";
  let description = [{
    `%Y = tir.view %X as !tir.buffer<[7 * n], f32> : !tir.buffer<[7, n], f32>`:
    the same elements in the same order, with fewer dimensions. Nothing else
    uses the argument, so that no two names stand for one memory.
  }];
  let arguments = (ins TIR_Buffer:$buffer);
  let results = (outs TIR_Buffer:$result);
  let assemblyFormat = "$buffer `as` qualified(type($result)) attr-dict `:` qualified(type($buffer))";
}

def TIR_ComputeOp : TIR_Op<"compute", [SingleBlock, NoTerminator, Sym_UsesOwnIndices]> {
  let summary = "a body for every point of an iteration domain";
  let description = [{
        tir.compute "sq" (%i, reduce %k) in [n, 768] {
          %x = tir.load %X[%i, %k] : !tir.buffer<[n, 768], f32>
          %q = arith.mulf %x, %x : f32
          tir.reduce @add (%q) into (%S[%i]) : !tir.buffer<[n], f32>
        }

    `kinds` has "spatial", "reduce" or "scan" per iterator. The domain may be
    ranges, `[lo to hi]`, and may use index values of enclosing loops. Every
    point of the spatial iterators stores once; reductions start from the
    identity of their monoid, unless `update` says that the targets are
    initialised already.
  }];
  let arguments = (ins StrAttr:$name, StrArrayAttr:$kinds, Sym_Exprs:$lower,
                       Sym_Exprs:$upper, UnitAttr:$update, Variadic<Index>:$indices);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def TIR_ForOp : TIR_Op<"for", [SingleBlock, NoTerminator, Sym_UsesOwnIndices]> {
  let summary = "a named loop with a kind";
  let description = [{
        tir.for "io" (%io) in [m ceildiv 14] parallel { ... }

    Kinds: serial (not printed), parallel, vector, unroll. `vector 16` has the
    number of lanes; what is left of a multiple of it runs one by one, or, with
    `vector 16 masked`, in one vector that touches no memory beyond the end. A
    `vector` loop with nothing but another one in it is a square of lanes: loads
    go along the inner iterator, the store along the outer one. The
    iterator is spatial (rounds are independent), `(reduce %k)` (rounds combine
    into the same elements) or `(scan %t)` (rounds stay in order).
  }];
  let arguments = (ins StrAttr:$name, Sym_Exprs:$lower, Sym_Exprs:$upper,
                       StrAttr:$kind, OptionalAttr<I64Attr>:$lanes, UnitAttr:$masked,
                       OptionalAttr<StrAttr>:$iterator, Variadic<Index>:$indices);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def TIR_LoadOp : TIR_Op<"load", [MemoryEffects<[MemRead]>, AttrSizedOperandSegments, Sym_UsesOwnIndices]> {
  let summary = "an element of a buffer";
  let description = [{
    `tir.load %X[%i - 1, %j] pad %zero : !tir.buffer<[n, 768], f32>` yields `%zero`
    where an index is outside of the buffer; without `pad` indices are inside.
  }];
  let arguments = (ins TIR_Buffer:$buffer, Variadic<Index>:$indices, Optional<AnyType>:$pad,
                       Sym_Exprs:$exprs);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $buffer `` custom<Access>($indices, $exprs) (`pad` $pad^)? attr-dict `:`
    custom<LoadTypes>(type($buffer), ref($pad), type($pad), type($result))
  }];
}

def TIR_StoreOp : TIR_Op<"store", [MemoryEffects<[MemWrite]>, Sym_UsesOwnIndices]> {
  let summary = "writes an element of a buffer";
  let arguments = (ins AnyType:$value, TIR_Buffer:$buffer, Variadic<Index>:$indices,
                       Sym_Exprs:$exprs);
  let assemblyFormat = [{
    $value `,` $buffer `` custom<Access>($indices, $exprs) attr-dict `:`
    custom<StoreTypes>(type($buffer), type($value))
  }];
}

def TIR_ReduceOp : TIR_Op<"reduce", [
    MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments, Sym_UsesOwnIndices,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "combines values into elements of buffers by a monoid";
  let description = [{
    `tir.reduce @add (%q) into (%S[%i]) : !tir.buffer<[n], f32>`; one target per
    component of the monoid's state. `exprs` has one array of index expressions
    per target; all share the index operands.
  }];
  let arguments = (ins FlatSymbolRefAttr:$monoid, Variadic<AnyType>:$values,
                       Variadic<TIR_Buffer>:$buffers, Variadic<Index>:$indices, Sym_ExprLists:$exprs);
  let assemblyFormat = [{
    $monoid `(` $values `)` `into` custom<Targets>($buffers, $indices, $exprs) attr-dict `:`
    custom<TargetTypes>(type($buffers), type($values))
  }];
}

def TIR_CheckResource : Resource<"::tir::CheckResource">;

def TIR_CheckOp : TIR_Op<"check", [MemoryEffects<[MemWrite<TIR_CheckResource>]>]> {
  let summary = "the program fails, at its end, where the condition does not hold";
  let description = [{
    `tir.check %ok else "division by zero"`: the call of the program ends with
    an error that says so. What it has written by then is of no use, but it runs
    to its end: what follows the check must be defined either way. Reasons:
    "division by zero", "index out of bounds", "shapes do not fit".

    `tir.check %ok stops else "index out of bounds"`: what follows in its block
    does not run where the condition does not hold, and may rely on it. Such
    checks are what `tir-check-bounds` leaves of accesses that it cannot prove:
    `of 1 axis 0` is the argument whose index it is about, for the message.
  }];
  let arguments = (ins I1:$condition, UnitAttr:$stops, StrAttr:$reason,
    OptionalAttr<I64Attr>:$argument, OptionalAttr<I64Attr>:$axis);
  let assemblyFormat = [{
    $condition (`stops` $stops^)? `else` $reason (`of` $argument^ `axis` $axis)? attr-dict
  }];
}

def TIR_AscendsOp : TIR_Op<"ascends", [MemoryEffects<[MemRead]>]> {
  let summary = "a table says where rows begin that lie one behind the other";
  let description = [{
    `%ok = tir.ascends %A by (%L, %L) : !tir.buffer<[b + 1], i64> by !tir.buffer<[b], i64>, !tir.buffer<[b], i64>`:
    `A[0]` and all `L[i]` are at least 0, and `A[i] + L[i] * L[i]` is at most `A[i + 1]`
    for each of the `b` rows; all are below 2^48, as memory is. The tables are gone through once. Where a
    `tir.check` that stops asks for it, `tir-check-bounds` knows that rounds of a
    loop over rows, which nothing says of the loads alone, use different elements.
  }];
  let arguments = (ins TIR_Buffer:$starts, Variadic<TIR_Buffer>:$lengths);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $starts `by` ` ` `(` $lengths `)` attr-dict `:` qualified(type($starts)) (`by` qualified(type($lengths))^)?
  }];
}

def TIR_ExtentOp : TIR_Op<"extent", [Pure, Sym_UsesOwnIndices]> {
  let summary = "the value of an expression, the only way from a symbol to an SSA value";
  let hasVerifier = 0;
  let hasRules = 0;
  let arguments = (ins Sym_AnyExpr:$expr, Variadic<Index>:$indices);
  let results = (outs Index:$result);
  let assemblyFormat = "custom<IndexExpr>($indices, $expr) attr-dict `:` type($result)";
}

def TIR_AsMemrefOp : TIR_Op<"as_memref", [Pure]> {
  let summary = "a buffer as a memref, when loops are lowered";
  let description = [{ `%x = tir.as_memref %X : !tir.buffer<[n, 768], f32> to memref<?x768xf32>`; row-major, offset 0. }];
  let arguments = (ins TIR_Buffer:$buffer);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = "$buffer attr-dict `:` qualified(type($buffer)) `to` type($result)";
}
