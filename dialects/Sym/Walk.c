//===- Walk.c - the symbols in types and attributes -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Walk.h"
#include "dialects/Relax/Relax.h"
#include "dialects/TIR/TIRBase.gen.h"

intptr_t symTypeDims(MlirType type, const MlirAttribute **dims) {
  if (relaxIsTensorType(type))
    return relaxTensorTypeGetDims(type, dims);
  if (relaxIsShapeType(type))
    return relaxShapeTypeGetDims(type, dims);
  if (tirIsBufferType(type))
    return tirBufferTypeGetDims(type, dims);
  *dims = NULL;
  return 0;
}

static void walkExpr(MlirAttribute expr, SymVisitor visit, void *userData) {
  const MlirAttribute *symbols;
  intptr_t count = symExprAttrGetSymbols(expr, &symbols);
  for (intptr_t i = 0; i < count; ++i) {
    StrRef name = strRefFromMlir(mlirStringAttrGetValue(symbols[i]));
    if (name.length == 0 || name.data[0] != '%')
      visit(name, userData);
  }
}

/// The visitor of a function type's captured symbols.
typedef struct Captured {
  MlirType type;
  SymVisitor visit;
  void *userData;
} Captured;

static void visitCaptured(StrRef name, void *userData) {
  const Captured *captured = userData;
  const MlirAttribute *own;
  for (intptr_t i = 0, e = relaxFnTypeGetSymbols(captured->type, &own); i < e;
       ++i)
    if (strRefEqual(name, strRefFromMlir(mlirStringAttrGetValue(own[i]))))
      return;
  captured->visit(name, captured->userData);
}

void symWalkTypeSymbols(MlirType type, SymVisitor visit, void *userData) {
  if (relaxIsScalarType(type))
    walkExpr(relaxScalarTypeGetValue(type), visit, userData);
  if (relaxIsFnType(type)) {
    Captured captured = {type, visit, userData};
    symWalkTypeSymbols(relaxFnTypeGetSignature(type), visitCaptured, &captured);
  }
  MlirType contained = relaxContainedType(type);
  if (contained.ptr)
    symWalkTypeSymbols(contained, visit, userData);
  if (relaxIsAdtType(type)) {
    const MlirType *arguments;
    intptr_t numArguments = relaxAdtTypeGetArguments(type, &arguments);
    for (intptr_t i = 0; i < numArguments; ++i)
      symWalkTypeSymbols(arguments[i], visit, userData);
  }
  const MlirAttribute *dims;
  intptr_t count = symTypeDims(type, &dims);
  for (intptr_t i = 0; i < count; ++i)
    walkExpr(dims[i], visit, userData);
  if (mlirTypeIsATuple(type))
    for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(type); i < e; ++i)
      symWalkTypeSymbols(mlirTupleTypeGetType(type, i), visit, userData);
  if (mlirTypeIsAFunction(type)) {
    for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
      symWalkTypeSymbols(mlirFunctionTypeGetInput(type, i), visit, userData);
    for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(type); i < e; ++i)
      symWalkTypeSymbols(mlirFunctionTypeGetResult(type, i), visit, userData);
  }
}

void symWalkBareDims(MlirType type, SymVisitor visit, void *userData) {
  const MlirAttribute *dims;
  intptr_t count = symTypeDims(type, &dims);
  StrRef name;
  for (intptr_t i = 0; i < count; ++i)
    if (symAttributeIsSymbol(dims[i], &name))
      visit(name, userData);
  if (mlirTypeIsATuple(type))
    for (intptr_t i = 0, e = mlirTupleTypeGetNumTypes(type); i < e; ++i)
      symWalkBareDims(mlirTupleTypeGetType(type, i), visit, userData);
}

void symWalkAttributeSymbols(MlirAttribute attribute, SymVisitor visit,
                             void *userData) {
  if (symIsExprAttr(attribute)) {
    walkExpr(attribute, visit, userData);
  } else if (symIsFactAttr(attribute)) {
    walkExpr(symFactAttrGetLhs(attribute), visit, userData);
    walkExpr(symFactAttrGetRhs(attribute), visit, userData);
  } else if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e; ++i)
      symWalkAttributeSymbols(mlirArrayAttrGetElement(attribute, i), visit,
                              userData);
  } else if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
         ++i)
      symWalkAttributeSymbols(
          mlirDictionaryAttrGetElement(attribute, i).attribute, visit,
          userData);
  }
}

void symWalkOperationSymbols(MlirOperation op, SymVisitor visit,
                             void *userData) {
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(op); i < e; ++i)
    symWalkAttributeSymbols(mlirOperationGetAttribute(op, i).attribute, visit,
                            userData);
}

void symMatchName(StrRef name, void *userData) {
  SymMatch *match = userData;
  match->found |= strRefEqual(name, match->name);
}

bool symTypeHasSymbol(MlirType type, StrRef name) {
  SymMatch match = {name, false};
  symWalkTypeSymbols(type, symMatchName, &match);
  return match.found;
}

void symWalkDefinedSymbols(MlirOperation op, SymVisitor visit, void *userData) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    symWalkTypeSymbols(mlirValueGetType(mlirOperationGetResult(op, i)), visit,
                       userData);
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         block.ptr; block = mlirBlockGetNextInRegion(block))
      for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i)
        symWalkTypeSymbols(mlirValueGetType(mlirBlockGetArgument(block, i)),
                           visit, userData);
}
