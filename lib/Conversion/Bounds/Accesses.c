//===- Accesses.c - what a program does to its buffers --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Analysis/InPlace.h"
#include "lib/Conversion/Bounds/Bounds.h"

#include <stb/stb_ds.h>

void boundsNoteAccess(BoundsRun *run, MlirOperation op, MlirValue buffer,
                      MlirAttribute exprs, BoundsAccessKind kind) {
  const MlirAttribute *dims;
  Arena *arena = run->facts.arena;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  size_t count = indexFactsMark(&run->facts);
  BoundsAccess access = {.op = op,
                         .buffer = buffer,
                         .kind = kind,
                         .rank = rank,
                         .numFacts = count,
                         .exprs = ARENA_ARRAY(arena, SymExpr, rank)};
  for (intptr_t d = 0; d < rank; ++d)
    if (!indexOperandExpr(&run->facts, op, mlirArrayAttrGetElement(exprs, d),
                          &access.exprs[d]) ||
        !indexFollow(&run->facts, access.exprs[d], &access.exprs[d]) ||
        !indexFits(&run->facts, access.exprs[d], INDEX_MOST))
      access.exprs[d] = symExprUnknown(arena); // or it may leave 64 bits
  if (count)
    access.facts = arenaCopy(arena, run->facts.facts, count * sizeof(SymFact));
  arrput(run->accesses, access);
}

bool boundsMayBeInput(MlirValue result) {
  MlirBlock body = mlirBlockArgumentGetOwner(result);
  MlirOperation func = mlirBlockGetParentOperation(body);
  intptr_t own = mlirBlockArgumentGetArgNumber(result);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i)
    if (i != own && tirMayWriteInto(func, i, own))
      return true;
  return false;
}
