//===- Pattern.td - parts of programs, and what to put in their place -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// docs/patterns.md says how they match.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

class Relax_PatternFunction<string opMnemonic, list<Trait> opTraits = []> : Relax_Op<opMnemonic, !listconcat([
    IsolatedFromAbove, Symbol, FunctionOpInterface, AutomaticAllocationScope, Sym_BindsAtEntry], opTraits)> {
  let takesBlocks = 1;
  let takesStrings = 1;
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let regions = (region AnyRegion:$body);
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
  }];
}

def Relax_PatternOp : Relax_PatternFunction<"pattern"> {
  let summary = "a part of a program that is looked for";
  let description = [{
        relax.pattern @linear(%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m], ?>,
            %b: !relax.tensor<[m], ?>) -> !relax.tensor<[n, m], ?> where (k <= 64) {
          %p = relax.matmul %x, %w : (...) -> !relax.tensor<[n, m], ?>
          %y = relax.add %p, %b : (...) -> !relax.tensor<[n, m], ?>
          relax.pattern_return %y : !relax.tensor<[n, m], ?>
        }

    Arguments are wildcards, which match any value of their type; a value that is
    used twice is one value. Bare dimensions bind symbols, `where` has to be
    proved where the pattern is found. Operations match operations of their name
    and attributes; `{once}` asks that nothing else uses the result, `{with =
    {axis = #sym.expr<a>}}` binds a number of an attribute, `{with = {axes =
    "p"}}` an attribute as it is (the one in the text is an example to type
    with). Symbols that only attributes bind stand in `symbols (...)`.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs, OptionalAttr<StrArrayAttr>:$symbols,
                       OptionalAttr<ArrayAttr>:$facts);
  let results = (outs);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::sym::parseFunction(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::sym::printFunction(printer, *this); }
  }];
}

def Relax_RewriteOp : Relax_PatternFunction<"rewrite", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "what takes the place of a pattern";
  let description = [{
        relax.rewrite @bias_first : @linear => (%x: ..., %w: ..., %b: ...) -> !relax.tensor<[n, m], ?> where (n <= 4) {
          ...
          relax.pattern_return %y : !relax.tensor<[n, m], ?>
        }

    The arguments are those of the pattern, with their types; symbols are the
    pattern's. `where` has to be proved, beside the pattern's own facts. Types of
    what is made are inferred again from what was found.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$pattern, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs, OptionalAttr<StrArrayAttr>:$symbols,
                       OptionalAttr<ArrayAttr>:$facts);
  let results = (outs);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseRewrite(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printRewrite(printer, *this); }
  }];
}

class Relax_PatternPart<string opMnemonic, list<Trait> opTraits = []>
    : Relax_Op<opMnemonic, !listconcat([ParentOneOf<["PatternOp", "RewriteOp"]>], opTraits)> {
  let takesBlocks = 1;
  let takesStrings = 1;
  let hasRules = 1;
}

def Relax_PatternReturnOp : Relax_PatternPart<"pattern_return", [Relax_MovesNoNumber, Pure, Terminator, ReturnLike]> {
  let summary = "what a pattern is found by, and what takes its place";
  let arguments = (ins Variadic<AnyType>:$values);
  let results = (outs);
  let assemblyFormat = "attr-dict ($values^ `:` qualified(type($values)))?";
}

def Relax_MatchAnyOp : Relax_PatternPart<"match_any", [Relax_MovesNoNumber]> {
  let summary = "the first of several values that is there";
  let description = [{
    `relax.match_any "bias" (%with_bias, %without) : (T, T) -> T`: alternatives, in
    order; an operation that may be missing is one of it and what stands before it.
    In a rewrite the value is that of the alternative which the pattern's
    operation of the same label has taken; what only others need is not made.
  }];
  let arguments = (ins StrAttr:$label, Variadic<AnyType>:$choices);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$label `(` $choices `)` attr-dict `:` functional-type($choices, $result)";
}

def Relax_MatchChainOp : Relax_PatternPart<"match_chain", [Relax_MovesNoNumber]> {
  let summary = "a value, or what a chain of operations makes of it";
  let description = [{
    `relax.match_chain "path" %x through ["relax.relu", "elementwise"] most 8 : T -> U`:
    %x itself, or what at most 8 operations of these names make of it, on one
    path or several that meet again (%x dominates the end): all that they read is
    %x, one another, and single numbers; nothing else uses what is between.
    `elementwise` stands for all operations of that family. In a rewrite the same
    operations are applied to another value.
  }];
  let arguments = (ins StrAttr:$label, AnyType:$start, StrArrayAttr:$through, I64Attr:$most);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $label $start `through` $through `most` $most attr-dict `:` functional-type($start, $result)
  }];
}

def Relax_MatchCheckOp : Relax_PatternPart<"match_check", [Relax_MovesNoNumber]> {
  let summary = "a condition that has a name";
  let description = [{
    `relax.match_check "constant"(%w : T)`, `relax.match_check "inverse"() of ["p", "q"]`:
    values, and attributes that `with` has bound by name. docs/patterns.md lists the
    conditions.
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$values, OptionalAttr<StrArrayAttr>:$names);
  let results = (outs);
  let assemblyFormat = "$name `(` ($values^ `:` qualified(type($values)))? `)` (`of` $names^)? attr-dict";
}
