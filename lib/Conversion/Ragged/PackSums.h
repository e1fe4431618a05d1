//===- PackSums.h - what the prelude sums ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_PACKSUMS_H
#define RELAX_CONVERSION_RAGGED_PACKSUMS_H

#include "lib/Conversion/Ragged/Pack.h"

enum { PACK_MOST_FACTORS = 8 };

/// The tables of a product, by the order of arguments, whatever their names
/// are; different ones get numbers from 0 on.
typedef struct PackFactors {
  int numbers[PACK_MOST_FACTORS];
  int count; // 0: the sum is of no product, but of an expression of them
  const PackTable *tables[PACK_MOST_FACTORS];
  int numTables;
} PackFactors;

/// What the sum is of; a refusal of what has no program.
MlirLogicalResult packFactorsOf(Pack *pack, const PackSum *sum,
                                PackFactors *factors);
/// Puts the program that makes the partial sums, their last one as an extent,
/// and what is summed, where it is no product; its name, empty after an error.
StrRef packSumProgram(Pack *pack, const PackSum *sum,
                      const PackFactors *factors);

#endif // RELAX_CONVERSION_RAGGED_PACKSUMS_H
