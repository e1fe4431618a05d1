//===- NearHints.cpp - what a text may have meant -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/NearHints.hpp"
#include "lib/Bridge/Core/Syntax.h"
#include "lib/Support/NearNames.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

static bool &notesAreShown() {
  static bool shown = true;
  return shown;
}

extern "C" void syntaxShowNotes(bool show) { notesAreShown() = show; }

/// `; did you mean 'x'?`, or nothing. With a prefix the answer is without it.
static std::string nearest(StringRef wanted, ArrayRef<StrRef> names,
                           StringRef sigil = "") {
  size_t found;
  if (!nearNames({wanted.data(), wanted.size()}, names.data(), names.size(),
                 &found, 1))
    return "";
  return ("; did you mean '" + sigil +
          StringRef(names[found].data, names[found].length) + "'?")
      .str();
}

static SmallVector<StrRef> listOf(const char *const *names) {
  SmallVector<StrRef> list;
  for (; *names; ++names)
    list.push_back(strRefFromC(*names));
  return list;
}

/// What stands between the n-th pair of quotes of a message.
static StringRef quoted(StringRef message, StringRef open, StringRef close) {
  return message.split(open).second.split(close).first;
}

std::string bridge::NearHints::unknownOperation(StringRef name) {
  SmallVector<StrRef> names;
  bool prefixed = name.contains('.');
  if (!prefixed) // a word at a place where an operation may begin
    names = listOf(syntaxWords);
  for (StrRef word : names) // a word of an operation that has ended
    if (name == StringRef(word.data, word.length))
      return " here: the operation before it ends in front of it";
  for (StringRef dialect : {"relax", "tir", "vm"}) // which is left out
    if (std::string whole = (dialect + "." + name).str();
        !prefixed && context->getOrLoadDialect(dialect) &&
        RegisteredOperationName::lookup(whole, context))
      return "; did you mean '" + whole + "'?";
  for (RegisteredOperationName op : context->getRegisteredOperations())
    names.push_back({op.getStringRef().data(), op.getStringRef().size()});
  return nearest(name, names);
}

/// `float32` and the like.
static std::string elementOfOthers(StringRef word) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> names[] = {
      {"bool", "i1"}, {"half", "f16"}, {"float", "f32"}, {"double", "f64"}, {"int", "i32"}};
  for (auto &[theirs, ours] : names)
    if (word == theirs)
      return ours.str();
  for (auto &[theirs, ours] : names)
    if (word.consume_front(theirs) && llvm::all_of(word, llvm::isDigit))
      return (ours.take_front() + word).str();
  return "";
}

/// `fp32` where a type is expected, or `tensor<[n], f32>`, in which a builtin
/// type is.
static std::string unknownType(StringRef before, StringRef behind) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  StringRef word = behind.ltrim().take_while(isPart);
  if (word.empty() && before.consume_back("<"))
    while (word.size() < before.size() && isPart(before[before.size() - word.size() - 1]))
      word = before.take_back(word.size() + 1);
  for (StrRef name : listOf(syntaxNames)) {
    StringRef known(name.data, name.length);
    if (known.starts_with("!") && known.split('.').second == word)
      return ("; did you mean '" + known + "'?").str();
  }
  static const char *const elements[] = {"i1",  "i4",  "i8",   "i16",  "i32",  "i64", "ui4", "ui8",
                                         "ui16", "ui32", "ui64", "bf16", "f16",  "f32", "f64", nullptr};
  std::string other = elementOfOthers(word);
  return nearest(other.empty() ? word : other, listOf(elements));
}

/// What other languages write, with what is written here.
static StringRef habit(StringRef words, StringRef behind) {
  if (words == "unexpected character" && behind.starts_with(";"))
    return "; lines have no ';' at their end";
  if (words == "invalid attribute name" && behind.starts_with("#"))
    return "; comments begin with '//'";
  if (words == "expected ']'" && behind.starts_with("/"))
    return "; quotients are written 'n floordiv 2'";
  if (words == "expected operation name in quotes" && behind.trim().empty())
    return ": the text ends, and a '}' is missing";
  return "";
}

/// `!relax.tensr`; the names of its dialect only.
static std::string unknownName(char sigil, StringRef message) {
  std::string wanted = (Twine(sigil) + quoted(message, "dialect `", "`") + "." +
                        quoted(message, " `", "`"))
                           .str();
  StringRef dialect = StringRef(wanted).split('.').first;
  SmallVector<StrRef> names;
  for (StrRef name : listOf(syntaxNames))
    if (StringRef(name.data, name.length).split('.').first == dialect)
      names.push_back(name);
  return nearest(wanted, names);
}

static std::string unknownDialect(StringRef name, MLIRContext *context) {
  SmallVector<StrRef> names;
  std::vector<StringRef> available = context->getAvailableDialects();
  for (StringRef dialect : available)
    names.push_back({dialect.data(), dialect.size()});
  return nearest(name, names);
}

