//===- Kernel.h - from a lowered tir.func to functions for LLVM -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The steps of lib/Target/LLVMIR.c. A kernel @f becomes (each name with the
// prefix RELAX_KERNEL_PREFIX)
//
//   func.func @f(%buffers: !llvm.ptr, %symbols: !llvm.ptr) -> i32
//       the entry of lib/Runtime/KernelABI.h: loads pointers and symbols, calls
//   func.func @f.body(%X: !llvm.ptr {llvm.noalias}, ..., %n: i64, ...) -> i32
//       the loops; a parallel loop in it is a call of `relax_parallel_for` with
//   func.func @f.task(%captured: !llvm.ptr, %begin: i64, %end: i64)
//       which loads what the loop captured (two loops, one right in the other,
//       are one range) and calls
//   func.func @f.loop(captured..., %begin: i64, %end: i64)
//
// so that the pointers are `noalias` wherever loops run.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_KERNEL_H
#define RELAX_TARGET_KERNEL_H

#include "lib/Conversion/TIRToSCF/IndexExpr.h"
#include "lib/Target/CodeGen.h"

/// Before the name of a kernel in symbol tables: kernels may be called `exp`.
#define RELAX_KERNEL_PREFIX "relax_kernel_"
/// lib/Runtime/Parallel.h
#define RELAX_PARALLEL_FOR "relax_parallel_for"
#define RELAX_LONGEST_FIRST "relax_longest_first"
/// lib/Runtime/Workspace.h
#define RELAX_WORKSPACE_TAKE "relax_workspace_take"
#define RELAX_WORKSPACE_GIVE "relax_workspace_give"

/// Replaces a lowered `tir.func` by its body and entry functions; `*body` is
/// the former, the entry has its name. `checks` gets what its checks say, each
/// text with a NUL behind it. After an error both are half converted.
MlirLogicalResult targetConvertKernel(MlirOperation module, MlirOperation func,
                                      Arena *arena, StrBuf *checks,
                                      MlirOperation *body);
/// Replaces the `memref.alloc` at the top of a body by one allocation, checked:
/// the body returns RELAX_KERNEL_OUT_OF_MEMORY if it fails. False: there is
/// none.
bool targetConvertWorkspace(MlirOperation module, MlirOperation body,
                            Arena *arena);
/// Its local buffers fit on the stack of every thread together, or an error.
MlirLogicalResult targetCheckStack(MlirOperation kernel);
/// How it reads its buffers (RELAX_READS_PREFIX). False: nothing to be said.
bool targetDescribeReads(MlirOperation kernel, StrBuf *text);

/// Outlines every `scf.parallel` of a function.
MlirLogicalResult targetOutlineParallel(MlirOperation module,
                                        MlirOperation func, Arena *arena);

/// Expands what is computed in f16 and bf16, and conversions from and to them
/// that LLVM would make calls of (NarrowFloat.c). `hasHalf`: the target
/// converts between f16 and f32.
void targetExpandNarrowFloats(MlirOperation func, bool hasHalf);

/// Makes bytes of conditions in memory (Booleans.c).
void targetStoreBooleans(MlirOperation func);
/// A memref type with other elements.
MlirType targetMemRefOf(MlirType type, MlirType element);

/// For targets without fused multiply-adds: `math.tanh` ends at 1
/// (Saturate.c).
void targetSaturateTanh(MlirOperation func);

/// Replaces `math.powf` with a small constant exponent by products and roots,
/// everywhere below `top` (Powers.c).
void targetExpandPowers(MlirOperation top);

/// Replaces logarithms, exponentials less 1, sines, cosines and their inverses
/// of f32 by what is done in lanes, everywhere below `top`, while loops are loops
/// (Elementary.c).
void targetExpandElementary(MlirOperation top);

/// A constant of the type of `like`, in all lanes if that is a vector.
MlirValue targetBuildNumber(OpBuilder *b, MlirValue like, double value);
MlirValue targetBuildInteger(OpBuilder *b, MlirValue like, int32_t value);

