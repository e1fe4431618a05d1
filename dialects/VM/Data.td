//===- Data.td - values of data types -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/VM/VMBase.td"

class VM_DataOp<string opMnemonic, list<Trait> opTraits = []> : VM_Op<opMnemonic, opTraits> {
  let hasVerifier = 1;
  let hasRules = 1;
}

def VM_ConstructOp : VM_DataOp<"construct"> {
  let summary = "a value of a data type: the number of its constructor and its fields";
  let description = [{ A tensor in an arena is copied, for others come to lie there; all else is shared. }];
  let arguments = (ins I64Attr:$tag, Variadic<VM_Tensor>:$fields);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = [{
    `tag` custom<Number>($tag) ` ` `(` $fields `)` attr-dict `:` functional-type($fields, $result)
  }];
}

def VM_IsConstructorOp : VM_DataOp<"is_constructor"> {
  let summary = "the constructor of that number made the value";
  let arguments = (ins VM_Tensor:$value, I64Attr:$tag);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "$value `tag` custom<Number>($tag) attr-dict `:` functional-type($value, $result)";
}

def VM_GetFieldOp : VM_DataOp<"get_field"> {
  let summary = "a field of a value, which the constructor of that number must have made";
  let arguments = (ins VM_Tensor:$value, I64Attr:$tag, I64Attr:$index, StrAttr:$constructor, StrAttr:$subject);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = [{
    $value `tag` custom<Number>($tag) `at` custom<Number>($index) `of` $constructor `,` $subject attr-dict `:`
    functional-type($value, $result)
  }];
}

def VM_TupleOp : VM_Op<"tuple"> {
  let summary = "a tuple, which is to be a field of a value";
  let arguments = (ins Variadic<VM_Tensor>:$fields);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "`(` $fields `)` attr-dict `:` functional-type($fields, $result)";
}

def VM_TupleGetOp : VM_DataOp<"tuple_get"> {
  let summary = "a field of a tuple";
  let arguments = (ins VM_Tensor:$tuple, I64Attr:$index);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = "$tuple `at` custom<Number>($index) attr-dict `:` functional-type($tuple, $result)";
}
