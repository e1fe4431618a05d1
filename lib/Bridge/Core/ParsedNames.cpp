//===- ParsedNames.cpp - where a text names its values --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/ParsedNames.hpp"

using namespace mlir;

static thread_local bridge::ParsedNames *current = nullptr;

bridge::ParsedNames::ParsedNames() : before(current) { current = this; }
bridge::ParsedNames::~ParsedNames() { current = before; }

//===----------------------------------------------------------------------===//
// What the parser calls, in place of MLIR's AsmParserState.cpp
//===----------------------------------------------------------------------===//

struct AsmParserState::Impl {};

AsmParserState::AsmParserState() = default;
AsmParserState::~AsmParserState() = default;

void AsmParserState::finalizeOperationDefinition(Operation *op, SMRange nameLoc, SMLoc,
                                                 ArrayRef<std::pair<unsigned, SMLoc>> results) {
  current->ops.push_back({op, nameLoc, current->groups.size(), (unsigned)results.size()});
  for (auto &[index, begin] : results)
    current->groups.push_back({index, begin});
}

void AsmParserState::addDefinition(BlockArgument argument, SMLoc begin) {
  current->arguments.push_back({argument.getOwner(), argument.getArgNumber(), begin});
}

void AsmParserState::initialize(Operation *) {}
void AsmParserState::finalize(Operation *) {}
void AsmParserState::startOperationDefinition(const OperationName &) {}
void AsmParserState::startRegionDefinition() {}
void AsmParserState::finalizeRegionDefinition() {}
void AsmParserState::refineDefinition(Value, Value) {}
void AsmParserState::addDefinition(Block *, SMLoc) {}
void AsmParserState::addAttrAliasDefinition(StringRef, SMRange, Attribute) {}
void AsmParserState::addTypeAliasDefinition(StringRef, SMRange, Type) {}
void AsmParserState::addUses(Value, ArrayRef<SMLoc>) {}
void AsmParserState::addUses(Block *, ArrayRef<SMLoc>) {}
void AsmParserState::addUses(SymbolRefAttr, ArrayRef<SMRange>) {}
void AsmParserState::addAttrAliasUses(StringRef, SMRange) {}
void AsmParserState::addTypeAliasUses(StringRef, SMRange) {}
