//===- Program.h - the host program of a module ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What `vm.func` becomes (docs/language/executable.md): tables and the code of
// functions. A program is built by lib/Target with the functions here and in
// Emit.h, is written to and read from the compact file (ProgramFile.h) and runs
// in a machine (Machine.h). Kernels are only named here.
//
// Memory: everything lives in the program's arena; what is added is copied, so
// arguments need not outlive the call. Threads: a program that is no longer
// changed may be used by several.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_PROGRAM_H
#define RELAX_RUNTIME_PROGRAM_H

#include "lib/Runtime/Opcode.h"
#include "lib/Runtime/Weights.h"
#include "lib/Sym/Sym.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RELAX_NO_FUNCTION = 0xFFFFFFFF,
  RELAX_MAX_REGISTERS = 1 << 20,
};

/// An expression over registers: symbol i of `expr` is the extent in
/// `registers[i]` of the running frame. The symbols' names are for messages.
typedef struct RelaxExprEntry {
  SymExpr expr;
  const uint32_t *registers;
  bool isNumber; // most are: `number` then
  int64_t number;
} RelaxExprEntry;

/// `lhs == rhs`, `lhs <= rhs`, or lhs is one of `values` (then rhs is unused
/// and 0).
typedef struct RelaxFactEntry {
  SymFactKind kind;
  uint32_t lhs, rhs; // expressions
  const int64_t *values;
  size_t numValues;
} RelaxFactEntry;

enum { RELAX_NO_ROWS = UINT32_MAX };

/// What a kernel takes a buffer to have.
typedef struct RelaxKernelBuffer {
  RelaxDType dtype; // as relaxDTypeStoredAs has it
  uint32_t rank;
  /// Expressions, whose "registers" are numbers of the kernel's symbols.
  const uint32_t *dims;
  /// The buffer that says where its rows begin, or RELAX_NO_ROWS: they lie
  /// behind each other.
  uint32_t rows;
  /// It gets copies: what many calls at once gather (Counters.h).
  bool moved;
  /// For messages; may be empty.
  StrRef name;
} RelaxKernelBuffer;

typedef struct RelaxKernelEntry {
  StrRef name;
  uint32_t numBuffers, numSymbols;
  const RelaxKernelBuffer *buffers;
  uint64_t textHash; // of what it computes; 0: nobody asked
} RelaxKernelEntry;

typedef enum RelaxValueKind {
  RELAX_VALUE_TENSOR = 0,
  RELAX_VALUE_EXTENT = 1, // a symbol; outside it is a rank-0 i64 tensor
} RelaxValueKind;

/// Extents in a field that are no number.
enum {
  RELAX_ANY_EXTENT = -1,
  /// And below: expression number 0, ..., whose "registers" are numbers of
  /// `dataSymbols`.
  RELAX_EXTENT_EXPR = -2,
};

typedef struct RelaxFieldType {
  RelaxDType dtype;
  uint32_t data; // of what holds others: the data type
  int32_t rank;  // of a tensor; -1: any
  const int64_t *dims;
} RelaxFieldType;

typedef struct RelaxConstructorType {
  StrRef name;
  const RelaxFieldType *fields;
  uint32_t numFields;
  uint32_t numFacts;
  const uint32_t *facts; // of the program, over its own symbols
} RelaxConstructorType;

/// What an entry of the table describes.
typedef enum RelaxDataKind {
  RELAX_DATA_CONSTRUCTORS = 0, // a data type
  RELAX_DATA_TUPLE = 1,        // one constructor, without a name
  RELAX_DATA_SEQUENCE = 2,     // the same: its field is any number of elements
  RELAX_DATA_OPTIONAL = 3,     // at most one
} RelaxDataKind;

/// A type whose values come in or go out (DataType.h).
typedef struct RelaxDataType {
  StrRef text; // `!relax.adt<@Tree<...>>`
  RelaxDataKind kind;
  RelaxConstructorType *constructors;
  uint32_t numConstructors;
  size_t capConstructors; // while it is built
} RelaxDataType;

/// A parameter or result of a function.
typedef struct RelaxValueType {
  StrRef name;
  RelaxValueKind kind;
  RelaxDType dtype;
  int32_t rank;  // -1: any
  StrRef dims;   // `[n, 2 * m]`; of what is no tensor the whole type
  uint32_t data; // of RELAX_DATA of a public function: the data type
  /// Of a parameter: its storage may be written, because a call gives it away.
  bool donated;
  /// Of a parameter: kernels alone read it, whose tables say where rows begin.
  bool scattered;
  /// Extents of the first dimensions for which a donated storage has room.
  const int64_t *reserve;
  uint32_t numReserve; // at most the rank
} RelaxValueType;

