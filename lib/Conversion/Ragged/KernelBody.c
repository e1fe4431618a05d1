//===- KernelBody.c - what programs over instances are made of ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/KernelBody.h"
#include "dialects/Sym/Walk.h"

MlirType kernelRaggedType(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (relaxTypeIsRagged(type))
      return type;
  }
  return bridgeResultType(op);
}

KernelBuffer kernelOperand(Kernel *kernel, intptr_t i) {
  MlirValue value = mlirOperationGetOperand(kernel->op, i);
  return kernelBuffer(kernel, mlirValueGetType(value), value, true);
}

KernelBuffer kernelResult(Kernel *kernel, intptr_t i) {
  MlirValue result = mlirOperationGetResult(kernel->op, i);
  return kernelBuffer(kernel, mlirValueGetType(result), (MlirValue){NULL},
                      false);
}

/// The packed results in the place of the operation's.
MlirLogicalResult kernelFinish(Kernel *kernel) {
  MlirOperation op = kernel->op;
  intptr_t count = mlirOperationGetNumResults(op);
  MlirValue *results = ARENA_ARRAY(kernel->pack->arena, MlirValue, count);
  if (!kernelEnd(kernel, results))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < count; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i), results[i]);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

/// `%d1, %d2` and `[n, m]` for the dimensions that `keep` has.
void kernelDomain(Kernel *kernel, const KernelBuffer *of, const bool *reduced,
                  const char *name) {
  StrBuf iterators = {0}, extents = {0};
  for (intptr_t d = 0; d < of->rank; ++d) {
    strBufAppendFormat(&iterators, "%s%s%%d%ld", d ? ", " : "",
                       reduced && reduced[d] ? "reduce " : "", (long)d);
    strBufAppendFormat(&extents, "%s%.*s", d ? ", " : "", SPREAD(of->dims[d]));
  }
  strBufAppendFormat(&kernel->body, "    tir.compute \"%s\" (%s) in [%s] {\n",
                     name, strBufText(&iterators), strBufText(&extents));
  strBufFree(&iterators);
  strBufFree(&extents);
}

StrRef kernelIterator(Kernel *kernel, intptr_t d) {
  return kernelText(kernel, "%%d%ld", (long)d);
}

void kernelIterators(Kernel *kernel, intptr_t rank, StrRef *at) {
  for (intptr_t d = 0; d < rank; ++d)
    at[d] = kernelIterator(kernel, d);
}

/// Loads or stores one element.
void kernelLoad(Kernel *kernel, const char *value, const char *buffer,
                const KernelBuffer *of, StrRef address) {
  strBufAppendFormat(&kernel->body, "      %s = tir.load %s[%.*s] : %.*s\n",
                     value, buffer, SPREAD(address), SPREAD(of->text));
}

void kernelStore(Kernel *kernel, const char *value, const char *buffer,
                 const KernelBuffer *of, StrRef address) {
  strBufAppendFormat(&kernel->body, "      tir.store %s, %s[%.*s] : %.*s\n",
                     value, buffer, SPREAD(address), SPREAD(of->text));
}

/// Indices of an operand that broadcasts against the iterators.
void kernelBroadcast(Kernel *kernel, const KernelBuffer *x, intptr_t rank,
                     StrRef *indices) {
  for (intptr_t d = 0; d < x->rank; ++d)
    indices[d] = strRefIs(x->dims[d], "1")
                     ? strRefFromC("0")
                     : kernelIterator(kernel, d + rank - x->rank);
}

void kernelMove(Kernel *kernel, const KernelBuffer *x, const StrRef *from,
                const KernelBuffer *y, const StrRef *to) {
  kernelLoad(kernel, "%x", "%X0", x, kernelAddress(kernel, x, from));
  kernelStore(kernel, "%x", "%Y0", y, kernelAddress(kernel, y, to));
  strBufAppendC(&kernel->body, "    }\n");
}
