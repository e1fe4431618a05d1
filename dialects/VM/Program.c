//===- Program.c - rules of the host program ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Artefact.h"
#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"

enum { VM_MAX_PLACES = 32 }; // a bit each in an instruction

/// The grammar of functions is that of all levels, but symbols are registers
/// here: no clause defines them.
MlirLogicalResult vmFuncVerify(MlirOperation op) {
  static const char *const clauses[] = {"symbols", "binds", "schedule"};
  for (size_t i = 0; i < sizeof(clauses) / sizeof(*clauses); ++i)
    if (mlirOperationGetAttributeByName(
            op, mlirStringRefCreateFromCString(clauses[i]))
            .ptr)
      return bridgeEmitOpError(op, "has a '%s' clause: symbols are registers",
                               clauses[i]);
  if (!bridgeBody(op).ptr)
    return bridgeEmitOpError(op, "has no body");
  return relaxVerifyDonation(op);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// As many extents as the type of the result has.
static MlirLogicalResult verifyDims(MlirOperation op, MlirAttribute dims) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t given = mlirArrayAttrGetNumElements(dims);
  if (info.ranked && given == info.rank)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(
      op, "dims: expected those of the result type, got %ld", (long)given);
}

MlirLogicalResult vmViewVerify(MlirOperation op) {
  return verifyDims(op, vmViewGetDims(op));
}

MlirLogicalResult vmLazyVerify(MlirOperation op) {
  return verifyDims(op, vmLazyGetDims(op));
}

MlirLogicalResult vmAllocVerify(MlirOperation op) {
  return verifyDims(op, vmAllocGetDims(op));
}

MlirLogicalResult vmReshapeVerify(MlirOperation op) {
  return verifyDims(op, vmReshapeGetDims(op));
}

/// The result has the input's dimensions but for the first one.
MlirLogicalResult vmRowVerify(MlirOperation op) {
  RelaxTensorInfo input = relaxTensorInfoOf(vmRowGetInput(op));
  RelaxTensorInfo row = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  bool fits = input.ranked && row.ranked && row.rank + 1 == input.rank &&
              mlirTypeEqual(input.elementType, row.elementType);
  for (intptr_t i = 0; fits && i < row.rank; ++i)
    fits = mlirAttributeEqual(input.dims[i + 1], row.dims[i]);
  return fits ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(op, "expected a result type without the "
                                      "first dimension of the input's");
}

/// An i64 tensor of rank 1 that has as many elements as there are values.
MlirLogicalResult vmIntegersVerify(MlirOperation op) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t count = mlirArrayAttrGetNumElements(vmIntegersGetValues(op));
  int64_t extent;
  bool fits = info.ranked && info.rank == 1 &&
              symAttributeIsConst(info.dims[0], &extent) && extent == count &&
              mlirTypeIsAInteger(info.elementType) &&
              mlirIntegerTypeIsSignless(info.elementType) &&
              mlirIntegerTypeGetWidth(info.elementType) == 64;
  return fits ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(
                    op, "expected a result type !relax.tensor<[%ld], i64>",
                    (long)count);
}

/// `results [...]` names a result per place, ascending.
static bool placesFit(MlirOperation op) {
  MlirAttribute placed = vmCallLibraryGetPlaced(op);
  intptr_t count = vmCallLibraryGetNumPlaces(op);
  if (!placed.ptr || mlirDenseArrayGetNumElements(placed) != count)
    return !placed.ptr && count == 0;
  int64_t last = -1;
  for (intptr_t i = 0; i < count; ++i) {
    int64_t index = mlirDenseI64ArrayGetElement(placed, i);
    if (index <= last || index >= mlirOperationGetNumResults(op) ||
        index >= VM_MAX_PLACES)
      return false;
    last = index;
  }
  return true;
}

/// Texts, or expressions.
static bool isList(MlirAttribute value) {
  if (!mlirAttributeIsAArray(value))
    return false;
  bool texts = true, exprs = true;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(value); i < e; ++i) {
    texts &= mlirAttributeIsAString(mlirArrayAttrGetElement(value, i));
    exprs &= symIsExprAttr(mlirArrayAttrGetElement(value, i));
  }
  return texts || exprs;
}

/// A value, or a list of values, that the compact file can say.
static bool isArgument(MlirAttribute value) {
  return isList(value) || mlirAttributeIsAFlatSymbolRef(value) ||
         mlirAttributeIsAUnit(value) || mlirAttributeIsABool(value) ||
         mlirAttributeIsAInteger(value) || mlirAttributeIsAFloat(value) ||
         mlirAttributeIsAString(value) ||
         mlirAttributeIsADenseI64Array(value) ||
         mlirAttributeIsADenseF32Array(value) ||
         mlirAttributeIsADenseF64Array(value) || symIsExprAttr(value);
}

