//===- Descriptor.c - memrefs from pointers, and back ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A memref is, to LLVM, the struct {allocated, aligned, offset, sizes, strides}
// (upstream's LLVMTypeConverter). Casts between the two are resolved by
// `reconcile-unrealized-casts` at the end of the pipeline.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Kernel.h"
#include "mlir-c/Dialect/LLVM.h"

MlirType targetPointerType(MlirContext context) {
  return mlirLLVMPointerTypeGet(context, 0);
}

MlirType targetI64Type(MlirContext context) {
  return mlirIntegerTypeGet(context, 64);
}

MlirType targetStatusType(MlirContext context) {
  return mlirIntegerTypeGet(context, 32);
}

MlirValue targetBuildCast(OpBuilder *b, MlirValue value, MlirType type) {
  return buildValue(b, "builtin.unrealized_conversion_cast", type, &value, 1);
}

MlirValue targetBuildI64(OpBuilder *b, int64_t value) {
  return buildConstant(
      b, mlirIntegerAttrGet(targetI64Type(opBuilderContext(b)), value));
}

/// `index` is a constant, or INT32_MIN for the last operand.
static MlirValue buildElementPointer(OpBuilder *b, const MlirValue *operands,
                                     intptr_t numOperands, int32_t index,
                                     MlirType element) {
  MlirContext context = opBuilderContext(b);
  MlirType pointer = targetPointerType(context);
  OpAttribute attributes[] = {
      {"rawConstantIndices", mlirDenseI32ArrayGet(context, 1, &index)},
      {"elem_type", mlirTypeAttrGet(element)}};
  OpSpec spec = {.name = "llvm.getelementptr",
                 .operands = operands,
                 .numOperands = numOperands,
                 .results = &pointer,
                 .numResults = 1,
                 .attributes = attributes,
                 .numAttributes = 2};
  return mlirOperationGetResult(buildOp(b, &spec), 0);
}

MlirValue targetBuildElementLoad(OpBuilder *b, MlirValue base, intptr_t index,
                                 MlirType type) {
  MlirValue address = buildElementPointer(b, &base, 1, (int32_t)index, type);
  return buildValue(b, "llvm.load", type, &address, 1);
}

MlirValue targetBuildWide(OpBuilder *b, MlirValue index) {
  MlirType i64 = targetI64Type(opBuilderContext(b));
  MlirOperation op = bridgeDefiner(index);
  if (op.ptr && bridgeIsNamed(op, "arith.index_cast") &&
      mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(op, 0)), i64))
    return mlirOperationGetOperand(op, 0);
  return buildValue(b, "arith.index_cast", i64, &index, 1);
}

MlirValue targetBuildOffset(OpBuilder *b, MlirValue pointer, MlirValue bytes) {
  MlirValue operands[] = {pointer, bytes};
  return buildElementPointer(b, operands, 2, INT32_MIN,
                             mlirIntegerTypeGet(opBuilderContext(b), 8));
}

//===----------------------------------------------------------------------===//
// Aggregates
//===----------------------------------------------------------------------===//

static MlirValue buildAtPosition(OpBuilder *b, const char *name, MlirType type,
                                 const MlirValue *operands,
                                 intptr_t numOperands, const int64_t *position,
                                 intptr_t depth) {
  OpAttribute attribute = {
      "position", mlirDenseI64ArrayGet(opBuilderContext(b), depth, position)};
  OpSpec spec = {.name = name,
                 .operands = operands,
                 .numOperands = numOperands,
                 .results = &type,
                 .numResults = 1,
                 .attributes = &attribute,
                 .numAttributes = 1};
  return mlirOperationGetResult(buildOp(b, &spec), 0);
}

MlirValue targetBuildExtract(OpBuilder *b, MlirValue aggregate, MlirType type,
                             const int64_t *position, intptr_t depth) {
  return buildAtPosition(b, "llvm.extractvalue", type, &aggregate, 1, position,
                         depth);
}

