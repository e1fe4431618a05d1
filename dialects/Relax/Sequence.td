//===- Sequence.td - sequences and optionals ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// As ONNX has them. A container never changes: inserting makes another one. A
// position is one integer; a negative one counts from the end, and one that the
// sequence does not have is an error of the call.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_SequenceOrTensor : AnyTypeOf<[Relax_Tensor, Relax_Sequence]>;

def Relax_SequenceOp : Relax_PureOp<"sequence"> {
  let takesStrings = 1;
  let summary = "a sequence of the operands, at least one";
  let description = [{ The element type says what all operands have in common. }];
  let arguments = (ins Variadic<Relax_Tensor>:$elements);
  let results = (outs Relax_Sequence:$result);
  let assemblyFormat = "$elements attr-dict `:` functional-type($elements, $result)";
}

def Relax_SequenceEmptyOp : Relax_Op<"sequence_empty", [Pure]> {
  let summary = "a sequence without elements";
  let hasVerifier = 0;
  let arguments = (ins);
  let results = (outs Relax_Sequence:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

def Relax_SequenceAtOp : Relax_PureOp<"sequence_at"> {
  let summary = "the element at a position";
  let arguments = (ins Relax_Sequence:$sequence, Relax_Tensor:$position);
  let assemblyFormat = "$sequence `at` $position attr-dict `:` functional-type(operands, $result)";
}

def Relax_SequenceInsertOp : Relax_PureOp<"sequence_insert"> {
  let takesStrings = 1;
  let summary = "a sequence with one element more, before a position or at the end";
  let arguments = (ins Relax_Sequence:$sequence, Relax_Tensor:$element, Optional<Relax_Tensor>:$position);
  let results = (outs Relax_Sequence:$result);
  let assemblyFormat = [{
    $sequence `,` $element (`at` $position^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_SequenceEraseOp : Relax_PureOp<"sequence_erase"> {
  let summary = "a sequence without the element at a position, or without the last";
  let arguments = (ins Relax_Sequence:$sequence, Optional<Relax_Tensor>:$position);
  let results = (outs Relax_Sequence:$result);
  let assemblyFormat = "$sequence (`at` $position^)? attr-dict `:` functional-type(operands, $result)";
}

def Relax_SequenceLengthOp : Relax_PureOp<"sequence_length"> {
  let summary = "the number of elements, as an i64 scalar";
  let arguments = (ins Relax_Sequence:$sequence);
  let assemblyFormat = "$sequence attr-dict `:` functional-type(operands, $result)";
}

def Relax_SplitToSequenceOp : Relax_PureOp<"split_to_sequence"> {
  let takesStrings = 1;
  let summary = "consecutive parts of a tensor along an axis";
  let description = [{
    `sizes`: a vector of their extents, which add up to the input's, or a scalar,
    the extent of all but the last, which has the rest. Without it every part has
    the extent 1, and with `squeeze` it loses that dimension.
  }];
  let arguments = (ins Relax_Tensor:$input, Optional<Relax_Tensor>:$sizes, I64Attr:$axis, UnitAttr:$squeeze);
  let results = (outs Relax_Sequence:$result);
  let assemblyFormat = [{
    $input `axis` $axis (`sizes` $sizes^)? (`squeeze` $squeeze^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_ConcatFromSequenceOp : Relax_PureOp<"concat_from_sequence"> {
  let summary = "all elements of a sequence one behind the other, along an axis or along a new one";
  let description = [{
    The elements have equal extents otherwise, and there is at least one. With
    `stack` the axis is new: they become its slices.
  }];
  let arguments = (ins Relax_Sequence:$sequence, I64Attr:$axis, UnitAttr:$stack);
  let assemblyFormat = [{
    $sequence `axis` $axis (`stack` $stack^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_OptionalOp : Relax_PureOp<"optional"> {
  let takesStrings = 1;
  let summary = "an optional with a value";
  let arguments = (ins Relax_SequenceOrTensor:$value);
  let results = (outs Relax_Optional:$result);
  let assemblyFormat = "$value attr-dict `:` functional-type(operands, $result)";
}

def Relax_OptionalNoneOp : Relax_Op<"optional_none", [Pure]> {
  let summary = "an optional without a value";
  let hasVerifier = 0;
  let arguments = (ins);
  let results = (outs Relax_Optional:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

def Relax_OptionalGetOp : Relax_PureOp<"optional_get"> {
  let summary = "the value of an optional; without one, an error of the call";
  let arguments = (ins Relax_Optional:$optional);
  let results = (outs Relax_SequenceOrTensor:$result);
  let assemblyFormat = "$optional attr-dict `:` functional-type(operands, $result)";
}

def Relax_OptionalHasOp : Relax_PureOp<"optional_has"> {
  let summary = "an i1 scalar: the optional has a value";
  let arguments = (ins Relax_Optional:$optional);
  let assemblyFormat = "$optional attr-dict `:` functional-type(operands, $result)";
}
