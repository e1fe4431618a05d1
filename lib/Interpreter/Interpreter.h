//===- Interpreter.h - the reference interpreter ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Executes graph-level operations one by one, straight from their definition,
// simple and slow; compiled code is compared with it, so it shares no kernel
// with the runtime and links neither Conversion, Schedule nor Target. The text
// of later stages runs as well: programs of any form element by element
// (Programs/Program.h), the executable level instruction by instruction
// (Machine/Instructions.h).
//
// Numbers: floats are computed in double and rounded once to their type, matrix
// products and convolutions are accumulated in double, sums in f32 (of f64
// elements in f64) in the order of the elements; integers wrap. Symbols
// are bound from the arguments. A public function checks element type, rank,
// every dimension and every fact of its arguments first
// (docs/language/symbols.md, rule 6); the extents of every result are checked
// against its declared type, and the facts of private functions too.
//
// Threads: one interpreter, one thread; several may read one module.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_INTERPRETER_H
#define RELAX_INTERPRETER_INTERPRETER_H

#include "lib/Runtime/Observer.h"
#include "lib/Runtime/Program.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxInterpreter RelaxInterpreter;

typedef struct RelaxInterpreterOptions {
  /// Folders for weights, in order; copied.
  const char *const *weightDirs;
  size_t numWeightDirs;
  /// As RelaxMachineOptions has it: 1 + the number of a plan, or 0.
  uint32_t memoryLevel;
  /// Bytes that the values of a call may take before it ends with an error; 0:
  /// half of this machine's memory.
  uint64_t maxMemory;
  /// Facts at borders that are not public are not looked at, as compiled code
  /// does not: whoever lost the check of one is found.
  bool trustsFacts;
  RelaxObserver observer;
} RelaxInterpreterOptions;

/// An operation such as "relax.add" is executed; of a loop-level program, one
/// such as "tir.load".
bool relaxInterpreterHasRule(StrRef operation);
bool relaxInterpreterHasProgramRule(StrRef operation);

/// For a verified `builtin.module`, which must outlive the interpreter and stay
/// as it is. Nothing runs and no file is read yet. NULL with a message if a
/// signature or weight has a type that no tensor can have.
RelaxInterpreter *relaxInterpreterCreate(MlirOperation module,
                                         const RelaxInterpreterOptions *options,
                                         RelaxError *error);
void relaxInterpreterDestroy(RelaxInterpreter *interpreter);

/// The functions' names, parameters and results for lib/Runtime/Signature.h;
/// a program without code.
const RelaxProgram *
relaxInterpreterSignatures(const RelaxInterpreter *interpreter);

/// Calls a public function; an empty name means the only one, or `main`. As
/// relaxMachineCall: `inputs` are borrowed; `outputs` are overwritten and then
/// belong to the caller, after a failure they are no tensors; an output may
/// share the storage of an input or a weight. A `!relax.shape` is passed and
/// returned as an i64 tensor of rank 1. Weights are read, and prepared, when
/// they are first used and kept for later calls.
bool relaxInterpreterCall(RelaxInterpreter *interpreter, StrRef entry,
                          const RelaxTensor *inputs, size_t numInputs,
                          RelaxTensor *outputs, size_t numOutputs,
                          RelaxError *error);

/// From now on every operation that rounds gets errors of its own, at random
/// from the seed, as large as another program may make them; 0: none. What
/// several such runs give shows what rounding can do to a result.
void relaxInterpreterDisturb(RelaxInterpreter *interpreter, uint64_t seed);

/// A call ends with an error where it takes more steps from now on: operations,
/// and blocks of loop-level programs. A negative number: as many as it likes.
void relaxInterpreterLimit(RelaxInterpreter *interpreter, int64_t steps);
/// Whether the limit has ended a call.
bool relaxInterpreterWasLimited(const RelaxInterpreter *interpreter);

/// How many operations of the module's functions and programs have run in any
/// call so far, and how many there are.
void relaxInterpreterCoverage(RelaxInterpreter *interpreter, size_t *ran,
                              size_t *all);

/// From now on the hook is called with every value of a call that has a name
/// and elements that are there, when it is made or a kernel has filled it.
/// Everything is borrowed.
typedef void (*RelaxValueHook)(void *user, StrRef name, MlirOperation writer,
                               const RelaxTensor *value);
void relaxInterpreterWatch(RelaxInterpreter *interpreter, RelaxValueHook hook,
                           void *user);

/// From now on the hook is called when a function for a back end (`target @dnn`)
/// has run. False with an error makes the call fail.
typedef bool (*RelaxRegionHook)(void *user, MlirOperation function,
                                const RelaxTensor *const *inputs,
                                size_t numInputs, const RelaxTensor *results,
                                size_t numResults, RelaxError *error);
void relaxInterpreterWatchRegions(RelaxInterpreter *interpreter,
                                  RelaxRegionHook hook, void *user);

/// Create, one call, destroy.
bool relaxInterpret(MlirOperation module, StrRef entry,
                    const RelaxTensor *inputs, size_t numInputs,
                    const RelaxInterpreterOptions *options,
                    RelaxTensor *outputs, size_t numOutputs, RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_INTERPRETER_INTERPRETER_H
