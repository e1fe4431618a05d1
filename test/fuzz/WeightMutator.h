//===- WeightMutator.h - breaks weight files ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Nearly all bytes of a weight file are elements, which cannot be wrong. So
// edits are made where no entry has its elements: numbers become edge values,
// in binary and in decimals, also all numbers of a value together (a zip file
// has everything twice), pieces move.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_WEIGHTMUTATOR_H
#define RELAX_TEST_FUZZ_WEIGHTMUTATOR_H

#include "test/fuzz/Random.h"
#include "test/fuzz/WeightRun.h"

#include <ctype.h>
#include <inttypes.h>

enum { WEIGHT_FUZZ_SPANS = 1 << 12, WEIGHT_FUZZ_PIECE = 64 };

/// Bytes `[begin, end)` that are no elements.
typedef struct WeightFuzzSpan {
  size_t begin, end;
} WeightFuzzSpan;

typedef struct WeightFuzzFile {
  uint8_t *data; // room for `capacity`
  size_t size, capacity;
  WeightFuzzSpan spans[WEIGHT_FUZZ_SPANS];
  size_t numSpans; // at least 1
  size_t total;    // bytes in spans
} WeightFuzzFile;

static inline void weightFuzzAddSpan(WeightFuzzFile *file, size_t begin,
                                     size_t end) {
  if (begin >= end || file->numSpans == WEIGHT_FUZZ_SPANS)
    return;
  file->spans[file->numSpans++] = (WeightFuzzSpan){begin, end};
  file->total += end - begin;
}

/// Finds the spans: of a file that cannot be read its begin and its end.
static inline void weightFuzzFindSpans(WeightFuzzFile *file) {
  enum { ENDS = 4096 };
  file->numSpans = file->total = 0;
  RelaxWeightFile *weights = weightFuzzOpen(file->data, file->size, NULL);
  size_t begin = 0;
  for (size_t i = 0; weights && i < relaxWeightFileCount(weights); ++i) {
    // Most often in the order of their places; a span too much does no harm.
    const RelaxWeightEntry *entry = relaxWeightFileEntry(weights, i);
    if (entry->offset == RELAX_WEIGHT_NOWHERE)
      continue;
    weightFuzzAddSpan(file, begin, (size_t)entry->offset);
    begin = (size_t)(entry->offset + entry->numBytes);
  }
  if (weights)
    weightFuzzAddSpan(file, begin, file->size);
  else if (file->size > 2 * ENDS)
    weightFuzzAddSpan(file, file->size - ENDS, file->size);
  if (!weights || file->numSpans == 0)
    weightFuzzAddSpan(file, 0, file->size < ENDS ? file->size : ENDS);
  relaxWeightFileClose(weights);
}

/// A place in one of the spans.
static inline size_t weightFuzzPlace(const WeightFuzzFile *file,
                                     Random *random) {
  size_t at = randomBelow(random, file->total);
  for (size_t i = 0; i < file->numSpans; ++i) {
    size_t length = file->spans[i].end - file->spans[i].begin;
    if (at < length)
      return file->spans[i].begin + at;
    at -= length;
  }
  return 0;
}

/// `removed` bytes at `at` become `size` others, which are not of the file.
static inline void weightFuzzReplace(WeightFuzzFile *file, size_t at,
                                     size_t removed, const void *bytes,
                                     size_t size) {
  if (removed > file->size - at)
    removed = file->size - at;
  if (file->size - removed + size > file->capacity)
    return;
  memmove(file->data + at + size, file->data + at + removed,
          file->size - at - removed);
  if (size)
    memcpy(file->data + at, bytes, size);
  file->size += size - removed;
}

/// An edge value, or the number that stands there and a little more.
static inline uint64_t weightFuzzNumber(const WeightFuzzFile *file, size_t at,
                                        Random *random) {
  uint64_t old = 0;
  size_t left = file->size - at;
  memcpy(&old, file->data + at, left < sizeof old ? left : sizeof old);
  switch (randomBelow(random, 4)) {
  case 0:
    return old + randomBelow(random, 9) - 4;
  case 1:
    return file->size + randomBelow(random, 9) - 4;
  default:
    return (uint64_t)randomEdge(random);
  }
}

