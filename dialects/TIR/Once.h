//===- Once.h - programs that are not worth optimising --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_TIR_ONCE_H
#define RELAX_DIALECTS_TIR_ONCE_H

/// The attribute of a `tir.func` that runs once, on little: making its machine
/// code takes longer than its loops as they stand.
#define TIR_ONCE "tir.once"

/// On a `tir.func`: how much its time counts (relax-weigh-programs); 0: a
/// profile has not seen it run.
#define TIR_WEIGHT "tir.weight"

#endif // RELAX_DIALECTS_TIR_ONCE_H
