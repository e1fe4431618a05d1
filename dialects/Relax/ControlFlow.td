//===- ControlFlow.td - branches, loops and versions of the graph ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_Condition : Type<CPred<"::relax::isCondition($_self)">, "a single i1, '!relax.tensor<[], i1>'">,
    BuildableType<"::relax::conditionType($_builder.getContext())">;
def Relax_Guards : TypedArrayAttrBase<Sym_Facts, "lists of facts">;

def Relax_IfOp : Relax_Op<"if", [RecursiveMemoryEffects, Relax_NamedResults]> {
  let takesBlocks = 1;
  let summary = "runs one of two regions, which may use values from around it";
  let description = [{
    Both regions yield the results. A symbol of `binds` stands for the extent of
    the region that runs; `where` states facts about the results.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Condition:$condition, OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $condition `` custom<ArrowTypes>(type($results)) `` custom<Binds>($binds, $facts) attr-dict-with-keyword
    $then_region `else` $else_region
  }];
}

def Relax_WhileOp : Relax_Op<"while", [Relax_Keeps, RecursiveMemoryEffects, Relax_NamedResults, Sym_SharesEntry]> {
  let takesBlocks = 1;
  let summary = "runs a region as long as a condition holds";
  let description = [{
        relax.while (%name: type = %init, ...) [: (types) -> types] [binds (names)] [where (facts)] [ensures (facts)]
            { ... relax.condition %p } do { ... relax.yield %values : types }

    The entry arguments belong to the condition and to the body. Bare dimensions
    of their types bind symbols that stand for the extents of one round: the
    initial values match the entry types under one substitution, the yielded
    values under another, the results under a third, where the bound symbols are
    symbols of the operation's own `binds`, or `?`. `where` states facts about
    the entry in every round, `ensures` facts about the results. Types behind `:`
    are left out where all are those of the arguments.
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins Variadic<AnyType>:$inits, OptionalAttr<StrArrayAttr>:$binds,
                       OptionalAttr<Sym_Facts>:$invariant, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$condition_region, SizedRegion<1>:$body);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseWhile(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printWhile(printer, *this); }
  }];
}

def Relax_ScanOp : Relax_Op<"scan", [AttrSizedOperandSegments, RecursiveMemoryEffects, Relax_NamedResults]> {
  let takesBlocks = 1;
  let summary = "runs a region once for each row, and carries state from row to row";
  let description = [{
        relax.scan [reverse] over n (%state: type = %init, ..., %row: type in %rows, ...) [-> types of rows of results]
            { ... relax.yield %next, ..., %out, ... : types }

    Where the states have other types outside than inside, without `over n` and
    with all types behind it, `: (operand types) -> (result types)`.

    All tensors behind `in` have the same leading extent; an argument of the
    region is one row, without that extent. The region yields the next states,
    then one row for each further result; results are the states after the last
    row, then those rows, in the order of the input. A state has one type in all
    rounds: loops whose extents grow are `relax.while`. With `reverse` the last
    row comes first.
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins Variadic<AnyType>:$inits, Variadic<Relax_Tensor>:$rows, UnitAttr:$reverse);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseScan(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printScan(printer, *this); }
  }];
}

def Relax_DispatchOp : Relax_Op<"dispatch", [Relax_Keeps, IsolatedFromAbove, RecursiveMemoryEffects, Relax_NamedResults]> {
  let takesBlocks = 1;
  let summary = "runs the first version whose guard holds";
  let description = [{
        relax.dispatch (%inputs) : (types) -> types [binds (names)] [where (facts)] {
          when (facts) (%name: type, ...) { ... }
          else (%name: type, ...) { ... } }

    Guards are facts about the symbols of the operands; the test is made from
    them. Values enter the arms as arguments, whose types may use what the
    guard's equations say. Arms are tried in order; the last has no guard.
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins Variadic<AnyType>:$inputs, Relax_Guards:$guards,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$arms);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseDispatch(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printDispatch(printer, *this); }
  }];
}

def Relax_MatchOp : Relax_Op<"match", [
    RecursiveMemoryEffects, Relax_NamedResults, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "runs the first case whose pattern fits a value";
  let description = [{
        relax.match [partial] %value : type -> results [binds (names)] [where (facts)] {
          case @Node(%left: type, @Leaf(%x: type)) { ... }
          case _ { ... } }

    A pattern is a constructor with a pattern for each field, a tuple of patterns
    in parentheses, a name with its type, or `_`. Cases see the values around
    them, and yield the results. A bare dimension in the type of a name binds its
    symbol if that is not in scope. Every value has a case, or the operation says
    `partial`: then a value without one is an error of the call.
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins AnyType:$value, ArrayAttr:$patterns, UnitAttr:$partial,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$cases);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseMatch(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printMatch(printer, *this); }
  }];
}

def Relax_LambdaOp : Relax_Op<"lambda", [Pure, Sym_TakesGiven, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "a function as a value, which keeps the values around it that it uses";
  let description = [{
        relax.lambda (%name: type, ...) [-> results] [effects] [given (values : types)] [: type] { ... relax.yield ... }

    Nothing runs before `relax.invoke`. A bare dimension of an argument binds a
    symbol of the function's own, if no value of `given` has it: one of those is
    the extent that it had when the function was made. What has effects beside
    checks says `effects`. The type behind `:` is written where passes left it
    with other names for own symbols than the arguments have.
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins Variadic<AnyType>:$given, UnitAttr:$effects);
  let results = (outs Relax_Fn:$result);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseLambda(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printLambda(printer, *this); }
  }];
}

def Relax_RestoreOp : Relax_Op<"restore", [IsolatedFromAbove, RecursiveMemoryEffects, Relax_NamedResults]> {
  let takesBlocks = 1;
  let summary = "computes a tensor again that was evicted";
  let description = [{
        %a_again = relax.restore (%x: type = %x0, ...) -> type { ... relax.yield %a : type }

    The region is isolated: what it reads enters as arguments, so that nothing
    takes what it computes for what was evicted. It holds calls of programs, pure
    calls of libraries, views, constants and weights only. `relax-plan-memory`
    puts its operations in its place.
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins Variadic<Relax_Tensor>:$inputs);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseRestore(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printRestore(printer, *this); }
  }];
}

def Relax_YieldOp : Relax_Op<"yield", [Relax_Keeps, Pure, Terminator,
    ParentOneOf<["IfOp", "WhileOp", "DispatchOp", "ScanOp", "MatchOp", "LambdaOp", "RestoreOp"]>]> {
  let takesBlocks = 1;
  let summary = "ends a region: its results, or the values of the next round";
  let hasVerifier = 0;
  let arguments = (ins Variadic<AnyType>:$values);
  let results = (outs);
  let assemblyFormat = "attr-dict ($values^ `:` qualified(type($values)))?";
}

def Relax_ConditionOp : Relax_Op<"condition", [Relax_Keeps, Pure, Terminator, HasParent<"WhileOp">]> {
  let summary = "ends the condition of a loop: one more round?";
  let hasVerifier = 0;
  let arguments = (ins Relax_Condition:$condition);
  let results = (outs);
  let assemblyFormat = "$condition attr-dict";
}
