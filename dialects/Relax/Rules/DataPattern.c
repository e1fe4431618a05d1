//===- DataPattern.c - which values patterns leave out --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Maranget, "Warnings for pattern matching", JFP 2007: rows of patterns, whose
// first column is taken apart constructor by constructor.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"

//===----------------------------------------------------------------------===//
// Patterns as attributes
//===----------------------------------------------------------------------===//

RelaxPatternKind relaxPatternKind(MlirAttribute pattern) {
  if (mlirAttributeIsAUnit(pattern))
    return RELAX_PATTERN_NAME;
  if (mlirAttributeIsAString(pattern))
    return strRefEqual(bridgeText(pattern), strRefFromC("_"))
               ? RELAX_PATTERN_ANY
               : RELAX_PATTERN_WRONG;
  if (!mlirAttributeIsAArray(pattern))
    return RELAX_PATTERN_WRONG;
  return mlirArrayAttrGetNumElements(pattern) &&
                 mlirAttributeIsAFlatSymbolRef(
                     mlirArrayAttrGetElement(pattern, 0))
             ? RELAX_PATTERN_CONSTRUCTOR
             : RELAX_PATTERN_TUPLE;
}

StrRef relaxPatternConstructor(MlirAttribute pattern) {
  return bridgeRefName(mlirArrayAttrGetElement(pattern, 0));
}

static intptr_t headLength(MlirAttribute pattern) {
  return relaxPatternKind(pattern) == RELAX_PATTERN_CONSTRUCTOR;
}

intptr_t relaxPatternNumParts(MlirAttribute pattern) {
  return mlirArrayAttrGetNumElements(pattern) - headLength(pattern);
}

MlirAttribute relaxPatternPart(MlirAttribute pattern, intptr_t index) {
  return mlirArrayAttrGetElement(pattern, index + headLength(pattern));
}

intptr_t relaxPatternNumNames(MlirAttribute pattern) {
  RelaxPatternKind kind = relaxPatternKind(pattern);
  intptr_t names = kind == RELAX_PATTERN_NAME;
  if (kind == RELAX_PATTERN_CONSTRUCTOR || kind == RELAX_PATTERN_TUPLE)
    for (intptr_t i = 0, e = relaxPatternNumParts(pattern); i < e; ++i)
      names += relaxPatternNumNames(relaxPatternPart(pattern, i));
  return names;
}

static bool isOpen(MlirAttribute pattern) {
  return relaxPatternKind(pattern) <= RELAX_PATTERN_ANY;
}

//===----------------------------------------------------------------------===//
// Rows and columns
//===----------------------------------------------------------------------===//

/// `numRows` rows of `numColumns` patterns each, one behind the other.
typedef struct Matrix {
  intptr_t numRows, numColumns;
  MlirAttribute *patterns;
  MlirType *types; // of the columns
} Matrix;

typedef struct Search {
  Arena *arena;
  const RelaxAdtScope *scope;
  MlirAttribute any; // "_"
  int64_t *budget;
} Search;

/// What the first column is taken apart into: the fields of a constructor, of
/// the only one of a tuple, or nothing (`head` is then not read).
typedef struct Head {
  StrRef name; // empty for a tuple
  intptr_t numParts;
  MlirType *types;
} Head;

/// The constructors of a type; 0 of one that has none.
static intptr_t headsOf(const Search *search, MlirType type, Head **heads) {
  if (mlirTypeIsATuple(type)) {
    Head *head = *heads = ARENA_NEW(search->arena, Head);
    head->numParts = mlirTupleTypeGetNumTypes(type);
    head->types = ARENA_ARRAY(search->arena, MlirType, head->numParts);
    for (intptr_t i = 0; i < head->numParts; ++i)
      head->types[i] = mlirTupleTypeGetType(type, i);
    return 1;
  }
  MlirOperation adt = relaxIsAdtType(type) ? relaxAdtFind(search->scope, type)
                                           : (MlirOperation){NULL};
  if (!adt.ptr)
    return 0;
  intptr_t count = mlirArrayAttrGetNumElements(relaxAdtGetConstructors(adt));
  *heads = ARENA_ARRAY(search->arena, Head, count);
  for (intptr_t i = 0; i < count; ++i) {
    RelaxConstructor constructor = relaxConstructorAt(adt, i);
    MlirAttribute own;
    (*heads)[i] = (Head){
        relaxConstructorName(constructor), constructor.numFields,
        relaxConstructorFields(search->arena, constructor, type, 0, &own)};
  }
  return count;
}

