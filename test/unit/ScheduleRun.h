//===- ScheduleRun.h - runs the programs of a random schedule -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_UNIT_SCHEDULERUN_H
#define RELAX_TEST_UNIT_SCHEDULERUN_H

#include "dialects/Relax/RelaxBase.gen.h"
#include "lib/Interpreter/Interpreter.h"
#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Machine.h"
#include "lib/Target/JIT.h"
#include "lib/Target/Program/Encode.h"
#include "test/unit/ScheduleText.h"
#include "tools/Dialects.h"
#include "tools/Registry.h"

#include <stdlib.h>

enum { MOST_RESULTS = 4, INPUTS = 2, MOST_STEPS = 200000 };

typedef struct Values {
  RelaxTensor tensors[MOST_RESULTS];
  int count;
} Values;

typedef struct Session {
  MlirContext context;
  int cases;         // in this context
  bool invalid;      // some primitive left what is not legal
  char message[400]; // the last error
} Session;

static inline void appendText(MlirStringRef text, void *out) {
  strBufAppend(out, (StrRef){text.data, text.length});
}

static inline MlirLogicalResult noteError(MlirDiagnostic diagnostic,
                                          void *user) {
  Session *session = user;
  StrBuf text = {0};
  if (mlirDiagnosticGetSeverity(diagnostic) == MlirDiagnosticError) {
    mlirDiagnosticPrint(diagnostic, appendText, &text);
    snprintf(session->message, sizeof session->message, "%s",
             strBufText(&text));
    strBufFree(&text);
  }
  return mlirLogicalResultSuccess();
}

/// A context keeps what was ever made in it: a new one now and then.
static inline void beginCase(Session *session) {
  enum { CASES = 100 };
  session->message[0] = 0;
  session->invalid = false;
  if (session->context.ptr && session->cases++ < CASES)
    return;
  if (session->context.ptr)
    mlirContextDestroy(session->context);
  session->cases = 0;
  session->context = mlirContextCreateWithThreading(false);
  mlirContextAttachDiagnosticHandler(session->context, noteError, session,
                                     NULL);
  for (int d = 0; relaxToolDialects[d]; ++d)
    mlirDialectHandleLoadDialect(relaxToolDialects[d](), session->context);
}

static inline MlirModule parsed(Session *session, const Text *text,
                                const char *schedule) {
  StrBuf whole = {0};
  strBufAppendFormat(&whole, "%s%s}\n", strBufText(&text->head), schedule);
  MlirModule module = mlirModuleCreateParse(
      session->context, mlirStringRefCreate(whole.data, whole.length));
  strBufFree(&whole);
  return module;
}

/// The module with the schedule carried out; null if it is refused.
static inline MlirModule applied(Session *session, const Text *text,
                                 const char *schedule) {
  MlirModule module = parsed(session, text, schedule);
  if (module.ptr && !bridgeRunPipeline(mlirModuleGetOperation(module),
                                       strRefFromC("relax-apply-schedule"))) {
    mlirModuleDestroy(module);
    module.ptr = NULL;
  }
  session->invalid |=
      module.ptr && !mlirOperationVerify(mlirModuleGetOperation(module));
  return module;
}

