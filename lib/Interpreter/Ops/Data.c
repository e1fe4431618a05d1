//===- Data.c - data types and matching -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "lib/Interpreter/Evaluate.h"
#include "lib/Runtime/Container.h"

static StrRef referenceName(MlirAttribute reference) {
  return strRefFromMlir(mlirFlatSymbolRefAttrGetValue(reference));
}

/// The constructor `name` of the type of a value; verified.
static RelaxConstructor constructorOf(EvalStep *step, MlirType type,
                                      StrRef name) {
  RelaxAdtScope scope = {step->op, NULL};
  RelaxConstructor constructor = {{NULL}, 0, 0};
  relaxConstructorFind(relaxAdtFind(&scope, type), name, &constructor);
  return constructor;
}

/// What the constructor requires of its symbols, which the fields give.
static bool checkFacts(EvalStep *step, RelaxConstructor constructor) {
  EvalFrame frame = {.interpreter = step->frame->interpreter,
                     .arena = arenaCreate()};
  MlirAttribute facts, none = {NULL};
  MlirType *types = relaxConstructorDeclared(frame.arena, constructor, &facts);
  for (intptr_t i = 0; facts.ptr && i < constructor.numFields; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "field %ld", (long)i);
    evalBindDims(&frame, types[i], step->operands[i],
                 arenaKeep(frame.arena, &text).data, none, true);
  }
  StrBuf subject = {0};
  strBufAppendC(&subject, "@");
  strBufAppend(&subject, relaxConstructorName(constructor));
  bool good = evalCheckFacts(&frame, facts, strBufText(&subject), step->error);
  strBufFree(&subject);
  evalFrameRelease(&frame);
  return good;
}

static bool construct(EvalStep *step) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(step->op, 0));
  StrRef name = referenceName(relaxConstructGetConstructor(step->op));
  RelaxConstructor constructor = constructorOf(step, type, name);
  if (!checkFacts(step, constructor))
    return false;
  return relaxDataCreate(
      constructor.index, relaxConstructGetNumFields(step->op),
      evalShareOperands(step), &step->results[0], step->error);
}

static bool isConstructor(EvalStep *step) {
  MlirType type = mlirValueGetType(relaxIsConstructorGetValue(step->op));
  StrRef name = referenceName(relaxIsConstructorGetConstructor(step->op));
  if (!evalCreate(step, RELAX_BOOL, 0, NULL))
    return false;
  relaxStoreInt(RELAX_BOOL, step->results[0].data, 0,
                relaxDataTag(step->operands[0]) ==
                    constructorOf(step, type, name).index);
  return true;
}

static bool getField(EvalStep *step) {
  MlirType type = mlirValueGetType(relaxGetFieldGetValue(step->op));
  StrRef name = referenceName(relaxGetFieldGetConstructor(step->op));
  int64_t index = relaxGetFieldGetIndex(step->op);
  RelaxConstructor constructor = constructorOf(step, type, name);
  int64_t tag = relaxDataTag(step->operands[0]);
  if (tag != constructor.index) {
    StrRef got = relaxConstructorName(relaxConstructorAt(constructor.adt, tag));
    return relaxFail(step->error, "expected a value of '@%.*s', got '@%.*s'",
                     (int)name.length, name.data, (int)got.length, got.data);
  }
  step->results[0] =
      relaxTensorShare(&relaxContainerItems(step->operands[0])[index]);
  return true;
}

//===----------------------------------------------------------------------===//
// match
//===----------------------------------------------------------------------===//

/// What the names of a pattern stand for, in order.
typedef struct Names {
  EvalStep *step;
  const RelaxTensor **values;
  intptr_t count;
} Names;

/// The pattern fits the value; the values of its names are collected.
static bool fits(Names *names, MlirAttribute pattern, MlirType type,
                 const RelaxTensor *value) {
  RelaxPatternKind kind = relaxPatternKind(pattern);
  if (kind == RELAX_PATTERN_NAME)
    names->values[names->count++] = value;
  if (kind <= RELAX_PATTERN_ANY)
    return true;
  const RelaxTensor *parts = relaxContainerItems(value);
  intptr_t count = relaxPatternNumParts(pattern);
  if (kind == RELAX_PATTERN_TUPLE) {
    for (intptr_t i = 0; i < count; ++i)
      if (!fits(names, relaxPatternPart(pattern, i),
                mlirTupleTypeGetType(type, i), &parts[i]))
        return false;
    return true;
  }
  RelaxConstructor constructor =
      constructorOf(names->step, type, relaxPatternConstructor(pattern));
  if (relaxDataTag(value) != constructor.index)
    return false;
  for (intptr_t i = 0; i < count; ++i)
    if (!fits(names, relaxPatternPart(pattern, i),
              relaxFieldType(names->step->arena, constructor, type, i),
              &parts[i]))
      return false;
  return true;
}

static bool runMatch(EvalStep *step) {
  MlirAttribute patterns = relaxMatchGetPatterns(step->op);
  MlirType type = mlirValueGetType(relaxMatchGetValue(step->op));
  bool found = false, good = false;
  for (intptr_t r = 0, e = mlirArrayAttrGetNumElements(patterns);
       !found && r < e; ++r) {
    MlirAttribute pattern = mlirArrayAttrGetElement(patterns, r);
    Names names = {step,
                   ARENA_ARRAY(step->arena, const RelaxTensor *,
                               relaxPatternNumNames(pattern) + 1),
                   0};
    found = fits(&names, pattern, type, step->operands[0]);
    if (found)
      good = evalRegion(step, r, (MlirAttribute){NULL}, names.values,
                        step->results, step->numResults);
  }
  return found ? good : relaxFail(step->error, "no case fits the value");
}

const EvalEntry evalData[] = {{"relax.construct", construct, NULL},
                              {"relax.is_constructor", isConstructor, NULL},
                              {"relax.get_field", getField, NULL},
                              {"relax.match", runMatch, NULL},
                              {NULL, NULL, NULL}};
