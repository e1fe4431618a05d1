//===- Workspace.c - memory that a kernel needs while it runs -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// All workspaces of a kernel are one block that the runtime gives
// (lib/Runtime/Workspace.h), each part at a cache line. Sizes that leave 64
// bits ask for more than there is, so that one test finds every failure.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/KernelABI.h"
#include "lib/Target/Kernel.h"

#include <stb/stb_ds.h>

enum { ALIGNMENT = 64 };

/// No part is larger, so that their sum stays in 63 bits.
static const int64_t maxPart = (int64_t)1 << 48;

typedef struct Part {
  MlirOperation alloc;
  MlirValue *dynamic; // extents as i64
  MlirValue offset;
} Part;

typedef struct Workspace {
  MlirOperation module, body;
  Arena *arena;
  Part *parts;             // stb_ds
  MlirOperation *deallocs; // stb_ds
  MlirValue total, fits;   // bytes; false after an overflow
} Workspace;

static void find(Workspace *w) {
  for (MlirOperation op = {NULL}; bridgeAdvance(bridgeBody(w->body), &op);) {
    Part part = {.alloc = op};
    if (bridgeIsNamed(op, "memref.alloc"))
      arrput(w->parts, part);
    if (bridgeIsNamed(op, "memref.dealloc"))
      arrput(w->deallocs, op);
  }
}

static int64_t elementBytes(MlirType type) {
  if (mlirTypeIsAInteger(type))
    return (mlirIntegerTypeGetWidth(type) + 7) / 8;
  return mlirTypeIsAFloat(type) ? (mlirFloatTypeGetWidth(type) + 7) / 8 : 8;
}

/// `lhs * rhs`; clears `fits` if that leaves 64 bits.
static MlirValue multiply(Workspace *w, OpBuilder *b, MlirValue lhs,
                          MlirValue rhs) {
  MlirType i64 = targetI64Type(opBuilderContext(b));
  MlirType results[] = {i64, i64};
  MlirValue operands[] = {lhs, rhs};
  OpSpec spec = {.name = "arith.mului_extended",
                 .operands = operands,
                 .numOperands = 2,
                 .results = results,
                 .numResults = 2};
  MlirOperation op = buildOp(b, &spec);
  MlirValue exact = buildCompare(b, CMPI_EQ, mlirOperationGetResult(op, 1),
                                 targetBuildI64(b, 0));
  w->fits = buildBinary(b, "arith.andi", w->fits, exact);
  return mlirOperationGetResult(op, 0);
}

/// Adds a part to the block.
static void place(Workspace *w, OpBuilder *b, Part *part) {
  MlirType type = bridgeResultType(part->alloc);
  MlirType i64 = targetI64Type(opBuilderContext(b));
  intptr_t rank = mlirShapedTypeGetRank(type), dynamic = 0;
  part->dynamic = ARENA_ARRAY(w->arena, MlirValue, rank);
  MlirValue bytes =
      targetBuildI64(b, elementBytes(mlirShapedTypeGetElementType(type)));
  for (intptr_t i = 0; i < rank; ++i) {
    MlirValue extent;
    if (mlirShapedTypeIsDynamicDim(type, i)) {
      extent = mlirOperationGetOperand(part->alloc, dynamic);
      extent = buildValue(b, "arith.index_cast", i64, &extent, 1);
      part->dynamic[dynamic++] = extent;
    } else {
      extent = targetBuildI64(b, mlirShapedTypeGetDimSize(type, i));
    }
    bytes = multiply(w, b, bytes, extent);
  }
  w->fits =
      buildBinary(b, "arith.andi", w->fits,
                  buildCompare(b, CMPI_ULE, bytes, targetBuildI64(b, maxPart)));
  part->offset = w->total;
  MlirValue end = buildBinary(b, "arith.addi", w->total, bytes);
  end = buildBinary(b, "arith.addi", end, targetBuildI64(b, ALIGNMENT - 1));
  w->total = buildBinary(b, "arith.andi", end, targetBuildI64(b, -ALIGNMENT));
}

