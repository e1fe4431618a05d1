//===- MemoryBuffer.c - what the text says of a buffer -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Reports/MemoryBuffer.h"

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Lists.h"

void memoryBufferWriter(const Buffer *buffer, StrBuf *out) {
  MlirOperation op = buffer->writer;
  if (relaxIsWriteOut(op) || relaxIsReadBack(op)) {
    strBufAppendC(out, relaxIsWriteOut(op) ? "written out" : "read back");
    return;
  }
  if (relaxIsCallLibrary(op)) {
    StrRef name = relaxCallLibraryGetFunction(op);
    strBufAppendFormat(out, "\"%.*s\"", (int)name.length, name.data);
    return;
  }
  StrRef callee = bridgeRefName(relaxCallTirGetCallee(op));
  strBufAppendFormat(out, "@%.*s", (int)callee.length, callee.data);
}

MlirAttribute memoryBufferOffset(const Buffer *buffer) {
  MlirOperation op = buffer->writer;
  if (relaxIsWriteOut(op))
    return relaxWriteOutGetOffset(op);
  if (relaxIsReadBack(op))
    return relaxReadBackGetOffset(op);
  MlirAttribute offsets = relaxIsCallLibrary(op)
                              ? relaxCallLibraryGetOffsets(op)
                              : relaxCallTirGetOffsets(op);
  if (!offsets.ptr)
    return offsets;
  MlirAttribute offset = mlirArrayAttrGetElement(offsets, buffer->index);
  return symAttributeIsUnknown(offset) ? (MlirAttribute){NULL} : offset;
}