static bool fitsHead(MlirAttribute pattern, const Head *head) {
  if (!head->name.length)
    return relaxPatternKind(pattern) == RELAX_PATTERN_TUPLE;
  return relaxPatternKind(pattern) == RELAX_PATTERN_CONSTRUCTOR &&
         strRefEqual(relaxPatternConstructor(pattern), head->name);
}

/// The rows whose first pattern may be the head (null: those that take
/// anything), with its parts in the place of the first column.
static Matrix takeApart(const Search *search, const Matrix *matrix,
                        const Head *head) {
  intptr_t parts = head ? head->numParts : 0, old = matrix->numColumns;
  Matrix result = {.numColumns = old - 1 + parts};
  result.types = ARENA_ARRAY(search->arena, MlirType, result.numColumns + 1);
  result.patterns = ARENA_ARRAY(search->arena, MlirAttribute,
                                matrix->numRows * (result.numColumns + 1) + 1);
  for (intptr_t i = 0; i < result.numColumns; ++i)
    result.types[i] = i < parts ? head->types[i] : matrix->types[i - parts + 1];
  for (intptr_t r = 0; r < matrix->numRows; ++r) {
    const MlirAttribute *row = matrix->patterns + r * old;
    MlirAttribute *to = result.patterns + result.numRows * result.numColumns;
    if (!isOpen(row[0]) && !(head && fitsHead(row[0], head)))
      continue;
    for (intptr_t i = 0; i < result.numColumns; ++i)
      to[i] = i >= parts       ? row[i - parts + 1]
              : isOpen(row[0]) ? search->any
                               : relaxPatternPart(row[0], i);
    ++result.numRows;
  }
  return result;
}

static bool columnHas(const Matrix *matrix, const Head *head) {
  for (intptr_t r = 0; r < matrix->numRows; ++r)
    if (fitsHead(matrix->patterns[r * matrix->numColumns], head))
      return true;
  return false;
}

/// The first head that no row begins with, or `count`.
static intptr_t firstAbsent(const Matrix *matrix, const Head *heads,
                            intptr_t count) {
  intptr_t absent = 0;
  while (absent < count && columnHas(matrix, &heads[absent]))
    ++absent;
  return absent;
}

//===----------------------------------------------------------------------===//
// A value that is left out
//===----------------------------------------------------------------------===//

/// `@Node(_, @Leaf(_))` out of the texts of its parts.
static StrRef assemble(const Search *search, const Head *head,
                       const StrRef *parts) {
  StrBuf text = {0};
  if (head->name.length) {
    strBufAppendC(&text, "@");
    strBufAppend(&text, head->name);
  }
  for (intptr_t i = 0; i < head->numParts; ++i) {
    strBufAppendC(&text, i ? ", " : "(");
    strBufAppend(&text, parts[i]);
  }
  strBufAppendC(&text, head->numParts           ? ")"
                       : head->name.length == 0 ? "()"
                                                : "");
  return arenaKeep(search->arena, &text);
}

/// Texts for the columns of a row that no row of the matrix fits; NULL if there
/// is none.
static StrRef *missing(const Search *search, const Matrix *matrix);

static StrRef *missingBelow(const Search *search, const Matrix *matrix,
                            const Head *head) {
  Matrix below = takeApart(search, matrix, head);
  StrRef *parts = missing(search, &below);
  if (!parts)
    return NULL;
  StrRef *texts = ARENA_ARRAY(search->arena, StrRef, matrix->numColumns);
  texts[0] = assemble(search, head, parts);
  for (intptr_t i = 1; i < matrix->numColumns; ++i)
    texts[i] = parts[head->numParts + i - 1];
  return texts;
}