MlirValue targetBuildInsert(OpBuilder *b, MlirValue aggregate, MlirValue value,
                            const int64_t *position, intptr_t depth) {
  MlirValue operands[] = {aggregate, value};
  return buildAtPosition(b, "llvm.insertvalue", mlirValueGetType(aggregate),
                         operands, 2, position, depth);
}

MlirValue targetBuildUndef(OpBuilder *b, MlirType type) {
  return buildValue(b, "llvm.mlir.undef", type, NULL, 0);
}

static MlirType descriptorType(MlirContext context, intptr_t rank) {
  MlirType pointer = targetPointerType(context), i64 = targetI64Type(context);
  MlirType array = mlirLLVMArrayTypeGet(i64, (unsigned)rank);
  MlirType fields[] = {pointer, pointer, i64, array, array};
  return mlirLLVMStructTypeLiteralGet(context, rank ? 5 : 3, fields, false);
}

MlirValue targetBuildMemref(OpBuilder *b, MlirType type, MlirValue pointer,
                            const MlirValue *dynamic, Arena *arena) {
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirValue *sizes = ARENA_ARRAY(arena, MlirValue, rank);
  for (intptr_t i = 0; i < rank; ++i)
    sizes[i] = mlirShapedTypeIsDynamicDim(type, i)
                   ? *dynamic++
                   : targetBuildI64(b, mlirShapedTypeGetDimSize(type, i));
  MlirValue value =
      targetBuildUndef(b, descriptorType(opBuilderContext(b), rank));
  for (int64_t field = 0; field < 2; ++field)
    value = targetBuildInsert(b, value, pointer, &field, 1);
  int64_t offset = 2;
  value = targetBuildInsert(b, value, targetBuildI64(b, 0), &offset, 1);
  MlirValue stride = rank ? targetBuildI64(b, 1) : (MlirValue){NULL};
  for (intptr_t i = rank; i-- > 0;) {
    int64_t size[] = {3, i}, step[] = {4, i};
    value = targetBuildInsert(b, value, sizes[i], size, 2);
    value = targetBuildInsert(b, value, stride, step, 2);
    if (i > 0)
      stride = buildBinary(b, "arith.muli", stride, sizes[i]);
  }
  return targetBuildCast(b, value, type);
}

static MlirValue buildDescriptor(OpBuilder *b, MlirValue memref) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(memref));
  return targetBuildCast(b, memref, descriptorType(opBuilderContext(b), rank));
}

/// What was inserted there when the descriptor was built; null if that is not
/// to be seen.
static MlirValue insertedAt(MlirValue value, MlirAttribute position) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    StrRef name = bridgeOpName(op);
    bool inserts = strRefIs(name, "llvm.insertvalue");
    if (inserts && mlirAttributeEqual(bridgeInherent(op, "position"), position))
      return mlirOperationGetOperand(op, 1);
    if (!inserts && !strRefIs(name, "builtin.unrealized_conversion_cast"))
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return (MlirValue){NULL};
}

static MlirValue buildPart(OpBuilder *b, MlirValue memref, MlirType type,
                           const int64_t *position, intptr_t depth) {
  MlirValue known = insertedAt(
      memref, mlirDenseI64ArrayGet(opBuilderContext(b), depth, position));
  return known.ptr ? known
                   : targetBuildExtract(b, buildDescriptor(b, memref), type,
                                        position, depth);
}

MlirValue targetBuildMemrefPointer(OpBuilder *b, MlirValue memref) {
  int64_t aligned = 1;
  return buildPart(b, memref, targetPointerType(opBuilderContext(b)), &aligned,
                   1);
}

MlirValue targetBuildMemrefExtent(OpBuilder *b, MlirValue memref,
                                  intptr_t dim) {
  int64_t position[] = {3, dim};
  return buildPart(b, memref, targetI64Type(opBuilderContext(b)), position, 2);
}
