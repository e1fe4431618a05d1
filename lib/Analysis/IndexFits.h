//===- IndexFits.h - numbers that fit 64 bits ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the files of IndexFacts.h share.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_INDEXFITS_H
#define RELAX_ANALYSIS_INDEXFITS_H

#include "lib/Analysis/IndexFacts.h"

/// First letters of symbols that stand for value k: of 64 bits, which is any
/// number, or of fewer; in a difference with what is below zero.
enum { INDEX_DATA = '~', INDEX_NARROW = '+', INDEX_BELOW = '-' };

/// Is it what a machine computes for a side of a fact: it fits, or is a value
/// and nothing else?
bool indexSideFits(IndexFacts *facts, SymExpr expr);

#endif // RELAX_ANALYSIS_INDEXFITS_H