MlirLogicalResult vmCallLibraryVerify(MlirOperation op) {
  if (!placesFit(op))
    return bridgeEmitOpError(op, "results: expected an ascending list with a "
                                 "result, at most number 31, per place");
  MlirAttribute arguments = vmCallLibraryGetArguments(op);
  intptr_t count =
      arguments.ptr ? mlirDictionaryAttrGetNumElements(arguments) : 0;
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(arguments, i);
    MlirStringRef name = mlirIdentifierStr(entry.name);
    if (!isArgument(entry.attribute))
      return bridgeEmitOpError(op,
                               "argument '%.*s': expected an integer, a float, "
                               "a string, a list of them or an expression",
                               SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmCallLibraryVerifySymbols(MlirOperation op,
                                             BridgeSymbolTables tables) {
  MlirAttribute arguments = vmCallLibraryGetArguments(op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0, e = arguments.ptr
                               ? mlirDictionaryAttrGetNumElements(arguments)
                               : 0;
       mlirLogicalResultIsSuccess(outcome) && i < e; ++i) {
    MlirAttribute value = mlirDictionaryAttrGetElement(arguments, i).attribute;
    if (mlirAttributeIsAFlatSymbolRef(value))
      outcome = relaxVerifyArtefact(op, tables, value);
  }
  return outcome;
}

static MlirLogicalResult verifyAxis(MlirOperation op, int64_t axis,
                                    MlirValue tensor) {
  RelaxTensorInfo info = relaxTensorInfoOf(tensor);
  if (axis >= 0 && (!info.ranked || axis < info.rank))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "axis: the tensor has no dimension %lld",
                           (long long)axis);
}

MlirLogicalResult vmDimVerify(MlirOperation op) {
  return verifyAxis(op, vmDimGetAxis(op), vmDimGetTensor(op));
}

MlirLogicalResult vmCheckDimVerify(MlirOperation op) {
  return verifyAxis(op, vmCheckDimGetAxis(op), vmCheckDimGetTensor(op));
}

MlirLogicalResult vmConstantVerify(MlirOperation op) {
  MlirType elements = mlirAttributeGetType(vmConstantGetValue(op));
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  bool good =
      mlirTypeIsARankedTensor(elements) && info.ranked &&
      info.rank == mlirShapedTypeGetRank(elements) &&
      mlirTypeEqual(info.elementType, mlirShapedTypeGetElementType(elements));
  for (intptr_t i = 0; good && i < info.rank; ++i) {
    int64_t extent;
    good = symAttributeIsConst(info.dims[i], &extent) &&
           extent == mlirShapedTypeGetDimSize(elements, i);
  }
  return good ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(op, "type differs from that of its elements");
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Kernels trust their callers: what can be seen here is checked here.
static MlirLogicalResult verifyBuffers(MlirOperation op, MlirOperation kernel) {
  MlirType type = tirFuncGetFunctionType(kernel);
  intptr_t given = vmKernelGetNumBuffers(op);
  if (mlirFunctionTypeGetNumInputs(type) != given)
    return bridgeEmitOpError(op, "buffers: expected %ld, got %ld",
                             (long)mlirFunctionTypeGetNumInputs(type),
                             (long)given);
  for (intptr_t i = 0; i < given; ++i) {
    RelaxTensorInfo info;
    relaxTensorInfo(
        relaxStoredTensorType(mlirValueGetType(vmKernelGetBuffers(op, i))),
        &info);
    if (!mlirTypeEqual(
            tirStoredType(info.elementType),
            tirBufferTypeGetElementType(mlirFunctionTypeGetInput(type, i))))
      return bridgeEmitOpError(
          op, "buffer %ld: expected the element type of the kernel", (long)i);
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmKernelVerifySymbols(MlirOperation op,
                                        BridgeSymbolTables tables) {
  MlirAttribute callee = vmKernelGetCallee(op);
  MlirOperation kernel = bridgeLookupSymbol(tables, op, callee);
  StrRef name = bridgeRefName(callee);
  if (!tirIsFunc(kernel))
    return bridgeEmitOpError(op, "'@%.*s' is no tir.func of the module",
                             SPREAD(name));
  if (mlirLogicalResultIsFailure(verifyBuffers(op, kernel)))
    return mlirLogicalResultFailure();
  Arena *arena = arenaCreate();
  StrRef *symbols;
  intptr_t want = (intptr_t)tirFuncSymbols(kernel, arena, &symbols);
  arenaDestroy(arena);
  intptr_t got = mlirArrayAttrGetNumElements(vmKernelGetSymbols(op));
  return want == got ? mlirLogicalResultSuccess()
                     : bridgeEmitOpError(op, "symbols: expected %ld, got %ld",
                                         (long)want, (long)got);
}
