//===- Lowering.h - state while a function becomes a host program ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOVM_LOWERING_H
#define RELAX_CONVERSION_RELAXTOVM_LOWERING_H

#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"

/// A symbol and the i64 register that holds it.
typedef struct VmSymbol {
  StrRef name;
  MlirValue value;
} VmSymbol;

/// Appends what one operation does; a failure after an error.
typedef struct VmLowering VmLowering;
typedef MlirLogicalResult VmLower(VmLowering *lowering, MlirOperation op);

struct VmLowering {
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
  VmLower *lower;         // any operation, in regions
};

/// Appends an operation; returns its first result or a null value.
MlirValue vmLoweringAppend(VmLowering *lowering, MlirOperation op);
/// The same where nobody asks for a result. Success.
MlirLogicalResult vmLoweringDo(VmLowering *lowering, MlirOperation op);
MlirValue vmLoweringValue(VmLowering *lowering, MlirValue value);
/// Of all operands of an operation.
MlirValue *vmLoweringValues(VmLowering *lowering, MlirOperation op);
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
void vmLowerDims(VmLowering *lowering, const MlirValue *tensors,
                 const MlirType *types, StrRef *subjects, intptr_t count,
                 bool checks);
void vmCheckEqual(VmLowering *lowering, SymExpr lhs, SymExpr rhs,
                  StrRef subject);
void vmLowerFacts(VmLowering *lowering, MlirAttribute facts, bool always,
                  StrRef subject);
/// Operations.c: `operation` ("relax.call") has instructions.
bool vmHasLowering(StrRef operation);
/// One operation of the body.
VmLower vmLowerOperation;
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
/// Place.c: memory for a result, at an offset of a storage; a null offset: its
/// own.
MlirValue vmLowerPlace(VmLowering *lowering, MlirValue storage,
                       MlirAttribute offset, MlirType type);
/// What the rules name, one for relax.append and so on; a match_cast of a shape
/// is vmLowerMatchShape, relax.write_out and relax.read_back are vmLowerMove.
VmLower vmLowerIf, vmLowerWhile, vmLowerDispatch, vmLowerShapeOf,
    vmLowerShapeToTensor, vmLowerMemoryLimit, vmLowerMemoryLevel,
    vmLowerTensorToShape, vmLowerBroadcastShape, vmLowerMatchShape,
    vmLowerReducedShape, vmLowerSqueeze, vmLowerUnsqueeze, vmLowerArena,
    vmLowerMove, vmLowerCallTir, vmLowerConstruct, vmLowerIsConstructor,
    vmLowerGetField, vmLowerTuple, vmLowerTupleGet, vmLowerAppend,
    vmLowerUpdateSlice, vmLowerCall, vmLowerClosure, vmLowerInvoke, vmLowerRef,
    vmLowerRefRead, vmLowerRefWrite, vmLowerDefer, vmLowerForce,
    vmLowerCallLibrary;

#endif // RELAX_CONVERSION_RELAXTOVM_LOWERING_H
