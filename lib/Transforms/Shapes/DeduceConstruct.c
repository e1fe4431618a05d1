//===- DeduceConstruct.c - facts of constructors --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a constructor's `where` says is required of the fields before the value
// is made, as the facts of a function are of operands.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.h"
#include "lib/Transforms/Shapes/Deduction.h"

MlirLogicalResult deduceConstruct(Deduction *deduction, MlirOperation op) {
  RelaxAdtScope scope = {op, NULL};
  RelaxConstructor constructor;
  if (!relaxConstructorMade(op, &scope, &constructor))
    return mlirLogicalResultFailure();
  StrRef name = relaxConstructorName(constructor);
  StrBuf subject = {0};
  strBufAppendFormat(&subject, "@%.*s", (int)name.length, name.data);
  Requirement requirement = {
      .at = op,
      .count = constructor.numFields,
      .subject = arenaCopyString(deduction->arena,
                                 (StrRef){subject.data, subject.length})};
  strBufFree(&subject);
  requirement.formals = relaxConstructorDeclared(deduction->arena, constructor,
                                                 &requirement.facts);
  return deductionRequire(deduction, &requirement);
}
