//===- Code.c - between flat codes and polynomials ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

#include <assert.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Well-formedness of foreign codes
//===----------------------------------------------------------------------===//

typedef struct Check {
  const int64_t *at, *end;
  size_t numSymbols;
} Check;

static bool checkWord(Check *check, int64_t *out) {
  if (check->at == check->end)
    return false;
  *out = *check->at++;
  return true;
}

/// A count of things that take at least `wordsEach` words.
static bool checkCount(Check *check, int64_t wordsEach, int64_t *out) {
  return checkWord(check, out) && *out >= 0 &&
         *out <= (check->end - check->at) / wordsEach;
}

static bool checkPoly(Check *check, unsigned depth);

static bool checkAtom(Check *check, unsigned depth) {
  int64_t kind, index;
  if (!checkWord(check, &kind))
    return false;
  if (kind == SYM_ATOM_SYMBOL)
    return checkWord(check, &index) && index >= 0 &&
           (uint64_t)index < check->numSymbols;
  // `?` is checked as a whole code.
  if (kind < SYM_ATOM_FLOORDIV || kind > SYM_ATOM_SUM ||
      kind == SYM_ATOM_UNKNOWN)
    return false;
  return depth < SYM_MAX_DEPTH && checkPoly(check, depth + 1) &&
         checkPoly(check, depth + 1);
}

static bool checkPoly(Check *check, unsigned depth) {
  int64_t numTerms, coefficient, numFactors;
  if (!checkCount(check, 2, &numTerms))
    return false;
  for (int64_t i = 0; i < numTerms; ++i) {
    if (!checkWord(check, &coefficient) || !checkCount(check, 2, &numFactors))
      return false;
    for (int64_t j = 0; j < numFactors; ++j)
      if (!checkAtom(check, depth))
        return false;
  }
  return true;
}

static bool isUnknownCode(const int64_t *code, size_t codeSize) {
  return codeSize == 4 && code[0] == 1 && code[1] == 1 && code[2] == 1 &&
         code[3] == SYM_ATOM_UNKNOWN;
}

bool symExprCodeIsWellFormed(const int64_t *code, size_t codeSize,
                             size_t numSymbols) {
  if (codeSize == 0 || codeSize > SYM_MAX_CODE)
    return false;
  if (isUnknownCode(code, codeSize))
    return true;
  Check check = {code, code + codeSize, numSymbols};
  return checkPoly(&check, 0) && check.at == check.end;
}

bool symExprIsUnknown(SymExpr expr) {
  return isUnknownCode(expr.code, expr.codeSize);
}

//===----------------------------------------------------------------------===//
// Decoding what is in normal form
//===----------------------------------------------------------------------===//

typedef struct Reader {
  SymBuilder *builder;
  const int64_t *at;
  const StrRef *symbols;
  const Poly *const *values; // only for rebuilding
} Reader;

static const Poly *decodePoly(Reader *reader);

static const Atom *decodeAtom(Reader *reader) {
  Atom *atom = ARENA_NEW(reader->builder->arena, Atom);
  atom->kind = (SymAtomKind)*reader->at++;
  if (atom->kind == SYM_ATOM_SYMBOL) {
    atom->name = reader->symbols[*reader->at++];
    return atom;
  }
  atom->lhs = decodePoly(reader);
  atom->rhs = decodePoly(reader);
  return atom;
}

static const Poly *decodePoly(Reader *reader) {
  Arena *arena = reader->builder->arena;
  const int64_t *start = reader->at;
  size_t numTerms = (size_t)*reader->at++;
  Term *terms = ARENA_ARRAY(arena, Term, numTerms);
  unsigned depth = 0;
  for (size_t i = 0; i < numTerms; ++i) {
    terms[i].coefficient = *reader->at++;
    terms[i].numFactors = (size_t)*reader->at++;
    const Atom **factors =
        ARENA_ARRAY(arena, const Atom *, terms[i].numFactors);
    for (size_t j = 0; j < terms[i].numFactors; ++j) {
      factors[j] = decodeAtom(reader);
      if (factors[j]->kind == SYM_ATOM_SYMBOL)
        continue;
      unsigned left = factors[j]->lhs->depth, right = factors[j]->rhs->depth;
      unsigned nested = 1 + (left > right ? left : right);
      depth = nested > depth ? nested : depth;
    }
    terms[i].factors = factors;
  }
  Poly *poly = ARENA_NEW(arena, Poly);
  *poly = (Poly){.numTerms = numTerms,
                 .terms = terms,
                 .words = (size_t)(reader->at - start),
                 .depth = depth};
  return poly;
}

const Poly *symDecode(SymBuilder *builder, SymExpr expr) {
  assert(symExprCodeIsWellFormed(expr.code, expr.codeSize, expr.numSymbols) &&
         "foreign codes are checked at the door");
  if (symExprIsUnknown(expr))
    return symPolyUnknown(builder);
  Reader reader = {builder, expr.code, expr.symbols, NULL};
  return decodePoly(&reader);
}

//===----------------------------------------------------------------------===//
// Rebuilding through the folding operations
//===----------------------------------------------------------------------===//

static const Poly *rebuildPoly(Reader *reader);

