//===- Interfaces.cpp - what other dialects tell of symbols ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Interfaces.hpp"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Walk.h"
#include "mlir/CAPI/IR.h"

using namespace mlir;

MLIR_DEFINE_EXPLICIT_TYPE_ID(sym::TypeParts)

extern "C" bool symSharesEntry(MlirOperation op) {
  return unwrap(op)->hasTrait<sym::SharesEntry>();
}
extern "C" bool symSeesAllSymbols(MlirOperation op) {
  return unwrap(op)->hasTrait<sym::SeesAllSymbols>();
}
extern "C" bool symBindsAtEntry(MlirOperation function) {
  return unwrap(function)->hasTrait<sym::BindsAtEntry>();
}
extern "C" bool symTakesGiven(MlirOperation op) {
  return unwrap(op)->hasTrait<sym::TakesGiven>();
}

static intptr_t ask(MlirType type, sym::TypeParts::Get sym::TypeParts::*which,
                    const MlirAttribute **elements) {
  auto *parts =
      unwrap(type).getDialect().getRegisteredInterface<sym::TypeParts>();
  *elements = nullptr;
  return parts ? (parts->*which)(type, elements) : 0;
}

extern "C" intptr_t symTypeDims(MlirType type, const MlirAttribute **dims) {
  return ask(type, &sym::TypeParts::dims, dims);
}
extern "C" intptr_t symTypeSymbols(MlirType type,
                                   const MlirAttribute **symbols) {
  return ask(type, &sym::TypeParts::symbols, symbols);
}

template <typename Whole>
static void walkParts(Whole whole, const SymParts *parts) {
  whole.walkImmediateSubElements(
      [&](Attribute part) {
        if (parts->attribute)
          parts->attribute(wrap(part), parts->userData);
      },
      [&](Type part) {
        if (parts->type)
          parts->type(wrap(part), parts->userData);
      });
}
extern "C" void symTypeWalkParts(MlirType type, const SymParts *parts) {
  walkParts(unwrap(type), parts);
}
extern "C" void symAttributeWalkParts(MlirAttribute attribute,
                                      const SymParts *parts) {
  walkParts(unwrap(attribute), parts);
}

template <typename Whole>
static Whole replaceParts(Whole whole, const SymNewParts *parts) {
  SmallVector<Attribute> attributes;
  SmallVector<Type> types;
  bool changed = false;
  whole.walkImmediateSubElements(
      [&](Attribute part) {
        attributes.push_back(
            unwrap(parts->attribute(wrap(part), parts->userData)));
        changed |= attributes.back() != part;
      },
      [&](Type part) {
        types.push_back(unwrap(parts->type(wrap(part), parts->userData)));
        changed |= types.back() != part;
      });
  return changed ? whole.replaceImmediateSubElements(attributes, types) : whole;
}
extern "C" MlirType symTypeReplaceParts(MlirType type,
                                        const SymNewParts *parts) {
  return wrap(replaceParts(unwrap(type), parts));
}
extern "C" MlirAttribute symAttributeReplaceParts(MlirAttribute attribute,
                                                  const SymNewParts *parts) {
  return wrap(replaceParts(unwrap(attribute), parts));
}
