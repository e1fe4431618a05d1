//===- PerfMap.h - names of machine code in this process for perf -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// perf names code that no file holds by `/tmp/perf-PID.map`: a line for each
// function, `address size name` in hexadecimal.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_PERFMAP_H
#define RELAX_TARGET_PERFMAP_H

#include "lib/Support/StringRef.h"
#include "llvm-c/Core.h"

/// Functions of objects that are linked one by one; zero-initialised none.
typedef struct TargetCodeMap {
  struct TargetCodeSymbol *items; // stb_ds array
  size_t numObjects;
} TargetCodeMap;

/// Reads the functions of an object, before it is linked.
void targetCodeMapAdd(TargetCodeMap *map, LLVMMemoryBufferRef object);
/// The function `name` lies at `address`: so it is known where its object's
/// others lie.
void targetCodeMapPlace(TargetCodeMap *map, const char *name, uint64_t address);
/// Writes the map of this process, for its user alone. False with the reason;
/// what is there already is not touched.
bool targetCodeMapWrite(const TargetCodeMap *map, StrBuf *error);
void targetCodeMapFree(TargetCodeMap *map);

#endif // RELAX_TARGET_PERFMAP_H
