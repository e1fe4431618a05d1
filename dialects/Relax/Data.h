//===- Data.h - constructors of data types, patterns ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A pattern is an attribute: `unit` for a name, the string "_" for anything, an
// array that begins with a symbol reference for a constructor with patterns for
// its fields, any other array for a tuple of patterns. Names stand for the
// arguments of the case's region, in the order of the text.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_DATA_H
#define RELAX_DIALECTS_RELAX_DATA_H

#include "dialects/Relax/Match.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

/// `holds` of all arguments of two instances of one data type.
bool relaxAdtArgumentsHold(MlirType a, MlirType b,
                           bool (*holds)(MlirType, MlirType));

/// Where data types are looked up: in the module around `from`, by `tables`
/// while symbols are verified (else null).
typedef struct RelaxAdtScope {
  MlirOperation from;
  const BridgeSymbolTables *tables;
} RelaxAdtScope;

typedef struct RelaxConstructor {
  MlirOperation adt;
  intptr_t index; // in the order of the declaration
  intptr_t numFields;
} RelaxConstructor;

/// The `relax.adt` that a `!relax.adt` names, with as many parameters as it has
/// arguments; null if there is none.
MlirOperation relaxAdtFind(const RelaxAdtScope *scope, MlirType type);
/// False if it has no constructor of that name.
bool relaxConstructorFind(MlirOperation adt, StrRef name,
                          RelaxConstructor *constructor);
RelaxConstructor relaxConstructorAt(MlirOperation adt, intptr_t index);
StrRef relaxConstructorName(RelaxConstructor constructor);
/// The types of the fields in a value of type `type` (arena array). Symbols of
/// the constructor's own get names that no text has, different ones for each
/// `instance`, and are collected in `own` (an ArrayAttr of strings).
MlirType *relaxConstructorFields(Arena *arena, RelaxConstructor constructor,
                                 MlirType type, int instance,
                                 MlirAttribute *own);
/// The types of the fields as they are declared (arena array); `*facts` is what
/// `where` says over their symbols, or null.
MlirType *relaxConstructorDeclared(Arena *arena, RelaxConstructor constructor,
                                   MlirAttribute *facts);
/// What its `where` says over the symbols of `relaxConstructorFields`, an array
/// of facts; null if it says nothing.
MlirAttribute relaxConstructorFacts(Arena *arena, RelaxConstructor constructor,
                                    MlirType type, int instance);
/// The same with `?` for the constructor's own symbols: what is known of a
/// field of one value.
MlirType relaxFieldType(Arena *arena, RelaxConstructor constructor,
                        MlirType type, intptr_t field);

/// The constructor `name` of `type`; false after an error at `op`.
bool relaxConstructorOf(MlirOperation op, const RelaxAdtScope *scope,
                        MlirType type, StrRef name,
                        RelaxConstructor *constructor);
/// That of a relax.construct; false after an error.
bool relaxConstructorMade(MlirOperation construct, const RelaxAdtScope *scope,
                          RelaxConstructor *constructor);
/// Every data type inside of `type` is one of the module, every type parameter
/// in `params` (names; may be null). `where` says what has the type; `tables`
/// may be null.
MlirLogicalResult relaxCheckDataTypes(MlirOperation op, MlirType type,
                                      MlirAttribute params,
                                      const BridgeSymbolTables *tables,
                                      const char *where);

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

typedef enum RelaxPatternKind {
  RELAX_PATTERN_NAME,
  RELAX_PATTERN_ANY,
  RELAX_PATTERN_CONSTRUCTOR,
  RELAX_PATTERN_TUPLE,
  RELAX_PATTERN_WRONG, // no attribute of a pattern
} RelaxPatternKind;

RelaxPatternKind relaxPatternKind(MlirAttribute pattern);
/// The constructor's name.
StrRef relaxPatternConstructor(MlirAttribute pattern);
/// Parts of a constructor or a tuple.
intptr_t relaxPatternNumParts(MlirAttribute pattern);
MlirAttribute relaxPatternPart(MlirAttribute pattern, intptr_t index);
/// What the constructors in the pattern of a case say of the symbols that its
/// names have, an array of facts.
MlirAttribute relaxMatchCaseFacts(Arena *arena, MlirOperation match,
                                  intptr_t index);
/// The names in a pattern, parts included.
intptr_t relaxPatternNumNames(MlirAttribute pattern);

/// A value of `type` that none of the patterns fits, as the text of a pattern
/// in the arena; empty if there is none. Patterns fit the type. `*budget` steps
/// are made at most; then it is 0, and nothing is said.
/// Maranget, "Warnings for pattern matching", JFP 2007, section 3.
StrRef relaxPatternMissing(Arena *arena, const RelaxAdtScope *scope,
                           MlirType type, intptr_t count,
                           const MlirAttribute *patterns, int64_t *budget);
/// Some value fits `patterns[count]` and none of the `count` before it.
bool relaxPatternUseful(Arena *arena, const RelaxAdtScope *scope, MlirType type,
                        intptr_t count, const MlirAttribute *patterns,
                        int64_t *budget);
enum { RELAX_PATTERN_BUDGET = 100000 };

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_DATA_H