static StrRef *missing(const Search *search, const Matrix *matrix) {
  if (*search->budget <= 0 || !--*search->budget)
    return NULL;
  if (!matrix->numColumns)
    return matrix->numRows ? NULL : ARENA_ARRAY(search->arena, StrRef, 1);
  Head *heads = NULL;
  intptr_t count = headsOf(search, matrix->types[0], &heads);
  intptr_t absent = firstAbsent(matrix, heads, count);
  if (count && absent == count) {
    StrRef *texts = NULL;
    for (intptr_t i = 0; !texts && i < count; ++i)
      texts = missingBelow(search, matrix, &heads[i]);
    return texts;
  }
  Matrix others = takeApart(search, matrix, NULL);
  StrRef *rest = missing(search, &others);
  if (!rest)
    return NULL;
  StrRef *texts = ARENA_ARRAY(search->arena, StrRef, matrix->numColumns);
  bool anyHead = false;
  for (intptr_t i = 0; i < count; ++i)
    anyHead |= columnHas(matrix, &heads[i]);
  texts[0] = strRefFromC("_");
  if (anyHead) {
    StrRef *open =
        ARENA_ARRAY(search->arena, StrRef, heads[absent].numParts + 1);
    for (intptr_t i = 0; i < heads[absent].numParts; ++i)
      open[i] = strRefFromC("_");
    texts[0] = assemble(search, &heads[absent], open);
  }
  for (intptr_t i = 1; i < matrix->numColumns; ++i)
    texts[i] = rest[i - 1];
  return texts;
}

StrRef relaxPatternMissing(Arena *arena, const RelaxAdtScope *scope,
                           MlirType type, intptr_t count,
                           const MlirAttribute *patterns, int64_t *budget) {
  MlirContext context = mlirTypeGetContext(type);
  Search search = {
      arena, scope,
      mlirStringAttrGet(context, mlirStringRefCreateFromCString("_")), budget};
  Matrix matrix = {count, 1, ARENA_ARRAY(arena, MlirAttribute, count + 1),
                   &type};
  for (intptr_t i = 0; i < count; ++i)
    matrix.patterns[i] = patterns[i];
  StrRef *texts = missing(&search, &matrix);
  return texts && *budget > 0 ? texts[0] : (StrRef){NULL, 0};
}

//===----------------------------------------------------------------------===//
// A case that never runs
//===----------------------------------------------------------------------===//

/// Some row fits the last one of the matrix and none of those before it.
static bool useful(const Search *search, const Matrix *matrix) {
  if (*search->budget <= 0 || !--*search->budget)
    return true;
  if (!matrix->numColumns)
    return matrix->numRows == 1;
  MlirAttribute last =
      matrix->patterns[(matrix->numRows - 1) * matrix->numColumns];
  Matrix before = *matrix;
  --before.numRows;
  Head *heads = NULL;
  intptr_t count = headsOf(search, matrix->types[0], &heads);
  bool complete = count && firstAbsent(&before, heads, count) == count;
  for (intptr_t i = 0; i < count; ++i) {
    if (isOpen(last) ? !complete : !fitsHead(last, &heads[i]))
      continue;
    Matrix below = takeApart(search, matrix, &heads[i]);
    if (useful(search, &below))
      return true;
  }
  if (!isOpen(last) || complete)
    return false;
  Matrix others = takeApart(search, matrix, NULL);
  return useful(search, &others);
}

bool relaxPatternUseful(Arena *arena, const RelaxAdtScope *scope, MlirType type,
                        intptr_t count, const MlirAttribute *patterns,
                        int64_t *budget) {
  MlirContext context = mlirTypeGetContext(type);
  Search search = {
      arena, scope,
      mlirStringAttrGet(context, mlirStringRefCreateFromCString("_")), budget};
  Matrix matrix = {count + 1, 1, ARENA_ARRAY(arena, MlirAttribute, count + 1),
                   &type};
  for (intptr_t i = 0; i <= count; ++i)
    matrix.patterns[i] = patterns[i];
  return useful(&search, &matrix);
}
