//===- FuseRows.h - calls that go through the same rows as one program ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Stitch fusion (BladeDISC's kStitch, on a CPU). Where FuseOps puts one body in
// the place of a load, here every compute stays what it is: programs whose
// outermost loops go through the same rows become one loop over the rows with
// all their computes in it. A row is worked on from the first to the last while
// it is in the cache. So there may be any number of reductions along the rows.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSEROWS_H
#define RELAX_TRANSFORMS_FUSION_FUSEROWS_H

#include "lib/Transforms/Fusion/FuseTIR.h"

/// All limits of the pass.
enum {
  ROWS_MAX_CALLS = 16,            // that become one program
  ROWS_MAX_COMPUTES = 48,         // of one call: pieces of a concatenation
  ROWS_MAX_ARGUMENTS = 64,        // buffers of a program
  ROWS_MAX_OPERATIONS = 512,      // code of a program
  ROWS_MAX_LOCAL_BYTES = 1 << 16, // of what is handed on in one row
  ROWS_LEAST_ROWS = 16,           // where their number is known: for threads
  ROWS_LONG_ROW = 1 << 15,        // worth threads, if there may be one row
  ROWS_LITTLE_ROW = 1 << 8,       // not worth them, however few there are
  // Rows of a round of the loop: of short ones several, while they stay in the
  // first cache and enough rounds are left for threads.
  ROWS_MAX_PANEL = 8,
  // Lanes of reductions lie across narrow rows, if they are many.
  ROWS_NARROW_ROW = 15,
  ROWS_NARROW_PANEL = 64,
  // Where nothing is reduced.
  ROWS_MAP_ROW = 1 << 12,   // elements of a row, if more dimensions may be rows
  ROWS_FLAT_PANEL = 1 << 9, // elements of a round over one dimension
  ROWS_MAX_APART = 8,       // operations between calls that share nothing
  ROWS_PANEL_BYTES = 1 << 13,
  ROWS_LEAST_PANELS = 8,
  ROWS_SHORT_ROW = 1 << 10, // elements for which there is room in any case
  ROWS_ROW_PAD = 16,        // or all rows would lie in the same cache sets
};

/// For tests: reasons that do not count, with `|` between them, and how often
/// one of them would have.
typedef struct RowsForce {
  StrRef reasons;
  uint64_t count;
} RowsForce;

/// A call of a program of computes that go through rows.
typedef struct RowsNode {
  FuseNode call;     // its operation, callee and symbols
  intptr_t position; // in the block, when it was read
  intptr_t numComputes;
  TirComputeAccesses *computes; // over symbols of the caller
  intptr_t numOperations;
  intptr_t numChecks;
  MlirOperation *checks; // computes of what is checked of inputs, in front
  intptr_t rows; // how many outermost iterators may be those of rows, at most
  bool reduces;  // then they are exactly those
  bool across;   // sums inside of a row do not go along it: short rows only
  const char *refusal; // why the call has to stay as it is
  RowsForce *force;    // reasons that do not count
} RowsNode;

typedef struct RowsGraph {
  FuseGraph base; // arena, symbols, function, facts and states
  MlirBlock block;
  struct RowsIndex *index; // of nodes, by call (stb_ds map)
  intptr_t numNodes;
  RowsNode *nodes;  // in block order
  RowsForce *force; // or NULL
} RowsGraph;

typedef struct RowsIndex {
  const void *key;
  intptr_t value;
} RowsIndex;

/// Is the reason one of those that do not count?
bool rowsIsForced(RowsForce *force, const char *reason);
/// Reads the calls of a block; every node is a group of its own.
void rowsReadGraph(RowsGraph *graph, MlirBlock block);
void rowsFreeGraph(RowsGraph *graph);
/// Reads one call; false if it has to stay as it is (FuseRowsNode.c).
bool rowsReadNode(RowsGraph *graph, MlirOperation call, RowsNode *node);
/// The node of a call; -1.
intptr_t rowsNodeOf(const RowsGraph *graph, MlirOperation op);
/// The node whose result a value is; -1.
intptr_t rowsProducer(const RowsGraph *graph, MlirValue value);
/// The operand of the call that an access of its program reads; null for its
/// result.
MlirValue rowsOperandOf(const RowsNode *node, const TirAccess *access);