/// Of a function until its loops are lowered: registers for vectors.
#define TARGET_REGISTERS "tir.registers"
/// Says what a `func.func` is made for, and brings that to the `llvm.func` that
/// it becomes (FunctionTarget.c). What runs `once` is not optimised.
void targetSetTarget(MlirOperation function, const TargetCode *code, bool once);
void targetPlaceTargets(MlirOperation module);

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// An empty `func.func` at the end of the module with an entry block of
/// `inputs`. `result` may be null. Internal functions are seen by nobody else.
MlirOperation targetBuildFunction(MlirOperation module, MlirLocation location,
                                  StrRef name, const MlirType *inputs,
                                  intptr_t numInputs, MlirType result,
                                  bool internal);
/// Declares a function of C, once.
void targetDeclareFunction(MlirOperation module, const char *name,
                           const MlirType *inputs, intptr_t numInputs,
                           MlirType result);
/// Says that no other pointer reaches what the pointer arguments point to.
void targetSetNoAlias(MlirOperation function);
MlirOperation targetBuildCall(OpBuilder *b, StrRef callee, MlirType result,
                              const MlirValue *operands, intptr_t numOperands);
void targetBuildReturn(OpBuilder *b, const MlirValue *value);

//===----------------------------------------------------------------------===//
// Checks (Check.c)
//===----------------------------------------------------------------------===//

/// The place of a kernel's status at the top of its body, RELAX_KERNEL_OK.
MlirValue targetBuildStatus(MlirBlock entry);
/// Replaces a `tir.check`: where it fails, its code goes to `status`. What it
/// says is added to `texts`, once; names of buffers are those of `arguments`.
void targetConvertCheck(MlirOperation check, MlirValue status,
                        MlirBlock arguments, StrBuf *texts);

//===----------------------------------------------------------------------===//
// Values of the LLVM dialect (Descriptor.c)
//===----------------------------------------------------------------------===//

MlirType targetPointerType(MlirContext context);
MlirType targetI64Type(MlirContext context);
MlirType targetStatusType(MlirContext context);
/// `builtin.unrealized_conversion_cast`, which upstream's conversions resolve.
MlirValue targetBuildCast(OpBuilder *b, MlirValue value, MlirType type);
/// An index as i64: what it was made of, if that was one.
MlirValue targetBuildWide(OpBuilder *b, MlirValue index);
MlirValue targetBuildI64(OpBuilder *b, int64_t value);
/// The address `bytes` behind `pointer`.
MlirValue targetBuildOffset(OpBuilder *b, MlirValue pointer, MlirValue bytes);
/// Loads element `index` of an array of `type` at `base`.
MlirValue targetBuildElementLoad(OpBuilder *b, MlirValue base, intptr_t index,
                                 MlirType type);
/// `llvm.extractvalue` / `llvm.insertvalue` at a position of `depth` numbers.
MlirValue targetBuildExtract(OpBuilder *b, MlirValue aggregate, MlirType type,
                             const int64_t *position, intptr_t depth);
MlirValue targetBuildInsert(OpBuilder *b, MlirValue aggregate, MlirValue value,
                            const int64_t *position, intptr_t depth);
MlirValue targetBuildUndef(OpBuilder *b, MlirType type);
/// A row-major memref over `pointer`; `dynamic` are its dynamic extents (i64).
MlirValue targetBuildMemref(OpBuilder *b, MlirType type, MlirValue pointer,
                            const MlirValue *dynamic, Arena *arena);
/// The pointer of a memref, and extent `dim` of it as i64.
MlirValue targetBuildMemrefPointer(OpBuilder *b, MlirValue memref);
MlirValue targetBuildMemrefExtent(OpBuilder *b, MlirValue memref, intptr_t dim);

/// Looks at the facts of a `tir.func`: what is built at `inside` runs where
/// they hold, and yields a status. `*unfit` is then the status of both; null if
/// there is nothing to look at. Failure after one reported error.
MlirLogicalResult targetEnterFacts(OpBuilder *b, MlirOperation func,
                                   const IndexScope *scope, Arena *arena,
                                   OpBuilder *inside, MlirValue *unfit);

#endif // RELAX_TARGET_KERNEL_H