static const Poly *rebuildAtom(Reader *reader) {
  SymAtomKind kind = (SymAtomKind)*reader->at++;
  if (kind == SYM_ATOM_SYMBOL)
    return reader->values[*reader->at++];
  const Poly *lhs = rebuildPoly(reader);
  const Poly *rhs = lhs ? rebuildPoly(reader) : NULL;
  return symPolyBinary(reader->builder, kind, lhs, rhs);
}

static const Poly *rebuildPoly(Reader *reader) {
  SymBuilder *builder = reader->builder;
  size_t numTerms = (size_t)*reader->at++;
  const Poly **terms = ARENA_ARRAY(builder->arena, const Poly *, numTerms);
  for (size_t i = 0; i < numTerms; ++i) {
    int64_t coefficient = *reader->at++;
    int64_t numFactors = *reader->at++;
    const Poly *product = symPolyConst(builder, 1);
    for (int64_t j = 0; j < numFactors; ++j) {
      // After a failure the cursor is lost: stop reading.
      const Poly *factor = rebuildAtom(reader);
      product = symPolyMul(builder, product, factor);
      if (!product)
        return NULL;
    }
    terms[i] = symPolyScale(builder, product, coefficient);
    if (!terms[i])
      return NULL;
  }
  return symPolySum(builder, terms, numTerms);
}

const Poly *symRebuild(SymBuilder *builder, SymExpr expr,
                       const Poly *const *values) {
  if (symExprIsUnknown(expr))
    return symPolyUnknown(builder);
  Reader reader = {builder, expr.code, expr.symbols, values};
  return rebuildPoly(&reader);
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

/// One place where a symbol occurs in the code.
typedef struct Occurrence {
  StrRef name;
  size_t place; // 0, 1, 2, ... in the order of the code
  size_t first; // the first place of the same name
} Occurrence;

typedef struct Writer {
  int64_t *at;
  Occurrence *occurrences; // first run: filled
  const int64_t *indices;  // second run: by place
  size_t count;
} Writer;

/// Runs twice: the first time to see the symbols, the second time to number
/// them.
static void writePoly(Writer *writer, const Poly *poly) {
  *writer->at++ = (int64_t)poly->numTerms;
  for (size_t i = 0; i < poly->numTerms; ++i) {
    const Term *term = &poly->terms[i];
    *writer->at++ = term->coefficient;
    *writer->at++ = (int64_t)term->numFactors;
    for (size_t j = 0; j < term->numFactors; ++j) {
      const Atom *atom = term->factors[j];
      *writer->at++ = atom->kind;
      if (atom->kind != SYM_ATOM_SYMBOL) {
        writePoly(writer, atom->lhs);
        writePoly(writer, atom->rhs);
        continue;
      }
      size_t place = writer->count++;
      if (writer->indices)
        *writer->at++ = writer->indices[place];
      else
        writer->occurrences[place] = (Occurrence){atom->name, place, 0};
    }
  }
}

static int byName(const void *a, const void *b) {
  const Occurrence *x = a, *y = b;
  int order = strRefCompare(x->name, y->name);
  return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static int byPlace(const void *a, const void *b) {
  const Occurrence *x = a, *y = b;
  return (x->place > y->place) - (x->place < y->place);
}

/// Sorts by name and back, which finds the first place of every name without a
/// table; fills `symbols` and `indices` (by place).
static size_t numberSymbols(Occurrence *occurrences, size_t count,
                            StrRef *symbols, int64_t *indices) {
  if (count == 0)
    return 0;
  qsort(occurrences, count, sizeof(Occurrence), byName);
  for (size_t i = 0; i < count; ++i) {
    bool same =
        i > 0 && strRefEqual(occurrences[i - 1].name, occurrences[i].name);
    occurrences[i].first =
        same ? occurrences[i - 1].first : occurrences[i].place;
  }
  qsort(occurrences, count, sizeof(Occurrence), byPlace);
  size_t numSymbols = 0;
  for (size_t i = 0; i < count; ++i) {
    if (occurrences[i].first == i) {
      symbols[numSymbols] = occurrences[i].name;
      indices[i] = (int64_t)numSymbols++;
    } else {
      indices[i] = indices[occurrences[i].first];
    }
  }
  return numSymbols;
}

SymStatus symEncode(SymBuilder *builder, const Poly *poly, SymExpr *out) {
  if (!poly)
    return builder->status;
  if (poly->unknown) {
    static const int64_t code[] = {1, 1, 1, SYM_ATOM_UNKNOWN};
    *out = (SymExpr){code, 4, NULL, 0};
    return SYM_OK;
  }
  // An occurrence takes at least two words of code.
  size_t most = poly->words / 2;
  int64_t *code = ARENA_ARRAY(builder->arena, int64_t, poly->words);
  int64_t *indices = ARENA_ARRAY(builder->arena, int64_t, most);
  StrRef *symbols = ARENA_ARRAY(builder->arena, StrRef, most);
  Writer writer = {code, ARENA_ARRAY(builder->arena, Occurrence, most), NULL,
                   0};
  writePoly(&writer, poly);
  size_t numSymbols =
      numberSymbols(writer.occurrences, writer.count, symbols, indices);
  writer = (Writer){code, NULL, indices, 0};
  writePoly(&writer, poly);
  assert((size_t)(writer.at - code) == poly->words && "words miscounted");
  *out = (SymExpr){code, poly->words, symbols, numSymbols};
  return SYM_OK;
}
