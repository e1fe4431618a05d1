//===- Fault.h - rules that a test breaks on purpose (internal) -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The test of the prover's soundness must be able to find a fault. It is built
// with a copy of lib/Sym where SYM_FAULTS is defined; `symFault` then chooses
// the rule that is wrong. Everywhere else these are constants.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_FAULT_H
#define RELAX_SYM_FAULT_H

#include <stdbool.h>

typedef enum SymFault {
  SYM_FAULT_NONE,
  SYM_FAULT_SUBSTITUTION, // n = e with the sign of e turned
  SYM_FAULT_REMAINDER,    // x mod d <= d - 2
  SYM_FAULT_CONGRUENCE,   // a residue too large by 1
  SYM_FAULT_INTERVAL,     // a bound rounded the wrong way
  SYM_FAULT_OPPOSITE,     // p >= 0 from the clash of -p - 2 >= 0
  SYM_FAULT_ROUNDING,     // rows tightened by one too much
  SYM_FAULT_PRODUCT,      // the product of inequalities, less 1
  SYM_FAULT_SMALL,        // x mod d = x without x < d
  SYM_FAULT_CASE,         // min is its first operand
  SYM_FAULT_RESIDUE,      // the last residue is forgotten
  SYM_FAULT_LEMMA,        // d * q >= x - d + 2 for a quotient
  SYM_FAULT_CANCEL,       // factors cancelled that may be 0
  SYM_FAULT_DEFINED,      // divisors taken to be positive
  SYM_FAULT_WITNESS,      // a witness need not satisfy inequalities
  SYM_FAULT_CHAIN,        // a quotient's margin in a chain too large by 1
  SYM_FAULT_GRAIN,        // 2 * (x ceildiv (2 * d)) <= x ceildiv d
  SYM_FAULT_COUNT,
} SymFault;

#ifdef SYM_FAULTS
extern SymFault symFault; // defined by the test
/// Asks for a proof before anything is refuted: else the witnesses, which are
/// found first, would hide most rules that prove too much.
extern bool symProofFirst;
#define SYM_PROOF_FIRST symProofFirst
#define SYM_MEMO false // a fault would be remembered
#define SYM_BROKEN(rule) (symFault == (rule))
#else
#define SYM_BROKEN(rule) false
#define SYM_PROOF_FIRST false
#define SYM_MEMO true
#endif

#endif // RELAX_SYM_FAULT_H
