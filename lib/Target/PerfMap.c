//===- PerfMap.c - names of machine code in this process for perf -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/PerfMap.h"
#include "lib/Support/OutOfMemory.h"
#include "lib/Target/Kernel.h"
#include "llvm-c/Object.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct TargetCodeSymbol {
  char *name;
  size_t object;
  uint64_t offset, size, address; // address 0: not placed
} TargetCodeSymbol;

static bool isFunction(const char *name) {
  return name &&
         strncmp(name, RELAX_KERNEL_PREFIX, strlen(RELAX_KERNEL_PREFIX)) == 0;
}

static int compareOffsets(const void *a, const void *b) {
  uint64_t x = ((const TargetCodeSymbol *)a)->offset,
           y = ((const TargetCodeSymbol *)b)->offset;
  return (x > y) - (x < y);
}

/// Symbols of our functions in a section of code that ends at `end`.
static void addSection(TargetCodeMap *map, LLVMBinaryRef binary,
                       LLVMSectionIteratorRef section, uint64_t end) {
  size_t first = arrlenu(map->items);
  LLVMSymbolIteratorRef symbol = LLVMObjectFileCopySymbolIterator(binary);
  for (; !LLVMObjectFileIsSymbolIteratorAtEnd(binary, symbol);
       LLVMMoveToNextSymbol(symbol)) {
    const char *name = LLVMGetSymbolName(symbol);
    if (!isFunction(name) || !LLVMGetSectionContainsSymbol(section, symbol))
      continue;
    TargetCodeSymbol found = {strdup(name), map->numObjects,
                              LLVMGetSymbolAddress(symbol), 0, 0};
    if (!found.name)
      outOfMemory();
    arrput(map->items, found);
  }
  LLVMDisposeSymbolIterator(symbol);
  size_t count = arrlenu(map->items) - first;
  if (count)
    qsort(map->items + first, count, sizeof(*map->items), compareOffsets);
  // C has no way to ask for sizes: one begins where the other ends.
  for (size_t i = first; i < first + count; ++i)
    map->items[i].size =
        (i + 1 < first + count ? map->items[i + 1].offset : end) -
        map->items[i].offset;
  map->numObjects += count != 0;
}

void targetCodeMapAdd(TargetCodeMap *map, LLVMMemoryBufferRef object) {
  char *message = NULL;
  LLVMContextRef context = LLVMContextCreate();
  LLVMBinaryRef binary = LLVMCreateBinary(object, context, &message);
  if (binary) {
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
    for (; !LLVMObjectFileIsSectionIteratorAtEnd(binary, section);
         LLVMMoveToNextSection(section))
      addSection(map, binary, section,
                 LLVMGetSectionAddress(section) + LLVMGetSectionSize(section));
    LLVMDisposeSectionIterator(section);
    LLVMDisposeBinary(binary);
  }
  LLVMDisposeMessage(message);
  LLVMContextDispose(context);
}

void targetCodeMapPlace(TargetCodeMap *map, const char *name,
                        uint64_t address) {
  const TargetCodeSymbol *known = NULL;
  for (ptrdiff_t i = 0; !known && i < arrlen(map->items); ++i)
    if (strcmp(map->items[i].name, name) == 0)
      known = &map->items[i];
  for (ptrdiff_t i = 0; known && i < arrlen(map->items); ++i)
    if (map->items[i].object == known->object)
      map->items[i].address = address + (map->items[i].offset - known->offset);
}

bool targetCodeMapWrite(const TargetCodeMap *map, StrBuf *error) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
  int file =
      open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  bool good = out != NULL;
  for (ptrdiff_t i = 0; good && i < arrlen(map->items); ++i) {
    const TargetCodeSymbol *symbol = &map->items[i];
    if (symbol->address)
      good = fprintf(out, "%" PRIx64 " %" PRIx64 " %s\n", symbol->address,
                     symbol->size, symbol->name) > 0;
  }
  if (out && fclose(out) != 0)
    good = false;
  if (!good)
    strBufAppendFormat(error, "cannot write '%s': %s", path, strerror(errno));
  return good;
}

void targetCodeMapFree(TargetCodeMap *map) {
  for (ptrdiff_t i = 0; i < arrlen(map->items); ++i)
    free(map->items[i].name);
  arrfree(map->items);
}
