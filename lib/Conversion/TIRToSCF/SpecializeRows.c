//===- SpecializeRows.c - one arm for several heights of a tile -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Arms for 1 to 6 rows of a tile are 21 rows of code. One arm for all of them
// is six, where what a row does stands behind the question whether the tile has
// it (GuardRows.c): the answer is the same in all rounds of the sums, so a
// processor foresees it, and the tile takes the time that it takes in an arm of
// its own. What keeps its arm:
//
// - One row: few sums become more there, which needs all of a round in one
//   block (Sums.c); so do sums of decoded weights, whose scale leaves the loop.
// - Tiles that fill the registers: the code generator wants some to spare where
//   sums come from several paths.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Target.h"
#include "dialects/TIR/Schedule.gen.h"
#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

typedef enum Role {
  OTHER, // knows nothing of rows
  ROWS,  // goes over them: gets guards
  FILL,  // fills local buffers: may do so for all rows
  FOREIGN
} Role;

typedef struct Content {
  bool fills, foreign;
} Content;

static bool isLocal(MlirValue buffer) {
  return tirIsAlloc(bridgeDefiner(buffer));
}

static MlirWalkResult look(MlirOperation op, void *userData) {
  Content *content = userData;
  if (tirIsFor(op))
    content->foreign |= !strRefIs(tirForGetKind(op), "vector");
  content->foreign |= tirIsReduce(op) || tirIsCompute(op) || tirIsCheck(op);
  content->fills &=
      !tirIsLoad(op) && !(tirIsStore(op) && !isLocal(tirStoreGetBuffer(op)));
  return MlirWalkResultAdvance;
}

static Role roleOf(TirLowering *l, MlirOperation specialize, MlirOperation op) {
  StrRef name = bridgeOpName(op);
  if (tirIsCompute(op) || strRefIs(name, "arith.sitofp") ||
      strRefIs(name, "arith.uitofp"))
    return FOREIGN;
  if (!tirChoosesBounds(l, specialize, op))
    return OTHER;
  if (!tirIsFor(op) || !tirIsItsExtent(l, specialize, op))
    return FOREIGN;
  StrRef kind = tirForGetKind(op);
  if (strRefIs(kind, "unroll"))
    return ROWS;
  if (!strRefIs(kind, "serial"))
    return FOREIGN;
  Content content = {.fills = true};
  MlirBlock body = bridgeBody(op);
  for (MlirOperation at = {NULL}; bridgeAdvance(body, &at);)
    mlirOperationWalk(at, look, &content, MlirWalkPreOrder);
  return content.foreign ? FOREIGN : content.fills ? FILL : ROWS;
}

typedef struct Guards {
  TirLowering *l;
  MlirOperation specialize;
  int64_t low, high;
  MlirOperation loop; // one with sums
  bool foreign;
} Guards;

static MlirWalkResult check(MlirOperation op, void *userData) {
  Guards *guards = userData;
  if (mlirOperationEqual(op, guards->specialize))
    return MlirWalkResultAdvance;
  Role role = roleOf(guards->l, guards->specialize, op);
  if (role == ROWS && strRefIs(tirForGetKind(op), "unroll"))
    guards->loop = op;
  guards->foreign |= role == FOREIGN;
  return guards->foreign ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static MlirWalkResult mark(MlirOperation op, void *userData) {
  Guards *guards = userData;
  MlirContext context = guards->l->context;
  if (mlirOperationEqual(op, guards->specialize))
    return MlirWalkResultAdvance;
  Role role = roleOf(guards->l, guards->specialize, op);
  if (role == FILL) {
    MlirAttribute all = symConstAttribute(context, guards->high);
    tirForSetUpper(op, mlirArrayAttrGet(context, 1, &all));
  } else if (role == ROWS) {
    int64_t range[] = {guards->low, guards->high};
    mlirOperationSetDiscardableAttributeByName(
        op, mlirStringRefCreateFromCString(TIR_UNROLL),
        mlirDenseI64ArrayGet(context, 2, range));
  }
  return MlirWalkResultAdvance;
}

typedef struct Columns {
  int64_t lanes, elements;
} Columns;

/// The columns of a loop over rows: those of the buffer that its sums are in.
static MlirWalkResult findColumns(MlirOperation op, void *userData) {
  Columns *columns = userData;
  const MlirAttribute *dims;
  int64_t extent;
  if (tirIsFor(op) && tirForGetLanes(op).ptr)
    columns->lanes = mlirIntegerAttrGetValueInt(tirForGetLanes(op));
  if (!tirIsReduce(op))
    return MlirWalkResultAdvance;
  intptr_t rank =
      tirBufferTypeGetDims(mlirValueGetType(tirReduceGetBuffers(op, 0)), &dims);
  if (rank > 0 && symAttributeIsConst(dims[rank - 1], &extent))
    columns->elements += extent;
  return MlirWalkResultAdvance;
}

int64_t tirMostGuardedRows(TirLowering *l, MlirOperation specialize) {
  enum { SPARE = 3 };
  Guards guards = {.l = l, .specialize = specialize};
  mlirOperationWalk(specialize, check, &guards, MlirWalkPreOrder);
  if (!guards.loop.ptr || guards.foreign)
    return 0;
  MlirOperation target = relaxTargetIfAny(l->func);
  Columns columns = {.lanes = 1};
  mlirOperationWalk(guards.loop, findColumns, &columns, MlirWalkPreOrder);
  int64_t vectors = (columns.elements + columns.lanes - 1) / columns.lanes;
  if (!target.ptr || !relaxIsMachine(target) || vectors == 0)
    return INT64_MAX;
  return (relaxTargetRead(target).registers - SPARE - vectors) / vectors;
}

void tirGuardRows(TirLowering *l, MlirOperation specialize, int64_t low,
                  int64_t high) {
  Guards guards = {.l = l, .specialize = specialize, .low = low, .high = high};
  mlirOperationWalk(specialize, mark, &guards, MlirWalkPreOrder);
}
