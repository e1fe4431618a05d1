//===- Evaluate.h - inside of the reference interpreter -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Interpreter. Every value is a tensor; a `!relax.shape` is an
// i64 tensor of rank 1, sequences, optionals and tuples are tensors whose
// elements are tensors (lib/Runtime/Container.h).
// An operation is evaluated by a function that a table of its family names; it
// sees the operands' values and makes the results. What types say of the
// results is checked behind it, once for all operations.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_EVALUATE_H
#define RELAX_INTERPRETER_EVALUATE_H

#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Interpreter/Interpreter.h"
#include "lib/Interpreter/Walk.h"
#include "lib/Runtime/Random.h"
#include "lib/Runtime/Reference.h"
#include "lib/Support/Text.h"

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

typedef struct EvalFrame EvalFrame;

typedef struct EvalStep {
  EvalFrame *frame;
  MlirOperation op;
  const void *rule; // of the table's entry
  const RelaxTensor *const *operands;
  intptr_t numOperands;
  RelaxTensor *results; // no tensors at first
  intptr_t numResults;
  bool instance; // of a ragged operation: declared extents are [1, ...]
  Arena *arena;  // until the operation is done
  RelaxError *error;
} EvalStep;

/// False after one message; results made so far are released by the caller.
typedef bool (*EvalFunction)(EvalStep *step);

typedef struct EvalEntry {
  const char *name; // "relax.add"; NULL ends a table
  EvalFunction evaluate;
  const void *rule;
} EvalEntry;

/// The tables of rules, of which an empty row is the last.
#define EVAL_TABLES(TABLE)                                                     \
  TABLE(evalElementwise)                                                       \
  TABLE(evalBinary)                                                            \
  TABLE(evalActivation)                                                        \
  TABLE(evalScan)                                                              \
  TABLE(evalCast)                                                              \
  TABLE(evalReduction)                                                         \
  TABLE(evalMatMul)                                                            \
  TABLE(evalConvolution)                                                       \
  TABLE(evalLayout)                                                            \
  TABLE(evalShape)                                                             \
  TABLE(evalState)                                                             \
  TABLE(evalTuple)                                                             \
  TABLE(evalControlFlow)                                                       \
  TABLE(evalFunctionFamily)                                                    \
  TABLE(evalArtefacts)                                                         \
  TABLE(evalIndexing)                                                          \
  TABLE(evalSelection)                                                         \
  TABLE(evalUnique)                                                            \
  TABLE(evalGather)                                                            \
  TABLE(evalDet)                                                               \
  TABLE(evalResize)                                                            \
  TABLE(evalPad)                                                               \
  TABLE(evalDiagonals)                                                         \
  TABLE(evalNorm)                                                              \
  TABLE(evalNormChannels)                                                      \
  TABLE(evalLoss)                                                              \
  TABLE(evalComputedAxes)                                                      \
  TABLE(evalQuantization)                                                      \
  TABLE(evalQuantizedProduct)                                                  \
  TABLE(evalRagged)                                                            \
  TABLE(evalRandom)                                                            \
  TABLE(evalSequence)                                                          \
  TABLE(evalString)                                                            \
  TABLE(evalTfIdf)                                                             \
  TABLE(evalAttention)                                                         \
  TABLE(evalConvolutionKinds)                                                  \
  TABLE(evalPooling)                                                           \
  TABLE(evalRecurrent)                                                         \
  TABLE(evalSignal)                                                            \
  TABLE(evalSignalWindows)                                                     \
  TABLE(evalTreeEnsemble)                                                      \
  TABLE(evalLoopScan)                                                          \
  TABLE(evalEinsum)                                                            \
  TABLE(evalRearrange)                                                         \
  TABLE(evalPositions)                                                         \
  TABLE(evalSampling)                                                          \
  TABLE(evalRegionsOfInterest)                                                 \
  TABLE(evalDeformConv)                                                        \
  TABLE(evalSoftmax)                                                           \
  TABLE(evalCrop)                                                              \
  TABLE(evalUnpool)                                                            \
  TABLE(evalLpPool)                                                            \
  TABLE(evalClassifier)                                                        \
  TABLE(evalTraining)                                                          \
  TABLE(evalData)                                                              \
  TABLE(evalClosure)                                                           \
  TABLE(evalPrograms)                                                          \
  TABLE(evalMachineChecks)                                                     \
  TABLE(evalMachineMemory)                                                     \
  TABLE(evalMachineControlFlow)                                                \
  TABLE(evalMachineLibrary)                                                    \
  TABLE(evalReference)                                                         \
  TABLE(evalBatch)                                                             \
  TABLE(evalMachineBatch)
