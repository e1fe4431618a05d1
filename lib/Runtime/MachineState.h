//===- MachineState.h - inside of a machine -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_MACHINESTATE_H
#define RELAX_RUNTIME_MACHINESTATE_H

#include "lib/Runtime/Machine.h"
#include "lib/Runtime/Reference.h"
#include "lib/Runtime/SecondMemory.h"
#include "lib/Runtime/Value.h"
#include "lib/Runtime/Weights.h"

typedef struct MachineMemory MachineMemory;
typedef struct Rehearsal Rehearsal;

typedef struct Frame {
  const RelaxFunction *function;
  size_t pc;                    // the next instruction
  size_t base;                  // first register in `Fiber::registers`
  const uint32_t *resultTarget; // registers of the caller, one per result
  bool isConcurrent;            // who waits for it can go on (MachineTask.h)
} Frame;

/// A call under way. Its frames are on the heap, so it may stop behind any
/// instruction and go on later, whatever other calls did meanwhile.
typedef struct Fiber {
  Value *registers; // of all frames
  size_t numRegisters, capRegisters;
  Frame *frames;
  size_t numFrames, capFrames;
  uint64_t instructions;
  bool waits; // for a value: the instruction that asked is the next one
  MachineTask *awaits; // it is a result of this, else NULL
  RelaxPlaces *refs;   // made by the call, a list that moves with it
} Fiber;

/// An argument or result of a call that was deferred; the rest of the tensor is
/// that of all lanes (LaneShapes).
typedef struct LaneValue {
  RelaxStorage *storage; // a reference
  void *data;            // NULL: at its front, when it has memory
} LaneValue;

/// A call of a function that was deferred: its arguments, then its results,
/// which are the last operands of `vm.defer`. If ragged, numbers behind them:
/// its extents, its rows, and how many rows each value has.
typedef struct Lane {
  size_t call; // of those that run together
  LaneValue values[];
} Lane;

/// What lanes that can run together agree in: arguments and results without
/// storages.
typedef struct LaneShapes {
  const RelaxFunction *function;
  bool batched; // the function is for many at once
  /// Ragged: dimensions in front may differ from lane to lane and are one in
  /// the function, the rows of all; so many parameters behind the inputs are
  /// tables of extents, then of rows, then maybe their sums.
  uint32_t numInputs, numExtents, numRows;
  RelaxTensor *tensors;
} LaneShapes;

/// How deep a call counts, beside what it waits for.
typedef struct LaneDepth {
  uint32_t ghosts; // levels more
  uint32_t phase;  // below all of lower ones
} LaneDepth;

typedef struct MachineBatch MachineBatch; // MachineBatch.c

/// An instruction, and where the next one begins.
typedef struct MachineInst {
  RelaxInst inst;
  size_t next;
} MachineInst;

/// The instructions of a function, split once.
typedef struct MachineCode {
  MachineInst *insts;
  uint32_t *places; // which one begins at a word
} MachineCode;

/// What a kernel says of itself (KernelABI.h).
typedef struct MachineKernelNote {
  bool asked, workspace;
  const char *reads; // NULL: none
} MachineKernelNote;

