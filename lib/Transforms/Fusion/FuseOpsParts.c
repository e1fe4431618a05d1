//===- FuseOpsParts.c - a move for each part that is read -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Exporters split one product into queries, keys and values, as a permutation
// of all and three slices. A move that all slices need is part of none of them;
// a move for each, of its part alone, is part of it, and what reads the part
// may read it where the product lies.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Fusion/FuseOps.h"

#include <stb/stb_ds.h>

static bool isMove(const ModuleSymbols *symbols, MlirOperation op) {
  return relaxIsCallTir(op) && relaxCallTirGetNumInputs(op) == 1 &&
         mlirOperationGetNumResults(op) == 1 && fuseCopies(symbols, op);
}

static bool names(SymExpr expr, intptr_t iterator) {
  bool found = false;
  for (size_t s = 0; s < expr.numSymbols; ++s)
    found |= tirIteratorOf(expr.symbols[s]) == iterator;
  return found;
}

/// The last dimension that has elements; -1.
static intptr_t lineOf(const TirAccess *access) {
  intptr_t d = access->rank - 1;
  while (d >= 0 && symExprIs(access->dims[d], 1))
    --d;
  return d;
}

/// What lies side by side in the result lies so in the operand: it may be read
/// from there again and again.
static bool keepsLines(const ModuleSymbols *symbols, Arena *arena,
                       MlirOperation call) {
  MlirOperation callee =
      moduleSymbolsFind(symbols, bridgeRefName(relaxCallTirGetCallee(call)));
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(callee));
  TirComputeAccesses compute;
  SymExpr begin;
  if (!tirIsCompute(op) || !tirComputeAccesses(op, arena, &compute) ||
      compute.numLoads != 1 || compute.loads->padded)
    return false;
  const TirAccess *load = compute.loads, *target = compute.targets;
  intptr_t from = lineOf(load), to = lineOf(target);
  intptr_t k = to < 0 ? -1 : tirBareIterator(target->indices[to]);
  if (from < 0 || k < 0 ||
      symExprSub(arena, load->indices[from],
                 symExprSymbol(arena, tirIteratorSymbol(arena, k)),
                 &begin) != SYM_OK ||
      names(begin, k))
    return false;
  for (intptr_t d = 0; d < from; ++d)
    if (names(load->indices[d], k))
      return false;
  return true;
}

static bool elementsOf(Arena *arena, MlirValue value, SymExpr *count) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  *count = symExprConst(arena, 1);
  for (intptr_t d = 0; d < info.rank; ++d)
    if (symExprMul(arena, *count, symExprOf(arena, info.dims[d]), count) !=
        SYM_OK)
      return false;
  return true;
}

static MlirOperation onlyUser(MlirOperation op) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  bool alone = !mlirOpOperandIsNull(use) &&
               mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
  return alone ? mlirOpOperandGetOwner(use) : (MlirOperation){NULL};
}

/// What the user reads, or a chain of moves from it on. False where several
/// read the part: it has to lie somewhere for them.
static bool partOf(const ModuleSymbols *symbols, const Facts *facts,
                   MlirOperation user, SymExpr *part) {
  if (!elementsOf(facts->arena, mlirOperationGetResult(user, 0), part))
    return false;
  for (user = onlyUser(user); user.ptr && isMove(symbols, user);
       user = onlyUser(user)) {
    SymExpr next;
    if (!elementsOf(facts->arena, mlirOperationGetResult(user, 0), &next))
      return false;
    *part = factsAtMost(facts, next, *part) ? next : *part;
  }
  return user.ptr != NULL;
}

/// All users are moves in the same block, which read no more than there is.
static bool isReadInParts(const ModuleSymbols *symbols, const Facts *facts,
                          MlirOperation op) {
  Arena *arena = facts->arena;
  MlirValue value = mlirOperationGetResult(op, 0);
  SymExpr all, part, sum = symExprConst(arena, 0);
  intptr_t users = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!isMove(symbols, user) ||
        !mlirBlockEqual(mlirOperationGetBlock(user),
                        mlirOperationGetBlock(op)) ||
        !partOf(symbols, facts, user, &part) ||
        symExprAdd(arena, sum, part, &sum) != SYM_OK)
      return false;
    ++users;
  }
  return users > 1 && elementsOf(arena, value, &all) &&
         factsAtMost(facts, sum, all);
}

void fuseCloneParts(const ModuleSymbols *symbols, Arena *arena,
                    MlirOperation function) {
  MlirOperation *calls = NULL;
  Facts facts = {.arena = arena};
  factsAddOf(&facts, function);
  bridgeCollect(function, relaxIsCallTir, &calls);
  // From the last on: users have copies of their own by then.
  for (ptrdiff_t i = arrlen(calls); i-- > 0;)
    if (isMove(symbols, calls[i]) && keepsLines(symbols, arena, calls[i]) &&
        isReadInParts(symbols, &facts, calls[i]))
      fuseCloneForUsers(calls[i]);
  arrfree(calls);
}