#define EVAL_DECLARE(name) extern const EvalEntry name[];
EVAL_TABLES(EVAL_DECLARE)
#define EVAL_ADDRESS(name) name,

/// The entry of an operation's name, or NULL.
const EvalEntry *evalFind(const RelaxInterpreter *interpreter, StrRef name);

/// Rounding.c: evaluates, with errors of rounding where they are asked for.
bool evalRounded(EvalStep *step, EvalFunction evaluate);

/// Ragged.c: some operand is ragged, and the elements alone do not say what to
/// do; runs it for each instance.
bool evalIsRagged(MlirOperation op);
bool evalInstances(EvalStep *step, EvalFunction evaluate);

/// Function.c: result 0 has these elements.
bool evalConstant(EvalStep *step, MlirAttribute value);

/// LibraryOperators.c: relax.call_library.
bool evalCallLibrary(EvalStep *step);
/// Artefact.c: the same of `relax.call_artefact`; `first`: the operand of the
/// first register of its expressions, or -1.
bool evalArtefact(EvalStep *step, MlirAttribute arguments, intptr_t first);
/// Library.c: `relax.sort`.
bool evalSort(EvalStep *step, intptr_t numInputs);

/// A new tensor for result 0.
bool evalCreate(EvalStep *step, RelaxDType dtype, int32_t rank,
                const int64_t *dims);
/// The extents that result 0 is declared with, -1 for `?`. False if it has no
/// rank or an expression cannot be evaluated.
bool evalDeclaredDims(EvalStep *step, int32_t *rank, int64_t *dims);
bool evalDeclaredDimsOf(EvalStep *step, intptr_t index, int32_t *rank,
                        int64_t *dims);
/// Reads a DenseI64ArrayAttr that must have `count` elements, at most
/// EVAL_MAX_INTEGERS. Where the operand's type has a rank the verifier has
/// compared the counts already.
enum { EVAL_MAX_INTEGERS = 2 * RELAX_MAX_RANK };
bool evalIntegers(EvalStep *step, MlirAttribute array, intptr_t count,
                  int64_t *values);
/// A new tensor for any result.
bool evalCreateResult(EvalStep *step, intptr_t index, RelaxDType dtype,
                      int32_t rank, const int64_t *dims);
/// The operand that the operation's accessor names; NULL for null.
const RelaxTensor *evalOperandOf(EvalStep *step, MlirValue value);
/// The value of an expression over the frame's symbols, an attribute.
bool evalExtent(EvalStep *step, MlirAttribute expr, int64_t *out);
/// Those of the first `count` in an array.
bool evalExtents(EvalStep *step, MlirAttribute list, intptr_t count,
                 int64_t *out);
/// Reads an i64 operand that must be a vector of `count` elements, at most
/// EVAL_MAX_INTEGERS.
bool evalIntegerOperand(EvalStep *step, intptr_t index, intptr_t count,
                        int64_t *values);
/// Operand `index`, a scalar, as an axis of `rank` dimensions; negative ones
/// count from the end.
bool evalAxisOperand(EvalStep *step, intptr_t index, int32_t rank,
                     int64_t *axis);
/// Operand `index`, a vector of different axes of operand 0.
bool evalAlongOperand(EvalStep *step, intptr_t index, intptr_t *count,
                      int64_t *axes);
/// Element `place` of `indices` as a position in `extent` elements; negative
/// ones count from the end.
bool evalReadIndex(EvalStep *step, const RelaxTensor *indices, int64_t place,
                   int64_t extent, int64_t *index);