struct RelaxMachine {
  const RelaxProgram *program;
  RelaxMachineOptions options;
  RelaxSecondMemory second; // of plans that write out
  RelaxKernel *kernels;
  RelaxTensor *weights;    // prepared ones are no tensors until they are set
  bool *onlyPrepared;      // of weights: only the prepare function reads them
  RelaxWeightFiles *files; // open while weights are loaded, else NULL
  Fiber alone;             // of calls that run by themselves
  Fiber launching;         // of what was deferred, which defers nothing itself
  Fiber *spare;            // of calls that ran together, at their ends
  size_t numSpare, capSpare;
  bool isLaunching;
  size_t numTasks;     // that registers or fibers have (MachineTask.h)
  size_t running;      // of calls that run together: which one does
  MachineBatch *batch; // NULL: nothing waits for others of its kind
  // Room for the operands of any one instruction.
  void **buffers;
  const RelaxTensor **tensors; // as many
  int64_t *symbols; // front: of an expression; behind maxSymbols: of a kernel
  size_t maxSymbols;
  Value *results;    // of the function that returned last
  MachineCode *code; // of each function
  bool **tails;      // MachineTail.c, of each function
  bool *tailWords;
  int64_t memoryBefore;   // of values, when the calls began
  RelaxStoragePool *pool; // of arenas and results
  RelaxStorage **arenas;  // of each function one that a frame left, or NULL
  uint32_t numArenas;     // of them
  RelaxCounters last, total, prepare;
  struct RelaxOffload *offload;   // regions of back ends
  MachineMemory *memory;          // of a call under a limit, else NULL
  MachineKernelNote *kernelNotes; // of each
  Rehearsal *rehearsal; // of such a call (MachineRehearsal.h), else NULL
  /// `machineRehearse`, for an instruction: it runs instructions.
  bool (*rehearse)(RelaxMachine *machine, const Fiber *fiber,
                   RelaxError *error);
};

/// What an instruction works on.
typedef struct Exec {
  RelaxMachine *machine;
  Fiber *fiber;
  Frame *frame;
  Value *registers; // of this frame
  size_t start;     // word where the instruction begins
  RelaxError *error;
} Exec;

/// Fills memory that holds no value yet, or none any more, where that is asked
/// for.
void execPoison(const Exec *exec, void *data, size_t bytes);
/// The same, elsewhere than in an instruction.
void machinePoison(const RelaxMachine *machine, void *data, size_t bytes);
/// For trace events.
int64_t execNanoseconds(void);
/// A malformed program that the verifier could not see; always false.
bool execMalformed(const Exec *exec, const char *what);
/// Of numbers or strings, which may be to come: for its extents.
bool execGetShape(const Exec *exec, uint32_t reg, RelaxTensor **out);
/// Of numbers or blocks, which lie in memory as bytes, or will.
bool execGetStoredType(const Exec *exec, uint32_t reg, RelaxTensor **out);
/// Of numbers or blocks that do.
bool execGetStored(const Exec *exec, uint32_t reg, RelaxTensor **out);
/// The same, also where rows lie apart.
bool execGetRows(const Exec *exec, uint32_t reg, RelaxTensor **out);
/// Of numbers, one behind the other.
bool execGetTensor(const Exec *exec, uint32_t reg, RelaxTensor **out);
/// `input 'x': expected f32 tensor of rank 2, got ...`; always false.
bool execWrongTensor(const Exec *exec, StrRef subject, RelaxDType dtype,
                     int32_t rank, const RelaxTensor *got);
/// A register that holds nothing, any more.
Value *execPlace(const Exec *exec, uint32_t reg);
/// Sets a register to a tensor of which it gets a reference of its own.
void execSetShared(const Exec *exec, uint32_t reg, const RelaxTensor *tensor);
/// Takes over the reference in `value`.
void execSet(const Exec *exec, uint32_t reg, Value value);
/// What a register holds, for a value that holds it on: what lies in an arena
/// is copied, for the arena goes on to hold other things.
bool execKeep(Exec *exec, uint32_t reg, RelaxTensor *out);

/// The value of an expression, any sign.
bool execEvaluate(const Exec *exec, uint32_t expr, int64_t *out);
/// The same, but it must be an extent.
bool execEvalExtent(const Exec *exec, uint32_t expr, int64_t *out);
bool execEvalDims(const Exec *exec, const RelaxOperand *dims, int64_t *out);
bool execEvalFact(const Exec *exec, uint32_t fact, bool *holds);

typedef bool (*ExecOp)(Exec *exec, const RelaxInst *inst);
#define OPCODE(NAME, Name, text, operands)                                     \
  bool exec##Name(Exec *exec, const RelaxInst *inst);
#include "lib/Runtime/Opcodes.def"
#undef OPCODE

