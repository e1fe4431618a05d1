//===- Bridge.h - what MLIR offers in C++ only, for C ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The C face of lib/Bridge/Core: parser primitives, diagnostics with notes and
// the queries that the MLIR C API lacks. Everything here may be called from
// several threads at a time on different operations.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_BRIDGE_H
#define RELAX_BRIDGE_CORE_BRIDGE_H

#include "lib/Support/StringRef.h"
#include "lib/Sym/Sym.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// MLIR's parser while it stands inside one of our types, attributes or
/// operations.
typedef struct BridgeParser {
  void *ptr;
} BridgeParser;

MlirContext bridgeParserContext(BridgeParser parser);
/// The token source for the expression grammar. Borrowed from `parser`.
SymTokens bridgeTokens(BridgeParser parser);
/// A type; false after one reported error.
bool bridgeParseType(BridgeParser parser, MlirType *type);
/// `@name`, as a flat symbol reference.
bool bridgeParseSymbolRef(BridgeParser parser, MlirAttribute *reference);
/// Reports one error at the next token.
void bridgeParserError(BridgeParser parser, const char *message);
/// Consumes `word` or `c`, or reports what was expected.
bool bridgeExpectKeyword(BridgeParser parser, const char *word);
bool bridgeExpectPunct(BridgeParser parser, char c);

//===----------------------------------------------------------------------===//
// Diagnostics: lower case, no final stop, subject in single quotes
//===----------------------------------------------------------------------===//

/// Emits and returns failure.
MlirLogicalResult bridgeEmitError(MlirLocation loc, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// With the prefix "'relax.add' op ", and a note where a symbol that the text
/// shows is bound (dialects/Sym/Shown.h).
MlirLogicalResult bridgeEmitOpError(MlirOperation op, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// An error at `loc`, where an operation is not made yet, with such a note:
/// `op` is beside it, or null.
MlirLogicalResult bridgeEmitErrorNear(MlirLocation loc, MlirOperation op,
                                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Who binds a symbol; `name` borrows from the text that shows it.
typedef struct BridgeBinder {
  StrRef name;
  MlirLocation loc;
} BridgeBinder;
/// An error with one note at another place.
MlirLogicalResult bridgeEmitErrorWithNote(MlirLocation loc, const char *text,
                                          MlirLocation noteLoc,
                                          const char *note);
void bridgeEmitRemark(MlirLocation loc, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void bridgeEmitWarning(MlirLocation loc, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// `type` with the types inside of it that `replace` gives an answer for in its
/// place; a null answer keeps one, and looks inside. Attributes are looked
/// through, too.
MlirType bridgeReplaceTypes(MlirType type,
                            MlirType (*replace)(MlirType part, void *userData),
                            void *userData);

/// Text of a type or attribute, appended.
void bridgePrintType(MlirType type, StrBuf *out);
void bridgePrintAttribute(MlirAttribute attribute, StrBuf *out);

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

/// A cache of symbol tables, valid while symbols are verified.
typedef struct BridgeSymbolTables {
  void *ptr;
} BridgeSymbolTables;
/// The operation named by the flat symbol reference, or null.
MlirOperation bridgeLookupSymbol(BridgeSymbolTables tables, MlirOperation from,
                                 MlirAttribute reference);
/// The same without a cache, from the nearest module.
MlirOperation bridgeLookupNearestSymbol(MlirOperation from, StrRef name);

/// The effects of an operation in the making; the hook adds to them.
typedef struct BridgeEffects {
  void *ptr;
} BridgeEffects;
/// The operation reads or writes what operand `operand` stands for.
void bridgeEffectsAddRead(BridgeEffects effects, MlirOperation op,
                          intptr_t operand);
void bridgeEffectsAddWrite(BridgeEffects effects, MlirOperation op,
                           intptr_t operand);

/// The operation may read and write anything.
void bridgeEffectsAddAny(BridgeEffects effects);

/// No memory effects at all, regions included.
bool bridgeIsPure(MlirOperation op);
/// Unused results would make it dead.
bool bridgeIsTriviallyDead(MlirOperation op);
bool bridgeIsTerminator(MlirOperation op);
/// Implements FunctionOpInterface (relax.func, tir.func, vm.func, func.func).
bool bridgeIsFunction(MlirOperation op);

/// The name that a person or an importer gave to a value (a NameLoc), or an
/// empty string.
StrRef bridgeLocationName(MlirLocation loc);
/// Appends `file:line:column` and returns true where the location says it.
bool bridgePrintPlace(MlirLocation loc, StrBuf *out);
/// `loc` with a value name in front.
MlirLocation bridgeNamedLocation(StrRef name, MlirLocation loc);
StrRef bridgeOpName(MlirOperation op);
/// Parses and verifies the text of a module; a null module after reported
/// errors, whose places are in a file called `name`.
MlirModule bridgeParseModule(MlirContext context, StrRef text,
                             const char *name);
/// A new name for a symbol operation: `base`, else `base_0`, `base_1`, ...
StrRef bridgeUniqueSymbol(MlirOperation module, StrRef base, Arena *arena);

static inline StrRef strRefFromMlir(MlirStringRef text) {
  return (StrRef){text.data, text.length};
}
static inline MlirStringRef strRefToMlir(StrRef text) {
  return mlirStringRefCreate(text.data, text.length);
}

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_BRIDGE_H