/// Result 0: ONNX Slice of operand 0.
bool evalTakeSlice(EvalStep *step, intptr_t count, const int64_t *axes,
                   const int64_t *begins, const int64_t *ends,
                   const int64_t *steps);
/// "reference mode has no values of type !relax.object"; always false.
bool evalRefuseType(MlirType type, RelaxError *error);
/// "axis 3 is out of range for rank 2" if it is; it is not negative.
bool evalCheckAxis(EvalStep *step, int64_t axis, int64_t rank);
/// References to all operands, in the step's arena, with room for one more.
RelaxTensor *evalShareOperands(EvalStep *step);
void evalReleaseAll(RelaxTensor *values, intptr_t count);
/// "is not defined for f32 elements"; always false.
bool evalRefuseElements(EvalStep *step, RelaxDType dtype);

//===----------------------------------------------------------------------===//
// Numbers and places
//===----------------------------------------------------------------------===//

/// The same elements as f64 or i64 (unsigned ones as two's complement).
bool evalToFloats(EvalStep *step, const RelaxTensor *tensor, RelaxTensor *out);
bool evalToIntegers(EvalStep *step, const RelaxTensor *tensor,
                    RelaxTensor *out);

/// As relax.cast has them: towards zero, saturated, 0 for NaN; rounded once
/// when it is stored as `to`.
int64_t evalIntegerFromFloat(RelaxDType dtype, double x);
double evalFloatFromInteger(RelaxDType from, RelaxDType to, int64_t x);

/// The extents of operands that broadcast against each other, as NumPy.
bool evalBroadcastDims(EvalStep *step, const RelaxTensor *const *operands,
                       int count, int32_t *rank, int64_t *dims);

/// Programs/Undefined.c: every element was written by somebody, else one
/// message about `subject`.
bool evalMustBeWritten(const RelaxTensor *tensor, const char *subject,
                       RelaxError *error);
/// Ends the operand's life. `kill`: what lies there afterwards is somebody
/// else's, so of a part of an arena; values of their own go with their last
/// use. `evict`: of any that is not an input or a weight.
bool evalKill(EvalStep *step);
bool evalEvict(EvalStep *step);
/// The plan of memory among `levels`, an array, that the interpreter is told to
/// take, or the first.
bool evalMemoryLevel(EvalStep *step, MlirAttribute levels, int64_t *level);
/// Tells whoever watches the call of a value that is written.
void evalShowValue(EvalStep *step, MlirValue value, const RelaxTensor *tensor);
/// The same of what an operation of the graph level is about to read.
bool evalOperandsAreWritten(EvalStep *step);

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

typedef struct EvalSymbol {
  StrRef name;
  int64_t extent;
  const char *origin;       // `input 'x', dimension 0`
  const RelaxTensor *table; // of a table of lengths: the caller's value
} EvalSymbol;

/// A value and the uses of it that are still to come.
typedef struct EvalValue {
  const void *key; // MlirValue::ptr
  RelaxTensor tensor;
  int64_t uses;
} EvalValue;

struct EvalFrame {
  RelaxInterpreter *interpreter;
  Arena *arena;
  MlirOperation function;
  int depth; // of calls
  EvalSymbol *symbols;
  size_t numSymbols, capSymbols;
  EvalValue *values; // stb_ds hash map
};

/// Gives a value to its uses; takes over the reference in `tensor`.
void evalFrameSet(EvalFrame *frame, MlirValue value, RelaxTensor tensor);
/// The value, borrowed; it has uses that are still to come.
const RelaxTensor *evalFrameGet(const EvalFrame *frame, MlirValue value);
/// Copies of the operands' values in one array; they hold no references.
RelaxTensor *evalFrameOperands(EvalFrame *frame, Arena *arena, MlirOperation op,
                               intptr_t count);
/// Runs one operation; false after one message, which names its place.
bool evalFrameExecute(EvalFrame *frame, MlirOperation op, RelaxError *error);
/// Frees what the frame holds, its arena too.
void evalFrameRelease(EvalFrame *frame);

