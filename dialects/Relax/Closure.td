//===- Closure.td - functions as values -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// relax.lambda stands in ControlFlow.td, beside the other operations that
// relax.yield ends.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_ClosureOp : Relax_Op<"closure", [Relax_Keeps, Relax_MovesNoNumber, Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "a function of the module as a value, with its first arguments";
  let description = [{
    `relax.closure @f(%a) : (T) -> !relax.fn<(U) -> V>` of a function with the
    arguments `T` and `U`; without values in the parentheses it is the function
    itself. Its type may say less of the arguments than the function does: what
    they have to be is looked at when it is invoked. Symbols that no argument
    binds are kept: `symbols (n = 2 * k)`, as at a call.
  }];
  let hasVerifier = 0;
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$captured, OptionalAttr<DictionaryAttr>:$symbols);
  let results = (outs Relax_Fn:$result);
  let assemblyFormat = [{
    $callee `(` $captured `)` `` custom<SymbolArgs>($symbols) attr-dict `:` functional-type($captured, $result)
  }];
}

def Relax_InvokeOp : Relax_Op<"invoke", [Relax_Keeps,
    Relax_Calls, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, Relax_NamedResults]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "calls a function that is a value";
  let description = [{
        relax.invoke %f(%x) : !relax.fn<(T) -> U>
        relax.invoke %f(%x) : !relax.fn<[k] (T) -> U>, (types) -> types [binds (names)]

    The types behind the comma say what the function's own symbols stand for;
    where there are none to say anything about, they are left out.
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins Relax_Fn:$function, Variadic<AnyType>:$inputs,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Variadic<AnyType>:$results);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseInvoke(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printInvoke(printer, *this); }
  }];
}
