//===- Passed.c - shapes that go into functions ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A shape is a tensor of its extents on the way: a closure can keep it, and a
// function that only hands it on makes no other one.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

#include <stb/stb_ds.h>

bool vmShapeIsKnown(MlirOperation op, MlirType type) {
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(type, &dims);
  bool known = relaxIsShapeType(type) ? relaxShapeTypeGetRanked(type)
                                      : relaxTensorTypeGetRanked(type);
  for (intptr_t i = 0; i < rank; ++i)
    known &= !symAttributeIsUnknown(dims[i]);
  if (!known)
    bridgeEmitOpError(
        op, "has an operand of unknown shape: compiled mode needs every "
            "dimension; name it with 'relax.match_cast ... binds (k)'");
  return known;
}

MlirType vmPassedType(MlirType type) {
  const MlirAttribute *dims;
  if (!relaxIsShapeType(type) || !relaxShapeTypeGetRanked(type))
    return type;
  MlirContext context = mlirTypeGetContext(type);
  MlirAttribute rank = symConstAttribute(context, symTypeDims(type, &dims));
  return relaxTensorTypeOf(mlirIntegerTypeGet(context, 64), 1, &rank);
}

/// The argument of the function that is a shape of the type, or null.
static MlirValue argumentOf(VmLowering *lowering, MlirType type) {
  MlirBlock entry = bridgeBody(lowering->source);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    if (mlirTypeEqual(mlirValueGetType(mlirBlockGetArgument(entry, i)), type))
      return vmLoweringValue(lowering, mlirBlockGetArgument(entry, i));
  return (MlirValue){NULL};
}

MlirValue vmLowerPassed(VmLowering *lowering, MlirOperation op,
                        MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (!relaxIsShapeType(type))
    return vmLoweringValue(lowering, value);
  if (!vmShapeIsKnown(op, type))
    return (MlirValue){NULL};
  MlirValue passed = argumentOf(lowering, type);
  if (passed.ptr)
    return passed;
  VmOperands operands = {.lowering = lowering};
  VmIntegersArgs args = {.values = vmOperandDims(&operands, type),
                         .resultType = vmPassedType(type)};
  args.numIndices = operands.count;
  args.indices = operands.values;
  return vmLoweringAppend(lowering, vmIntegersCreate(lowering->loc, &args));
}

void vmLoadElement(VmLowering *lowering, MlirValue tensor, intptr_t i,
                   StrRef name, StrRef subject) {
  MlirType number = mlirIntegerTypeGet(lowering->context, 64);
  VmLoadExtentArgs args = {
      .tensor = tensor, .element = i, .subject = subject, .resultType = number};
  MlirLocation loc = name.data[0] == '%'
                         ? lowering->loc
                         : bridgeNamedLocation(name, lowering->loc);
  VmSymbol symbol = {
      name, vmLoweringAppend(lowering, vmLoadExtentCreate(loc, &args))};
  arrput(lowering->symbols, symbol);
}

/// `input 's' of '@f'`: it is not the input of a call from outside.
static StrRef shapeSubject(VmLowering *lowering, StrRef subject) {
  StrRef name = relaxFuncGetSymName(lowering->source);
  return arenaFormat(lowering->arena, "%.*s of '@%.*s'", SPREAD(subject),
                     SPREAD(name));
}

void vmBindPassed(VmLowering *lowering, MlirBlock entry,
                  const StrRef *subjects) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(entry, i));
    const MlirAttribute *dims;
    StrRef name;
    intptr_t rank = relaxIsShapeType(type) ? symTypeDims(type, &dims) : 0;
    for (intptr_t k = 0; k < rank; ++k)
      if (symAttributeIsSymbol(dims[k], &name) && !vmIsBound(lowering, name))
        vmLoadElement(lowering, mlirBlockGetArgument(lowering->block, i), k,
                      name, shapeSubject(lowering, subjects[i]));
  }
}
