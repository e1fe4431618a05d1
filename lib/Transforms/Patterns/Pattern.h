//===- Pattern.h - patterns and rewrites, read from a file ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A file of `relax.pattern` and `relax.rewrite` (docs/patterns.md) as tables
// that a search walks without looking anything up by name. Everything lives in
// the arena and borrows from the module of the file.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_PATTERN_H
#define RELAX_TRANSFORMS_PATTERNS_PATTERN_H

#include "dialects/Relax/Pattern.h"
#include "dialects/Sym/SymAttributes.h"

typedef enum PatternValueKind {
  PATTERN_WILDCARD, // an argument
  PATTERN_RESULT,   // of an operation
  PATTERN_ANY,      // one of several values
  PATTERN_CHAIN,    // what operations make of a value
} PatternValueKind;

typedef struct PatternValue {
  PatternValueKind kind;
  MlirType type;
  size_t op;          // PATTERN_RESULT: the operation's number
  intptr_t result;    // and which result
  const size_t *from; // PATTERN_ANY: the choices; PATTERN_CHAIN: the start
  size_t numFrom;
  StrRef label;
  const StrRef *through; // PATTERN_CHAIN: names of operations
  size_t numThrough, most;
} PatternValue;

/// An attribute that an operation has to have.
typedef struct PatternAttribute {
  MlirStringRef name;
  MlirAttribute value; // as in the text
  MlirAttribute with;  // what `with` says instead, or null
} PatternAttribute;

typedef struct PatternOperation {
  MlirOperation op;
  StrRef name;
  const size_t *operands; // numbers of values
  size_t numOperands;
  const PatternAttribute *attributes;
  size_t numAttributes;
  bool commutative, once, constant;
} PatternOperation;

/// A condition with a name (Checks.c).
typedef struct PatternCheck {
  const struct PatternCheckRule *rule;
  const size_t *values;
  size_t numValues;
  const StrRef *names;
  size_t numNames;
} PatternCheck;

typedef struct Pattern {
  MlirOperation op; // the relax.pattern
  StrRef name;
  const PatternValue *values; // the arguments first
  size_t numValues, numArguments;
  const PatternOperation *ops;
  size_t numOps;
  const PatternCheck *checks;
  size_t numChecks;
  const size_t *roots; // numbers of values
  size_t numRoots;
  MlirAttribute facts;   // of `where`, or null
  const StrRef *rootOps; // names that the first root can have
  size_t numRootOps;     // 0: any
} Pattern;

typedef struct Rewrite {
  MlirOperation op; // the relax.rewrite
  StrRef name;
  const Pattern *pattern;
  MlirAttribute facts; // of its own `where`, or null
} Rewrite;

typedef struct PatternFile {
  Arena *arena;
  MlirModule module;
  Pattern *patterns;
  size_t numPatterns;
  Rewrite *rewrites; // in the order of the text
  size_t numRewrites;
} PatternFile;

/// The dialects that a file may use: a pass that reads one loads them.
#define PATTERN_DIALECTS                                                       \
  mlirGetDialectHandle__sym__, mlirGetDialectHandle__relax__

/// Reads and checks a file; false after reported errors, the first at `place`
/// if the file cannot be read. The caller frees it in either case.
bool patternFileRead(PatternFile *file, MlirOperation place, const char *pass,
                     StrRef path, Arena *arena);
void patternFileFree(PatternFile *file);
/// The patterns and rewrites of a module, which keeps them; no patternFileFree.
bool patternFileOf(PatternFile *file, MlirOperation module, Arena *arena);

/// The tables of one `relax.pattern`; false after a reported error.
bool patternBuild(Arena *arena, MlirOperation op, Pattern *pattern);
/// What cannot be seen of one operation: labels, symbols, types of results
/// (PatternCheckRewrite.c). False after a reported error.
bool patternCheckRewrite(Arena *arena, const Rewrite *rewrite);

#endif // RELAX_TRANSFORMS_PATTERNS_PATTERN_H
