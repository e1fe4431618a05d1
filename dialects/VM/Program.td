//===- Program.td - the instructions of the host program ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Sym/Constraints.td"
include "dialects/VM/VMBase.td"

def VM_FuncOp : VM_Op<"func", [IsolatedFromAbove, Symbol, FunctionOpInterface, AutomaticAllocationScope]> {
  let summary = "a function of the host program";
  let description = [{ `prepare` in its attributes marks the one that runs once at load. }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<Sym_Facts>:$facts);
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

def VM_ReturnOp : VM_Op<"return", [Terminator, HasParent<"FuncOp">]> {
  let summary = "ends a function";
  let arguments = (ins Variadic<VM_Tensor>:$values);
  let assemblyFormat = "($values^ `:` qualified(type($values)))? attr-dict";
}

def VM_CheckTensorOp : VM_Op<"check_tensor"> {
  let summary = "element type and rank of a tensor must be those of its type, or the rank that is named";
  let arguments = (ins VM_Tensor:$tensor, StrAttr:$subject, OptionalAttr<I64Attr>:$rank);
  let assemblyFormat = "$tensor (`rank` $rank^)? `,` $subject attr-dict `:` qualified(type($tensor))";
}

def VM_DimOp : VM_Op<"dim"> {
  let summary = "an extent of a tensor; this binds a symbol";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Tensor:$tensor, I64Attr:$axis, StrAttr:$subject);
  let results = (outs I64:$result);
  let assemblyFormat = "$tensor `axis` custom<Number>($axis) `,` $subject attr-dict `:` qualified(type($tensor))";
}

def VM_CheckDimOp : VM_Op<"check_dim", [Sym_UsesOwnIndices]> {
  let summary = "an extent of a tensor must have this value";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Tensor:$tensor, I64Attr:$axis, Variadic<I64>:$indices, Sym_AnyExpr:$expected, StrAttr:$subject);
  let assemblyFormat = [{
    $tensor `axis` custom<Number>($axis) `is` custom<IndexExpr>($indices, $expected) `,` $subject attr-dict `:` qualified(type($tensor))
  }];
}

def VM_CheckFactOp : VM_Op<"check_fact", [Sym_UsesOwnIndices]> {
  let summary = "a fact about extents must hold";
  let arguments = (ins Variadic<I64>:$indices, Sym_AnyFact:$fact, UnitAttr:$always, StrAttr:$subject);
  let assemblyFormat = "custom<ValueFact>($indices, $fact) (`always` $always^)? `,` $subject attr-dict";
}

def VM_BroadcastDimOp : VM_Op<"broadcast_dim", [Sym_UsesOwnIndices]> {
  let summary = "the extent that extents broadcast to; this binds a symbol";
  let description = [{ They are equal but for those that are 1; else the call fails, naming the dimension. }];
  let arguments = (ins Variadic<I64>:$indices, Sym_Exprs:$extents, I64Attr:$dimension, StrAttr:$subject);
  let results = (outs I64:$result);
  let assemblyFormat = [{
    custom<Access>($indices, $extents) `dimension` custom<Number>($dimension) `,` $subject attr-dict
  }];
}

def VM_IntegersOp : VM_Op<"integers", [Sym_UsesOwnIndices]> {
  let summary = "a tensor of these i64 values, with memory of its own";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins Variadic<I64>:$indices, Sym_Exprs:$values);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "custom<Access>($indices, $values) attr-dict `:` qualified(type($result))";
}

def VM_StorageOp : VM_Op<"storage", [Sym_UsesOwnIndices]> {
  let summary = "allocates the arena of a call";
  let arguments = (ins Variadic<I64>:$indices, Sym_AnyExpr:$bytes);
  let results = (outs VM_Storage:$result);
  let assemblyFormat = "`bytes` custom<IndexExpr>($indices, $bytes) attr-dict `:` qualified(type($result))";
}

def VM_FileStorageOp : VM_Op<"file_storage", [Sym_UsesOwnIndices]> {
  let summary = "as 'vm.storage', in second memory: a file without a name, mapped";
  let arguments = (ins Variadic<I64>:$indices, Sym_AnyExpr:$bytes);
  let results = (outs VM_Storage:$result);
  let assemblyFormat = "`bytes` custom<IndexExpr>($indices, $bytes) attr-dict `:` qualified(type($result))";
}

def VM_CopyOp : VM_Op<"copy"> {
  let summary = "the elements of the second tensor, in the first one";
  let arguments = (ins VM_Tensor:$to, VM_Tensor:$from);
  let assemblyFormat = "$to `from` $from attr-dict `:` functional-type(operands, results)";
}

