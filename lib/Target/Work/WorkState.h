//===- WorkState.h - loops and integers of a kernel ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Target/Work.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_WORK_WORKSTATE_H
#define RELAX_TARGET_WORK_WORKSTATE_H

#include "lib/Sym/Sym.h"
#include "lib/Target/Work/Work.h"

enum { WORK_MAX_DEPTH = 64 };

typedef enum WorkIntKind {
  WORK_INT_UNKNOWN,
  WORK_INT_CONST,  // value
  WORK_INT_SYMBOL, // value: its index
  WORK_INT_ITER,   // value: the depth of the loop
  WORK_INT_LOAD,   // value: the argument; of its element operands[0]
  WORK_INT_ADD,
  WORK_INT_SUB,
  WORK_INT_MUL,
  WORK_INT_DIV, // towards zero
  WORK_INT_REM,
  WORK_INT_CEILDIV,
  WORK_INT_FLOORDIV,
  WORK_INT_MIN,
  WORK_INT_MAX,
  WORK_INT_AND,
  WORK_INT_OR,
  WORK_INT_XOR,
  WORK_INT_COMPARE, // value: the predicate of arith.cmpi
  WORK_INT_SELECT,
} WorkIntKind;

/// An integer of the program, from others: indices into `RelaxWork::ints`.
typedef struct WorkInt {
  WorkIntKind kind;
  int64_t value;
  uint32_t operands[3];
  uint64_t depths; // of the loops whose iterators are in it
} WorkInt;

typedef enum WorkKind {
  WORK_LOOP,  // lower, upper, step
  WORK_IF,    // condition; `other` is where the else branch begins
  WORK_COUNT, // lanes; adds to counter `place`
} WorkKind;

typedef struct WorkNode {
  WorkKind kind;
  uint32_t operands[3]; // of `ints`
  uint32_t end;         // LOOP, IF: behind the body
  uint32_t other;
  uint32_t place;
  uint64_t factor; // COUNT: so many operations of these lanes
  uint32_t depth;  // LOOP
  bool differs;    // LOOP: rounds are not alike
} WorkNode;

/// Counter 0 is of multiply-adds, then two for each argument: elements that
/// are read, and written.
enum { WORK_OPERATIONS = 0, WORK_ARGUMENTS = 1 };

/// A buffer argument: its extents are expressions of symbols.
typedef struct WorkArgument {
  uint64_t elementBytes;
  size_t rank;
  SymExpr *dims;
  uint32_t **symbols; // of each extent: indices of its symbols
} WorkArgument;

struct RelaxWork {
  Arena *arena;
  WorkInt *ints;   // stb_ds
  WorkNode *nodes; // stb_ds
  WorkArgument *arguments;
  size_t numArguments;
  size_t numCounters;
};

#endif // RELAX_TARGET_WORK_WORKSTATE_H