StringRef bridge::NearHints::before(Location location) {
  auto place = dyn_cast<FileLineColLoc>(location);
  StringRef rest = text;
  for (unsigned line = 1; place && line < place.getLine(); ++line)
    rest = rest.split('\n').second;
  if (!place || place.getColumn() == 0 || place.getColumn() > rest.size() + 1)
    return "";
  return text.take_front(rest.data() - text.data() + place.getColumn() - 1);
}

/// The nearest of the values that were named in the function so far.
static std::string unknownValue(StringRef before, StringRef behind) {
  StringRef wanted = behind.drop_front().take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  StringRef function =
      before.substr(std::min(before.rfind("func @"), before.size()));
  llvm::StringSet<> known;
  SmallVector<StrRef> names;
  while (!function.empty()) {
    function = function.split('%').second;
    StringRef name = function.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (!name.empty() && name != wanted && known.insert(name).second)
      names.push_back({name.data(), name.size()});
  }
  return nearest(wanted, names, "%");
}

static const SyntaxLine *findSyntax(StringRef op) {
  for (const SyntaxLine *line = syntaxLines; line->op; ++line)
    if (op == line->op)
      return line;
  return nullptr;
}

/// Whether the parameters of a type end in the text behind its name.
static bool isClosed(StringRef behind) {
  int depth = 0;
  for (size_t i = 0; i < behind.size(); ++i) {
    bool arrow = i > 0 && behind[i] == '>' && behind[i - 1] == '-';
    depth += (behind[i] == '<') - (behind[i] == '>' && !arrow);
    if (depth <= 0)
      return true;
  }
  return behind.empty();
}

/// The operation or type whose name stands last before the place.
static const SyntaxLine *lastOperation(StringRef before) {
  constexpr size_t farthest = 2000;
  constexpr llvm::StringLiteral parts =
      "abcdefghijklmnopqrstuvwxyz_.0123456789";
  const char *end = before.end();
  before = before.take_back(farthest);
  while (true) {
    before = before.take_front(before.find_last_of(parts) + 1);
    if (before.empty())
      return nullptr;
    StringRef word = before.drop_front(before.find_last_not_of(parts) + 1);
    StringRef behind(word.end(), end - word.end());
    before = before.drop_back(word.size());
    if (before.ends_with("!") && !isClosed(behind))
      if (const SyntaxLine *line = findSyntax(("!" + word).str()))
        return line;
    if (!before.empty() && StringRef("!#%@^\"").contains(before.back()))
      continue; // a type, an attribute, a value
    const SyntaxLine *line = findSyntax(word);
    if (line || word.ends_with("func"))
      return line;
  }
}

void bridge::NearHints::addSyntax(Diagnostic &diagnostic, StringRef words) {
  if (!notesAreShown())
    return;
  const SyntaxLine *line =
      words.starts_with("custom op '")
          ? findSyntax(quoted(words, "'", "'"))
          : lastOperation(before(diagnostic.getLocation()));
  if (line)
    diagnostic.attachNote(diagnostic.getLocation())
        << "expected as in: " << line->text;
}

LogicalResult bridge::NearHints::improve(Diagnostic &diagnostic) {
  std::string message = diagnostic.str();
  StringRef words = message;
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return failure();
  if (words.starts_with("Dialect `")) { // the note lists all there are
    StringRef name = quoted(words, "`", "'");
    StringRef op = quoted(words, "op '", "'");
    if (name.empty())
      emitError(diagnostic.getLocation())
          << "'" << op << "' is unknown" << unknownOperation(op);
    else
      emitError(diagnostic.getLocation())
          << "unknown dialect '" << name << "' of '" << op << "'"
          << unknownDialect(name, context);
    return success();
  }
  StringRef foreign = " created with unregistered dialect";
  if (words.contains(foreign)) {
    StringRef name = quoted(words, "\"", "\"");
    emitError(diagnostic.getLocation())
        << "unknown dialect '" << name << "' of a"
        << (words.starts_with("#") ? "n attribute" : " type")
        << unknownDialect(name, context);
    return success();
  }
  if (words.contains("specified: expected builtin.function, but found")) {
    diagnostic << ": write '(types) -> types', with parentheses";
    addSyntax(diagnostic, words);
  } else if ((words.starts_with("custom op '") && words.contains("' is unknown")) ||
      words.starts_with("unregistered operation '"))
    diagnostic << unknownOperation(quoted(words, "'", "'"));
  else if (words.starts_with("unknown  type `"))
    diagnostic << unknownName('!', words);
  else if (words.starts_with("unknown attribute `") ||
           words.starts_with("unknown  attribute `"))
    diagnostic << unknownName('#', words);
  else if (words.starts_with("use of undeclared SSA value name")) {
    StringRef known = before(diagnostic.getLocation());
    diagnostic << unknownValue(known, text.drop_front(known.size()));
  } else if (words.starts_with("expected ") || words.contains("' expected ") ||
             words == "unexpected character" || words == "invalid attribute name") {
    StringRef known = before(diagnostic.getLocation());
    diagnostic << habit(words, text.drop_front(known.size()));
    if (words == "expected non-function type")
      diagnostic << unknownType(known, text.drop_front(known.size()));
    addSyntax(diagnostic, words);
  }
  return failure();
}
