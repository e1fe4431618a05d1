//===- TableDomain.h - sums over the same entries -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_TABLEDOMAIN_H
#define RELAX_SYM_TABLEDOMAIN_H

#include "lib/Sym/System.h"

/// Do two sums run over entries of one domain? Entries of two are no pairs,
/// whatever is known of each. They do if they have a table in common, or if one
/// of the facts is about a table of each.
bool tablesHaveOneDomain(SymBuilder *builder, const SymFactBase *facts,
                         const Atom *a, const Atom *b);

#endif // RELAX_SYM_TABLEDOMAIN_H
