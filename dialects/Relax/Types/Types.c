//===- Types.c - types of the graph level ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Walk.h"

bool relaxTensorInfo(MlirType type, RelaxTensorInfo *info) {
  if (!relaxIsTensorType(type))
    return false;
  info->ranked = relaxTensorTypeGetRanked(type);
  info->rank = relaxTensorTypeGetDims(type, &info->dims);
  info->elementType = relaxTensorTypeGetElementType(type);
  info->device = relaxTensorTypeGetDevice(type);
  info->padding = relaxTensorTypeGetPadding(type);
  return true;
}

bool relaxTypeIsExact(MlirType type) {
  bool exact = relaxIsTensorType(type)  ? relaxTensorTypeGetRanked(type)
               : relaxIsShapeType(type) ? relaxShapeTypeGetRanked(type)
                                        : false;
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  for (intptr_t i = 0; exact && i < rank; ++i)
    exact = !symAttributeIsUnknown(dims[i]);
  return exact;
}

bool relaxExtentsInfo(MlirType type, RelaxTensorInfo *info) {
  if (relaxTensorInfo(type, info))
    return true;
  if (!relaxIsShapeType(type))
    return false;
  *info = (RelaxTensorInfo){.ranked = relaxShapeTypeGetRanked(type)};
  info->rank = relaxShapeTypeGetDims(type, &info->dims);
  return true;
}

RelaxTensorInfo relaxTensorInfoOf(MlirValue value) {
  RelaxTensorInfo info = {0};
  relaxTensorInfo(mlirValueGetType(value), &info);
  return info;
}

MlirType relaxTensorTypeOf(MlirType elementType, intptr_t rank,
                           const MlirAttribute *dims) {
  return relaxTensorTypeGet(mlirTypeGetContext(elementType), true, rank, dims,
                            elementType, (MlirAttribute){NULL},
                            (MlirAttribute){NULL});
}

MlirType relaxTensorTypeLike(RelaxTensorInfo info, intptr_t rank,
                             const MlirAttribute *dims) {
  return relaxTensorTypeGet(mlirTypeGetContext(info.elementType), true, rank,
                            dims, info.elementType, info.device,
                            (MlirAttribute){NULL});
}

intptr_t relaxTupleParts(MlirType a, MlirType b) {
  if (!mlirTypeIsATuple(a) || !mlirTypeIsATuple(b) ||
      mlirTupleTypeGetNumTypes(a) != mlirTupleTypeGetNumTypes(b))
    return 0;
  return mlirTupleTypeGetNumTypes(a);
}

MlirType relaxTypeWithElements(RelaxTensorInfo info, MlirType element) {
  return info.ranked ? relaxTensorTypeOf(element, info.rank, info.dims)
                     : relaxUnrankedTensorType(element);
}

MlirType relaxTypeWithDims(MlirType type, intptr_t rank,
                           const MlirAttribute *dims) {
  RelaxTensorInfo info;
  if (relaxTensorInfo(type, &info))
    return relaxTensorTypePadded(relaxTensorTypeLike(info, rank, dims),
                                 info.padding);
  return relaxIsLengthsType(type)
             ? relaxLengthsTypeGet(mlirTypeGetContext(type), rank, dims)
             : relaxShapeTypeGet(mlirTypeGetContext(type), true, rank, dims);
}

MlirType relaxTensorTypeOn(MlirType type, MlirAttribute device) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  return relaxTensorTypeGet(mlirTypeGetContext(type), info.ranked, info.rank,
                            info.dims, info.elementType, device, info.padding);
}

MlirType relaxUnrankedTensorType(MlirType elementType) {
  return relaxTensorTypeGet(mlirTypeGetContext(elementType), false, 0, NULL,
                            elementType, (MlirAttribute){NULL},
                            (MlirAttribute){NULL});
}

MlirType relaxContainedType(MlirType type) {
  if (relaxIsSequenceType(type))
    return relaxSequenceTypeGetElementType(type);
  return relaxIsOptionalType(type) ? relaxOptionalTypeGetElementType(type)
                                   : (MlirType){NULL};
}

MlirType relaxContainerOf(MlirType container, MlirType contained) {
  MlirContext context = mlirTypeGetContext(container);
  return relaxIsSequenceType(container)
             ? relaxSequenceTypeGet(context, contained)
             : relaxOptionalTypeGet(context, contained);
}

bool relaxDimEqual(MlirAttribute a, MlirAttribute b) {
  return mlirAttributeEqual(a, b) && !symAttributeIsUnknown(a);
}

MlirType relaxTensorTypePadded(MlirType type, MlirAttribute padding) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) ||
      (padding.ptr && (!relaxDimsAreRagged(info.dims, info.rank) ||
                       mlirDenseArrayGetNumElements(padding) != info.rank)))
    return type;
  return relaxTensorTypeGet(mlirTypeGetContext(type), info.ranked, info.rank,
                            info.dims, info.elementType, info.device, padding);
}

MlirAttribute relaxPaddingOf(MlirType type) {
  RelaxTensorInfo info;
  return relaxTensorInfo(type, &info) ? info.padding : (MlirAttribute){NULL};
}

//===----------------------------------------------------------------------===//
// Declared against inferred result types
//===----------------------------------------------------------------------===//

/// Both tensors with the same elements, or both shapes.
static bool sameKind(MlirType a, MlirType b, RelaxTensorInfo *x,
                     RelaxTensorInfo *y) {
  return relaxExtentsInfo(a, x) && relaxExtentsInfo(b, y) &&
         mlirTypeEqual(x->elementType, y->elementType);
}

