//===- Alignment.h - an order in which batches need not be gathered -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A batch reads and writes lists of variables, a variable a lane each. Its
// kernel takes slices of memory as they are if there is one order of the lanes
// in which each list
// - is consecutive (adjacency), and
// - goes up (alignment).
// This finds an order of all variables in which that holds for as many batches
// as can be added one after the other (ED-Batch, section 3; the sets that are
// consecutive are kept in a PQ-tree):
//
// 1. each list is a consecutive set;
// 2. what must be consecutive within one list of a batch must be so, lane by
//    lane, within its others: until nothing changes;
// 3. then the trees of the lists of a batch are equal, lane by lane. Q-nodes
//    that correspond go the same way or opposite ways, children of P-nodes
//    that correspond come in the same order. A batch is refused if a Q-node
//    would have to go opposite to itself, or a child before itself.
//
// Steps 1 and 2 only leave out orders that are not wanted, and if step 3 finds
// no contradiction it gives an order: so a batch is refused only if no order
// serves it together with those before it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_ALIGNMENT_H
#define RELAX_RUNTIME_BATCH_ALIGNMENT_H

#include <stdbool.h>
#include <stdint.h>

/// The lists of a batch, one behind the other, `numLanes` variables each. The
/// variables of a list differ.
typedef struct BatchLists {
  int32_t numLanes, numLists; // at least 1
  const int32_t *vars;
} BatchLists;

typedef struct BatchAlignment BatchAlignment;

/// For variables 0 .. numVars - 1. Not thread safe.
BatchAlignment *batchAlignmentCreate(int32_t numVars);
void batchAlignmentDestroy(BatchAlignment *alignment);
/// Adds batches, whose lists outlive the alignment. False if no order serves
/// all of them together with those that were added; then nothing is changed.
bool batchAlignmentAdd(BatchAlignment *alignment, const BatchLists *batches,
                       int32_t numBatches);
/// An order that serves all batches that were added: the place of each variable
/// into `places`.
void batchAlignmentPlaces(BatchAlignment *alignment, int32_t *places);

/// Looks whether both hold literally. `lanes` (numLanes) gets the order of the
/// lanes, by the first list.
bool batchListsHold(const BatchLists *lists, const int32_t *places,
                    int32_t *lanes);

#endif // RELAX_RUNTIME_BATCH_ALIGNMENT_H
