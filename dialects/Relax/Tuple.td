//===- Tuple.td - several values as one -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_TupleType : Type<CPred<"::llvm::isa<::mlir::TupleType>($_self)">, "tuple">;

def Relax_TupleOp : Relax_PureOp<"tuple", [Relax_Keeps, Relax_MovesNoNumber]> {
  let takesBlocks = 1;
  let takesStrings = 1;
  let summary = "a tuple of the operands";
  let arguments = (ins Variadic<AnyType>:$fields);
  let results = (outs Relax_TupleType:$result);
  let assemblyFormat = "$fields attr-dict `:` functional-type($fields, $result)";
}

def Relax_TupleGetOp : Relax_PureOp<"tuple_get", [Relax_MovesNoNumber]> {
  let takesBlocks = 1;
  let summary = "a field of a tuple, counted from 0";
  let hasFolder = 1;
  let arguments = (ins Relax_TupleType:$tuple, I64Attr:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$tuple `at` $index attr-dict `:` functional-type($tuple, $result)";
}
