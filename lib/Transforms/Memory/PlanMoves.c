//===- PlanMoves.c - arenas; what is written out and read back ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Second memory is a second arena, in a file, with blocks of its own.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "lib/Transforms/Memory/PlanMemory.h"

MlirValue planInsertArena(const Planner *planner, SymExpr bytes, bool inFile) {
  MlirContext context = planner->run->context;
  RelaxArenaArgs args = {.bytes = symExprToAttribute(context, bytes),
                         .in_file = inFile,
                         .resultType = relaxObjectTypeGet(context)};
  MlirLocation loc = bridgeNamedLocation(
      strRefFromC(inFile ? "file" : "arena"),
      mlirOperationGetLocation(mlirBlockGetParentOperation(planner->block)));
  MlirOperation arena = relaxArenaCreate(loc, &args);
  MlirOperation before = mlirBlockGetFirstOperation(planner->block);
  while (relaxIsMemoryLimit(before))
    before = mlirOperationGetNextInBlock(before);
  mlirBlockInsertOwnedOperationBefore(planner->block, before, arena);
  return mlirOperationGetResult(arena, 0);
}

static MlirOperation createMove(MlirOperation op, MlirValue storage,
                                MlirAttribute offset) {
  MlirLocation loc = mlirOperationGetLocation(op);
  MlirValue tensor = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (relaxIsWriteOut(op)) {
    RelaxWriteOutArgs args = {.tensor = tensor,
                              .storage = storage,
                              .offset = offset,
                              .resultType = type};
    return relaxWriteOutCreate(loc, &args);
  }
  RelaxReadBackArgs args = {.tensor = tensor,
                            .storage = storage,
                            .offset = offset,
                            .resultType = type};
  return relaxReadBackCreate(loc, &args);
}

static void placeMove(const Planner *planner, MlirOperation op,
                      MlirValue storage, SymExpr offset) {
  MlirOperation placed = createMove(
      op, storage, symExprToAttribute(planner->run->context, offset));
  mlirBlockInsertOwnedOperationBefore(planner->block, op, placed);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                mlirOperationGetResult(placed, 0));
  mlirOperationDestroy(op);
}

MlirValue planInsertFile(const Planner *planner) {
  return planner->file.numBlocks
             ? planInsertArena(planner, planner->fileBytes, true)
             : (MlirValue){NULL};
}

void planWriteMove(const Planner *planner, intptr_t index, MlirValue storage,
                   MlirValue file) {
  MlirOperation writer = planner->liveness.buffers[index].writer;
  const Place *place = &planner->places[index];
  if (place->kind == PLACE_FILE)
    placeMove(planner, writer, file, planner->file.blocks[place->block].offset);
  else if (place->kind == PLACE_BLOCK)
    placeMove(planner, writer, storage,
              planner->plan.blocks[place->block].offset);
  else if (place->kind == PLACE_EMPTY && storage.ptr)
    placeMove(planner, writer, storage, symExprConst(planner->run->arena, 0));
}
