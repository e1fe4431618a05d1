//===- FuseCalls.h - calls of programs of one or two computes -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What relax-fuse-ops leaves: a map, a reduction, or a reduction and a map of
// its result. For passes that find what several of them compute together, and
// write another program of their bodies.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSECALLS_H
#define RELAX_TRANSFORMS_FUSION_FUSECALLS_H

#include "lib/Transforms/Fusion/FuseTIR.h"

/// A call of a program of a product or a map, or of both.
typedef struct FuseCall {
  FuseNode call;
  intptr_t count;
  TirComputeAccesses computes[2]; // in the caller's symbols
} FuseCall;

/// Reads a call; NULL if it is of another form. In the graph's arena.
const FuseCall *fuseCallRead(FuseGraph *graph, MlirOperation call);
/// The value of the caller that an access reads; null: the call's own result.
MlirValue fuseCallOperand(const FuseCall *call, const TirAccess *access);
/// What the last operation of a body stores or reduces.
MlirValue fuseCallStored(const TirComputeAccesses *compute);
/// The load that a value of the body is; NULL.
const TirAccess *fuseCallLoad(const TirComputeAccesses *compute,
                              MlirValue value);
/// Is the value computed by the operation of this name? Then its operands.
bool fuseCallIs(MlirValue value, const char *name, MlirValue operands[2]);
/// Does the compute load the element that it writes?
bool fuseCallIsSame(const TirComputeAccesses *compute, const TirAccess *load);
/// Is the second compute a map of what the first one writes, each element in
/// its place?
bool fuseCallMapsResult(const FuseCall *call);
/// The expression of a `tir.extent` of the compute, over its iterators and in
/// the caller's symbols; false if it leaves the limits of lib/Sym.
bool fuseCallExtent(const FuseGraph *graph, const FuseCall *call,
                    const TirComputeAccesses *compute, MlirOperation op,
                    SymExpr *expr);
/// The monoid of a compute that reduces; null if it is not in the module.
MlirOperation fuseCallMonoid(const FuseGraph *graph,
                             const TirComputeAccesses *compute);
/// Does the compute combine as this kind of `tirMonoidKind` does?
bool fuseCallCombines(const FuseGraph *graph, const TirComputeAccesses *compute,
                      const char *kind);

//===----------------------------------------------------------------------===//
// Bodies (FuseFuseCallBody.c)
//===----------------------------------------------------------------------===//

/// Loads of an element, or the target of a body, that go elsewhere.
typedef struct FuseRedirect {
  const TirAccess *access; // NULL: the target
  MlirValue buffer;
  const SymExpr *indices; // over the iterators of the new compute
  MlirValue value;        // instead of a load
} FuseRedirect;

typedef struct FuseCallBody {
  FuseGraph *graph;
  const FusedProgram *program;
  const FuseCall *call;
  const TirComputeAccesses *compute;
  const SymExpr *iterators; // of the compute, over `values`
  const MlirValue *values;  // "%k" of the new compute
  const FuseRedirect *redirects;
  intptr_t numRedirects;
  const TirAccess *copied; // if not NULL: this load alone, which is stored
} FuseCallBody;

/// Fills an empty block with the body.
bool fuseCallFill(const FuseCallBody *body, MlirBlock into);

#endif // RELAX_TRANSFORMS_FUSION_FUSECALLS_H
