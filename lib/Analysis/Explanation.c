//===- Explanation.c - why a fact holds, as text --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Explanation.h"

#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/ShapeFacts.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/FactPlaces.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Sym/Prover.h"

#include <string.h>

typedef struct Explainer {
  Arena *arena;
  MlirOperation module;
  StrRef text;  // all of it
  StrRef asked; // without the name of the function
  bool remarks;
  MlirOperation function;
  SymQuestion question;
  Facts facts;
  StrBuf *out;
} Explainer;

static MlirLogicalResult fail(Explainer *explainer, const char *message) {
  return bridgeEmitError(
      mlirOperationGetLocation(explainer->module), "'--relax-explain=%.*s': %s",
      (int)explainer->text.length, explainer->text.data, message);
}

static MlirLogicalResult failWith(Explainer *explainer, StrBuf *message) {
  MlirLogicalResult outcome = fail(explainer, strBufText(message));
  strBufFree(message);
  return outcome;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static StrRef nameOf(MlirOperation function) {
  MlirAttribute name = bridgeInherent(function, "sym_name");
  return bridgeText(name);
}

/// The name before ':', without '@'; empty if there is none.
static StrRef takeName(StrRef *text) {
  size_t begin = 0, end;
  while (begin < text->length && text->data[begin] == ' ')
    ++begin;
  if (begin == text->length || text->data[begin] != '@')
    return (StrRef){text->data, 0};
  for (end = ++begin; end < text->length && text->data[end] != ':';)
    ++end;
  StrRef name = {text->data + begin, end - begin};
  size_t rest = end < text->length ? end + 1 : end;
  *text = (StrRef){text->data + rest, text->length - rest};
  while (name.length > 0 && name.data[name.length - 1] == ' ')
    --name.length;
  return name;
}

static MlirLogicalResult findFunction(Explainer *explainer, StrRef name) {
  size_t count = 0;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(explainer->module, op, bridgeIsFunction)).ptr;)
    if (name.length == 0 || strRefEqual(nameOf(op), name)) {
      explainer->function = op;
      ++count;
    }
  if (count == 1)
    return mlirLogicalResultSuccess();
  StrBuf message = {0};
  if (name.length != 0)
    strBufAppendFormat(&message, "there is no function '@%.*s'",
                       (int)name.length, name.data);
  else if (count == 0)
    strBufAppendC(&message, "the module has no function");
  else
    strBufAppendFormat(&message,
                       "the module has %zu functions: put '@name:' before the "
                       "question",
                       count);
  return failWith(explainer, &message);
}

//===----------------------------------------------------------------------===//
// Where its symbols are bound
//===----------------------------------------------------------------------===//

typedef struct BinderSearch {
  StrRef name;
  bool bare;
  MlirBlock block; // that binds it
} BinderSearch;

static void visitBareDim(StrRef name, void *userData) {
  BinderSearch *search = userData;
  search->bare |= strRefEqual(name, search->name);
}

static bool bindsInClause(MlirOperation op, StrRef name) {
  MlirAttribute binds = bridgeInherent(op, "binds");
  for (intptr_t i = 0, e = bridgeLength(binds); i < e; ++i)
    if (strRefEqual(bridgeTextAt(binds, i), name))
      return true;
  return false;
}

static MlirWalkResult findBinder(MlirOperation op, void *userData) {
  BinderSearch *search = userData;
  if (!bridgeIsFunction(op) && bindsInClause(op, search->name)) {
    search->block = mlirOperationGetBlock(op);
    return MlirWalkResultInterrupt;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(op); i < e; ++i) {
    MlirBlock entry = bridgeBlock(op, i);
    for (intptr_t j = 0, n = entry.ptr ? mlirBlockGetNumArguments(entry) : 0;
         j < n && !search->bare; ++j)
      symWalkBareDims(mlirValueGetType(mlirBlockGetArgument(entry, j)),
                      visitBareDim, search);
    if (search->bare) {
      search->block = entry;
      return MlirWalkResultInterrupt;
    }
  }
  return MlirWalkResultAdvance;
}

static unsigned depthOf(MlirBlock block) {
  unsigned depth = 0;
  for (MlirOperation op = mlirBlockGetParentOperation(block); op.ptr;
       op = mlirOperationGetParentOperation(op))
    ++depth;
  return depth;
}

static MlirLogicalResult checkSymbol(Explainer *explainer, StrRef name,
                                     const StrRef *names, size_t count,
                                     MlirBlock *block) {
  bool occurs = false;
  for (size_t i = 0; i < count; ++i)
    occurs |= strRefEqual(names[i], name);
  if (!occurs) {
    StrBuf message = {0};
    StrRef function = nameOf(explainer->function);
    strBufAppendFormat(&message, "symbol '%.*s' does not occur in '@%.*s'",
                       (int)name.length, name.data, (int)function.length,
                       function.data);
    return failWith(explainer, &message);
  }
  BinderSearch search = {.name = name};
  mlirOperationWalk(explainer->function, findBinder, &search, MlirWalkPreOrder);
  if (search.block.ptr && depthOf(search.block) > depthOf(*block))
    *block = search.block;
  return mlirLogicalResultSuccess();
}

/// What operations before `op` imply, those around it first.
static void addImplied(Explainer *explainer, ShapeFacts *implied,
                       MlirOperation op) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (!mlirOperationEqual(op, explainer->function))
    addImplied(explainer, implied, parent);
  else
    return;
  for (MlirOperation before =
           mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
       !mlirOperationEqual(before, op);
       before = mlirOperationGetNextInBlock(before)) {
    size_t first = explainer->facts.count;
    shapeFactsVisit(implied, before, &explainer->facts);
    for (size_t i = first; i < explainer->facts.count; ++i)
      explainer->facts.owners[i] = before;
  }
}