static inline void weightFuzzPutNumber(WeightFuzzFile *file, size_t at,
                                       Random *random) {
  uint64_t value = weightFuzzNumber(file, at, random);
  size_t size = (size_t)1 << randomBelow(random, 4);
  if (size <= file->size - at)
    memcpy(file->data + at, &value, size);
}

/// The same four bytes everywhere.
static inline void weightFuzzPutEverywhere(WeightFuzzFile *file, size_t at,
                                           Random *random) {
  uint32_t old, value = (uint32_t)weightFuzzNumber(file, at, random);
  if (file->size - at < sizeof old)
    return;
  memcpy(&old, file->data + at, sizeof old);
  for (size_t i = 0; i < file->numSpans; ++i)
    for (size_t k = file->spans[i].begin;
         k + sizeof old <= file->spans[i].end && k + sizeof old <= file->size;
         ++k)
      if (memcmp(file->data + k, &old, sizeof old) == 0)
        memcpy(file->data + k, &value, sizeof value);
}

/// The next decimal number.
static inline void weightFuzzPutDecimal(WeightFuzzFile *file, size_t at,
                                        Random *random) {
  char text[32];
  while (at < file->size && !isdigit(file->data[at]))
    ++at;
  size_t end = at;
  while (end < file->size && isdigit(file->data[end]))
    ++end;
  int length =
      snprintf(text, sizeof text, "%" PRId64,
               randomBelow(random, 2) ? randomEdge(random)
                                      : (int64_t)randomBelow(random, 300));
  if (at < file->size)
    weightFuzzReplace(file, at, end - at, text, (size_t)length);
}

/// A character of structure, once or many times.
static inline void weightFuzzPutRun(WeightFuzzFile *file, size_t at,
                                    Random *random) {
  static const char characters[] = "[{\"',:]}()0-e\\ ";
  char run[600];
  size_t length = randomBelow(random, 3) ? 1 : randomBelow(random, sizeof run);
  memset(run, characters[randomBelow(random, sizeof characters - 1)],
         sizeof run);
  weightFuzzReplace(file, at, randomBelow(random, 2), run, length);
}

static inline void weightFuzzStep(WeightFuzzFile *file, Random *random) {
  uint8_t piece[WEIGHT_FUZZ_PIECE];
  size_t at = weightFuzzPlace(file, random);
  size_t from = weightFuzzPlace(file, random);
  size_t length = 1 + randomBelow(random, sizeof piece);
  if (length > file->size - from)
    length = file->size - from;
  memcpy(piece, file->data + from, length);
  switch (randomBelow(random, 10)) {
  case 0:
    file->data[at] = (uint8_t)randomNext(random);
    break;
  case 1:
  case 2:
    weightFuzzPutNumber(file, at, random);
    break;
  case 3:
    weightFuzzPutEverywhere(file, at, random);
    break;
  case 4:
  case 5:
    weightFuzzPutDecimal(file, at, random);
    break;
  case 6:
    weightFuzzPutRun(file, at, random);
    break;
  case 7: // copied, over others or between them
    weightFuzzReplace(file, at, randomBelow(random, 2) ? length : 0, piece,
                      length);
    break;
  case 8:
    weightFuzzReplace(file, at, length, NULL, 0);
    break;
  default: // the file is cut
    if (randomBelow(random, 4) == 0)
      file->size = at;
    break;
  }
}

/// One to three mutations of `data`, which has room for `capacity` bytes.
/// Returns the new size.
static inline size_t weightMutate(uint8_t *data, size_t size, size_t capacity,
                                  uint64_t seed) {
  static WeightFuzzFile file;
  Random random = {seed};
  file = (WeightFuzzFile){.data = data, .size = size, .capacity = capacity};
  for (size_t steps = 1 + randomBelow(&random, 3); file.size && steps > 0;
       --steps) {
    weightFuzzFindSpans(&file);
    weightFuzzStep(&file, &random);
  }
  return file.size;
}

#endif // RELAX_TEST_FUZZ_WEIGHTMUTATOR_H
