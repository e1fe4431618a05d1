//===- FuseOps.h - calls of loop programs as a graph to be grouped --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A block of a `relax.func` as the graph of those `relax.call_tir` that may be
// fused. A program of a group has one result, that of its last member. The body
// of every other member stands in the place of the loads of its result, with
// two exceptions: at most one member may be a reduction, the anchor. It keeps a
// compute of its own, which writes into the buffer of the result; the members
// behind it form a second compute, the epilogue, which rewrites that buffer in
// place. So no memory between members is needed.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSEOPS_H
#define RELAX_TRANSFORMS_FUSION_FUSEOPS_H

#include "dialects/Sym/NameList.h"
#include "lib/Analysis/Facts.h"
#include "lib/Analysis/PatternKind.h"
#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Transforms/Fusion/FuseGroups.h"

enum {
  FUSE_MAX_MEMBERS = 64,
  FUSE_MAX_INSTANCES = 512, // bodies in one program
  FUSE_MAX_REPEATED = 8,    // operations that a program may compute again
};

/// A call whose callee is one compute of a known kind.
typedef struct FuseNode {
  MlirOperation op;     // relax.call_tir; null when it is part of a group
  MlirOperation callee; // tir.func
  TirPatternKind kind;
  TirComputeAccesses compute; // over symbols of the caller
  /// The callee's symbols in terms of the caller's.
  StrRef *symbols;
  SymExpr *symbolValues;
  size_t numSymbols;
  size_t numFacts; // those of the graph that hold before the call
  intptr_t numInputs;
  intptr_t *producers;     // per input: number of the node, or -1
  MlirAttribute *literals; // per input: its only value, or null
  intptr_t numScalarOps;   // arithmetic per element
  bool isExpensive;        // division, exponential, ...
  bool usesPlaces;         // computes with places of elements: not in lanes
  bool decodesWeight;      // one in blocks, and nothing else
  intptr_t *users;         // numbers of nodes that read the result
  intptr_t numUsers;
  bool escapes;           // something else reads it too, or nothing does
  intptr_t postDominator; // number, or -1
} FuseNode;

typedef struct FuseGraph {
  Arena *arena;
  const ModuleSymbols *symbols;
  const SymNameList *defined; // by the function, in order
  MlirOperation function;     // relax.func
  Facts facts;                // in block order
  intptr_t numNodes;
  FuseNode *nodes; // in block order: an order of evaluation
  FuseGroups groups;
  intptr_t numStates; // see FuseStates.h
  MlirOperation *states;
} FuseGraph;

/// Finds what the callee's symbols are at the call; false if a type says
/// another extent than the callee expects, or none (FuseOpsCallee.c).
bool fuseBindCallee(FuseGraph *graph, FuseNode *node);
/// A compute of the callee in the caller's symbols.
bool fuseMoveToCaller(Arena *arena, const FuseNode *node,
                      TirComputeAccesses *compute);
/// The value of `decodesWeight` of a node that is read (FuseOpsDecode.c). Later
/// its call may be part of a group, and gone.
bool fuseDecodesWeight(const FuseNode *node);
/// The same, or moves what is decoded.
bool fuseBringsBlocks(const FuseGraph *graph, const FuseNode *node);
/// Every program of the function that reads a decoded weight gets a decoding of
/// its own (FuseOpsDecode.c).
void fuseCloneDecodings(const ModuleSymbols *symbols, MlirOperation function);
/// What is moved, and then read in parts alone, is moved part by part
/// (FuseOpsParts.c).
void fuseCloneParts(const ModuleSymbols *symbols, Arena *arena,
                    MlirOperation function);
/// The call's program only moves elements.
bool fuseCopies(const ModuleSymbols *symbols, MlirOperation call);
/// Before every user that is a call, and in its block, stands a copy of the
/// call.
void fuseCloneForUsers(MlirOperation call);

/// Reads the calls in `block` of the function; every node is a group of its
/// own. `graph` has the arena, the function and the names.
void fuseReadGraph(FuseGraph *graph, MlirBlock block);
/// Reads one call; false if it has to stay as it is. Fills in all but
/// `producers`, `users` and `postDominator`.
bool fuseReadNode(FuseGraph *graph, MlirOperation call, FuseNode *node);
/// Forms groups in three phases.
void fuseFormGroups(FuseGraph *graph);

/// The input of a node that an access reads, or -1.
intptr_t fuseInputOf(const FuseNode *node, const TirAccess *access);

//===----------------------------------------------------------------------===//
// Plans: how the program of a group is put together
//===----------------------------------------------------------------------===//

/// One use of a member's body in a compute of the program.
typedef struct FuseInstance {
  intptr_t node;
  bool inEpilogue;
  SymExpr *iterators; // of the member, over those of the compute
  MlirValue value;    // when it is built
} FuseInstance;

typedef struct FusePlan {
  FuseGraph *graph;
  Facts facts; // that hold before the first member
  intptr_t numMembers;
  intptr_t *members;       // in block order; the last is the result
  intptr_t result;         // node
  intptr_t anchor;         // node, or -1
  FuseInstance *instances; // the first is the result or the anchor
  intptr_t numInstances;
  /// Where the epilogue reads the anchor's result, over its iterators, or NULL.
  SymExpr *anchorIndices;
  bool movesOperands; // a product reads operands where they were before a move
} FusePlan;

/// Plans the program of these members, in block order. False if there is none
/// that is right, needs no further memory and repeats little work.
bool fusePlan(FuseGraph *graph, const intptr_t *members, intptr_t numMembers,
              FusePlan *plan);
/// The instance that a load of `from` reads; NULL if it reads no member, or the
/// anchor. `indices` gets the load's indices over the compute's iterators.
FuseInstance *fuseInstanceRead(FusePlan *plan, const FuseInstance *from,
                               const TirAccess *load, SymExpr *indices);
/// A map that moves elements and does nothing else.
bool fuseMoves(const FuseNode *node);
/// A map over one weight whose elements are narrower floats than its result.
bool fuseWidensWeight(const FuseGraph *graph, const FuseNode *node);
/// Does the product of the plan go through its operands line by line?
bool fuseReadsLines(FusePlan *plan);
static inline bool fuseIsMember(const FusePlan *plan, intptr_t node) {
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    if (plan->members[m] == node)
      return true;
  return false;
}
/// True if there are two computes.
static inline bool fuseHasEpilogue(const FusePlan *plan) {
  return plan->anchor >= 0 && plan->anchor != plan->result;
}

#endif // RELAX_TRANSFORMS_FUSION_FUSEOPS_H
