//===- WeightRun.h - reads one weight file that may be broken -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Linked with --wrap=malloc, =calloc and =realloc, which count what is asked
// for: a directory must not take more than twice the file's size and 64 MiB, an
// entry not more than its bytes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_WEIGHTRUN_H
#define RELAX_TEST_FUZZ_WEIGHTRUN_H

#include "lib/Runtime/WeightFile/WeightFile.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t weightFuzzAsked; // bytes, since it was set to 0

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
  weightFuzzAsked += size;
  return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  weightFuzzAsked += count * size;
  return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  weightFuzzAsked += size;
  return __real_realloc(old, size);
}

/// A finding that no sanitizer sees. A macro, so that unit tests may have
/// another.
#ifndef WEIGHT_FUZZ_CHECK
#define WEIGHT_FUZZ_CHECK(condition, what)                                     \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "finding: %s\n", what);                                  \
      abort();                                                                 \
    }                                                                          \
  } while (0)
#endif

/// The bytes as an open file; NULL after a message.
static inline RelaxWeightFile *weightFuzzOpen(const uint8_t *data, size_t size,
                                              RelaxError *error) {
  static FILE *file;
  if (!file) {
    // What the shared library asks for counts as well.
    cJSON_Hooks hooks = {malloc, free};
    cJSON_InitHooks(&hooks);
    file = tmpfile();
  }
  WEIGHT_FUZZ_CHECK(file && ftruncate(fileno(file), 0) == 0 &&
                        pwrite(fileno(file), data, size, 0) == (ssize_t)size,
                    "there is no temporary file");
  return relaxWeightFileOpen(dup(fileno(file)), error);
}

/// One entry; its bytes are read if they are not absurdly many.
static inline void weightFuzzRead(const RelaxWeightFile *file,
                                  const RelaxWeightEntry *entry) {
  RelaxError error = {0};
  size_t bound = 2 * (size_t)relaxWeightFileSize(file) + (64u << 20);
  WEIGHT_FUZZ_CHECK(relaxWeightFileFind(file, entry->name, &error) == entry,
                    "an entry is not found");
  if (entry->known && entry->numBytes <= bound) {
    uint8_t *bytes = malloc((size_t)entry->numBytes + 1);
    weightFuzzAsked = 0;
    bool good = relaxWeightFileRead(file, entry, bytes, &error);
    // A message, or elements in another order.
    WEIGHT_FUZZ_CHECK(weightFuzzAsked <= entry->numBytes + 4096,
                      "an entry takes more than its bytes");
    WEIGHT_FUZZ_CHECK(good != relaxErrorIsSet(&error),
                      "an entry that is not read without a message");
    WEIGHT_FUZZ_CHECK(
        relaxWeightEntryIs(entry, entry->dtype, entry->rank, entry->dims, NULL),
        "an entry has not its own type");
    RelaxStorage *mapped = relaxWeightFileMap(file, entry);
    WEIGHT_FUZZ_CHECK(!mapped ||
                          (good && mapped->bytes == entry->numBytes &&
                           memcmp(mapped->data, bytes, mapped->bytes) == 0),
                      "an entry has other bytes where it is mapped");
    relaxStorageRelease(mapped);
    free(bytes);
  }
  relaxErrorFree(&error);
}

/// Opens the file and reads of it. True if it was good.
static inline bool weightFuzzRun(const uint8_t *data, size_t size) {
  enum { READ = 16 }; // entries of a file, spread over it
  RelaxError error = {0};
  weightFuzzAsked = 0;
  RelaxWeightFile *file = weightFuzzOpen(data, size, &error);
  WEIGHT_FUZZ_CHECK(weightFuzzAsked <= 2 * size + (64u << 20),
                    "a directory takes too much memory");
  WEIGHT_FUZZ_CHECK((file != NULL) != relaxErrorIsSet(&error),
                    "a broken file without a message");
  relaxErrorFree(&error);
  if (!file)
    return false;
  size_t count = relaxWeightFileCount(file);
  for (size_t i = 0; i < count; i += 1 + count / READ)
    weightFuzzRead(file, relaxWeightFileEntry(file, i));
  WEIGHT_FUZZ_CHECK(
      count == 0 ||
          !relaxWeightFileFind(file, strRefFromC("there is none"), &error),
      "an entry is found");
  relaxErrorFree(&error);
  relaxWeightFileClose(file);
  return true;
}

#endif // RELAX_TEST_FUZZ_WEIGHTRUN_H
