//===- Names.cpp - keeps the value names of the text ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// MLIR drops the names of values when it parses. Every text, whatever reads it
// (MlirOptMain, the C API), passes through mlir::parseAsmSourceFile, which says
// where names stand (ParsedNames.hpp). The tools link with --wrap of that function, so
// that this one runs in its place: it records, and puts each name in a NameLoc
// around the location of its operation or block argument. The printer uses
// NameLocs as prefixes (--mlir-use-nameloc-as-prefix, on in our tools).
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Names.hpp"
#include "lib/Bridge/Core/FactPlaces.hpp"
#include "lib/Bridge/Core/NearHints.hpp"
#include "lib/Bridge/Core/ParseHook.hpp"
#include "lib/Bridge/Core/ParsedNames.hpp"
#include "lib/Bridge/Core/ResultNames.h"
#include "lib/Bridge/Core/TextCheck.hpp"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

#define PARSE_SYMBOL(prefix)                                                   \
  prefix##_ZN4mlir18parseAsmSourceFileERKN4llvm9SourceMgrEPNS_5BlockERKNS_12ParserConfigEPNS_14AsmParserStateEPNS_28AsmParserCodeCompleteContextE

extern "C" {
LogicalResult PARSE_SYMBOL(__real_)(const llvm::SourceMgr &, Block *,
                                    const ParserConfig &, AsmParserState *,
                                    AsmParserCodeCompleteContext *);
LogicalResult PARSE_SYMBOL(__wrap_)(const llvm::SourceMgr &, Block *,
                                    const ParserConfig &, AsmParserState *,
                                    AsmParserCodeCompleteContext *);
}

