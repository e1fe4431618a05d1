//===- Data.td - data types and their values ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// As Relay has them (Roesch et al., "Relay: A High-Level Compiler for Deep
// Learning", 2019, section 3.2).
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_DataCondition : Type<CPred<"::relax::isCondition($_self)">, "a single i1, '!relax.tensor<[], i1>'">,
    BuildableType<"::relax::conditionType($_builder.getContext())">;

def Relax_AdtOp : Relax_Op<"adt", [Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a data type: its constructors with the types of their fields";
  let description = [{
        relax.adt @Tree<a> { @Leaf(!relax.var<a>), @Node(!relax.adt<@Tree<!relax.var<a>>>, !relax.adt<@Tree<!relax.var<a>>>) }

    Types may hold each other and themselves. A symbol in the type of a field is
    the constructor's own, one extent for all of its fields; `?` is any extent.
    A constructor without fields has no parentheses. `where (...)` behind the
    fields says what holds of its symbols in every value:

        relax.adt @Rows { @None, @Rows(!relax.tensor<[k, 4], f32>, !relax.tensor<[j], f32>) where (1 <= k, k <= j) }
  }];
  let hasRules = 1;
  let hasCustomAssemblyFormat = 1;
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$params, StrArrayAttr:$constructors, ArrayAttr:$fields,
                       OptionalAttr<ArrayAttr>:$where, OptionalAttr<StrAttr>:$sym_visibility);
  let results = (outs);
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::relax::parseAdt(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::relax::printAdt(printer, *this); }
  }];
}

def Relax_ConstructOp : Relax_Op<"construct", [Relax_Keeps,
    Relax_MovesNoNumber, Pure, Sym_TakesGiven, AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "a value of a data type, by one of its constructors";
  let description = [{
    The fields have the types that the constructor declares. `given` supplies
    symbols of the result's type that no field has. What the constructor's
    `where` says has to hold: it is proved, or `relax-deduce-shapes` writes the
    check.
  }];
  let hasVerifier = 0;
  let arguments = (ins FlatSymbolRefAttr:$constructor, Variadic<AnyType>:$fields, Variadic<AnyType>:$given);
  let results = (outs Relax_Adt:$result);
  let assemblyFormat = [{
    $constructor `(` $fields `)` (`given` ` ` `(` $given^ `:` qualified(type($given)) `)`)? attr-dict `:`
    functional-type($fields, $result)
  }];
}

def Relax_IsConstructorOp : Relax_Op<"is_constructor", [Relax_MovesNoNumber, Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a value was made by that constructor";
  let hasVerifier = 0;
  let arguments = (ins Relax_Adt:$value, FlatSymbolRefAttr:$constructor);
  let results = (outs Relax_DataCondition:$result);
  let assemblyFormat = "$value $constructor attr-dict `:` qualified(type($value))";
}

def Relax_GetFieldOp : Relax_Op<"get_field", [Relax_MovesNoNumber, NoMemoryEffect, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "a field of a value of a data type, counted from 0";
  let description = [{
    A value that another constructor made is an error of the call; a pass does
    not move the operation to where it could be one.
  }];
  let hasVerifier = 0;
  let arguments = (ins Relax_Adt:$value, FlatSymbolRefAttr:$constructor, I64Attr:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value $constructor `at` $index attr-dict `:` functional-type($value, $result)";
}
