//===- FactPlaces.cpp - where the text states facts -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What is parsed into an attribute has no location, and generated parsers do
// not let a clause reach that of their operation. So the clause is looked for
// again in the text, once the whole of it is known to be good.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/FactPlaces.hpp"
#include "lib/Bridge/Core/FactPlaces.h"
#include "lib/Sym/Sym.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

static constexpr const char *kFacts = "facts", *kPlaces = "places";

//===----------------------------------------------------------------------===//
// Finding the clause
//===----------------------------------------------------------------------===//

static bool isWordPart(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

/// What stands behind the next token of `text`: a word (with the sign in front
/// that makes it a name), a string, a comment or one other character.
static StringRef takeToken(StringRef &text) {
  text = text.ltrim();
  size_t length = 1;
  if (text.starts_with("//"))
    length = text.find('\n');
  else if (text.starts_with("\"")) {
    while (length < text.size() && text[length] != '"')
      length += text[length] == '\\' ? 2 : 1;
    ++length;
  } else if (!text.empty() &&
             (isWordPart(text[0]) || StringRef("%@#!^").contains(text[0])))
    while (length < text.size() && isWordPart(text[length]))
      ++length;
  StringRef token = text.take_front(length);
  text = text.drop_front(token.size());
  return token;
}

/// The text behind the '(' of the clause that begins with `word` (empty: with
/// the parenthesis itself); empty if there is none before a body begins.
static StringRef findClause(StringRef text, StringRef word) {
  int depth = 0;
  bool found = word.empty();
  while (!text.empty()) {
    StringRef token = takeToken(text);
    if (token == "(" && found && depth == 0)
      return text;
    depth += token == "(" || token == "[" || token == "<";
    // The '>' of an arrow closes nothing.
    if (token == "-" && text.starts_with(">"))
      text = text.drop_front();
    else
      depth -= token == ")" || token == "]" || token == ">";
    if (depth == 0 && token == "{")
      break;
    found = word.empty() || (depth == 0 && token == word);
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Its facts
//===----------------------------------------------------------------------===//

/// One place per fact; a chain is several facts at one place.
static SmallVector<const char *> factPlaces(StringRef clause) {
  SmallVector<const char *> places;
  SymText source = {};
  source.text = {clause.data(), clause.size()};
  SymTokens tokens = symTokensFromText(&source);
  Arena *arena = arenaCreate();
  SymFact *facts = nullptr;
  size_t count = 0;
  do {
    const char *place = tokens.loc(tokens.state);
    if (!symFactParse(&tokens, arena, &facts, &count))
      break;
    places.resize(count, place);
  } while (tokens.punct(tokens.state, ','));
  strBufFree(&source.message);
  arenaDestroy(arena);
  return places;
}

void bridge::noteFactPlaces(const llvm::SourceMgr &sources, Operation *op,
                            llvm::SMRange name) {
  auto facts = dyn_cast_or_null<ArrayAttr>(
      op->getInherentAttr(kFacts).value_or(Attribute()));
  if (!facts || facts.empty() || !name.isValid() ||
      *name.Start.getPointer() == '"')
    return;
  unsigned id = sources.FindBufferContainingLoc(name.Start);
  if (id == 0)
    return;
  const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(id);
  auto locationOf = [&](const char *place) -> Location {
    auto [line, column] =
        sources.getLineAndColumn(llvm::SMLoc::getFromPointer(place), id);
    return FileLineColLoc::get(op->getContext(), buffer->getBufferIdentifier(),
                               line, column);
  };
  // A text that says itself where it comes from is believed.
  if (op->getLoc() != locationOf(name.Start.getPointer()))
    return;
  const char *begin = name.End.getPointer();
  StringRef operation = op->getName().getStringRef();
  StringRef word = operation == "relax.check"   ? ""
                   : operation == "relax.while" ? "ensures"
                                                : "where";
  StringRef clause = findClause(
      StringRef(begin, buffer->getBufferEnd() - begin), word);
  SmallVector<const char *> places = factPlaces(clause);
  if (places.size() != facts.size())
    return;
  MLIRContext *context = op->getContext();
  SmallVector<Attribute> locations;
  for (const char *place : places)
    locations.push_back(locationOf(place));
  Builder builder(context);
  auto metadata = builder.getDictionaryAttr(
      {builder.getNamedAttr(kFacts, facts),
       builder.getNamedAttr(kPlaces, builder.getArrayAttr(locations))});
  op->setLoc(FusedLoc::get(context, {op->getLoc()}, metadata));
}

//===----------------------------------------------------------------------===//
// Looking them up
//===----------------------------------------------------------------------===//

/// The metadata that notes places, inside of those that note names.
static DictionaryAttr notesOf(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return notesOf(name.getChildLoc());
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return {};
  if (auto notes = dyn_cast_or_null<DictionaryAttr>(fused.getMetadata()))
    return notes;
  return fused.getLocations().size() == 1 ? notesOf(fused.getLocations()[0])
                                          : DictionaryAttr();
}

extern "C" MlirLocation bridgeFactPlace(MlirOperation op, MlirAttribute fact) {
  Location loc = unwrap(op)->getLoc();
  DictionaryAttr notes = notesOf(loc);
  auto facts = notes ? notes.getAs<ArrayAttr>(kFacts) : ArrayAttr();
  auto places = notes ? notes.getAs<ArrayAttr>(kPlaces) : ArrayAttr();
  if (!facts || !places || facts.size() != places.size())
    return wrap(loc);
  for (auto [stated, place] : llvm::zip(facts, places))
    if (stated == unwrap(fact))
      if (auto location = dyn_cast<LocationAttr>(place))
        return wrap(Location(location));
  return wrap(loc);
}
