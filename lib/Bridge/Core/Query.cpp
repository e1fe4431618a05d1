//===- Query.cpp - diagnostics and queries for C --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Bridge/Core/SymbolNotes.hpp"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <cstdarg>
#include <cstdio>

using namespace mlir;

static std::string format(const char *text, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  int size = vsnprintf(nullptr, 0, text, copy);
  va_end(copy);
  std::string result(size > 0 ? size : 0, '\0');
  vsnprintf(result.data(), result.size() + 1, text, arguments);
  return result;
}

#define FORMAT(result, last)                                                   \
  std::string result;                                                          \
  {                                                                            \
    va_list arguments;                                                         \
    va_start(arguments, last);                                                 \
    result = format(last, arguments);                                          \
    va_end(arguments);                                                         \
  }

extern "C" MlirLogicalResult bridgeEmitError(MlirLocation loc, const char *text,
                                             ...) {
  FORMAT(message, text);
  emitError(unwrap(loc)) << message;
  return mlirLogicalResultFailure();
}

/// In a file: an imported model has none to show.
static bool hasPlace(MlirLocation loc) {
  StrBuf place = {};
  bool known = bridgePrintPlace(loc, &place);
  strBufFree(&place);
  return known;
}

/// Where a symbol that the message shows is bound, as far as some dialect
/// knows.
static void attachSymbolNote(InFlightDiagnostic &diagnostic, MlirOperation op,
                             const std::string &message) {
  if (!op.ptr)
    return;
  for (Dialect *dialect : unwrap(op)->getContext()->getLoadedDialects()) {
    auto *notes = dialect->getRegisteredInterface<bridge::SymbolNotes>();
    BridgeBinder binder;
    if (notes && notes->find(op, message.c_str(), &binder) &&
        hasPlace(binder.loc))
      diagnostic.attachNote(unwrap(binder.loc))
          << "symbol '" << StringRef(binder.name.data, binder.name.length)
          << "' is bound here";
  }
}

extern "C" MlirLogicalResult
bridgeEmitErrorNear(MlirLocation loc, MlirOperation op, const char *text, ...) {
  FORMAT(message, text);
  InFlightDiagnostic diagnostic = emitError(unwrap(loc)) << message;
  attachSymbolNote(diagnostic, op, message);
  return mlirLogicalResultFailure();
}

extern "C" MlirLogicalResult bridgeEmitOpError(MlirOperation op,
                                               const char *text, ...) {
  FORMAT(message, text);
  // MLIR would print an operation as a note, all of its body too, though its
  // line stands above.
  if (unwrap(op)->getNumRegions()) {
    InFlightDiagnostic diagnostic = emitError(unwrap(op)->getLoc());
    diagnostic << "'" << unwrap(op)->getName() << "' op " << message;
    attachSymbolNote(diagnostic, op, message);
    return mlirLogicalResultFailure();
  }
  InFlightDiagnostic diagnostic = unwrap(op)->emitOpError() << message;
  attachSymbolNote(diagnostic, op, message);
  return mlirLogicalResultFailure();
}

MLIR_DEFINE_EXPLICIT_TYPE_ID(bridge::SymbolNotes)

extern "C" MlirLogicalResult bridgeEmitErrorWithNote(MlirLocation loc,
                                                     const char *text,
                                                     MlirLocation noteLoc,
                                                     const char *note) {
  InFlightDiagnostic diagnostic = emitError(unwrap(loc)) << text;
  diagnostic.attachNote(unwrap(noteLoc)) << note;
  return mlirLogicalResultFailure();
}

extern "C" void bridgeEmitRemark(MlirLocation loc, const char *text, ...) {
  FORMAT(message, text);
  emitRemark(unwrap(loc)) << message;
}

extern "C" void bridgeEmitWarning(MlirLocation loc, const char *text, ...) {
  FORMAT(message, text);
  emitWarning(unwrap(loc)) << message;
}

template <typename T> static void print(T value, StrBuf *out) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.print(stream);
  strBufAppend(out, {text.data(), text.size()});
}

extern "C" void bridgePrintType(MlirType type, StrBuf *out) {
  print(unwrap(type), out);
}

extern "C" void bridgePrintAttribute(MlirAttribute attribute, StrBuf *out) {
  print(unwrap(attribute), out);
}

