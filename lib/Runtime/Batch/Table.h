//===- Table.h - the table of a policy ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the policy `fsm` does in each state, as text that can be read and
// edited:
//
//   encoding sort       # how what is ready becomes a state: States.h
//   types 0 1 !7        # all that the graphs may have; lower ones first
//   0 1 -> 1            # where 0 and 1 are ready, and 1 has more: 1
//
// A word is a name of a type (batchGraphAddType): no blanks, not `->`, not
// beginning with `#`, which begins a comment. `!` marks a type that cannot be
// batched. Blank lines mean nothing. Not thread safe while it is being made.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_BATCH_TABLE_H
#define RELAX_RUNTIME_BATCH_TABLE_H

#include "lib/Runtime/Batch/States.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Zero-initialise; stb_ds arrays.
typedef struct BatchTable {
  BatchEncoding encoding;
  BatchType *types; // names as in the text, so with the `!`
  BatchStates states;
  int32_t *actions; // by state: a type; one of the state but under BATCH_MAX
} BatchTable;

/// Reads a text into an empty table. False with what is wrong: `line 3: ...`.
/// Free the table in any case.
bool batchTableParse(StrRef text, BatchTable *table, RelaxError *error);
/// Appends the text of a table; reading it gives the same table.
void batchTablePrint(const BatchTable *table, StrBuf *out);
/// Appends a type; its number.
int32_t batchTableAddType(BatchTable *table, StrRef name);
/// What to do in a state from now on.
void batchTableSet(BatchTable *table, const int32_t *state, size_t count,
                   int32_t action);
void batchTableFree(BatchTable *table);

/// Fills the stb_ds array `*numbers`: by type of the graph, the table's. False
/// with a message if the graph has a type that the table does not know.
bool batchTableBind(const BatchTable *table, const BatchGraph *graph,
                    int32_t **numbers, RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_BATCH_TABLE_H
