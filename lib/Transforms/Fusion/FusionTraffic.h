//===- FusionTraffic.h - the bytes that calls move ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A kernel reads each operand and writes each result once. What products with
// weights move is theirs; the rest are parts between them, which have to read
// what comes in and write what goes out, however they are cut into kernels.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSIONTRAFFIC_H
#define RELAX_TRANSFORMS_FUSION_FUSIONTRAFFIC_H

#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Support/Arena.h"
#include "lib/Sym/Sym.h"
#include "mlir-c/IR.h"

typedef struct TakenRows {
  const void *key; // a value that is no kernel's
  SymExpr value;   // bytes of the rows that data chooses from it
} TakenRows;

typedef struct FusionTraffic {
  Arena *arena;
  const ModuleSymbols *symbols;
  TakenRows *taken; // stb_ds map
  long kernels, products;
  SymExpr bytes, productBytes, restBytes;
  SymExpr once; // of the rest: what its parts read and write at least
} FusionTraffic;

/// Of a function whose calls are not fused yet: the tables of which they take
/// rows. From then on these rows count, not the tables.
void fusionTrafficTables(FusionTraffic *traffic, MlirOperation function);
/// Counts the calls of a function.
void fusionTrafficCount(FusionTraffic *traffic, MlirOperation function);
void fusionTrafficFree(FusionTraffic *traffic);

#endif // RELAX_TRANSFORMS_FUSION_FUSIONTRAFFIC_H
