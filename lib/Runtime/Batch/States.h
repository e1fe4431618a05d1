//===- States.h - what the ready types look like, as a number -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A state is a short list of types that describes what is ready; equal lists
// get one number, from 0 in the order of coming.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_STATES_H
#define RELAX_RUNTIME_BATCH_STATES_H

#include "lib/Runtime/Batch/Frontier.h"

/// How what is ready becomes a list (ED-Batch, section 2.2).
typedef enum BatchEncoding {
  BATCH_BASE, // the types that are ready, ascending
  BATCH_MAX,  // the type with the most ready nodes
  BATCH_SORT, // the types that are ready, by their ready nodes; the last has
              // the most, and is the lowest of those that have as many
} BatchEncoding;

enum { BATCH_NUM_ENCODINGS = 3 };
/// "base", "max", "sort".
const char *batchEncodingName(BatchEncoding encoding);
/// False if there is none of that name.
bool batchEncodingFind(StrRef name, BatchEncoding *encoding);

/// Writes the list to the stb_ds array `*state`; `*keys` is another one, to
/// work with. `numbers` says how each type of the graph is called in it, and
/// which is lower; types of one number are one.
void batchEncode(BatchEncoding encoding, const BatchFrontier *frontier,
                 const int32_t *numbers, int32_t **state, int64_t **keys);
/// Of the ready types of a number the one with the most ready nodes, then the
/// lower one; -1 if none is ready.
int32_t batchReadyOf(const BatchFrontier *frontier, const int32_t *numbers,
                     int32_t number);

/// Zero-initialise; stb_ds arrays.
typedef struct BatchStates {
  size_t *ends;   // by state: where it ends in `words`
  int32_t *words; //
  int32_t *slots; // a hash table of states; -1: free
  size_t longest; // of the lists
} BatchStates;

/// The number of a list; -1 if there is none.
int32_t batchStatesFind(const BatchStates *states, const int32_t *words,
                        size_t count);
/// The number of a list that may be new.
int32_t batchStatesAdd(BatchStates *states, const int32_t *words, size_t count);
/// Borrows the list of a state, until the next one is added.
const int32_t *batchStatesGet(const BatchStates *states, int32_t state,
                              size_t *count);
void batchStatesFree(BatchStates *states);

#endif // RELAX_RUNTIME_BATCH_STATES_H
