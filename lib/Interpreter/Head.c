//===- Head.c - what functions say of themselves --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Module.h"

/// `relax.name` in entry `index` of an array of dictionaries, or "".
StrRef evalNameAttribute(MlirAttribute array, intptr_t index) {
  MlirAttribute name = {NULL};
  if (array.ptr && index < mlirArrayAttrGetNumElements(array))
    name = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(array, index),
        mlirStringRefCreateFromCString("relax.name"));
  return name.ptr && mlirAttributeIsAString(name)
             ? strRefFromMlir(mlirStringAttrGetValue(name))
             : strRefFromC("");
}

bool evalIsInstruction(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  return name.length > 3 &&
         strRefEqual((StrRef){name.data, 3}, strRefFromC("vm."));
}

EvalHead evalHeadOf(MlirOperation function) {
  bool isMachine = vmIsFunc(function);
  EvalHead head = {.isMachine = isMachine};
  if (isMachine) {
    head.name = vmFuncGetSymName(function);
    head.type = vmFuncGetFunctionType(function);
    head.visibility = vmFuncGetSymVisibility(function);
    head.argAttrs = vmFuncGetArgAttrs(function);
    head.resAttrs = vmFuncGetResAttrs(function);
  } else {
    head.name = relaxFuncGetSymName(function);
    head.type = relaxFuncGetFunctionType(function);
    head.visibility = relaxFuncGetSymVisibility(function);
    head.argAttrs = relaxFuncGetArgAttrs(function);
    head.resAttrs = relaxFuncGetResAttrs(function);
  }
  head.isPublic =
      !head.visibility.ptr ||
      strRefEqual(strRefFromMlir(mlirStringAttrGetValue(head.visibility)),
                  strRefFromC("public"));
  return head;
}

StrRef evalArgumentName(MlirOperation function, intptr_t index) {
  StrRef name = evalNameAttribute(evalHeadOf(function).argAttrs, index);
  MlirBlock entry = bridgeBody(function);
  if (name.length == 0 && entry.ptr)
    name = bridgeLocationName(
        mlirValueGetLocation(mlirBlockGetArgument(entry, index)));
  return name;
}
