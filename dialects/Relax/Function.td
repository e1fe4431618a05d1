//===- Function.td - functions, calls, weights, constants -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_FuncOp : Relax_Op<"func", [
    IsolatedFromAbove, Symbol, FunctionOpInterface, AutomaticAllocationScope,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let takesBlocks = 1;
  let summary = "a function over tensors with facts about its symbols";
  let description = [{
    Bare dimensions of the arguments define symbols; `where (...)` states facts
    about them, `binds (k)` names extents that only the result knows. A public
    function checks rank, element type, every dimension and every fact of its
    arguments before it computes anything. A private one may have type
    parameters, `@map<a, b>(...)`, which stand for types as `!relax.var<a>`:
    operands and results of a call say which. `symbols (n)` of a private one are
    extents that no argument binds and the call passes. `any (n)` names extents inside of
    types that the function passes on and computes nothing with. `target @t` names the `relax.target`
    that the programs it becomes are made for.
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<StrArrayAttr>:$params,
                       OptionalAttr<StrArrayAttr>:$any,
                       OptionalAttr<StrArrayAttr>:$symbols,
                       OptionalAttr<StrArrayAttr>:$binds,
                       OptionalAttr<ArrayAttr>:$facts,
                       OptionalAttr<FlatSymbolRefAttr>:$target);
  let results = (outs);
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

def Relax_ReturnOp : Relax_Op<"return", [Relax_Keeps, Relax_MovesNoNumber, Pure, Terminator, HasParent<"FuncOp">, ReturnLike]> {
  let takesBlocks = 1;
  let summary = "ends a function";
  let hasRules = 1;
  let arguments = (ins Variadic<AnyType>:$values);
  let results = (outs);
  let assemblyFormat = "attr-dict ($values^ `:` qualified(type($values)))?";
}

def Relax_CallOp : Relax_Op<"call", [Relax_Keeps, Relax_Calls,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>, Relax_NamedResults]> {
  let takesBlocks = 1;
  let summary = "calls a function of the module";
  let description = [{
    Symbols of the callee's `symbols (...)`, which no argument binds, get their
    values in `symbols (n = 2 * k)`, over symbols of the operands.
  }];
  let hasVerifier = 0;
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       OptionalAttr<DictionaryAttr>:$symbols,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `` custom<SymbolArgs>($symbols) attr-dict `:` functional-type($inputs, $results)
    `` custom<Binds>($binds, $facts)
  }];
}

def Relax_CallTirOp : Relax_Op<"call_tir", [Relax_Calls,
    AlwaysSpeculatable, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, AttrSizedOperandSegments, Relax_NamedResults,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let takesBlocks = 1;
  let summary = "calls a loop-level program, which writes the results";
  let description = [{
    The callee's buffers are the inputs, then the results. Symbols of the callee
    that no buffer has as a bare dimension get their values in `symbols (...)`.
    After planning, `in %arena at [0, ?]` says where each result lies: an offset
    in bytes, or `?` for memory of its own. Before planning the operation is
    pure; then it writes the arena. `given` supplies symbols that no input has.
  }];
  let hasVerifier = 0;
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Relax_Tensor>:$inputs,
                       OptionalAttr<DictionaryAttr>:$symbols,
                       Optional<Relax_Object>:$storage, OptionalAttr<ArrayAttr>:$offsets,
                       Variadic<Relax_Shape>:$given);
  let results = (outs Variadic<Relax_Tensor>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `` custom<SymbolArgs>($symbols)
    (`given` ` ` `(` $given^ `:` qualified(type($given)) `)`)? (`in` $storage^ `at` custom<Dims>($offsets))?
    attr-dict `:` functional-type($inputs, $results)
  }];
}

def Relax_CallLibraryOp : Relax_Op<"call_library", [Relax_Calls,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, ConditionallySpeculatable,
    AttrSizedOperandSegments, Relax_NamedResults]> {
  let summary = "calls a function of a library outside of the module";
  let description = [{
    `%s = relax.call_library "relax.sort"(%x) pure : (T) -> T`. A library is
    asked by its name and that of the function. Without `pure` the call may have
    any effect: it is never removed, merged or moved across another one. Extents
    that only the library knows are bound by `binds (...)`.

    `with {...}` are attributes of the function: integers, floats, strings, lists
    of them, and expressions (`#sym.expr<n + 1>`). What `relax-legalize` makes of
    operators that the runtime's op library computes has their names and
    attributes. After planning, `in %arena at [0, ?] bytes [16 * n, ?]` says where
    results lie: the bytes are a bound, of which the result takes the front.
  }];
  let hasRules = 1;
  let arguments = (ins StrAttr:$function, Variadic<AnyType>:$inputs, UnitAttr:$pure,
                       OptionalAttr<DictionaryAttr>:$arguments, Optional<Relax_Object>:$storage,
                       OptionalAttr<ArrayAttr>:$offsets, OptionalAttr<ArrayAttr>:$bytes,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $function `(` $inputs `)` (`pure` $pure^)? (`with` $arguments^)?
    (`in` $storage^ `at` custom<Dims>($offsets) `bytes` custom<Dims>($bytes))? attr-dict `:`
    functional-type($inputs, $results) `` custom<Binds>($binds, $facts)
  }];
  let extraClassDefinition = [{
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return getPure() ? ::mlir::Speculation::Speculatable : ::mlir::Speculation::NotSpeculatable;
    }
  }];
  let extraClassDeclaration = [{
    ::mlir::Speculation::Speculatability getSpeculatability();
  }];
}

