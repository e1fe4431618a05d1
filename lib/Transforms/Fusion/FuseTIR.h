//===- FuseTIR.h - one loop-level program from several --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSETIR_H
#define RELAX_TRANSFORMS_FUSION_FUSETIR_H

#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Fusion/FuseOps.h"

/// The program of a plan and how it is called.
typedef struct FusedProgram {
  MlirOperation function; // private tir.func, detached
  intptr_t numInputs;
  MlirValue *inputs;     // values of the caller, in the order of the buffers
  MlirAttribute symbols; // the call's `symbols (...)`, or null
} FusedProgram;

/// Builds the program. Its buffers are the members' inputs from outside, then
/// the result; inputs with a single value become constants in the body. False
/// (and nothing built) if an index leaves the limits of lib/Sym.
bool fuseBuildProgram(FusePlan *plan, StrRef name, FusedProgram *program);

//===----------------------------------------------------------------------===//
// Inside the builder
//===----------------------------------------------------------------------===//

typedef struct FuseBuilder {
  FusePlan *plan;
  Arena *arena;
  MlirContext context;
  MlirLocation loc; // names no value
  FusedProgram *program;
  MlirBlock body;   // of the function
  MlirValue output; // its last buffer
  MlirBlock block;  // of the open compute
  MlirValue *iterators;
  bool failed;
} FuseBuilder;

/// Begins a program for `call`, without a function yet.
FuseBuilder fuseStartProgram(const FuseGraph *graph, MlirOperation call,
                             FusedProgram *program);
/// A further buffer, for a value of the caller. It is called like the value, or
/// like the callee's buffer.
void fuseAddBuffer(FuseBuilder *b, MlirValue value, const FuseNode *node,
                   intptr_t input);
/// The function around the body, when all buffers are there; its return.
void fuseMakeFunction(FuseBuilder *b, StrRef name, MlirAttribute target);
void fuseEndFunction(FuseBuilder *b);

/// The bodies of the open compute, from its root on: the value that the root
/// stores or reduces.
MlirValue fuseBuildBody(FuseBuilder *b, FuseInstance *root);
/// Stores `value` as `target` of the root does, at `indices`.
void fuseBuildTarget(FuseBuilder *b, const TirAccess *target, MlirValue value,
                     const SymExpr *indices);

/// Appends a text that is equal for programs that differ in names and places
/// only; names of symbols count as names.
void fuseProgramKey(MlirOperation function, StrBuf *key);
/// The `symbols (...)` of a call of `kernel`, where `symbols` are those of a
/// call of a program with the same key.
MlirAttribute fuseSymbolsFor(MlirOperation kernel, MlirOperation equal,
                             MlirAttribute symbols, Arena *arena);

/// Gives the function its `symbols (...)` and `where (...)` clauses.
void fuseSetSymbols(const FuseGraph *graph, FusedProgram *program);

/// Operands and expressions of an access, as the parser counts them.
typedef struct FuseIndices {
  MlirAttribute exprs;
  intptr_t numOperands;
  MlirValue *operands;
} FuseIndices;
/// From expressions over iterators "%k" of the open compute.
FuseIndices fuseIndices(FuseBuilder *b, const SymExpr *exprs, intptr_t count);
/// Appends `op`, or destroys it and returns an equal one of the open compute.
MlirOperation fuseAppendShared(FuseBuilder *b, MlirOperation op);

/// `%X` for buffers and `%x` for their elements; `fallback` if `loc` has no
/// name.
MlirLocation fuseNamed(FuseBuilder *b, MlirLocation loc, MlirLocation fallback,
                       bool isBuffer);
/// The number of an operand of the program, or -1.
intptr_t fuseInputNumber(const FusedProgram *program, MlirValue value);
/// The program's buffer of a value of the caller.
MlirValue fuseBufferOf(FuseBuilder *b, MlirValue input);

/// A merged program and the name that it would have if all were free.
typedef struct FuseNewKernel {
  MlirOperation function;
  StrRef name;
} FuseNewKernel;

/// Gives programs the names that were taken by programs which are gone now.
void fuseImproveNames(RelaxPassRun *run, ModuleSymbols *symbols,
                      const FuseNewKernel *created, ptrdiff_t count);

#endif // RELAX_TRANSFORMS_FUSION_FUSETIR_H
