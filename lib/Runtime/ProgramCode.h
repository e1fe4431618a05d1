//===- ProgramCode.h - what the parts of a program share ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_PROGRAMCODE_H
#define RELAX_RUNTIME_PROGRAMCODE_H

#include "lib/Runtime/Program.h"

/// Sections of the compact file, in this order.
typedef enum SectionKind {
  SECTION_STRINGS = 1,
  SECTION_EXPRS = 2,
  SECTION_FACTS = 3,
  SECTION_KERNELS = 4,
  SECTION_ARMS = 5,
  SECTION_WEIGHTS = 6,
  SECTION_FUNCTIONS = 7,
  SECTION_TARGETS = 8,
  SECTION_DATA_TYPES = 9,
} SectionKind;

enum { NUM_SECTIONS = 9 };

/// Room for one more item in an arena array of `count` items. The old array is
/// left to the arena, so growing doubles.
void *relaxProgramGrow(Arena *arena, void *items, size_t count,
                       size_t *capacity, size_t itemSize);

/// A fact as lib/Sym prints it; the arrays stay the program's.
SymFact relaxFactEntrySym(const RelaxProgram *program, uint32_t fact);

/// Expressions, facts and what kernels take are well formed (part of
/// relaxProgramVerify).
bool relaxProgramVerifyTables(const RelaxProgram *program, RelaxError *error);

#endif // RELAX_RUNTIME_PROGRAMCODE_H