def Relax_WeightOp : Relax_Op<"weight", [Symbol]> {
  let takesBlocks = 1;
  let summary = "a named tensor outside the text, or one that is prepared at load";
  let description = [{
    The bytes of a weight lie at an offset of a file, or are an entry of a file
    that names its tensors (lib/Runtime/WeightFile); element type and extents of
    an entry are compared with those of the weight when it is read.
  }];
  let hasRules = 1;
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<Relax_Tensor>:$type,
                       OptionalAttr<StrAttr>:$path, OptionalAttr<I64Attr>:$offset,
                       OptionalAttr<StrAttr>:$entry, OptionalAttr<StrAttr>:$sha256,
                       OptionalAttr<FlatSymbolRefAttr>:$prepared_by,
                       OptionalAttr<StrAttr>:$sym_visibility);
  let results = (outs);
  let assemblyFormat = [{
    $sym_name `:` $type (`from` $path^ (`at` $offset^)? (`entry` $entry^)?)? (`sha256` $sha256^)?
    (`prepared` `by` $prepared_by^)? attr-dict
  }];
}

def Relax_GetWeightOp : Relax_Op<"get_weight", [Relax_MovesNoNumber, Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let takesBlocks = 1;
  let summary = "the value of a weight";
  let hasVerifier = 0;
  let arguments = (ins FlatSymbolRefAttr:$weight);
  let assemblyFormat = "$weight attr-dict `:` qualified(type($result))";
}

def Relax_ConstantOp : Relax_PureOp<"constant", [Relax_MovesNoNumber, ConstantLike]> {
  let summary = "a small constant tensor, inline";
  let hasFolder = 1;
  let arguments = (ins ElementsAttr:$value);
  let assemblyFormat = "attr-dict $value `` custom<ConstantType>(ref($value), type($result))";
}

def Relax_CheckOp : Relax_Op<"check", [Relax_MovesNoNumber,
    MemoryEffects<[MemWrite<Relax_CheckResource>]>]> {
  let summary = "facts that must hold when the program runs";
  let description = [{
    `given` supplies the symbols of the facts; `of` says whose requirement it
    is, for the message.
  }];
  let hasVerifier = 0;
  let arguments = (ins Variadic<AnyType>:$given, ArrayAttr:$facts, OptionalAttr<StrAttr>:$subject);
  let results = (outs);
  let assemblyFormat = [{
    `(` custom<Facts>($facts) (`of` $subject^)? (`given` ` ` `(` $given^ `:` qualified(type($given)) `)`)? attr-dict
  }];
}

def Relax_EmitOp : Relax_Op<"emit", [Relax_Exact, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "hands a value to who runs the program, when it gets there";
  let description = [{
    An effect: it is never removed, merged or moved across another one, so values
    arrive in the order of the program, from inside of loops too. What is done
    with them is the caller's business: `relax-run` prints `token = ...`, or the
    text of tokens if it has a tokenizer.
  }];
  let hasVerifier = 0;
  let arguments = (ins Relax_Tensor:$value, StrAttr:$name);
  let results = (outs);
  let assemblyFormat = "$value `as` $name attr-dict `:` qualified(type($value))";
}

def Relax_DecideOp : Relax_Op<"decide", [Relax_Exact, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "integers or truth values that who runs the program may choose";
  let description = [{
    The input, unless others are put in its place (`relax-run --decisions`): an
    integer for each element, in the order of the program, of which those of
    `below`, a shape of one extent, are less than it. It is never removed, merged or
    moved across another one. `relax-mark-decisions` writes it behind what a program
    makes of floats and decides by.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Optional<Relax_Shape>:$below);
  let assemblyFormat = [{
    $input (`below` $below^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_MatchCastOp : Relax_Op<"match_cast", [Relax_View,
    MemoryEffects<[MemWrite<Relax_CheckResource>]>, Sym_TakesGiven]> {
  let takesBlocks = 1;
  let summary = "gives a tensor or a shape a more precise type, checked when the program runs";
  let description = [{
    Symbols in `binds (...)` are bound to the extents that are found; all other
    dimensions of the result type are checked. `given` supplies symbols that
    stand in the type but come from no operand.
  }];
  let hasRules = 1;
  let arguments = (ins AnyTypeOf<[Relax_Tensor, Relax_Shape]>:$input, Variadic<AnyType>:$given,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs AnyTypeOf<[Relax_Tensor, Relax_Shape]>:$result);
  let assemblyFormat = [{
    $input `:` qualified(type($input)) `to` qualified(type($result))
    `` custom<Binds>($binds, $facts) (`given` ` ` `(` $given^ `:` qualified(type($given)) `)`)? attr-dict
  }];
}
