//===- Layout.td - operations that move elements --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_ReshapeOp : Relax_Op<"reshape", [Relax_View, Pure]> {
  let takesStrings = 1;
  let summary = "the same elements in row-major order under another shape";
  let description = [{
    Without `target` the result type says the shape, and both shapes have the
    same number of elements. `target` is an i64 tensor as in ONNX: -1 is the
    rest, 0 copies the input's extent unless `allow_zero`; shape deduction turns
    it into a type. It may also be a shape, which the result has: the run checks
    that it has as many elements.
  }];
  let hasRules = 1;
  let sized = "by target";
  let arguments = (ins Relax_Tensor:$input,
                       Optional<AnyTypeOf<[Relax_Tensor, Relax_Shape]>>:$target, UnitAttr:$allow_zero);
  let assemblyFormat = [{
    $input (`to` $target^)? (`allow_zero` $allow_zero^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_BroadcastToOp : Relax_Op<"broadcast_to", [Relax_Exact, Pure, AttrSizedOperandSegments]> {
  let takesStrings = 1;
  let summary = "repeats extents of 1 and adds leading dimensions";
  let description = [{
    Without `target` the result type says the shape; `given` supplies symbols
    that stand in it but not in the input's type. `target` is an i64 tensor as in
    ONNX Expand (both shapes broadcast against each other), or a shape, such as
    that of `relax.broadcast_shape`, which the result has.
  }];
  let hasRules = 1;
  let sized = "by target";
  let arguments = (ins Relax_Tensor:$input,
                       Optional<AnyTypeOf<[Relax_Tensor, Relax_Shape]>>:$target,
                       Variadic<AnyType>:$given);
  let assemblyFormat = [{
    $input (`to` $target^)? (`given` ` ` `(` $given^ `)`)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_PermuteDimsOp : Relax_PureOp<"permute_dims", [Relax_Exact]> {
  let takesStrings = 1;
  let summary = "transposition: dimension i of the result is dimension axes[i] of the input";
  let arguments = (ins Relax_Tensor:$input, DenseI64ArrayAttr:$axes);
  let assemblyFormat = [{
    $input `axes` $axes attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_ConcatOp : Relax_PureOp<"concat", [Relax_Exact]> {
  let takesStrings = 1;
  let summary = "tensors one behind the other along an axis";
  let arguments = (ins Variadic<Relax_Tensor>:$inputs, I64Attr:$axis);
  let agreements = ["by rule"];
  let assemblyFormat = [{
    $inputs `axis` $axis attr-dict `:` functional-type($inputs, $result)
  }];
}

def Relax_StridedSliceOp : Relax_PureOp<"strided_slice", [Relax_Exact]> {
  let takesStrings = 1;
  let summary = "every step-th element of a range along some axes";
  let description = [{
    Begins and ends are as in ONNX Slice: negative ones count from the end and
    both are clamped; steps may be negative, not 0. Axes are not negative.
  }];
  let arguments = (ins Relax_Tensor:$input, DenseI64ArrayAttr:$axes, DenseI64ArrayAttr:$begins,
                       DenseI64ArrayAttr:$ends, DenseI64ArrayAttr:$steps);
  let assemblyFormat = [{
    $input `axes` $axes `begins` $begins `ends` $ends `steps` $steps attr-dict `:`
    custom<SameTypes>(type($input), type($result))
  }];
}
