//===- Selection.td - results whose extents depend on values --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// `binds (m) where (m <= n)` names the extent that only the run knows.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_UniqueOp : Relax_Op<"unique", [Relax_Exact, Pure, Relax_NamedResults]> {
  let takesStrings = 1;
  let summary = "the different elements of a tensor";
  let description = [{
    Up to four results: the elements, ascending (`unsorted`: in order of their
    first places); their first places in row-major order; for every element of
    the input its place among the different ones; how often each occurs. The last
    three are i64. With `axis` it is slices along that axis that are compared,
    element by element from the front. Strings compare byte by byte.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, OptionalAttr<I64Attr>:$axis, UnitAttr:$unsorted,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Variadic<Relax_Tensor>:$results);
  let assemblyFormat = [{
    $input (`axis` $axis^)? (`unsorted` $unsorted^)? attr-dict `:` functional-type(operands, $results)
    `` custom<Binds>($binds, $facts)
  }];
}

def Relax_NonzeroOp : Relax_Op<"nonzero", [Pure]> {
  let takesStrings = 1;
  let summary = "the indices of all elements other than 0, in row-major order";
  let description = [{ An i64 tensor [rank, k]: a column per element. A string is 0 if it is empty. }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let assemblyFormat = [{
    $input attr-dict `:` functional-type(operands, $result) `` custom<Binds>($binds, $facts)
  }];
}

def Relax_TopKOp : Relax_Op<"top_k", [Relax_Exact, Pure, Relax_NamedResults]> {
  let summary = "the k largest elements along an axis, largest first, and their i64 indices";
  let description = [{
    `k` is an i64 vector of one element, at most the extent. Of equal elements
    the one with the smaller index comes first. `smallest`: the k smallest.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$k, I64Attr:$axis, UnitAttr:$smallest,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Relax_Tensor:$values, Relax_Tensor:$indices);
  let assemblyFormat = [{
    $input `,` $k `axis` $axis (`smallest` $smallest^)? attr-dict `:`
    functional-type(operands, results) `` custom<Binds>($binds, $facts)
  }];
}

def Relax_CompressOp : Relax_Op<"compress", [Relax_Exact, Pure]> {
  let summary = "the slices along an axis, or without one the elements, that a condition chooses";
  let description = [{
    The i1 vector may be shorter than the extent: what it does not reach is not
    taken.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$condition, OptionalAttr<I64Attr>:$axis,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let assemblyFormat = [{
    $input `,` $condition (`axis` $axis^)? attr-dict `:` functional-type(operands, $result)
    `` custom<Binds>($binds, $facts)
  }];
}

def Relax_NonMaxSuppressionOp : Relax_Op<"non_max_suppression", [Pure]> {
  let summary = "boxes of high score that do not overlap, by the rules of ONNX";
  let description = [{
    boxes [batch, n, 4], scores [batch, classes, n], and three scalars or vectors
    of one element: the number of boxes per class (i64), the largest overlap that
    is kept and the score that a box has to exceed (both f32). Boxes are two
    corners (y, x, y, x), with `centers` (x, y, width, height). The i64 result
    [k, 3] has batch, class and box of each chosen one.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$boxes, Relax_Tensor:$scores, Relax_Tensor:$limit,
                       Relax_Tensor:$overlap, Relax_Tensor:$threshold, UnitAttr:$centers,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let assemblyFormat = [{
    $boxes `,` $scores `,` $limit `,` $overlap `,` $threshold (`centers` $centers^)? attr-dict `:`
    functional-type(operands, $result) `` custom<Binds>($binds, $facts)
  }];
}