/// Runs a function; `results` are zeroed and, on failure, no tensors.
/// `extents`: of its clause `symbols (...)`, in order, or NULL.
bool evalCall(RelaxInterpreter *interpreter, MlirOperation function,
              const RelaxTensor *const *arguments, intptr_t numArguments,
              RelaxTensor *results, intptr_t numResults, const int64_t *extents,
              int depth, RelaxError *error);

/// Runs the block of region `region` of the operation: binds the symbols of its
/// entry, checks its types and `facts` (may be null), and gives the operands of
/// its terminator. `results` are zeroed and, on failure, no tensors. Symbols
/// that are bound inside are gone afterwards.
bool evalRegion(EvalStep *step, intptr_t region, MlirAttribute facts,
                const RelaxTensor *const *arguments, RelaxTensor *results,
                intptr_t numResults);

/// Entry.c: one more function of the table. What a public one takes and returns
/// has to be tensors, or tuples of them.
bool evalAddSignature(RelaxInterpreter *interpreter, MlirOperation op,
                      RelaxError *error);
/// A call with the fields of tuples in their place, as many as the signature
/// has.
bool evalCallFields(RelaxInterpreter *interpreter, MlirOperation function,
                    const RelaxTensor *inputs, RelaxTensor *outputs,
                    RelaxError *error);
/// A tuple of `values`, which stay the caller's.
bool evalTupleCreate(const RelaxTensor *values, intptr_t count,
                     RelaxTensor *out, RelaxError *error);
/// A field of a tuple's value, borrowed.
const RelaxTensor *evalTupleField(const RelaxTensor *tuple, intptr_t index);

/// A symbol that comes from `origin`, which outlives the frame.
void evalBindPassed(EvalFrame *frame, StrRef name, int64_t extent,
                    const char *origin);
/// A symbol that comes from dimension `dimension` of `subject`.
void evalBindSymbol(EvalFrame *frame, StrRef name, int64_t extent,
                    const char *subject, intptr_t dimension);
/// NULL if there is none.
const EvalSymbol *evalFindSymbol(const EvalFrame *frame, StrRef name);
/// `n = 4`, of a table its name, with an entry >= 0 that one; and
/// ` (n = 4 from input 'x', dimension 0; m = 2 from ...)`, appended.
void evalPrintSymbol(const EvalSymbol *symbol, int64_t entry, StrBuf *out);
void evalPrintSymbols(const EvalFrame *frame, SymExpr expr, StrBuf *out);
/// The message as the error, and false.
bool evalFailWith(RelaxError *error, StrBuf *message);
/// The value where tables without brackets stand for their entry number
/// `entry`; SYM_BAD_TABLE with no message where that is none.
bool evalEntry(const EvalFrame *frame, SymExpr expr, int64_t entry,
               int64_t *out, SymStatus *status, RelaxError *error);
/// The value of an expression over the frame's symbols, any sign.
bool evalExpr(const EvalFrame *frame, SymExpr expr, int64_t *out,
              RelaxError *error);
/// Element type and rank (of a shape: its number of extents).
bool evalCheckKind(MlirType type, const RelaxTensor *value, const char *subject,
                   RelaxError *error);
/// Binds bare dimensions whose symbol has no value yet: those in `binds` (an
/// array of names, may be null), or all.
void evalBindDims(EvalFrame *frame, MlirType type, const RelaxTensor *value,
                  const char *subject, MlirAttribute binds, bool all);
/// Every extent is what the type says; `?` is anything.
bool evalCheckDims(const EvalFrame *frame, MlirType type,
                   const RelaxTensor *value, const char *subject,
                   RelaxError *error);
/// All facts of an array that are no hints hold. False: a value left 64 bits.
bool evalFactsHold(const EvalFrame *frame, MlirAttribute facts, bool *holds,
                   RelaxError *error);
/// Every fact of an array (may be null) that is no hint.
bool evalCheckFacts(const EvalFrame *frame, MlirAttribute facts,
                    const char *subject, RelaxError *error);

#endif // RELAX_INTERPRETER_EVALUATE_H