def VM_MemoryLimitOp : VM_Op<"memory_limit", [Sym_UsesOwnIndices]> {
  let summary = "the most bytes that a call of this function may have at once";
  let description = [{ Where the caller says no other limit, and the function was called from outside. }];
  let arguments = (ins Variadic<I64>:$indices, Sym_AnyExpr:$bytes);
  let assemblyFormat = "`bytes` custom<IndexExpr>($indices, $bytes) attr-dict";
}

def VM_MemoryLevelOp : VM_Op<"memory_level", [Sym_UsesOwnIndices]> {
  let summary = "which plan of memory is the first that fits; this binds a symbol";
  let description = [{
    The expressions are bytes. The call ends here if none fits. `reloads`: bytes
    that each plan writes out to second memory, where any does.
  }];
  let arguments = (ins Variadic<I64>:$indices, Sym_Exprs:$levels, Sym_Exprs:$reloads);
  let results = (outs I64:$result);
  let assemblyFormat = "`of` custom<Levels>($indices, $levels, $reloads) attr-dict";
}

def VM_ViewOp : VM_Op<"view", [Sym_UsesOwnIndices]> {
  let summary = "a tensor at an offset of a storage";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Storage:$storage, Variadic<I64>:$indices, Sym_AnyExpr:$offset, Sym_Exprs:$dims);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = [{
    $storage custom<Placement>($indices, $offset, $dims) attr-dict `:`
    qualified(type($storage)) `->` qualified(type($result))
  }];
}

def VM_AllocOp : VM_Op<"alloc", [Sym_UsesOwnIndices]> {
  let summary = "a tensor with memory of its own";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins Variadic<I64>:$indices, Sym_Exprs:$dims);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "custom<Access>($indices, $dims) attr-dict `:` qualified(type($result))";
}

def VM_WeightOp : VM_Op<"weight"> {
  let summary = "the value of a weight";
  let arguments = (ins FlatSymbolRefAttr:$weight);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "$weight attr-dict `:` qualified(type($result))";
}

def VM_SetWeightOp : VM_Op<"set_weight"> {
  let summary = "gives a prepared weight its value, in the prepare function";
  let arguments = (ins FlatSymbolRefAttr:$weight, VM_Tensor:$tensor);
  let assemblyFormat = "$weight `,` $tensor attr-dict `:` qualified(type($tensor))";
}

def VM_ConstantOp : VM_Op<"constant"> {
  let summary = "an inline constant";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins ElementsAttr:$value);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "attr-dict $value `` custom<ConstantType>(ref($value), type($result))";
}

def VM_KernelOp : VM_Op<"kernel", [AttrSizedOperandSegments, Sym_UsesOwnIndices,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a tir.func on buffers";
  let description = [{ All buffers in the order of the kernel, then its symbols in order of definition. }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<VM_Tensor>:$buffers,
                       Variadic<I64>:$indices, Sym_Exprs:$symbols);
  let assemblyFormat = [{
    $callee `(` $buffers `)` `symbols` custom<Access>($indices, $symbols) attr-dict `:` qualified(type($buffers))
  }];
}

def VM_CallOp : VM_Op<"call", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "calls a function of the host program";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<VM_Tensor>:$inputs);
  let results = (outs Variadic<VM_Tensor>:$results);
  let assemblyFormat = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $results)";
}

def VM_Fn : Type<CPred<"::llvm::isa<::relax::FnType>($_self)">, "function">;

def VM_ClosureOp : VM_Op<"closure", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a function of the host program as a value, with its first arguments";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<VM_Tensor>:$captured);
  let results = (outs VM_Fn:$result);
  let assemblyFormat = "$callee `(` $captured `)` attr-dict `:` functional-type($captured, $result)";
}

def VM_InvokeOp : VM_Op<"invoke", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "calls a function that is a value";
  let description = [{
    The machine compares the numbers of arguments and results with those of the
    function; what the arguments are is the program's promise.
  }];
  let arguments = (ins VM_Fn:$function, Variadic<VM_Tensor>:$inputs);
  let results = (outs Variadic<VM_Tensor>:$results);
  let assemblyFormat = [{
    $function `(` $inputs `)` attr-dict `:` qualified(type($function)) `,` functional-type($inputs, $results)
  }];
}

def VM_Ref : Type<CPred<"::llvm::isa<::relax::RefType>($_self)">, "reference">;

def VM_RefOp : VM_Op<"ref"> {
  let summary = "a new place that holds a value";
  let arguments = (ins VM_Tensor:$value);
  let results = (outs VM_Ref:$result);
  let assemblyFormat = "$value attr-dict `:` qualified(type($value)) `->` qualified(type($result))";
}

def VM_RefReadOp : VM_Op<"ref_read"> {
  let summary = "what a place holds now";
  let arguments = (ins VM_Ref:$reference);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "$reference attr-dict `:` qualified(type($reference)) `->` qualified(type($result))";
}