static inline StrBuf printed(MlirModule module) {
  StrBuf text = {0};
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsPrintNameLocAsPrefix(flags);
  mlirOperationPrintWithFlags(mlirModuleGetOperation(module), flags, appendText,
                              &text);
  mlirOpPrintingFlagsDestroy(flags);
  return text;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static inline int64_t extentOf(const char *text, const int64_t *symbols) {
  int64_t n = symbols[0];
  if (strncmp(text, "min", 3) == 0)
    return n < 9 ? n : 9;
  if (text[0] == 'm')
    return symbols[1];
  if (text[0] == 'n')
    return n + (text[1] == ' ');
  return strstr(text, "* n") ? 2 * n : atoll(text);
}

static inline void fill(RelaxTensor *tensor) {
  int64_t count = 0;
  relaxNumElements(tensor->rank, tensor->dims, &count);
  for (int64_t i = 0; i < count; ++i) {
    int value = below(5) - 2;
    switch (relaxTensorSize(tensor) / (size_t)count) {
    case 1:
      ((int8_t *)tensor->data)[i] = (int8_t)value;
      break;
    case 4:
      if (tensor->dtype == RELAX_F32)
        ((float *)tensor->data)[i] = (float)value;
      else
        ((int32_t *)tensor->data)[i] = value;
      break;
    default:
      if (tensor->dtype == RELAX_F64)
        ((double *)tensor->data)[i] = value;
      else
        ((int64_t *)tensor->data)[i] = value;
    }
  }
}

static inline void makeInputs(const Sample *s, const int64_t *symbols,
                              RelaxTensor *inputs) {
  RelaxError error = {0};
  RelaxDType dtype;
  bool known = relaxDTypeParse(strRefFromC(s->type), &dtype);
  for (int i = 0; known && i < INPUTS; ++i) {
    int64_t dims[DIMS];
    for (int d = 0; d < s->buffers[i].rank; ++d)
      dims[d] = extentOf(s->buffers[i].dims[d], symbols);
    if (!relaxTensorCreate(dtype, s->buffers[i].rank, dims, &inputs[i], &error))
      abort();
    fill(&inputs[i]);
  }
}

static inline void releaseValues(Values *values) {
  for (int i = 0; i < values->count; ++i)
    relaxTensorRelease(&values->tensors[i]);
  values->count = 0;
}

/// -1: it takes too many steps; 0: an error; 1: values.
static inline int interpreted(MlirModule module, const RelaxTensor *inputs,
                              int numResults, Values *out, RelaxError *error) {
  RelaxInterpreter *interpreter =
      relaxInterpreterCreate(mlirModuleGetOperation(module), NULL, error);
  if (!interpreter)
    return 0;
  relaxInterpreterLimit(interpreter, MOST_STEPS);
  bool good =
      relaxInterpreterCall(interpreter, strRefFromC("main"), inputs, INPUTS,
                           out->tensors, (size_t)numResults, error);
  out->count = good ? numResults : 0;
  bool limited = relaxInterpreterWasLimited(interpreter);
  relaxInterpreterDestroy(interpreter);
  return good ? 1 : limited ? -1 : 0;
}

//===----------------------------------------------------------------------===//
// Compiled
//===----------------------------------------------------------------------===//

typedef struct Compiled {
  RelaxProgram *program;
  RelaxJit *jit;
  RelaxMachine *machine;
} Compiled;

static inline RelaxKernel findKernel(void *user, const char *name) {
  return relaxJitFind(user, name);
}

static inline void freeCompiled(Compiled *c) {
  if (c->machine)
    relaxMachineDestroy(c->machine);
  if (c->jit)
    relaxJitDestroy(c->jit);
  if (c->program)
    relaxProgramDestroy(c->program);
}

/// The rest of the pipeline; false with a message of the session or in `error`.
static inline bool compile(MlirModule module, RelaxTargetLevel level,
                           Compiled *c, RelaxError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  RelaxJitOptions jit = {.machine = {.level = level}, .threads = 1};
  StrBuf message = {0};
  *c = (Compiled){NULL, NULL, NULL};
  if (!bridgeRunPipeline(op, strRefFromC(RELAX_STAGES)) ||
      !(c->program = relaxEncodeModule(op)) ||
      !(c->jit = relaxJitCreate(op, &jit, &message))) {
    strBufFree(&message);
    return false;
  }
  c->machine = relaxMachineCreate(
      c->program,
      &(RelaxMachineOptions){
          .findKernel = findKernel, .kernelUser = c->jit, .poison = true},
      error);
  return c->machine != NULL;
}

#endif // RELAX_TEST_UNIT_SCHEDULERUN_H