/// Collects the facts that hold where the question can be asked.
static MlirLogicalResult collectFacts(Explainer *explainer) {
  StrRef *names;
  size_t count = symNamesIn(explainer->function, explainer->arena, &names);
  MlirBlock block = bridgeBody(explainer->function);
  SymFact fact = explainer->question.fact;
  SymExpr sides[] = {fact.lhs, fact.rhs};
  for (int side = 0; side < (fact.kind == SYM_FACT_IN ? 1 : 2); ++side)
    for (size_t i = 0; i < sides[side].numSymbols; ++i)
      if (mlirLogicalResultIsFailure(checkSymbol(
              explainer, sides[side].symbols[i], names, count, &block)))
        return mlirLogicalResultFailure();
  explainer->facts.arena = explainer->arena;
  ShapeFacts implied = {.arena = explainer->arena};
  factsAddAt(&explainer->facts, mlirBlockGetTerminator(block));
  addImplied(explainer, &implied, mlirBlockGetTerminator(block));
  shapeFactsFree(&implied);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// Appends a line, and on request says it at the place that it is about, with
/// the question in front. Takes the text.
static void say(Explainer *explainer, MlirLocation place, unsigned depth,
                StrBuf *line) {
  for (unsigned i = 0; i < depth; ++i)
    strBufAppendC(explainer->out, "  ");
  strBufAppendFormat(explainer->out, "%s\n", strBufText(line));
  if (explainer->remarks)
    bridgeEmitRemark(place, "'%.*s': %s", (int)explainer->asked.length,
                     explainer->asked.data, strBufText(line));
  strBufFree(line);
}

static MlirLocation placeOf(const Explainer *explainer) {
  return mlirOperationGetLocation(explainer->function);
}

static void sayWitness(Explainer *explainer, const SymProof *proof) {
  StrBuf line = {0};
  strBufAppendC(&line, "fails at ");
  for (size_t i = 0; i < proof->numWitness; ++i)
    strBufAppendFormat(&line, "%s%.*s = %lld", i == 0 ? "" : ", ",
                       (int)proof->witnessSymbols[i].length,
                       proof->witnessSymbols[i].data,
                       (long long)proof->witness[i]);
  if (proof->numWitness == 0)
    strBufAppendC(&line, "all extents");
  say(explainer, placeOf(explainer), 0, &line);
}

static void sayStep(Explainer *explainer, const SymStep *step) {
  StrBuf line = {0};
  MlirLocation loc = placeOf(explainer);
  if (step->rule) {
    strBufAppendFormat(&line, "rule '%s'", step->rule);
    strBufAppendC(&line, step->numStatements != 0 ? ": " : "");
  } else {
    strBufAppendC(&line, "fact: ");
    loc = bridgeFactPlace(
        explainer->facts.owners[step->fact],
        symFactToAttribute(mlirOperationGetContext(explainer->module),
                           explainer->facts.items[step->fact]));
  }
  symFactsPrint(step->statements, step->numStatements, &line);
  StrBuf place = {0};
  if (!step->rule && bridgePrintPlace(loc, &place))
    strBufAppendFormat(&line, " (%s)", strBufText(&place));
  strBufFree(&place);
  say(explainer, loc, step->depth, &line);
}

/// What would have to hold, if that is less than the question.
static void sayResidual(Explainer *explainer) {
  if (explainer->question.negated)
    return;
  SymFactBase *base =
      symFactBaseCreate(explainer->facts.items, explainer->facts.count);
  SymFact residual;
  if (symAskResidual(base, explainer->arena, explainer->question.fact,
                     &residual) == SYM_UNKNOWN) {
    StrBuf line = {0};
    strBufAppendC(&line, "what must hold: ");
    symFactsPrint(&residual, 1, &line);
    say(explainer, placeOf(explainer), 0, &line);
  }
  symFactBaseDestroy(base);
}

static void answer(Explainer *explainer) {
  static const char *const answers[] = {"unknown", "yes", "no"};
  SymDerivation derivation;
  StrBuf line = {0};
  symExplain(explainer->arena, explainer->facts.items, explainer->facts.count,
             explainer->question, &derivation);
  strBufAppendC(&line, answers[derivation.answer]);
  say(explainer, placeOf(explainer), 0, &line);
  for (size_t i = 0; i < derivation.numSteps; ++i)
    sayStep(explainer, &derivation.steps[i]);
  if (derivation.answer == SYM_NO)
    sayWitness(explainer, &derivation.proof);
  if (derivation.answer != SYM_YES)
    sayResidual(explainer);
}

static MlirLogicalResult parseQuestion(Explainer *explainer, StrRef text) {
  SymText source = {.text = text};
  if (symQuestionParse(&source, explainer->arena, &explainer->question)) {
    strBufFree(&source.message);
    return mlirLogicalResultSuccess();
  }
  return failWith(explainer, &source.message);
}

MlirLogicalResult explainQuestion(MlirOperation module, StrRef text,
                                  bool remarks, StrBuf *out) {
  Explainer explainer = {.arena = arenaCreate(),
                         .module = module,
                         .text = text,
                         .remarks = remarks,
                         .out = out};
  StrRef question = text, name = takeName(&question);
  explainer.asked = question;
  while (explainer.asked.length && *explainer.asked.data == ' ')
    explainer.asked =
        (StrRef){explainer.asked.data + 1, explainer.asked.length - 1};
  MlirLogicalResult outcome = findFunction(&explainer, name);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = parseQuestion(&explainer, question);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = collectFacts(&explainer);
  if (mlirLogicalResultIsSuccess(outcome))
    answer(&explainer);
  arenaDestroy(explainer.arena);
  return outcome;
}
