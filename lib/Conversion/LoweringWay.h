//===- LoweringWay.h - how compiled mode runs a graph operation -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Asked of the tables of relax-decompose, relax-legalize and relax-to-vm, which
// alone know it: the report, the list of operators and docs/operators.md say
// what those passes do.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_LOWERINGWAY_H
#define RELAX_CONVERSION_LOWERINGWAY_H

#include "lib/Support/StringRef.h"

typedef enum RelaxWay {
  RELAX_WAY_NONE,       // reference mode only
  RELAX_WAY_DECOMPOSED, // written with other graph operations
  RELAX_WAY_KERNEL,     // a loop-level program, which becomes machine code
  RELAX_WAY_LIBRARY,    // a call of the runtime's op library
  RELAX_WAY_HOST, // instructions of the host program: no elements are read
  RELAX_NUM_WAYS
} RelaxWay;

/// The first way that compiled mode tries for an operation such as "relax.add".
RelaxWay relaxLoweringWay(StrRef operation);
/// One word: "kernel".
const char *relaxWayName(RelaxWay way);

#endif // RELAX_CONVERSION_LOWERINGWAY_H