typedef struct RelaxFunction {
  StrRef name;
  bool isPublic;
  /// A caller may go on while a call of it waits: it has no effects.
  bool isConcurrent;
  RelaxValueType *params; // parameter i arrives in register i
  uint32_t numParams;
  RelaxValueType *results;
  uint32_t numResults;
  uint32_t numRegisters;
  uint32_t *code;
  size_t codeSize;
  // capacities while it is built
  size_t capParams, capResults, capCode;
} RelaxFunction;

typedef struct RelaxProgram {
  Arena *arena;
  StrRef *strings;
  RelaxExprEntry *exprs;
  RelaxFactEntry *facts;
  RelaxKernelEntry *kernels;
  uint32_t *arms; // names of dispatch arms: strings
  RelaxWeight *weights;
  RelaxDataType *dataTypes;
  /// Symbols of data types: of a constructor's own, `Node.k`, or of signatures.
  StrRef *dataSymbols;
  RelaxFunction *functions;
  uint32_t numDataTypes, numDataSymbols;
  uint32_t numStrings, numExprs, numFacts, numKernels, numArms, numWeights,
      numFunctions;
  /// Runs once when a machine is created; no parameters, no results.
  uint32_t prepareFunction; // or RELAX_NO_FUNCTION
  /// What its kernels are made for, as hostCanRunAll takes it
  /// (lib/Support/Host.h); empty: for any machine.
  StrRef targets;
  // while it is built
  size_t capStrings, capExprs, capFacts, capKernels, capArms, capWeights,
      capFunctions, capDataTypes, capDataSymbols;
  struct RelaxStringIndex *stringIndex; // stb_ds map, hash to string
} RelaxProgram;

RelaxProgram *relaxProgramCreate(void);
void relaxProgramDestroy(RelaxProgram *program);

/// Each returns the index of the entry. Equal strings have one index.
uint32_t relaxProgramAddString(RelaxProgram *program, StrRef text);
/// `registers[i]` holds symbol i of the expression. No `?` and no ragged atoms.
uint32_t relaxProgramAddExpr(RelaxProgram *program, SymExpr expr,
                             const uint32_t *registers);
uint32_t relaxProgramAddConst(RelaxProgram *program, int64_t value);
uint32_t relaxProgramAddFact(RelaxProgram *program, RelaxFactEntry fact);
uint32_t relaxProgramAddKernel(RelaxProgram *program, StrRef name,
                               const RelaxKernelBuffer *buffers,
                               uint32_t numBuffers, uint32_t numSymbols);
/// A number for what a kernel takes, its buffers and its symbols, and for what
/// it computes. An object has it in the name of a symbol
/// (RELAX_SIGNATURE_PREFIX), so that a kernel is not called by a program that
/// takes it for another one.
uint64_t relaxKernelSignature(const RelaxProgram *program, uint32_t kernel);
#define RELAX_SIGNATURE_PREFIX "relax_signature_"
/// An arm of a dispatch, named for the counters, e.g. `main: n == 128`.
uint32_t relaxProgramAddArm(RelaxProgram *program, StrRef name);
/// `numBytes` is computed from dtype and dims, which must not overflow (the
/// importer and the verifiers have checked them).
uint32_t relaxProgramAddWeight(RelaxProgram *program,
                               const RelaxWeight *weight);
/// A function without code; calls to it may be emitted at once.
uint32_t relaxProgramAddFunction(RelaxProgram *program, StrRef name,
                                 bool isPublic);
/// The next parameter; returns its register. Before any other register.
uint32_t relaxFunctionAddParam(RelaxProgram *program, uint32_t function,
                               RelaxValueType type);
void relaxFunctionAddResult(RelaxProgram *program, uint32_t function,
                            RelaxValueType type);
/// A register that nothing else uses.
uint32_t relaxFunctionNewRegister(RelaxProgram *program, uint32_t function);
void relaxProgramSetPrepare(RelaxProgram *program, uint32_t function);
void relaxProgramSetTargets(RelaxProgram *program, StrRef lines);
/// Can this machine run the kernels?
bool relaxProgramCheckHost(const RelaxProgram *program, RelaxError *error);

/// The function of that name, or RELAX_NO_FUNCTION.
uint32_t relaxProgramFind(const RelaxProgram *program, StrRef name);

/// Checks everything that the machine relies on: indices, operand counts, jump
/// targets, expression codes, weights. The decoder and the machine call it.
bool relaxProgramVerify(const RelaxProgram *program, RelaxError *error);
/// Appends a listing for people and tests.
void relaxProgramPrint(const RelaxProgram *program, StrBuf *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_PROGRAM_H