/// Starts a function whose registers are all empty.
bool machinePushFrame(RelaxMachine *machine, Fiber *fiber,
                      const RelaxFunction *function,
                      const uint32_t *resultTarget, RelaxError *error);
/// Starts the callee of the instruction with these arguments, whose references
/// are taken over, also when it fails; in the place of the frame, where it
/// gives what the callee gives.
bool machineEnterCall(Exec *exec, const RelaxFunction *callee,
                      const uint32_t *resultTarget, Value *arguments);
/// Splits all code into instructions.
bool machineDecode(RelaxMachine *machine);
void machineFreeCode(RelaxMachine *machine);
/// Finds the calls whose results are those of their function.
bool machineFindTails(RelaxMachine *machine);
/// The instruction is one of them.
bool machineIsTail(const Exec *exec);
/// What is in memory is within the limit.
bool machineHasMemory(const RelaxMachine *machine, const Fiber *fiber,
                      RelaxError *error);
/// Ends the topmost frame.
void machinePopFrame(RelaxMachine *machine, Fiber *fiber);
/// An arena of at least `bytes` bytes that a frame of the function left behind,
/// or NULL; it is the caller's then.
RelaxStorage *machineTakeArena(RelaxMachine *machine,
                               const RelaxFunction *function, size_t bytes);
/// Those that are left go, at the end of calls.
void machineFreeArenas(RelaxMachine *machine);
/// Points `exec` at the topmost frame.
void machineEnterFrame(Exec *exec);

/// The key of the prepared weights in the cache. False where they are not kept.
bool machinePreparedKey(RelaxMachine *machine, RelaxCacheKey *key);
/// All of them, or none.
bool machineRecallPrepared(RelaxMachine *machine, const RelaxCacheKey *key);
void machineKeepPrepared(RelaxMachine *machine, const RelaxCacheKey *key);

/// What a kernel works on, and, where they are tensors, these for whoever
/// traces it.
typedef struct MachineBuffers {
  void **data;
  const RelaxTensor *const *tensors;
  uint32_t numTensors;
} MachineBuffers;

/// Has the tensor the element type and the extents that the kernel takes its
/// buffer number `buffer` to have (MachineFits.c)?
bool machineFits(const RelaxMachine *machine, uint32_t kernel, uint32_t buffer,
                 const RelaxTensor *tensor, const int64_t *symbols,
                 RelaxError *error);

/// An extent of a kernel's buffer at its symbols.
bool machineKernelDim(const RelaxMachine *machine, uint32_t expr,
                      const int64_t *symbols, int64_t *out);

/// Does the buffer that says where the rows of that buffer begin belong to it,
/// and is it one that the kernel does not write? Nothing scattered is read
/// without.
bool machineRowsFit(const RelaxMachine *machine, uint32_t kernel,
                    uint32_t buffer, const RelaxTensor *const *tensors,
                    RelaxError *error);

/// What the program calls symbol number `symbol` of a kernel; empty where no
/// extent of its buffers has it.
StrRef machineSymbolName(const RelaxProgram *program,
                         const RelaxKernelEntry *kernel, uint32_t symbol);
/// Runs machine code, with its event.
bool machineRunKernel(RelaxMachine *machine, uint32_t index,
                      const MachineBuffers *buffers, const int64_t *symbols,
                      uint32_t numSymbols, RelaxError *error);

/// Reads weights and runs the prepare function.
bool machineLoadWeights(RelaxMachine *machine, RelaxError *error);

/// Begins a call of a function. The references of `arguments` are taken over,
/// also when it fails.
bool fiberStart(RelaxMachine *machine, Fiber *fiber,
                const RelaxFunction *function, Value *arguments,
                RelaxError *error);
/// Runs it on for that many instructions, or to its end (`numFrames` is 0
/// then): the results are in `machine->results`, until anything else runs, and
/// belong to the caller. After a failure it is at its end, too.
bool fiberRun(RelaxMachine *machine, Fiber *fiber, uint64_t instructions,
              RelaxError *error);