/// The block of memory, or a null pointer.
static MlirValue allocate(Workspace *w, OpBuilder *b) {
  MlirContext context = opBuilderContext(b);
  MlirType pointer = targetPointerType(context), i64 = targetI64Type(context);
  MlirType both[] = {pointer, i64};
  targetDeclareFunction(w->module, RELAX_WORKSPACE_TAKE, &i64, 1, pointer);
  targetDeclareFunction(w->module, RELAX_WORKSPACE_GIVE, both, 2,
                        (MlirType){NULL});
  MlirValue size = buildSelect(b, w->fits, w->total, targetBuildI64(b, -1));
  return mlirOperationGetResult(
      targetBuildCall(b, strRefFromC(RELAX_WORKSPACE_TAKE), pointer, &size, 1),
      0);
}

/// Splits the block in front of `b`: the rest goes on only with memory.
static void branch(Workspace *w, OpBuilder *b, MlirValue memory) {
  MlirContext context = opBuilderContext(b);
  MlirBlock rest = mlirBlockCreate(0, NULL, NULL);
  MlirBlock failed = mlirBlockCreate(0, NULL, NULL);
  MlirRegion region = mlirOperationGetRegion(w->body, 0);
  mlirRegionAppendOwnedBlock(region, rest);
  mlirRegionAppendOwnedBlock(region, failed);
  MlirValue address =
      buildValue(b, "llvm.ptrtoint", targetI64Type(context), &memory, 1);
  MlirValue good = buildCompare(b, CMPI_NE, address, targetBuildI64(b, 0));
  for (MlirOperation op = b->before, next; op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(rest, op);
  }
  const int32_t segments[] = {1, 0, 0};
  MlirNamedAttribute attribute = mlirNamedAttributeGet(
      mlirIdentifierGet(context,
                        mlirStringRefCreateFromCString("operandSegmentSizes")),
      mlirDenseI32ArrayGet(context, 3, segments));
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreateFromCString("cf.cond_br"), b->location);
  MlirBlock successors[] = {rest, failed};
  mlirOperationStateAddOperands(&state, 1, &good);
  mlirOperationStateAddSuccessors(&state, 2, successors);
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  mlirBlockAppendOwnedOperation(b->block, mlirOperationCreate(&state));
  OpBuilder end = opBuilderAtEnd(failed, b->location);
  MlirValue status =
      buildConstant(&end, mlirIntegerAttrGet(targetStatusType(context),
                                             RELAX_KERNEL_OUT_OF_MEMORY));
  targetBuildReturn(&end, &status);
  *b = opBuilderBefore(mlirBlockGetFirstOperation(rest));
}

static void convert(Workspace *w) {
  // Behind the last one: all extents are there, and nothing uses them yet.
  MlirOperation last = arrlast(w->parts).alloc;
  OpBuilder b = opBuilderBefore(mlirOperationGetNextInBlock(last));
  w->total = targetBuildI64(&b, 0);
  w->fits = buildConstant(&b, mlirBoolAttrGet(opBuilderContext(&b), true));
  for (ptrdiff_t i = 0; i < arrlen(w->parts); ++i)
    place(w, &b, &w->parts[i]);
  // One more line: nothing to allocate is not a failure.
  w->total =
      buildBinary(&b, "arith.addi", w->total, targetBuildI64(&b, ALIGNMENT));
  MlirValue memory = allocate(w, &b);
  branch(w, &b, memory);
  for (ptrdiff_t i = 0; i < arrlen(w->parts); ++i) {
    Part *part = &w->parts[i];
    MlirValue old = mlirOperationGetResult(part->alloc, 0);
    MlirValue start = targetBuildOffset(&b, memory, part->offset);
    mlirValueReplaceAllUsesOfWith(
        old, targetBuildMemref(&b, mlirValueGetType(old), start, part->dynamic,
                               w->arena));
  }
  for (ptrdiff_t i = 0; i < arrlen(w->deallocs); ++i)
    mlirOperationDestroy(w->deallocs[i]);
  OpBuilder end = opBuilderBefore(mlirBlockGetTerminator(b.block));
  MlirValue both[] = {memory, w->total};
  targetBuildCall(&end, strRefFromC(RELAX_WORKSPACE_GIVE), (MlirType){NULL},
                  both, 2);
  for (ptrdiff_t i = 0; i < arrlen(w->parts); ++i)
    mlirOperationDestroy(w->parts[i].alloc);
}

bool targetConvertWorkspace(MlirOperation module, MlirOperation body,
                            Arena *arena) {
  Workspace w = {.module = module, .body = body, .arena = arena};
  find(&w);
  bool any = arrlen(w.parts) != 0;
  if (any)
    convert(&w);
  arrfree(w.parts);
  arrfree(w.deallocs);
  return any;
}
