//===- Program.h - loop-level programs, interpreted -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Interpreter/Programs. A `tir.func` of any stage (as legalized,
// half scheduled, lowered to scf, memref and vector) is translated once into a
// tree of nodes, one per operation, and walked: one element after the other,
// loops of any kind in order. It knows of every byte whether anything has
// written it, and stops where an access leaves its memory, or where what was
// never written decides something or goes out.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_PROGRAMS_PROGRAM_H
#define RELAX_INTERPRETER_PROGRAMS_PROGRAM_H

#include "lib/Interpreter/Module.h"

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A scalar, or a lane of a vector. Integers are kept with the sign of their
/// width (bools 0 or 1), floats rounded to their type.
typedef struct ProgCell {
  union {
    int64_t i;
    double f;
  };
  uint32_t lost; // 0, or the number, from 1, of the read of undefined memory
} ProgCell;

typedef struct ProgMemory {
  char *data;
  uint8_t *known; // one per byte, NULL: all are
  RelaxDType dtype;
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  StrRef name;
  bool isLocal;    // belongs to the run
  size_t capacity; // of local memory, in bytes
} ProgMemory;

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

/// An index expression over symbols (k-th: -1 - k) and cells.
typedef struct ProgExpr {
  SymExpr expr;
  const int32_t *sources; // one per symbol of the expression
  bool isConstant, isBare;
  int64_t constant;
} ProgExpr;

typedef struct ProgExprs {
  ProgExpr *exprs;
  intptr_t count;
} ProgExprs;

typedef struct ProgRun ProgRun;
typedef struct ProgNode ProgNode;
/// False after one message.
typedef bool (*ProgFunction)(ProgRun *run, const ProgNode *node);

typedef struct ProgBlock {
  ProgNode *nodes;
  intptr_t numNodes;
  const uint32_t *arguments; // cells
  intptr_t numArguments;
  const uint32_t *yields; // cells
  intptr_t numYields;
} ProgBlock;

/// A row of a table of operations; `function` is for `execute`.
typedef struct ProgEntry {
  const char *name; // "arith.addf"; NULL ends a table
  ProgFunction execute;
  void (*function)(void);
} ProgEntry;

struct ProgNode {
  const ProgEntry *entry;
  MlirOperation op;
  RelaxDType dtype, from; // elements of result 0, of operand 0
  int64_t lanes;          // of result 0; of operand 0 where there is no result
  const uint32_t *operands, *results; // cells or memories, as types say
  const int64_t *operandLanes;
  intptr_t numOperands, numResults;
  ProgExprs *lists; // index expressions, attribute by attribute
  intptr_t numLists;
  ProgBlock *blocks;
  intptr_t numBlocks;
  bool hasRun;
  int64_t choice;       // of a comparison, a reduction, a check
  const ProgCell *data; // of a constant
  // Of a compute: its reductions, and what their places are computed by.
  const ProgNode **reductions;
  const ProgNode **places;
  intptr_t numReductions, numPlaces;
  const ProgBlock *monoid; // of a reduction
  const ProgCell *identity;
};

typedef struct Prog {
  MlirOperation function;
  StrRef name;
  Arena *arena;
  ProgBlock body;
  StrRef *symbols;
  size_t numSymbols;
  uint32_t numCells, numMemories;
  ProgExprs *dims;   // per memory that an argument or a tir.alloc makes
  MlirType *types;   // per memory
  StrRef *names;     // per memory
  uint32_t *buffers; // memories of the arguments
  intptr_t numBuffers;
} Prog;

extern const ProgEntry progFloats[];
extern const ProgEntry progIntegers[];
extern const ProgEntry progConversions[];
extern const ProgEntry progAccesses[];
extern const ProgEntry progLoops[];
extern const ProgEntry progVectors[];

/// Translate.c. NULL with a message if an operation is not known.
Prog *progTranslate(MlirOperation function, Arena *arena, RelaxError *error);

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

typedef struct ProgLostRead {
  const ProgNode *node;
  const ProgMemory *memory;
  int64_t place;
} ProgLostRead;
enum { PROG_MAX_LOST = 4096 };

struct ProgRun {
  RelaxInterpreter *interpreter;
  const Prog *program;
  const int64_t *symbols;
  ProgCell *cells;
  ProgMemory *memories;
  int64_t *scratch; // of expressions
  ProgLostRead lost[PROG_MAX_LOST];
  uint32_t numLost;
  const char *failed; // the reason of a tir.check that did not hold
  RelaxError *error;
};

bool progRunBlock(ProgRun *run, const ProgBlock *block);

/// "file:3:5: " and the message; false.
bool progFail(ProgRun *run, const ProgNode *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// The cell is used where it must be known: an index, a condition, a result.
bool progMustKnow(ProgRun *run, const ProgNode *node, const ProgCell *cell,
                  const char *what);

/// Expr.c
bool progEval(ProgRun *run, const ProgNode *node, const ProgExpr *expr,
              int64_t *out);
/// Of a memory, or iterators of a compute.
enum { PROG_MAX_INDICES = 4 * RELAX_MAX_RANK };
/// The values of a list that has as many as the memory has dimensions.
bool progEvalAll(ProgRun *run, const ProgNode *node, const ProgExprs *list,
                 int64_t *out);

/// Memory.c: `*place` is the row-major number of the element; false if the
/// indices leave the memory, with or without a message.
bool progIsInside(const ProgMemory *memory, const int64_t *indices,
                  int64_t *place);
bool progPlaceOf(ProgRun *run, const ProgNode *node, const ProgMemory *memory,
                 const int64_t *indices, const char *verb, int64_t *place);
void progLoadCell(ProgRun *run, const ProgNode *node, const ProgMemory *memory,
                  int64_t place, ProgCell *cell);
bool progStoreCell(ProgRun *run, const ProgNode *node, ProgMemory *memory,
                   int64_t place, ProgCell cell);
/// Memory of the run, undefined.
bool progAllocate(ProgRun *run, const ProgNode *node, ProgMemory *memory);
/// The reduction's states become the identity.
bool progInitialise(ProgRun *run, const ProgNode *reduction);

/// `x` as a number of the type, with an error at random where the interpreter
/// is asked for them.
double progRound(ProgRun *run, RelaxDType dtype, double x);
int64_t progWrap(RelaxDType dtype, int64_t x);
/// The value without a sign.
uint64_t progUnsigned(RelaxDType dtype, int64_t x);

//===----------------------------------------------------------------------===//
// For the operations that call programs
//===----------------------------------------------------------------------===//

/// Runs the program on tensors in the order of its buffers. `given[k]` is the
/// value of the k-th symbol, or NULL: they are read off the tensors, then from
/// `frame` by `symbols` (a DictionaryAttr or null).
bool progCall(EvalFrame *frame, StrRef name, const RelaxTensor *const *buffers,
              intptr_t numBuffers, MlirAttribute symbols, const int64_t *given,
              RelaxError *error);

/// The same of a tir.func of any module, at the top of a call.
bool progCallFunction(RelaxInterpreter *interpreter, MlirOperation function,
                      const RelaxTensor *const *buffers, const int64_t *given,
                      RelaxError *error);

bool evalUndefinedTensor(RelaxDType dtype, int32_t rank, const int64_t *dims,
                         RelaxTensor *out, RelaxError *error);
/// One per byte of the tensor, or NULL: all are known.
uint8_t *evalKnownBytes(const RelaxTensor *tensor);
void evalSetKnown(const RelaxTensor *tensor, bool known);

#endif // RELAX_INTERPRETER_PROGRAMS_PROGRAM_H
