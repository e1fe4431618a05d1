//===- TreeEnsemble.h - decision trees as arrays --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_TREEENSEMBLE_H
#define RELAX_DIALECTS_RELAX_TREEENSEMBLE_H

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/TreeEnsemble.gen.h"

enum {
  TREE_LEQ,
  TREE_LT,
  TREE_GTE,
  TREE_GT,
  TREE_EQ,
  TREE_NEQ,
  TREE_MEMBER,
  TREE_NUM_MODES
};

enum { TREE_MAX_DEPTH = 256 };

typedef struct RelaxTreeInts {
  const int64_t *values;
  size_t count;
} RelaxTreeInts;

typedef struct RelaxTreeFloats {
  const double *values;
  size_t count;
} RelaxTreeFloats;

/// The attributes of relax.tree_ensemble; an absent list is empty.
typedef struct RelaxTrees {
  RelaxTreeInts roots, features, modes, branches[2], nanTrue, memberEnds;
  RelaxTreeInts targets;
  RelaxTreeFloats splits, members, weights;
  int64_t numTargets;
  StrRef aggregate;
} RelaxTrees;

RelaxTrees relaxTreesOf(Arena *arena, MlirOperation op);
/// Steps from the roots to the last leaf; -1: a branch leads in a circle, or
/// there are more than TREE_MAX_DEPTH.
int64_t relaxTreesDepth(Arena *arena, const RelaxTrees *trees);
/// The number of nodes of mode TREE_MEMBER.
size_t relaxTreesMemberNodes(const RelaxTrees *trees);

#endif // RELAX_DIALECTS_RELAX_TREEENSEMBLE_H
