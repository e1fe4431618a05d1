//===- Versions.c - versions of a program to branches ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// All versions of a program write into the same buffers, so a choice among them
// is a branch with a kernel in each arm, and has no results.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Versions.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "lib/Analysis/CallSymbols.h"
#include "lib/Conversion/RelaxToVM/ControlFlow.h"
#include "lib/Conversion/RelaxToVM/Kernel.h"

/// A guard speaks of the program's symbols, the host program of the call's.
static MlirAttribute guardAtCall(const KernelCall *call, MlirAttribute guard,
                                 VmOperands *operands) {
  Arena *arena = call->lowering->arena;
  SymMap map = {.arena = arena};
  StrRef *names;
  map.count = tirFuncSymbols(call->program, arena, &names);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, map.count);
  for (size_t i = 0; i < map.count; ++i)
    values[i] =
        symExprOf(arena, callSymbol(call->op, call->program, call->program,
                                    call->types, names[i]));
  map.names = names;
  map.values = values;
  return vmGuardFacts(operands, symSubstituteAttribute(&map, guard));
}

static MlirLogicalResult appendVersions(const KernelCall *call, intptr_t index);

/// In a region of a branch: version `index`, or what is tried behind it.
static MlirLogicalResult fillRegion(const KernelCall *call, MlirRegion region,
                                    intptr_t index, bool takes) {
  VmLowering *lowering = call->lowering;
  MlirBlock outer = lowering->block;
  lowering->block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(region, lowering->block);
  MlirLogicalResult outcome =
      takes ? call->append(call, versionsProgram(call->program, index))
            : appendVersions(call, index + 1);
  VmYieldArgs none = {0, NULL};
  vmLoweringAppend(lowering, vmYieldCreate(lowering->loc, &none));
  lowering->block = outer;
  return outcome;
}

/// The first version from `index` on that may be taken; `count`: none.
static intptr_t nextVersion(const KernelCall *call, intptr_t index,
                            intptr_t count) {
  const int64_t *only = call->lowering->version;
  if (!only)
    return index;
  return *only >= index && *only < count ? (intptr_t)*only : count;
}

/// Counted beside the version that is tried last.
static MlirAttribute lastArm(const KernelCall *call, intptr_t index,
                             intptr_t count) {
  if (nextVersion(call, index + 1, count) < count)
    return (MlirAttribute){NULL};
  return vmLoweringText(
      call->lowering, vmArmName(call->lowering, call->op, " without version"));
}

/// The versions from `from` on in the order of the text, then the program.
static MlirLogicalResult appendVersions(const KernelCall *call, intptr_t from) {
  VmLowering *lowering = call->lowering;
  intptr_t count = versionsCount(call->program),
           index = nextVersion(call, from, count);
  if (index == count)
    return call->append(call, call->program);
  StrRef what = arenaFormat(lowering->arena, " version %ld", (long)index);
  VmOperands operands = {.lowering = lowering};
  MlirAttribute guard =
      mlirArrayAttrGetElement(tirFuncGetGuards(call->program), index);
  VmBranchArgs args = {.arm = vmArmName(lowering, call->op, what.data),
                       .else_arm = lastArm(call, index, count),
                       .facts = guardAtCall(call, guard, &operands)};
  args.numIndices = operands.count;
  args.indices = operands.values;
  MlirOperation branch = vmBranchCreate(lowering->loc, &args);
  vmLoweringAppend(lowering, branch);
  for (intptr_t r = 0; r < 2; ++r)
    if (mlirLogicalResultIsFailure(
            fillRegion(call, mlirOperationGetRegion(branch, r), index, r == 0)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

/// All symbols of the program, of which guards speak.
static bool hasAllSymbols(const KernelCall *call) {
  StrRef *names;
  size_t count = tirFuncSymbols(call->program, call->lowering->arena, &names);
  for (size_t i = 0; i < count; ++i) {
    MlirAttribute value = callSymbol(call->op, call->program, call->program,
                                     call->types, names[i]);
    if (!value.ptr || symAttributeIsUnknown(value))
      return false;
  }
  return true;
}

MlirLogicalResult vmAppendVersions(const KernelCall *call) {
  // Where one has no value the call of the program is the error.
  return hasAllSymbols(call) ? appendVersions(call, 0)
                             : call->append(call, call->program);
}
