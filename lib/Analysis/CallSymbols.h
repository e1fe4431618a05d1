//===- CallSymbols.h - symbols of a program at a call ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_CALLSYMBOLS_H
#define RELAX_ANALYSIS_CALLSYMBOLS_H

#include "lib/Bridge/Core/Bridge.h"

/// The value of a symbol of `function` at a `relax.call_tir` of `program`,
/// which is the function, or has it as a version: the dim of the buffer that
/// binds it, else the expression in the call's `symbols (...)`, else null.
/// `types`: of the inputs, then the results.
MlirAttribute callSymbol(MlirOperation call, MlirOperation program,
                         MlirOperation function, const MlirType *types,
                         StrRef symbol);

#endif // RELAX_ANALYSIS_CALLSYMBOLS_H