/// What `precise` says of the elements and the device is at least what
/// `general` says.
static bool forgetsElement(RelaxTensorInfo precise, RelaxTensorInfo general) {
  if ((general.device.ptr &&
       !mlirAttributeEqual(precise.device, general.device)) ||
      !mlirAttributeEqual(precise.padding, general.padding))
    return false;
  return mlirTypeEqual(precise.elementType, general.elementType) ||
         (precise.elementType.ptr && general.elementType.ptr &&
          relaxElementIsUnknown(general.elementType));
}

/// `holds` of all parts of two tuples of one length, of what two containers of
/// one kind hold, or of the arguments of two instances of one data type.
static bool ofParts(MlirType a, MlirType b, bool (*holds)(MlirType, MlirType)) {
  MlirType inA = relaxContainedType(a), inB = relaxContainedType(b);
  if (inA.ptr && inB.ptr)
    return relaxIsSequenceType(a) == relaxIsSequenceType(b) && holds(inA, inB);
  if (relaxIsAdtType(a) && relaxIsAdtType(b))
    return relaxAdtArgumentsHold(a, b, holds);
  if (!mlirTypeIsATuple(a) || !mlirTypeIsATuple(b) ||
      mlirTupleTypeGetNumTypes(a) != mlirTupleTypeGetNumTypes(b))
    return false;
  for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(a); i < e; ++i)
    if (!holds(mlirTupleTypeGetType(a, i), mlirTupleTypeGetType(b, i)))
      return false;
  return true;
}

/// A declared type may know less than the inferred one, or fill in its `?`.
static bool typeAgrees(MlirType declared, MlirType inferred) {
  if (mlirTypeEqual(declared, inferred) ||
      ofParts(declared, inferred, typeAgrees))
    return true;
  RelaxTensorInfo d, i;
  if (!sameKind(declared, inferred, &d, &i) ||
      (d.device.ptr && i.device.ptr &&
       !mlirAttributeEqual(d.device, i.device)) ||
      !mlirAttributeEqual(d.padding, i.padding))
    return false;
  if (!d.ranked || !i.ranked)
    return true;
  if (d.rank != i.rank)
    return false;
  for (intptr_t axis = 0; axis < d.rank; ++axis)
    if (!mlirAttributeEqual(d.dims[axis], i.dims[axis]) &&
        !symAttributeIsUnknown(d.dims[axis]) &&
        !symAttributeIsUnknown(i.dims[axis]))
      return false;
  return true;
}

bool relaxTypeForgets(MlirType precise, MlirType general) {
  RelaxTensorInfo p, g;
  if (mlirTypeEqual(precise, general) || relaxFnIsSame(precise, general) ||
      ofParts(precise, general, relaxTypeForgets))
    return true;
  if (!relaxExtentsInfo(precise, &p) || !relaxExtentsInfo(general, &g) ||
      !forgetsElement(p, g))
    return false;
  if (!g.ranked)
    return true;
  bool forgets = p.ranked && p.rank == g.rank;
  for (intptr_t axis = 0; forgets && axis < g.rank; ++axis)
    forgets = mlirAttributeEqual(p.dims[axis], g.dims[axis]) ||
              symAttributeIsUnknown(g.dims[axis]);
  return forgets;
}

static MlirLogicalResult refuseStrings(MlirOperation op, intptr_t index) {
  StrBuf type = {0};
  bridgePrintType(mlirValueGetType(mlirOperationGetOperand(op, index)), &type);
  bridgeEmitOpError(op, "operand %ld: expected a tensor of numbers, got %s",
                    (long)index, strBufText(&type));
  strBufFree(&type);
  return mlirLogicalResultFailure();
}

MlirLogicalResult relaxVerifyNumbers(MlirOperation op) {
  RelaxTensorInfo info;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, i)),
                        &info) &&
        relaxIsStringType(info.elementType))
      return refuseStrings(op, i);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxVerifyInferred(MlirOperation op,
                                      const MlirType *inferred) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirType declared = mlirValueGetType(mlirOperationGetResult(op, i));
    // The program says how its results are stored.
    MlirType want =
        relaxTensorTypePadded(inferred[i], relaxPaddingOf(declared));
    if (typeAgrees(declared, want))
      continue;
    StrBuf expected = {0}, got = {0};
    bridgePrintType(want, &expected);
    bridgePrintType(declared, &got);
    bridgeEmitOpError(op, "result type: expected %s, got %s",
                      strBufText(&expected), strBufText(&got));
    strBufFree(&expected);
    strBufFree(&got);
    return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

void relaxInferDevice(intptr_t numOperands, const MlirValue *operands,
                      intptr_t numResults, MlirType *results) {
  MlirAttribute device = {NULL};
  RelaxTensorInfo info;
  for (intptr_t i = 0; i < numOperands; ++i) {
    if (!relaxTensorInfo(mlirValueGetType(operands[i]), &info))
      continue;
    if (!info.device.ptr ||
        (device.ptr && !mlirAttributeEqual(device, info.device)))
      return;
    device = info.device;
  }
  for (intptr_t i = 0; device.ptr && i < numResults; ++i)
    if (relaxTensorInfo(results[i], &info) && !info.device.ptr)
      results[i] = relaxTensorTypeOn(results[i], device);
}
