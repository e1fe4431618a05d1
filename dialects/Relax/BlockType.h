//===- BlockType.h - tensors of block-quantised elements ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `!relax.tensor<[n, 64], !relax.quant<q8_0>>` counts logical elements; what
// lies in memory are blocks of bytes (lib/Support/BlockFormat.h). Programs of
// the loop level see these bytes: a buffer of i8 whose last two dimensions are
// the blocks of a row and the bytes of a block.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_BLOCKTYPE_H
#define RELAX_DIALECTS_RELAX_BLOCKTYPE_H

#include "dialects/Relax/Relax.h"
#include "lib/Support/BlockFormat.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The format of a `!relax.quant`, NULL for other element types.
const BlockFormat *relaxBlockFormat(MlirType elementType);
/// The same of the elements of a tensor; NULL for other types.
const BlockFormat *relaxTensorBlockFormat(MlirType tensor);

/// The last extent of a tensor of blocks has to be a whole number of them by
/// its normal form, or `?`; else an error at `loc` and false.
bool relaxCheckBlocks(BridgeParser parser, const char *loc, MlirType tensor);

/// The tensor of bytes that holds the blocks: `[n, 2, 34]` of i8 for `[n, 64]`
/// of q8_0. Other types, and those without a rank or a last extent, come back
/// as they are.
MlirType relaxStoredTensorType(MlirType tensor);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_BLOCKTYPE_H
