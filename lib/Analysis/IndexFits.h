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

/// An atom of an expression as one, and its name: that of the symbol, or its
/// text.
SymExpr indexAtomExpr(Arena *arena, SymExpr expr, const int64_t *begin,
                      const int64_t *end);
StrRef indexAtomName(Arena *arena, SymExpr atom);
/// NULL: of none of the sizes of buffers.
const IndexRange *indexRangeOf(const IndexFacts *facts, StrRef name);
/// A part of what lies in memory.
bool indexIsStored(IndexFacts *facts, const IndexProduct *product, bool asks);

/// Is it what a machine computes for a side of a fact: it fits, or is a value
/// and nothing else?
bool indexSideFits(IndexFacts *facts, SymExpr expr);

#endif // RELAX_ANALYSIS_INDEXFITS_H
