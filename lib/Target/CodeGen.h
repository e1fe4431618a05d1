//===- CodeGen.h - how machine code is made for an architecture -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The one seam for code generation: what an architecture fills in
// (docs/add-a-target.md). All else asks the `relax.target` of a function.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_CODEGEN_H
#define RELAX_TARGET_CODEGEN_H

#include "dialects/Relax/Target.h"
#include "lib/Support/Arena.h"

typedef struct RelaxCodeGen {
  const char *arch;         // as `relax.target` names it
  const char *triple;       // as LLVM does
  void (*initialize)(void); // LLVM's code generator, once
  /// The cpu whose features every machine of the architecture has.
  const char *baseline;
  /// The feature that converts between f16 and f32 as IEEE 754 says; "": part
  /// of the architecture; NULL: there is none.
  const char *half;
  const char *fused; // the same for fused multiply-adds
  /// Why only LLVM IR is written; NULL: objects and assembly are written, too.
  const char *refusal;
} RelaxCodeGen;

/// NULL if the architecture has none.
const RelaxCodeGen *relaxCodeGenFind(StrRef arch);

/// The same by the triple of a module of LLVM IR.
const RelaxCodeGen *relaxCodeGenOfTriple(const char *triple);

/// What a `relax.target` says, in LLVM's words.
typedef struct TargetCode {
  const RelaxCodeGen *codeGen;
  RelaxTarget target;
  StrRef features; // "+avx512vnni,+gfni"
  StrRef needs;    // "avx,avx2,...": what a machine must have beyond `baseline`
  bool hasHalf, hasFused;
} TargetCode;

/// Looks names up, in the arena; false after one reported error at the target.
/// May be called from several threads.
bool targetCodeOf(const RelaxTarget *target, Arena *arena, TargetCode *code);

#endif // RELAX_TARGET_CODEGEN_H
