//===- Branch.h - branches that go on with what follows them --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Where the branches of an If leave values of different ranks, no type says
// what follows. So what follows is imported into both branches, each typed,
// until what is needed later has one rank in both: there the branches meet.
// Branches of an If that stands in a branch itself may have to go on behind
// that one, at the next level; the outer branches meet there, too. What has no
// meaning for one of the ranks is an error of a call that takes that branch.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_OPS_BRANCH_H
#define RELAX_FRONTEND_ONNX_OPS_BRANCH_H

#include "lib/Frontend/ONNX/Import/Subgraph.h"

/// A branch in the making.
typedef struct BranchArm {
  MlirBlock block;
  BranchPlace at;
  ImportEntry *values; // stb_ds array: names that only this branch has
  ImportEntry *cached; // stb_ds array: tensors from around it, built in it
} BranchArm;

/// The graph of a level, and the If whose branch it is; NULL: of none.
const Onnx__GraphProto *branchGraph(const Importer *importer, size_t level);
ImportBranch *branchAround(const Importer *importer, size_t level);

/// Imports the branch `graph` of the current node into `block`, the start of
/// `arm`, whose values are the outputs of the node. Free the arm, also after a
/// failure.
bool branchImport(Importer *importer, const Onnx__GraphProto *graph,
                  MlirBlock block, BranchArm *arm);
void branchFree(BranchArm *arm);
/// Copies of nodes in branches of one model.
enum { BRANCH_MAX_COPIES = 1 << 15 };
/// Imports the next node of a branch into it; at the end of the level's graph
/// the branch goes to the next level. False after an error, and without one
/// where `importer->copies` is more than there may be.
bool branchStep(Importer *importer, BranchArm *arm);
/// The same without an error that a user sees: it is appended to `why`.
bool branchTry(Importer *importer, BranchArm *arm, StrBuf *why);
/// Where the current graph is, to come back to it.
typedef struct BranchMark {
  size_t numValues;
  MlirOperation last; // of the body; null: it is empty
} BranchMark;
BranchMark branchMark(const Importer *importer);
/// Removes what was imported into the current body since then.
void branchRollBack(Importer *importer, BranchMark mark);
/// Whether the condition of the If at hand holds is checked when the program
/// runs; `why` is the error that the other branch met.
bool branchRequire(Importer *importer, MlirValue condition, bool holds,
                   const char *why);
/// Sets `*value` to what the branch has under the name, built; null: nothing.
bool branchValue(Importer *importer, BranchArm *arm, const char *name,
                 MlirValue *value);
/// Imports node `index` of the current graph in front of the node at hand.
bool branchImportBefore(Importer *importer, size_t *index);
/// The current graph goes on at a place where `values` (an stb_ds array, which
/// is taken) are what the node at hand has left.
void branchAdopt(Importer *importer, BranchPlace at, ImportEntry *values);

bool branchNodeUses(const Onnx__NodeProto *node, const char *name);
/// A name is used by the nodes of a graph from `first` on, or is an output.
bool branchIsUsed(const Onnx__GraphProto *graph, size_t first,
                  const char *name);

#endif // RELAX_FRONTEND_ONNX_OPS_BRANCH_H
