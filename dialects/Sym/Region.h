//===- Region.h - the symbols of operations with regions ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// docs/language/symbols.md, rules 2 and 3. What flows into an operation with
// regions comes with its operands and with the values that its regions capture.
// A bare dimension of a region's entry argument binds if its symbol is not in
// scope; and a symbol that is in scope may only stand there if it flows in. So
// what a region binds can be told from the operation alone.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_SYM_REGION_H
#define RELAX_DIALECTS_SYM_REGION_H

#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Calls `visit` for every use, inside of the regions of `op`, of a value that
/// is defined outside of it.
void symWalkCaptured(MlirOperation op,
                     void (*visit)(MlirValue value, void *userData),
                     void *userData);
/// An operand or a captured value has the symbol in its type.
bool symFlowsInto(MlirOperation op, StrRef name);
/// The same of every symbol in the expression.
bool symAllFlowInto(MlirOperation op, MlirAttribute expr);
/// The names that entry arguments of the regions of `op` bind, in order: an
/// ArrayAttr of strings.
MlirAttribute symRegionBinds(MlirOperation op);
/// True if `names` (an ArrayAttr of strings, may be null) has the name.
bool symNamesHave(MlirAttribute names, StrRef name);

/// The function around `op`, or null.
MlirOperation symFunctionOf(MlirOperation op);
/// Where `function` binds the symbol: at an argument of it or of a region, by a
/// clause of its own or of an operation. False if nothing does.
bool symBinderLocation(MlirOperation function, StrRef name, MlirLocation *loc);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_SYM_REGION_H
