//===- TableFacts.c - questions about tables ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/TableFacts.h"
#include "lib/Sym/Ask.h"
#include "lib/Sym/TableDomain.h"

#include <string.h>

enum { MAX_TABLES = 16, MAX_SUMS = 16 };

/// One question, with what it and the facts have to do with tables.
typedef struct Inquiry {
  SymBuilder builder;
  StrRef tables[MAX_TABLES];
  size_t numTables;
  const Atom *sums[MAX_SUMS];
  size_t numSums;
  bool tooMany;       // tables: nothing is known then
  bool spokenOf;      // a fact or the question is about a read or a sum
  SymFactBase *all;   // extents only, reads and sums among them
  SymFactBase *entry; // and what holds of one entry
  size_t numEntryFacts;
} Inquiry;

static bool isTable(const Inquiry *inquiry, StrRef name) {
  for (size_t i = 0; i < inquiry->numTables; ++i)
    if (strRefEqual(inquiry->tables[i], name))
      return true;
  return false;
}

static void addTable(Inquiry *inquiry, StrRef name) {
  if (isTable(inquiry, name))
    return;
  if (inquiry->numTables == MAX_TABLES)
    inquiry->tooMany = true;
  else
    inquiry->tables[inquiry->numTables++] = name;
}

static void addSum(Inquiry *inquiry, const Atom *sum) {
  for (size_t i = 0; i < inquiry->numSums; ++i)
    if (symAtomCompare(inquiry->sums[i], sum) == 0)
      return;
  if (inquiry->numSums < MAX_SUMS)
    inquiry->sums[inquiry->numSums++] = sum;
}

static void collectNames(void *state, const Atom *atom) {
  if (atom->kind == SYM_ATOM_SYMBOL)
    addTable(state, atom->name);
}

static void collect(void *state, const Atom *atom) {
  Inquiry *inquiry = state;
  if (atom->kind == SYM_ATOM_SUM) {
    addSum(inquiry, atom);
    proverVisitAtoms(atom->lhs, collectNames, inquiry);
  } else if (atom->kind == SYM_ATOM_LEN) {
    proverVisitAtoms(atom->lhs, collectNames, inquiry);
  }
}

static void collectFrom(Inquiry *inquiry, SymExpr expr) {
  if (symExprHasTables(expr))
    proverVisitAtoms(symDecode(&inquiry->builder, expr), collect, inquiry);
}

//===----------------------------------------------------------------------===//
// Extents in the place of reads and sums
//===----------------------------------------------------------------------===//

