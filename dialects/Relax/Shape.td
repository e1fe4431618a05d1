//===- Shape.td - shapes as values ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_ShapeOfOp : Relax_PureOp<"shape_of", [Relax_MovesNoNumber]> {
  let takesBlocks = 1;
  let takesStrings = 1;
  let summary = "the shape of a tensor as a value";
  let arguments = (ins Relax_Tensor:$input);
  let results = (outs Relax_Shape:$result);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input)) `->` qualified(type($result))";
}

def Relax_ShapeToTensorOp : Relax_PureOp<"shape_to_tensor", [Relax_MovesNoNumber]> {
  let summary = "the extents of a shape as a tensor of i64";
  let arguments = (ins Relax_Shape:$shape);
  let assemblyFormat = "$shape attr-dict `:` qualified(type($shape)) `->` qualified(type($result))";
}

def Relax_ShapeOp : Relax_Op<"shape", [Relax_MovesNoNumber, Pure, Sym_TakesGiven]> {
  let summary = "a shape of extents that are known as expressions";
  let description = [{ `given` supplies their symbols: `relax.shape given (%x : ...) : !relax.shape<[n, 1]>`. }];
  let hasRules = 1;
  let arguments = (ins Variadic<AnyType>:$given);
  let results = (outs Relax_Shape:$result);
  let assemblyFormat = [{
    (`given` ` ` `(` $given^ `:` qualified(type($given)) `)`)? attr-dict `:` qualified(type($result))
  }];
}

def Relax_TensorToShapeOp : Relax_Op<"tensor_to_shape", [Relax_MovesNoNumber,
    MemoryEffects<[MemWrite<Relax_CheckResource>]>]> {
  let summary = "the elements of a vector as the extents of a shape, which only the run knows";
  let description = [{
    `binds (...)` names extents; other dimensions of the shape are checked, as is
    that no element is negative. `given` supplies symbols for them and for
    `where (...)`. `relax-bind-extents` writes it where an operation takes its
    extents from values.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Variadic<AnyType>:$given,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Relax_Shape:$result);
  let assemblyFormat = [{
    $input attr-dict `:` qualified(type($input)) `->` qualified(type($result))
    `` custom<Binds>($binds, $facts) (`given` ` ` `(` $given^ `:` qualified(type($given)) `)`)?
  }];
}

def Relax_BroadcastShapeOp : Relax_Op<"broadcast_shape", [Relax_MovesNoNumber,
    MemoryEffects<[MemWrite<Relax_CheckResource>]>]> {
  let summary = "the shape that two tensors broadcast to, checked when the program runs";
  let description = [{
    Extents broadcast as in NumPy: they are equal or one of them is 1. Where the
    types do not say which, the result has a symbol of `binds (...)`, and
    `relax.broadcast_to %x to %shape` brings an operand there.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$lhs, Relax_Tensor:$rhs,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Relax_Shape:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` functional-type(operands, $result) `` custom<Binds>($binds, $facts)
  }];
}

def Relax_ArangeOp : Relax_Op<"arange", [Relax_Exact, Pure]> {
  let summary = "start, start + step, ... before the limit";
  let description = [{
    Three scalars of one type; ceildiv(limit - start, step) elements, or none.
    The extent depends on values: `binds (m)` names it. Where shape deduction
    knows the scalars, `relax.iota` takes its place.
  }];
  let hasRules = 1;
  let sized = "by start, limit, step";
  let arguments = (ins Relax_Tensor:$start, Relax_Tensor:$limit, Relax_Tensor:$step,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let assemblyFormat = [{
    $start `,` $limit `,` $step attr-dict `:` functional-type(operands, $result)
    `` custom<Binds>($binds, $facts)
  }];
}

def Relax_IotaOp : Relax_Op<"iota", [Relax_Exact, Pure, Sym_TakesGiven]> {
  let summary = "begin, begin + step, ..., as many as the result type says";
  let description = [{
    `begin` and `step` are expressions; `given` supplies symbols for them and for
    the result type.
  }];
  let hasRules = 1;
  let arguments = (ins Variadic<AnyType>:$given, AnyAttr:$begin, AnyAttr:$step);
  let assemblyFormat = [{
    `begin` custom<Expr>($begin) `step` custom<Expr>($step)
    (`given` ` ` `(` $given^ `:` qualified(type($given)) `)`)? attr-dict `:` qualified(type($result))
  }];
}
