//===- Module.h - functions, weights and programs of a module -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Interpreter: what lives longer than a call.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_MODULE_H
#define RELAX_INTERPRETER_MODULE_H

#include "lib/Interpreter/Evaluate.h"

typedef enum EvalWeightState {
  EVAL_WEIGHT_UNREAD,
  EVAL_WEIGHT_PREPARING,
  EVAL_WEIGHT_THERE
} EvalWeightState;

typedef struct EvalWeight {
  StrRef name;
  MlirOperation op;
  EvalWeightState state;
  RelaxTensor value;
} EvalWeight;

typedef struct EvalVisit {
  const void *key; // MlirOperation::ptr
} EvalVisit;

/// A tir.func as it is executed (Programs/Program.h).
typedef struct EvalProgram {
  MlirOperation function;
  const struct Prog *program;
  struct EvalProgram *next;
} EvalProgram;

struct RelaxInterpreter {
  Arena *arena;
  MlirOperation module;
  EvalProgram *programs;
  const char **weightDirs;
  RelaxWeightFiles *weightFiles;
  size_t numWeightDirs;
  uint32_t memoryLevel;
  uint64_t maxMemory;   // of values of a call
  int64_t memoryBefore; // what was there when the call began
  bool trustsFacts;
  RelaxObserver observer;
  RelaxValueHook watch; // or NULL
  void *watcher;
  RelaxRegionHook watchRegions; // or NULL
  void *regionWatcher;
  bool rounds; // relaxInterpreterDisturb
  RelaxRandom rounding;
  RelaxProgram *signatures;
  const EvalEntry **entries; // by name
  size_t numEntries;
  MlirOperation *functions; // one per function of `signatures`
  EvalWeight *weights;      // in module order
  size_t numWeights;
  RelaxPlaces *refs;         // of the call that is under way
  int64_t stepsLeft;         // see relaxInterpreterLimit
  struct EvalVisit *visited; // operations that ran; stb_ds hash set
  char *stackEnd; // while a deep stack is in use: where too little is left
};

/// The function of that name, or null with a message.
MlirOperation evalFindFunction(const RelaxInterpreter *interpreter, StrRef name,
                               RelaxError *error);
/// Function.c: what a FlatSymbolRefAttr names, or null with a message.
MlirOperation evalCallee(EvalStep *step, MlirAttribute callee);
/// Runs it; `results` and `extents` as in evalCall.
bool evalCallNamed(EvalStep *step, MlirAttribute callee,
                   const RelaxTensor *const *arguments, intptr_t count,
                   RelaxTensor *results, intptr_t numResults,
                   const int64_t *extents);
/// Runs it on what a function value holds, then the operands behind operand 0.
bool evalInvoke(EvalStep *step, MlirAttribute callee, const RelaxTensor *items,
                int64_t count, const int64_t *extents);
/// What `symbols` (a dictionary or null) says at the step of the callee's
/// clause, in its order; NULL if it says nothing, or after a message.
int64_t *evalPassed(EvalStep *step, MlirAttribute callee,
                    MlirAttribute symbols);
/// How a call waits: `batched`: its function has a lane in front of all
/// arguments and results, or joins dimensions in front of them; of ragged calls
/// behind them tables of extents, of rows, and maybe the sums of rows.
typedef struct EvalDeferred {
  bool batched;
  intptr_t numExtents, numRows;
  int64_t *extents, *rows;
} EvalDeferred;
/// Ops/Batch.c: as evalCallNamed with the first `numInputs` operands. Results
/// have the ranks and extents that were announced, -1 for one that was not.
bool evalCallDeferred(EvalStep *step, MlirAttribute callee,
                      const EvalDeferred *how, intptr_t numInputs,
                      RelaxTensor *results, intptr_t numResults);
/// Reads or prepares the weight if need be; `*out` is a new reference.
bool evalWeight(RelaxInterpreter *interpreter, StrRef name, int depth,
                RelaxTensor *out, RelaxError *error);
/// Gives a prepared weight its value.
void evalSetWeight(RelaxInterpreter *interpreter, StrRef name,
                   const RelaxTensor *value);
/// Steps.c: there are no steps left.
bool evalTooLong(RelaxError *error);
/// The operation runs; false if there are no steps left.
bool evalVisit(RelaxInterpreter *interpreter, MlirOperation op,
               RelaxError *error);
/// What a relax.func or a vm.func says of itself.
typedef struct EvalHead {
  StrRef name;
  MlirType type;
  MlirAttribute visibility, argAttrs, resAttrs;
  bool isMachine, isPublic; // a vm.func
} EvalHead;
EvalHead evalHeadOf(MlirOperation function);
/// An instruction of the executable level: its types' symbols are for the
/// reader.
bool evalIsInstruction(MlirOperation op);
/// `relax.name` in entry `index` of an array of dictionaries, or "".
StrRef evalNameAttribute(MlirAttribute array, intptr_t index);
/// Name of argument `index`: its `relax.name`, else the value's name, else "".
StrRef evalArgumentName(MlirOperation function, intptr_t index);

#endif // RELAX_INTERPRETER_MODULE_H