static bool isNumber(StringRef text) {
  return llvm::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// The name that begins here with its '%'; empty for purely numeric ones.
static StringRef nameAt(SMLoc begin) {
  if (!begin.isValid() || *begin.getPointer() != '%')
    return {};
  const char *first = begin.getPointer() + 1, *end = first;
  while (llvm::isAlnum(*end) || *end == '$' || *end == '.' || *end == '_' || *end == '-')
    ++end;
  StringRef name(first, end - first);
  return isNumber(name) ? StringRef() : name;
}

/// `%arg7` is what the printer calls an argument without a name: were it kept as
/// a name, text would not round-trip.
static StringRef argumentNameAt(SMLoc begin) {
  StringRef name = nameAt(begin), number = name;
  bool automatic = number.consume_front("arg") && !number.empty() && isNumber(number);
  return automatic ? StringRef() : name;
}

static Location named(StringRef name, Location loc) {
  if (name.empty() || isa<NameLoc>(loc))
    return loc;
  return NameLoc::get(StringAttr::get(loc.getContext(), name), loc);
}

/// The names in the metadata of a FusedLoc, or null.
static ArrayAttr namesOf(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  return fused ? dyn_cast_or_null<ArrayAttr>(fused.getMetadata()) : nullptr;
}

/// The printer asks nobody for names of several results when it prints the
/// generic form: there they are this attribute.
static constexpr llvm::StringLiteral namesAttribute = "sym.result_names";

static bool areNames(ArrayAttr names, Operation *op) {
  return names && names.size() == op->getNumResults() && op->getNumResults() > 1 &&
         llvm::all_of(names, llvm::IsaPred<StringAttr>) &&
         llvm::any_of(names, [](Attribute name) {
           return !cast<StringAttr>(name).empty();
         });
}

extern "C" void bridgeWriteResultNames(MlirOperation root) {
  unwrap(root)->walk([](Operation *op) {
    if (ArrayAttr names = namesOf(op->getLoc()); areNames(names, op))
      op->setDiscardableAttr(namesAttribute, names);
  });
}

/// Takes the attribute away, and is its names; null if it has none.
static ArrayAttr takeResultNames(Operation *op) {
  auto names = dyn_cast_or_null<ArrayAttr>(op->getDiscardableAttr(namesAttribute));
  if (!areNames(names, op))
    return nullptr;
  op->removeDiscardableAttr(namesAttribute);
  return names;
}

/// The location of an operation with its names. One name is a NameLoc. The
/// printer gives the name of a NameLoc to every result, so several names are
/// the metadata of a FusedLoc: one string per result, empty inside of a group.
static Location withResultNames(Operation *op, ArrayRef<bridge::ParsedNames::Group> groups) {
  Location loc = op->getLoc();
  ArrayAttr written = groups.empty() ? nullptr : takeResultNames(op);
  if (groups.empty() || namesOf(loc)) // or the text says them itself
    return loc;
  if (written)
    return FusedLoc::get(loc.getContext(), {loc}, written);
  if (groups.size() == 1)
    return named(nameAt(groups.front().begin), loc);
  Builder builder(loc.getContext());
  SmallVector<Attribute> names(op->getNumResults(), builder.getStringAttr(""));
  for (auto &group : groups)
    names[group.startIndex] = builder.getStringAttr(nameAt(group.begin));
  return FusedLoc::get(loc.getContext(), {loc}, builder.getArrayAttr(names));
}

extern "C" StrRef bridgeResultName(MlirOperation op, intptr_t index) {
  Operation *operation = unwrap(op);
  if (operation->getNumResults() == 1)
    return bridgeLocationName(wrap(operation->getLoc()));
  ArrayAttr names = namesOf(operation->getLoc());
  auto name = names && index < (intptr_t)names.size()
                  ? dyn_cast<StringAttr>(names[index])
                  : StringAttr();
  return name ? StrRef{name.data(), name.size()} : StrRef{"", 0};
}

extern "C" MlirLocation bridgeWithResultNames(MlirLocation location,
                                              intptr_t count,
                                              const StrRef *names) {
  Location loc = unwrap(location);
  while (isa<NameLoc>(loc) || namesOf(loc))
    loc = isa<NameLoc>(loc) ? cast<NameLoc>(loc).getChildLoc()
                            : cast<FusedLoc>(loc).getLocations().front();
  Builder builder(loc.getContext());
  SmallVector<Attribute> list;
  for (intptr_t i = 0; i < count; ++i)
    list.push_back(builder.getStringAttr(StringRef(names[i].data, names[i].length)));
  return wrap(count == 1
                  ? named(cast<StringAttr>(list[0]).getValue(), loc)
                  : FusedLoc::get(loc.getContext(), {loc}, builder.getArrayAttr(list)));
}

void bridge::setResultNames(Operation *op, OpAsmSetValueNameFn setName) {
  ArrayAttr names = namesOf(op->getLoc());
  if (!names || names.size() != op->getNumResults())
    return;
  for (auto [result, name] : llvm::zip(op->getResults(), names))
    if (auto text = dyn_cast<StringAttr>(name); text && !text.empty())
      setName(result, text.getValue());
}

LogicalResult PARSE_SYMBOL(__wrap_)(const llvm::SourceMgr &sources,
                                    Block *block, const ParserConfig &config,
                                    AsmParserState *state,
                                    AsmParserCodeCompleteContext *completion) {
  bridge::runParseHook(config.getContext());
  if (failed(bridge::checkText(sources, config.getContext())))
    return failure();
  bridge::NearHints hints(sources, config.getContext());
  if (state || completion)
    return PARSE_SYMBOL(__real_)(sources, block, config, state, completion);
  bridge::ParsedNames names;
  AsmParserState told;
  if (failed(PARSE_SYMBOL(__real_)(sources, block, config, &told, nullptr)))
    return failure();
  for (auto &parsed : names.ops) {
    bridge::noteFactPlaces(sources, parsed.op, parsed.name);
    parsed.op->setLoc(withResultNames(parsed.op, names.groupsOf(parsed)));
  }
  for (auto &argument : names.arguments)
    if (argument.index < argument.block->getNumArguments()) {
      BlockArgument value = argument.block->getArgument(argument.index);
      value.setLoc(named(argumentNameAt(argument.begin), value.getLoc()));
    }
  return success();
}