/// Frees what it has room for; it is at its end.
void fiberFree(Fiber *fiber);
/// Room for that many registers and frames; false without memory.
bool fiberReserve(Fiber *fiber, size_t numRegisters, size_t numFrames);
/// A fiber at its end: one that was kept, with its room, or a new one.
Fiber fiberTake(RelaxMachine *machine);
/// Keeps some of the fibers, which are at their ends, and frees the others:
/// large pieces that come and go are cleared by the system each time.
void fiberKeep(RelaxMachine *machine, Fiber *fiber);

/// Is a value there, and all that it holds? Says where what came meanwhile is.
typedef enum Settled {
  VALUE_IS_THERE,
  VALUE_IS_TO_COME,
  VALUE_FAILED, // without memory
} Settled;
Settled machineSettle(RelaxTensor *value, RelaxError *error);

/// Calls a function for lanes of it (for one, unless it is `batched`), and
/// gives their results memory.
bool machineLaunch(RelaxMachine *machine, const LaneShapes *shapes,
                   Lane *const *lanes, size_t numLanes, RelaxError *error);
/// An argument of all lanes, each where it lies, as a tensor that kernels alone
/// read (MachineRows.c): a row of it is a lane's, or one of its rows. The lanes
/// have to live as long.
bool machineScatter(const LaneShapes *shapes, const RelaxTensor *joined,
                    Lane *const *lanes, size_t numLanes, uint32_t input,
                    RelaxTensor *out, RelaxError *error);
/// Arguments and results that a lane has: without the tables.
size_t machineLaneValues(const LaneShapes *shapes);
/// How many dimensions in front of an argument or result of that rank are one
/// of the function's; 0: that has one more, for the lanes.
int32_t machineJoined(const LaneShapes *shapes, size_t value, int32_t rank);
/// Rows that a lane has of an argument or result; 1 where none are joined.
int64_t machineLaneRows(const LaneShapes *shapes, const Lane *lane,
                        size_t value);
/// Its extents, then its rows.
const int64_t *machineLaneNumbers(const LaneShapes *shapes, const Lane *lane);
/// What a lane of them takes.
size_t machineLaneBytes(const LaneShapes *shapes);
/// Fills a lane in, with references to these arguments and results, which are as
/// announced, and copies of these numbers.
void machineLaneFill(Lane *lane, const LaneShapes *shapes,
                     RelaxTensor *const *tensors, const int64_t *numbers,
                     size_t call);
/// Drops the references.
void machineLaneDrop(const LaneShapes *shapes, Lane *lane);
/// Notes a call with these arguments and results until it is asked for, some
/// levels deeper than it is. The shapes have no tensors yet.
bool machineDefer(RelaxMachine *machine, uint32_t function,
                  const LaneShapes *shapes, LaneDepth deeper,
                  RelaxTensor *const *tensors, const int64_t *numbers,
                  RelaxError *error);

/// What all calls that run together have in common, before and behind them.
void machineBeginCalls(RelaxMachine *machine);
void machineEndCalls(RelaxMachine *machine);
/// What leaves a call that has come to its end is real; all of it, or nothing.
bool machineResolveResults(RelaxMachine *machine,
                           const RelaxFunction *function);
/// Begins a call from outside on a fiber; `donating`: inputs of donated
/// parameters are taken. NULL with a message.
const RelaxFunction *machineStartCall(RelaxMachine *machine, Fiber *fiber,
                                      const RelaxCall *call, bool donating,
                                      RelaxError *error);
/// Takes the results of a call whose fiber has just come to its end.
bool machineEndCall(RelaxMachine *machine, const RelaxFunction *function,
                    const RelaxCall *call, RelaxError *error);

/// Runs a function to its end, as `fiberStart` and `fiberRun` do.
bool machineRun(RelaxMachine *machine, uint32_t function, Value *arguments,
                RelaxError *error);

#endif // RELAX_RUNTIME_MACHINESTATE_H
