//===- Rearrange.td - repeated and regrouped elements ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_TileOp : Relax_PureOp<"tile", [Relax_Exact]> {
  let takesStrings = 1;
  let summary = "the tensor over and over along its dimensions";
  let description = [{
    `repeats` has an expression per dimension. Element i along a dimension of
    extent d is element i mod d of the input; the result has d * repeats of them.
    `given` supplies symbols that are not in the input's type.
  }];
  let arguments = (ins Relax_Tensor:$input, Variadic<AnyType>:$given, ArrayAttr:$repeats);
  let assemblyFormat = [{
    $input `by` custom<Dims>($repeats) (`given` ` ` `(` $given^ `)`)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_DynamicTileOp : Relax_PureOp<"dynamic_tile", [Relax_Exact]> {
  let takesStrings = 1;
  let summary = "tile whose repeats are computed";
  let description = [{
    The i64 vector `repeats` has an element per dimension, at least 0. Where
    shape deduction knows them, `relax.tile` takes its place.
  }];
  let sized = "by repeats";
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$repeats);
  let assemblyFormat = [{
    $input `,` $repeats attr-dict `:` functional-type(operands, $result)
  }];
}

/// Images [batch, channels, height, width].
class Relax_BlockOp<string mnemonic, list<Trait> opTraits = []> : Relax_PureOp<mnemonic, opTraits> {
  let takesStrings = 1;
  let arguments = (ins Relax_Tensor:$input, I64Attr:$block, StrAttr:$mode);
  let assemblyFormat = [{
    $input `block` $block `mode` $mode attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_DepthToSpaceOp : Relax_BlockOp<"depth_to_space", [Relax_Exact]> {
  let summary = "groups of channels as blocks of pixels";
  let description = [{
    block * block channels of [batch, channels, height, width], whose number is a
    multiple of that, become block rows of block pixels. Mode "DCR" numbers the
    channels by row and column of the block, then by the channel of the result;
    "CRD" by that channel first. The counterpart of `relax.space_to_depth`.
  }];
}

def Relax_SpaceToDepthOp : Relax_BlockOp<"space_to_depth", [Relax_Exact]> {
  let summary = "blocks of pixels as groups of channels";
  let description = [{
    Blocks of block rows and columns of [batch, channels, height, width], whose
    last extents are multiples of that, become channels, numbered as in
    `relax.depth_to_space`.
  }];
}
