//===- Lowering.h - state while a function becomes a host program ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOVM_LOWERING_H
#define RELAX_CONVERSION_RELAXTOVM_LOWERING_H

#include "dialects/Relax/Relax.h"

/// A symbol and the i64 register that holds it.
typedef struct VmSymbol {
  StrRef name;
  MlirValue value;
} VmSymbol;

typedef struct VmLowering {
  MlirContext context;
  MlirOperation module, source; // source: the relax.func
  Arena *arena;
  MlirBlock block;   // of the vm.func in the making
  VmSymbol *symbols; // stb_ds array
  struct VmValue {
    void *key;            // a value of the relax.func
    MlirValue value;      // its register
  } *values;              // stb_ds map
  MlirLocation loc;       // of the operation that is lowered
  const int64_t *version; // the only one to take, -1 for none; null: any
} VmLowering;

/// Appends an operation; returns its first result or a null value.
MlirValue vmLoweringAppend(VmLowering *lowering, MlirOperation op);
MlirValue vmLoweringValue(VmLowering *lowering, MlirValue value);
void vmLoweringMap(VmLowering *lowering, MlirValue from, MlirValue to);
/// Appends `lowered`, which gives the only result of `op`. Success.
MlirLogicalResult vmLoweringGive(VmLowering *lowering, MlirOperation op,
                                 MlirOperation lowered);

/// The i64 operands of an operation in the making, in order of first use.
typedef struct VmOperands {
  VmLowering *lowering;
  MlirValue *values; // in the arena
  intptr_t count;
  size_t capacity;
} VmOperands;

/// The expression over the operands ("%k"), whose registers are added to
/// `operands`. All its symbols must be bound.
MlirAttribute vmOperandExpr(VmOperands *operands, MlirAttribute expr);
MlirAttribute vmOperandFact(VmOperands *operands, MlirAttribute fact);
MlirAttribute vmOperandDims(VmOperands *operands, MlirType type);
/// Of a list of expressions; null is an empty one.
MlirAttribute vmOperandExprs(VmOperands *operands, MlirAttribute list);
bool vmIsBound(VmLowering *lowering, StrRef name);
/// True if all symbols of `expr` are bound.
bool vmExprIsBound(VmLowering *lowering, MlirAttribute expr);

/// Lowers `source`, a relax.func of `module`: makes the vm.func with its
/// arguments (one that prepares weights has no results), lets `fill` fill it
/// with `userData`, and puts it before `source`, which stays. A null operation
/// if `fill` fails, with nothing left behind.
MlirOperation
vmLowerFunction(MlirOperation module, MlirOperation source, Arena *arena,
                MlirLogicalResult (*fill)(VmLowering *lowering, void *userData),
                void *userData);
/// Boundary.c: checks and symbol registers of the arguments.
MlirLogicalResult vmLowerBoundary(VmLowering *lowering, MlirBlock entry,
                                  bool isPublic);
/// Binds the bare dims of `type` that are new and checks the others, as a
/// boundary does. `checks`: the composite and repeated dims too.
MlirLogicalResult vmLowerDims(VmLowering *lowering, const MlirValue *tensors,
                              const MlirType *types, StrRef *subjects,
                              intptr_t count, bool checks);
void vmLowerFacts(VmLowering *lowering, MlirAttribute facts, bool always,
                  StrRef subject);
/// ControlFlow.c
MlirLogicalResult vmLowerIf(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerWhile(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerDispatch(VmLowering *lowering, MlirOperation op);
/// Operations.c: `operation` ("relax.call") has instructions.
bool vmHasLowering(StrRef operation);
/// One operation of the body.
MlirLogicalResult vmLowerOperation(VmLowering *lowering, MlirOperation op);
/// Shape.c: shapes as values.
MlirLogicalResult vmLowerShapeOf(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerShapeToTensor(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerMemoryLimit(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerMemoryLevel(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerTensorToShape(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerBroadcastShape(VmLowering *lowering, MlirOperation op);
/// A relax.match_cast of a shape.
MlirLogicalResult vmLowerMatchShape(VmLowering *lowering, MlirOperation op);
/// The error for an operation that has no lowering: what to run before.
MlirLogicalResult vmRefuseOperation(MlirOperation op);
/// One error if a shape goes where only tensors go.
MlirLogicalResult vmCheckShapeUses(MlirOperation op);
/// `'relax.broadcast_shape' %s`: whose check it is, in messages.
StrRef vmLoweringSubject(VmLowering *lowering, MlirOperation op);
/// As an attribute that may be absent.
MlirAttribute vmLoweringText(const VmLowering *lowering, StrRef text);
/// True if every dim of a tensor's or shape's type is known; else one error.
bool vmShapeIsKnown(MlirOperation op, MlirType type);
/// Passed.c: how a value of `type` goes into a function: a shape as a tensor.
MlirType vmPassedType(MlirType type);
/// The register with which `op` passes `value`; null after an error.
MlirValue vmLowerPassed(VmLowering *lowering, MlirOperation op,
                        MlirValue value);
/// An element of a tensor of extents becomes the register of a symbol.
void vmLoadElement(VmLowering *lowering, MlirValue tensor, intptr_t i,
                   StrRef name, StrRef subject);
/// So do those of the shapes that the function is given.
void vmBindPassed(VmLowering *lowering, MlirBlock entry,
                  const StrRef *subjects);
/// ComputedAxes.c
MlirLogicalResult vmLowerReducedShape(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerSqueeze(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerUnsqueeze(VmLowering *lowering, MlirOperation op);
/// MemoryLevel.c: relax.arena; relax.write_out and relax.read_back.
MlirLogicalResult vmLowerArena(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerMove(VmLowering *lowering, MlirOperation op);
/// Place.c: memory for a result, at an offset of a storage; a null offset: its
/// own.
MlirValue vmLowerPlace(VmLowering *lowering, MlirValue storage,
                       MlirAttribute offset, MlirType type);
/// Kernel.c: relax.call_tir.
MlirLogicalResult vmLowerCallTir(VmLowering *lowering, MlirOperation op);
/// Data.c
MlirLogicalResult vmLowerConstruct(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerIsConstructor(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerGetField(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerTuple(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerTupleGet(VmLowering *lowering, MlirOperation op);
/// State.c
MlirLogicalResult vmLowerAppend(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerUpdateSlice(VmLowering *lowering, MlirOperation op);
/// Calls.c: relax.call, relax.closure, relax.invoke.
MlirLogicalResult vmLowerCall(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerClosure(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerInvoke(VmLowering *lowering, MlirOperation op);
/// References.c: relax.ref, relax.ref_read, relax.ref_write.
MlirLogicalResult vmLowerRef(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerRefRead(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerRefWrite(VmLowering *lowering, MlirOperation op);
/// Batch.c
MlirLogicalResult vmLowerDefer(VmLowering *lowering, MlirOperation op);
MlirLogicalResult vmLowerForce(VmLowering *lowering, MlirOperation op);
/// Library.c: relax.call_library.
MlirLogicalResult vmLowerCallLibrary(VmLowering *lowering, MlirOperation op);

#endif // RELAX_CONVERSION_RELAXTOVM_LOWERING_H