/// An extent named by the text; a sum that may be negative is the difference of
/// two.
static const Poly *nameAtom(void *state, SymBuilder *builder,
                            const Atom *atom) {
  (void)state;
  if (!symAtomIsTable(atom))
    return NULL;
  SymExpr expr;
  if (symEncode(builder, symPolyOfAtom(builder, atom), &expr) != SYM_OK)
    return NULL;
  StrBuf text = {0};
  symExprPrint(expr, &text);
  StrRef name =
      arenaCopyString(builder->arena, (StrRef){text.data, text.length});
  strBufAppendC(&text, "-");
  StrRef below =
      arenaCopyString(builder->arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  const Poly *value = symPolySymbol(builder, name);
  return symAtomRange(atom, NULL).low >= 0
             ? value
             : symPolySub(builder, value, symPolySymbol(builder, below));
}

static const Poly *named(Inquiry *inquiry, const Poly *poly) {
  return proverRewrite(&inquiry->builder, poly, nameAtom, NULL);
}

static bool nameExpr(Inquiry *inquiry, SymExpr *expr) {
  if (!symExprHasTables(*expr))
    return true;
  inquiry->spokenOf = true;
  const Poly *poly = named(inquiry, symDecode(&inquiry->builder, *expr));
  return symEncode(&inquiry->builder, poly, expr) == SYM_OK;
}

static bool nameFact(Inquiry *inquiry, SymFact *fact) {
  return nameExpr(inquiry, &fact->lhs) &&
         (!proverHasRhs(*fact) || nameExpr(inquiry, &fact->rhs));
}

static void findBare(void *state, const Atom *atom) {
  Inquiry *inquiry = state;
  inquiry->tooMany |=
      atom->kind == SYM_ATOM_SYMBOL && isTable(inquiry, atom->name);
}

/// A table stands for each of its entries in the (named) fact.
static bool isOfEntry(Inquiry *inquiry, SymFact fact) {
  Inquiry probe = *inquiry;
  probe.tooMany = false;
  proverVisitAtoms(symDecode(&inquiry->builder, fact.lhs), findBare, &probe);
  if (proverHasRhs(fact))
    proverVisitAtoms(symDecode(&inquiry->builder, fact.rhs), findBare, &probe);
  return probe.tooMany;
}

/// `0 <= sum(len)`, which says nothing of an extent.
static bool saysNothing(SymFact fact) {
  StrRef name;
  return fact.kind == SYM_FACT_LE && symExprIs(fact.lhs, 0) &&
         symExprIsSymbol(fact.rhs, &name);
}

static void addFacts(Inquiry *inquiry, SymFactBase *base) {
  for (size_t i = 0; i < base->numFacts; ++i) {
    SymFact fact = base->facts[i].fact;
    bool spokenOf = inquiry->spokenOf;
    if (fact.likely || proverHasUnknown(fact) || !nameFact(inquiry, &fact))
      continue;
    if (saysNothing(fact)) {
      inquiry->spokenOf = spokenOf;
      continue;
    }
    bool ofEntry = isOfEntry(inquiry, fact);
    inquiry->numEntryFacts += ofEntry;
    symFactBaseAdd(inquiry->entry, fact);
    if (!ofEntry)
      symFactBaseAdd(inquiry->all, fact);
  }
}

static void begin(Inquiry *inquiry, SymFactBase *base) {
  for (size_t i = 0; i < base->numFacts; ++i) {
    SymFact fact = base->facts[i].fact;
    collectFrom(inquiry, fact.lhs);
    if (proverHasRhs(fact))
      collectFrom(inquiry, fact.rhs);
  }
  inquiry->all = symFactBaseCreate(NULL, 0);
  inquiry->entry = symFactBaseCreate(NULL, 0);
  if (!inquiry->tooMany)
    addFacts(inquiry, base);
}

static void end(Inquiry *inquiry) {
  symFactBaseDestroy(inquiry->all);
  symFactBaseDestroy(inquiry->entry);
  arenaDestroy(inquiry->builder.arena);
}

//===----------------------------------------------------------------------===//
// From entries to sums
//===----------------------------------------------------------------------===//

/// `inner >= 0` for every entry, so `outer`, its sum, is.
static void learn(Inquiry *inquiry, const Poly *inner, const Poly *outer) {
  SymExpr entry, sum;
  SymExpr zero = symExprConst(inquiry->builder.arena, 0);
  outer = outer ? named(inquiry, outer) : NULL;
  if (!inner || !outer ||
      symEncode(&inquiry->builder, inner, &entry) != SYM_OK ||
      symEncode(&inquiry->builder, outer, &sum) != SYM_OK ||
      askExtents(inquiry->entry,
                 (SymQuestion){{.kind = SYM_FACT_LE, .lhs = zero, .rhs = entry},
                               false},
                 NULL) != SYM_YES)
    return;
  SymFact fact = {.kind = SYM_FACT_LE, .lhs = zero, .rhs = sum};
  symFactBaseAdd(inquiry->all, fact);
}

/// The factors of a term but for the sum among them, which there must be once.
static const Poly *inFront(Inquiry *inquiry, const Term *term,
                           const Atom **sum) {
  const Poly *front = symPolyConst(&inquiry->builder, term->coefficient);
  *sum = NULL;
  for (size_t i = 0; i < term->numFactors; ++i) {
    const Atom *factor = term->factors[i];
    if (factor->kind == SYM_ATOM_SUM && !*sum)
      *sum = factor;
    else if (symAtomIsTable(factor))
      return NULL;
    else
      front = symPolyMul(&inquiry->builder, front,
                         symPolyOfAtom(&inquiry->builder, factor));
  }
  return *sum ? front : NULL;
}

/// The part of a difference that is a sum over entries: as it is for one entry,
/// and as a whole.
static void learnDifference(Inquiry *inquiry, SymFact fact) {
  SymBuilder *builder = &inquiry->builder;
  const Poly *difference = symPolySub(builder, symDecode(builder, fact.rhs),
                                      symDecode(builder, fact.lhs));
  if (!difference)
    return;
  const Poly *inner = symPolyConst(builder, 0), *outer = inner;
  const Atom *first = NULL, *sum;
  for (size_t i = 0; i < difference->numTerms; ++i) {
    const Poly *front = inFront(inquiry, &difference->terms[i], &sum);
    if (!front ||
        (first && !tablesHaveOneDomain(builder, inquiry->entry, first, sum)))
      continue;
    first = first ? first : sum;
    inner = symPolyAdd(builder, inner, symPolyMul(builder, front, sum->lhs));
    outer = symPolyAdd(builder, outer,
                       symPolyMul(builder, front, symPolyOfAtom(builder, sum)));
  }
  learn(inquiry, inner, outer);
  learn(inquiry, symPolyScale(builder, inner, -1),
        symPolyScale(builder, outer, -1));
}

/// What bounds a factor bounds the sum of a product: `sum(len * wid)` is at
/// most 128 times `sum(wid)` where `len <= 128`.
static void learnFactors(Inquiry *inquiry, const Atom *sum) {
  SymBuilder *builder = &inquiry->builder;
  const Term *term = &sum->lhs->terms[0];
  for (size_t i = 0; i < term->numFactors && term->numFactors > 1; ++i) {
    const Poly *factor = symPolyOfAtom(builder, term->factors[i]);
    const Poly *rest = symPolyConst(builder, 1);
    for (size_t j = 0; j < term->numFactors; ++j)
      if (j != i)
        rest =
            symPolyMul(builder, rest, symPolyOfAtom(builder, term->factors[j]));
    SymExpr expr;
    int64_t low, high;
    if (!rest || symEncode(builder, factor, &expr) != SYM_OK)
      return;
    askExtentsRange(inquiry->entry, expr, &low, &high);
    const Poly *whole = symPolyOfAtom(builder, sum);
    const Poly *others = symPolyTableSum(builder, rest);
    const Poly *most = symPolyConst(builder, high);
    const Poly *least = symPolyConst(builder, low > 0 ? low : 0);
    if (high != INT64_MAX)
      learn(inquiry,
            symPolySub(builder, symPolyMul(builder, most, rest), sum->lhs),
            symPolySub(builder, symPolyMul(builder, most, others), whole));
    learn(inquiry,
          symPolySub(builder, sum->lhs, symPolyMul(builder, least, rest)),
          symPolySub(builder, whole, symPolyMul(builder, least, others)));
  }
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

/// The witness outlives the base that found it.
static void keepWitness(SymFactBase *base, SymProof *proof) {
  arenaReset(base->scratch);
  StrRef *names = ARENA_ARRAY(base->scratch, StrRef, proof->numWitness);
  for (size_t i = 0; i < proof->numWitness; ++i)
    names[i] = arenaCopyString(base->scratch, proof->witnessSymbols[i]);
  proof->witnessSymbols = names;
  proof->witness = arenaCopy(base->scratch, proof->witness,
                             proof->numWitness * sizeof(int64_t));
}

static SymAnswer tablesAsk(SymFactBase *base, SymQuestion question,
                           SymProof *proof) {
  Inquiry inquiry = {.builder = symBuilder(arenaCreate())};
  SymQuestion asked = question;
  SymAnswer answer = SYM_UNKNOWN;
  collectFrom(&inquiry, question.fact.lhs);
  if (proverHasRhs(question.fact))
    collectFrom(&inquiry, question.fact.rhs);
  begin(&inquiry, base);
  // A divisor in a sum would have to be at least 1 for every entry.
  bool divides = exprHasSymbolicDivisor(question.fact.lhs) ||
                 (proverHasRhs(question.fact) &&
                  exprHasSymbolicDivisor(question.fact.rhs));
  if (!inquiry.tooMany && !divides && nameFact(&inquiry, &asked.fact) &&
      !isOfEntry(&inquiry, asked.fact)) {
    if (proverHasRhs(question.fact))
      learnDifference(&inquiry, question.fact);
    for (size_t i = 0; i < inquiry.numSums; ++i)
      learnFactors(&inquiry, inquiry.sums[i]);
    answer = askExtents(inquiry.all, asked, proof);
  }
  // Extents that refute need not be those of any tables.
  if (answer == SYM_NO && (inquiry.spokenOf || inquiry.numEntryFacts))
    answer = SYM_UNKNOWN;
  if (proof && answer == SYM_NO)
    keepWitness(base, proof);
  else if (proof)
    *proof = (SymProof){.steps = proof->steps};
  end(&inquiry);
  return answer;
}

static void tablesRange(SymFactBase *base, SymExpr expr, int64_t *low,
                        int64_t *high) {
  Inquiry inquiry = {.builder = symBuilder(arenaCreate())};
  SymFact about = {.kind = SYM_FACT_IN, .lhs = expr};
  collectFrom(&inquiry, expr);
  begin(&inquiry, base);
  if (!inquiry.tooMany && nameFact(&inquiry, &about) &&
      !isOfEntry(&inquiry, about)) {
    for (size_t i = 0; i < inquiry.numSums; ++i)
      learnFactors(&inquiry, inquiry.sums[i]);
    askExtentsRange(inquiry.all, about.lhs, low, high);
  }
  end(&inquiry);
}

SymAnswer symAsk(SymFactBase *base, SymQuestion question, SymProof *proof) {
  bool plain = proverHasUnknown(question.fact) ||
               !(base->tables || factHasTables(question.fact));
  return plain ? askExtents(base, question, proof)
               : tablesAsk(base, question, proof);
}

void symAskRange(SymFactBase *base, SymExpr expr, int64_t *low, int64_t *high) {
  *low = INT64_MIN;
  *high = INT64_MAX;
  if (base->tables || symExprHasTables(expr))
    tablesRange(base, expr, low, high);
  else
    askExtentsRange(base, expr, low, high);
}
