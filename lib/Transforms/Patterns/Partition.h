//===- Partition.h - regions on their way to functions --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_PARTITION_H
#define RELAX_TRANSFORMS_PATTERNS_PARTITION_H

#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Functions/Outline.h"
#include "lib/Transforms/Patterns/Measured.h"
#include "lib/Transforms/Patterns/RegionCost.h"

/// Options of relax-partition.
enum { OPTION_PAYS, OPTION_FITS, OPTION_CHOOSE, OPTION_MEASURED };
/// Its counters.
enum {
  COUNT_FUNCTIONS,
  COUNT_OPS,
  COUNT_LEFT,
  COUNT_SPLIT,
  COUNT_BACK,
  COUNT_CHOICES
};

typedef struct Region {
  int64_t number; // in its block
  MlirBlock block;
  StrRef target;
  MlirOperation *ops; // stb_ds, in the order of the block
  MlirAttribute
      unknown;        // of `pays`: what the extents of a call decide, or null
  MlirAttribute size; // what it computes, or else moves, as an expression
} Region;

typedef struct Partitioning {
  RelaxPassRun *run;
  CostConditions pays, fits;
  MlirOperation function;
  Region *regions;      // stb_ds
  OutlineMember *calls; // stb_ds set: patterns take what has no effects
  const Measured *measured;
  bool failed; // after an error at a mark
  bool warned; // of a mark without a region
} Partitioning;

/// The region's operations become a function of its target, by choice called
/// where the extents or what was measured say so (PartitionOutline.c).
MlirLogicalResult partitionOutline(Partitioning *partitioning, Region *region,
                                   size_t number);
/// The operations of the stb_ds array are marked no more.
void partitionRemoveMarks(MlirOperation *ops);

#endif // RELAX_TRANSFORMS_PATTERNS_PARTITION_H