/// Where the result of a member lies.
typedef enum RowsPlace {
  ROWS_RESULT,   // in a result of the program
  ROWS_LOCAL,    // in local memory, one row of it
  ROWS_IN_PLACE, // in the row of a member's result, until that is written;
                 // there is a version for short rows, where it is local
} RowsPlace;

typedef struct RowsPlan {
  RowsGraph *graph;
  Facts facts; // that hold before the first member
  intptr_t rows;
  intptr_t numMembers;
  intptr_t members[ROWS_MAX_CALLS]; // nodes, in block order
  RowsPlace places[ROWS_MAX_CALLS];
  intptr_t hosts[ROWS_MAX_CALLS]; // of those in place: the member
  bool reduces;                   // else they are maps
  int64_t panel;                  // rows of a round
  bool hasLong;                   // something is in place
  SymExpr length;                 // of its rows
  bool hasNarrow;                 // they are likely to be narrow
  MlirOperation before;           // where the call of the program goes
  const char *refusal;            // why there is no such program
} RowsPlan;

/// Plans the program of these nodes, in block order; false if there is none
/// that is right and of use (FuseRowsPlan.c).
bool rowsPlan(RowsGraph *graph, const intptr_t *members, intptr_t numMembers,
              RowsPlan *plan);
/// Sets the groups of all nodes (FuseRowsGroup.c).
void rowsFormGroups(RowsGraph *graph);
/// The nodes of two groups, or of one, in block order; 0 if there are too many.
intptr_t rowsMembersOf(const RowsGraph *graph, intptr_t a, intptr_t b,
                       intptr_t members[ROWS_MAX_CALLS]);
/// Decides where what members hand on lies (FuseRowsPlace.c).
void rowsPlaceValues(RowsPlan *plan);

//===----------------------------------------------------------------------===//
// Members (FuseRowsMembers.c)
//===----------------------------------------------------------------------===//

/// The member whose result an operand of a member is; -1.
intptr_t rowsMemberOf(const RowsPlan *plan, MlirValue operand);
bool rowsIsMember(const RowsPlan *plan, MlirOperation op);
/// Is something else than members a user of what member `m` computes?
bool rowsEscapes(const RowsPlan *plan, intptr_t m);
/// The product of constant extents of iterators [first, end); -1: one is
/// unknown.
int64_t rowsPoints(const TirComputeAccesses *compute, intptr_t first,
                   intptr_t end);
/// The points of the longest row; -1: unknown.
int64_t rowsLongest(const RowsPlan *plan);
/// The same by what facts say; INT64_MAX: nothing.
int64_t rowsAtMost(const RowsPlan *plan);
/// All have one dimension: a row is an element.
bool rowsAreElements(const RowsPlan *plan);
/// The largest value of an extent that the function's facts allow; INT64_MAX.
int64_t rowsMost(const RowsPlan *plan, SymExpr extent);
static inline RowsNode *rowsMember(const RowsPlan *plan, intptr_t m) {
  return &plan->graph->nodes[plan->members[m]];
}
/// The access to what a member writes.
static inline const TirAccess *rowsTarget(const RowsNode *node) {
  return node->computes[0].targets;
}

/// Builds the program (FuseRowsBuild.c). False, and nothing is built, if an
/// expression leaves the limits of lib/Sym.
bool rowsBuildProgram(RowsPlan *plan, StrRef name, FusedProgram *program);

#endif // RELAX_TRANSFORMS_FUSION_FUSEROWS_H
