//===- Shape.td - shapes as values ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_ShapeOfOp : Relax_PureOp<"shape_of"> {
  let summary = "the shape of a tensor as a value";
  let arguments = (ins Relax_Tensor:$input);
  let results = (outs Relax_Shape:$result);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input)) `->` qualified(type($result))";
}

def Relax_ShapeToTensorOp : Relax_PureOp<"shape_to_tensor"> {
  let summary = "the extents of a shape as a tensor of i64";
  let arguments = (ins Relax_Shape:$shape);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = "$shape attr-dict `:` qualified(type($shape)) `->` qualified(type($result))";
}