def VM_RefWriteOp : VM_Op<"ref_write"> {
  let summary = "from now on a place holds the value";
  let arguments = (ins VM_Tensor:$value, VM_Ref:$reference);
  let assemblyFormat = "$value `to` $reference attr-dict `:` qualified(type($value)) `,` qualified(type($reference))";
}

def VM_CallLibraryOp : VM_Op<"call_library", [AttrSizedOperandSegments, Sym_UsesOwnIndices,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "calls a function of the runtime's op library, which makes its results";
  let description = [{
    `with {...}` are the function's attributes: integers, floats, strings, lists
    of them, expressions over the registers behind `on`, and the name of a
    `relax.artefact`. A place is memory
    for the result that `results [...]` names, as large as its bound; the result
    is the front of it. Extents are read off the results by `vm.dim`.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins StrAttr:$function, Variadic<VM_Tensor>:$inputs,
                       OptionalAttr<DictionaryAttr>:$arguments, Variadic<I64>:$indices,
                       Variadic<VM_Tensor>:$places, OptionalAttr<DenseI64ArrayAttr>:$placed,
                       StrAttr:$subject);
  let results = (outs Variadic<VM_Tensor>:$results);
  let assemblyFormat = [{
    $function `(` $inputs `)` (`with` $arguments^)? (`on` ` ` `[` $indices^ `]`)?
    (`into` ` ` `(` $places^ `:` qualified(type($places)) `)` `results` $placed)?
    `,` $subject attr-dict `:` functional-type($inputs, $results)
  }];
}

def VM_ReshapeOp : VM_Op<"reshape", [Sym_UsesOwnIndices]> {
  let summary = "a view with another shape of as many elements";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Tensor:$input, Variadic<I64>:$indices, Sym_Exprs:$dims);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = [{
    $input `dims` custom<Access>($indices, $dims) attr-dict `:` qualified(type($input)) `->` qualified(type($result))
  }];
}

def VM_RowOp : VM_Op<"row"> {
  let summary = "the row that an index chooses, as a view";
  let description = [{
    The index is the only element of an i32 or i64 tensor; a negative one counts from the end. Others are an error.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Tensor:$input, VM_Tensor:$index, StrAttr:$subject);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = [{
    $input `at` $index `,` $subject attr-dict `:` functional-type(operands, $result)
  }];
}

def VM_KillOp : VM_Op<"kill"> {
  let summary = "the tensor is not used any more: a use behind it is an error";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Tensor:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` qualified(type($tensor))";
}

def VM_EvictOp : VM_Op<"evict"> {
  let summary = "as 'vm.kill', of a tensor that is computed again later; this is counted";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Tensor:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` qualified(type($tensor))";
}

def VM_LazyOp : VM_Op<"lazy", [Sym_UsesOwnIndices]> {
  let summary = "a tensor whose memory comes with its elements";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins Variadic<I64>:$indices, Sym_Exprs:$dims);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "custom<Access>($indices, $dims) attr-dict `:` qualified(type($result))";
}

def VM_DeferOp : VM_Op<"defer", [AttrSizedOperandSegments, Sym_UsesOwnIndices]> {
  let summary = "notes a call whose results are lazy tensors";
  let description = [{
    All arguments of the function, then its results. `batched`: the function is
    for many calls at once, with their number as the first dimension everywhere.
    `ragged [%n, %m] rows [%n, %n * %m]`: or with dimensions in front that are one there
    and may differ from call to call: the rows of all. The last parameters of the
    function, which are no buffers here, are tables: of each call the values of
    `ragged`; where its `rows` begin; and then, if there is one more, the sums of `rows`.
    `ghosts`: so much deeper than its arguments does it count, for policies; `phase`:
    deeper than all of lower ones.
    Where nobody waits for more calls, it is called at once.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<VM_Tensor>:$buffers, Variadic<I64>:$indices,
                       UnitAttr:$batched, Sym_Exprs:$ragged, Sym_Exprs:$rows,
                       OptionalAttr<I64Attr>:$ghosts, OptionalAttr<I64Attr>:$phase);
  let assemblyFormat = [{
    $callee `(` $buffers `)` (`batched` $batched^)? custom<Ragged>($indices, $ragged, $rows) (`ghosts` $ghosts^)? (`phase` $phase^)? attr-dict `:` qualified(type($buffers))
  }];
}

def VM_RowsOp : VM_Op<"rows"> {
  let summary = "where the rows of a tensor begin";
  let description = [{
    In elements behind its front, for a kernel whose argument is `tir.rows`: an
    argument of many calls that are deferred is used where each call has it.
  }];
  let arguments = (ins VM_Tensor:$tensor);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "$tensor attr-dict `:` functional-type(operands, $result)";
}

def VM_ForceOp : VM_Op<"force"> {
  let summary = "the same value, when it is there: the call waits for it";
  let arguments = (ins VM_Tensor:$tensor);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "$tensor attr-dict `:` functional-type(operands, $result)";
}
