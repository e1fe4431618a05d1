//===- FuseKernels.h - programs that come and go with fusion --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSEKERNELS_H
#define RELAX_TRANSFORMS_FUSION_FUSEKERNELS_H

#include "lib/Transforms/Fusion/FuseTIR.h"

typedef struct FuseKernelEntry {
  char *key;           // see fuseProgramKey
  MlirOperation value; // tir.func
} FuseKernelEntry;

typedef struct FuseCalleeEntry {
  const void *key; // of a tir.func that lost a call
  MlirOperation value;
} FuseCalleeEntry;

/// Programs that a pass makes, and those that may not be called any more.
typedef struct FuseKernels {
  RelaxPassRun *run;
  ModuleSymbols *symbols;
  FuseKernelEntry *known;   // stb_ds string map
  FuseCalleeEntry *callees; // stb_ds map
  FuseNewKernel *created;   // stb_ds array
} FuseKernels;

/// A pass that fuses, while it goes through the blocks of a module.
typedef struct Fusion {
  RelaxPassRun *run;
  ModuleSymbols *symbols;
  SymNameList defined; // by `function`
  MlirOperation function;
  FuseKernels kernels;
  void (*fuse)(struct Fusion *fusion, MlirBlock block);
  /// For fuseCalls: the call that took the place of `op`, or `op`.
  MlirOperation (*step)(struct Fusion *fusion, FuseGraph *graph,
                        MlirOperation op);
} Fusion;

/// Calls `begin` (or nothing, if NULL) for each function whose calls may move,
/// then `fuse` for its blocks, from the outermost. Returns how many programs
/// nothing calls any more; they are gone.
uint64_t fuseModule(RelaxPassRun *run, void (*begin)(const Fusion *fusion),
                    void (*fuse)(Fusion *fusion, MlirBlock block));

/// The same, by what ends in a call: `step` for the operations of each block in
/// their order, with a graph without nodes that has the facts up to there.
uint64_t fuseCalls(RelaxPassRun *run,
                   MlirOperation (*step)(Fusion *fusion, FuseGraph *graph,
                                         MlirOperation op));
/// Puts a call of the program in the place of `last`, and drops the members, of
/// which it is one; nothing else uses the results of the others. Returns it.
MlirOperation fuseReplaceCalls(Fusion *fusion, MlirOperation last,
                               const MlirOperation *members, intptr_t count,
                               FusedProgram *program, StrRef name);

FuseKernels fuseKernelsCreate(RelaxPassRun *run, ModuleSymbols *symbols);
/// A reference to the kernel of a program: one that is there already (the
/// program is destroyed, its `symbols` become those of that one), or this one,
/// under `name` or one like it, added to the module. `program->function` is the
/// kernel then.
MlirAttribute fuseKernelsAdd(FuseKernels *kernels, FusedProgram *program,
                             StrRef name);
/// A call of the program went.
void fuseKernelsLostCall(FuseKernels *kernels, MlirOperation callee);
/// Shapes that the calls were given, each once.
MlirValue *fuseGivenShapes(Arena *arena, const MlirOperation *calls,
                           intptr_t numCalls, intptr_t *count);
/// Removes private programs that lost all calls, gives new ones the names that
/// are free now, and frees all. The number of those removed.
uint64_t fuseKernelsFinish(FuseKernels *kernels);

/// The function says where lives end. A program that is fused runs later than
/// its calls did: behind an eviction, perhaps, of what it reads.
bool fuseHasEvictions(MlirOperation function);

#endif // RELAX_TRANSFORMS_FUSION_FUSEKERNELS_H
