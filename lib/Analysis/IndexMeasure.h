//===- IndexMeasure.h - how far from zero an expression can be ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A part of IndexFits.c.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_INDEXMEASURE_H
#define RELAX_ANALYSIS_INDEXMEASURE_H

#include "lib/Analysis/IndexFacts.h"
#include "lib/Analysis/IndexSize.h"

typedef struct IndexMeasure IndexMeasure;
struct IndexMeasure {
  IndexFacts *facts;
  double wide; // data of 64 bits
  bool asks;   // the prover
  bool sizes;  // the prover, whether the rest of a size is no zero
  bool checks; // what is small if some products are is checked
  bool whole;  // extents of buffers that are no symbols are not taken apart
  /// What quotients, rests, minima and maxima are made of has to.
  bool (*fits)(IndexMeasure *measure, SymExpr part, IndexSize size);
  int depth;
};

/// Adds how far from zero the expression, or the value that a symbol stands
/// for, can be; false if nobody knows, or a part does not fit.
bool indexMeasure(IndexMeasure *measure, SymExpr expr, IndexSize *out);
bool indexMeasureValue(IndexMeasure *measure, StrRef name, IndexSize *out);

#endif // RELAX_ANALYSIS_INDEXMEASURE_H