extern "C" MlirOperation bridgeLookupSymbol(BridgeSymbolTables tables,
                                            MlirOperation from,
                                            MlirAttribute reference) {
  auto name = llvm::cast<SymbolRefAttr>(unwrap(reference));
  auto *cache = static_cast<SymbolTableCollection *>(tables.ptr);
  return wrap(cache->lookupNearestSymbolFrom(unwrap(from), name));
}

extern "C" MlirOperation bridgeLookupNearestSymbol(MlirOperation from,
                                                   StrRef name) {
  Operation *op = unwrap(from);
  auto key =
      StringAttr::get(op->getContext(), StringRef(name.data, name.length));
  return wrap(SymbolTable::lookupNearestSymbolFrom(op, key));
}

template <typename Effect>
static void addEffect(BridgeEffects effects, MlirOperation op,
                      intptr_t operand) {
  auto *list = static_cast<SmallVectorImpl<MemoryEffects::EffectInstance> *>(
      effects.ptr);
  list->emplace_back(Effect::get(), &unwrap(op)->getOpOperand(operand));
}

extern "C" void bridgeEffectsAddRead(BridgeEffects effects, MlirOperation op,
                                     intptr_t operand) {
  addEffect<MemoryEffects::Read>(effects, op, operand);
}

extern "C" void bridgeEffectsAddWrite(BridgeEffects effects, MlirOperation op,
                                      intptr_t operand) {
  addEffect<MemoryEffects::Write>(effects, op, operand);
}

extern "C" void bridgeEffectsAddAny(BridgeEffects effects) {
  auto *list = static_cast<SmallVectorImpl<MemoryEffects::EffectInstance> *>(
      effects.ptr);
  list->emplace_back(MemoryEffects::Read::get());
  list->emplace_back(MemoryEffects::Write::get());
}

extern "C" bool bridgeIsPure(MlirOperation op) { return isPure(unwrap(op)); }

extern "C" bool bridgeIsTriviallyDead(MlirOperation op) {
  return isOpTriviallyDead(unwrap(op));
}

extern "C" bool bridgeIsTerminator(MlirOperation op) {
  return unwrap(op)->hasTrait<OpTrait::IsTerminator>();
}

extern "C" bool bridgeIsFunction(MlirOperation op) {
  return llvm::isa<FunctionOpInterface>(unwrap(op));
}

extern "C" StrRef bridgeLocationName(MlirLocation loc) {
  if (auto named = llvm::dyn_cast<NameLoc>(unwrap(loc))) {
    StringRef name = named.getName().getValue();
    return {name.data(), name.size()};
  }
  return {"", 0};
}

extern "C" MlirLocation bridgeNamedLocation(StrRef name, MlirLocation loc) {
  Location location = unwrap(loc);
  if (auto named = llvm::dyn_cast<NameLoc>(location))
    location = named.getChildLoc();
  return wrap(Location(NameLoc::get(
      StringAttr::get(location.getContext(), StringRef(name.data, name.length)),
      location)));
}

extern "C" StrRef bridgeOpName(MlirOperation op) {
  StringRef name = unwrap(op)->getName().getStringRef();
  return {name.data(), name.size()};
}

extern "C" MlirAttribute bridgeAttributesOf(MlirOperation op) {
  return wrap(static_cast<Attribute>(unwrap(op)->getAttrDictionary()));
}

/// The numbers behind `base_` among the module's names; true if `base` itself
/// is one of them.
static bool collectNumbers(Operation *module, StringRef base,
                           llvm::DenseSet<uint64_t> &numbers) {
  bool taken = false;
  for (Operation &op : module->getRegion(0).front()) {
    auto symbol = llvm::dyn_cast<SymbolOpInterface>(op);
    StringRef name = symbol ? symbol.getName() : StringRef();
    uint64_t number;
    if (!name.consume_front(base))
      continue;
    if (name.empty())
      taken = true;
    else if (name.consume_front("_") && !name.getAsInteger(10, number))
      numbers.insert(number);
  }
  return taken;
}

// One walk: a table of all names, made for each new one, is most of the time of
// a pass that makes many.
extern "C" StrRef bridgeUniqueSymbol(MlirOperation module, StrRef base,
                                     Arena *arena) {
  StringRef wanted(base.data, base.length);
  llvm::DenseSet<uint64_t> numbers;
  if (!collectNumbers(unwrap(module), wanted, numbers))
    return arenaCopyString(arena, base);
  uint64_t number = 0;
  while (numbers.contains(number))
    ++number;
  std::string name = (wanted + "_" + llvm::Twine(number)).str();
  return arenaCopyString(arena, {name.data(), name.size()});
}
