//===- Symbols.h - dim_params as symbols ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A dim_param is any text (`unk__214`, `batch size`, `2 * n`). Equal texts are
// one symbol, different texts are different symbols, and each gets a name that
// the grammar of docs/language/dimensions.md allows.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_SYMBOLS_H
#define RELAX_FRONTEND_ONNX_IMPORT_SYMBOLS_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// Parses `options->renameDims`; NULL after an error.
ImportSymbols *importSymbolsCreate(Importer *importer);
/// The symbol of a dim_param. An empty one makes a fresh symbol from the
/// argument's name and the axis.
StrRef importSymbol(ImportSymbols *symbols, const char *dimParam,
                    StrRef argument, size_t axis);
/// A symbol of no dim_param, named like `text`.
StrRef importFreshSymbol(ImportSymbols *symbols, StrRef text);
/// After all inputs: every renamed dim_param must have occurred.
bool importSymbolsCheck(ImportSymbols *symbols);
/// Then: the facts of `options->facts`, about symbols of the inputs; null if
/// there are none. False after an error.
bool importFacts(ImportSymbols *symbols, MlirAttribute *facts);
void importSymbolsDestroy(ImportSymbols *symbols);

#endif // RELAX_FRONTEND_ONNX_IMPORT_SYMBOLS_H
