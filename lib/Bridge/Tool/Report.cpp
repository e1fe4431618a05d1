//===- Report.cpp - errors, as text or as data ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Report.hpp"
#include "lib/Bridge/Core/ParseHook.hpp"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Runtime/File.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <mutex>

using namespace mlir;

namespace {
struct Place {
  std::string file;
  unsigned line = 0, column = 0; // 0: unknown
};

struct Entry {
  std::string severity, message;
  Place place;
  std::vector<Entry> notes;
};

struct Output {
  enum Kind { Text, Json, Sarif } kind = Text;
  std::string file; // empty: stderr, in place of the text
  std::string tool, version;
  std::string lines;          // of a JSON file
  std::vector<Entry> entries; // of SARIF
  std::mutex mutex;
};
} // namespace

static Output &output() {
  static Output instance;
  return instance;
}

static bool replacesText() {
  return output().kind != Output::Text && output().file.empty();
}

static void writePlace(llvm::json::OStream &json, const Place &place) {
  if (place.file.empty())
    return;
  json.attribute("file", llvm::json::fixUTF8(place.file));
  if (place.line) {
    json.attribute("line", place.line);
    json.attribute("column", place.column);
  }
}

static void writeObject(llvm::json::OStream &json, const Entry &entry) {
  json.object([&] {
    json.attribute("severity", entry.severity);
    json.attribute("message", llvm::json::fixUTF8(entry.message));
    writePlace(json, entry.place);
    if (entry.notes.empty())
      return;
    json.attributeArray("notes", [&] {
      for (const Entry &note : entry.notes)
        writeObject(json, note);
    });
  });
}

/// A path as a reference of RFC 3986: bytes that mean something else there, and
/// those of other alphabets, as `%20`.
static std::string uriOf(StringRef path) {
  std::string uri;
  for (unsigned char c : path)
    if (llvm::isAlnum((char)c) || StringRef("-._~/!$&'()*+,;=@").contains(c))
      uri += (char)c;
    else
      uri += ("%" + llvm::Twine(llvm::hexdigit(c >> 4)) +
              llvm::Twine(llvm::hexdigit(c & 15)))
                 .str();
  return uri;
}

static void writeLocation(llvm::json::OStream &json, const Entry &entry,
                          bool withMessage) {
  json.object([&] {
    if (!entry.place.file.empty())
      json.attributeObject("physicalLocation", [&] {
        json.attributeObject("artifactLocation", [&] {
          json.attribute("uri", uriOf(entry.place.file));
        });
        if (entry.place.line)
          json.attributeObject("region", [&] {
            json.attribute("startLine", entry.place.line);
            json.attribute("startColumn", std::max(entry.place.column, 1u));
          });
      });
    if (withMessage)
      json.attributeObject("message", [&] {
        json.attribute("text", llvm::json::fixUTF8(entry.message));
      });
  });
}

static void writeResult(llvm::json::OStream &json, const Entry &entry) {
  json.object([&] {
    json.attribute("level",
                   entry.severity == "remark" ? "note" : entry.severity);
    json.attributeObject("message", [&] {
      json.attribute("text", llvm::json::fixUTF8(entry.message));
    });
    if (!entry.place.file.empty())
      json.attributeArray("locations",
                          [&] { writeLocation(json, entry, false); });
    if (!entry.notes.empty())
      json.attributeArray("relatedLocations", [&] {
        for (const Entry &note : entry.notes)
          writeLocation(json, note, true);
      });
  });
}

static void writeSarif(llvm::raw_ostream &stream) {
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.attribute("version", "2.1.0");
    json.attributeArray("runs", [&] {
      json.object([&] {
        json.attributeObject("tool", [&] {
          json.attributeObject("driver", [&] {
            json.attribute("name", output().tool);
            json.attribute("version", output().version);
          });
        });
        json.attributeArray("results", [&] {
          for (const Entry &entry : output().entries)
            writeResult(json, entry);
        });
      });
    });
  });
  stream << '\n';
}

static void take(Entry entry) {
  Output &out = output();
  std::lock_guard<std::mutex> lock(out.mutex);
  if (out.kind == Output::Sarif) {
    out.entries.push_back(std::move(entry));
    return;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  writeObject(json, entry);
  fflush(stdout);
  if (out.file.empty())
    llvm::errs() << text << '\n';
  else
    out.lines += text + "\n";
}

static Place placeOf(Location location) {
  if (auto name = dyn_cast<NameLoc>(location)) {
    Place inner = placeOf(name.getChildLoc());
    if (inner.file.empty() && isa<UnknownLoc>(name.getChildLoc()))
      inner.file = name.getName().str(); // a node of a model file
    return inner;
  }
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (Place place = placeOf(part); !place.file.empty())
        return place;
  if (auto line = dyn_cast<FileLineColLoc>(location))
    return {line.getFilename().str(), line.getLine(), line.getColumn()};
  return {};
}

static Entry entryOf(const Diagnostic &diagnostic) {
  static const char *const names[] = {"note", "warning", "error", "remark"};
  Entry entry = {names[(int)diagnostic.getSeverity()],
                 diagnostic.str(),
                 placeOf(diagnostic.getLocation()),
                 {}};
  for (const Diagnostic &note : diagnostic.getNotes())
    entry.notes.push_back(entryOf(note));
  return entry;
}

bridge::Error::~Error() { bridgeToolError("", text.c_str()); }

void bridge::reportComplaint(StringRef complaint) {
  if (output().kind != Output::Text) {
    StringRef place, message, column, line;
    std::tie(place, message) = complaint.split(": error: ");
    std::tie(place, column) = place.rsplit(':');
    std::tie(place, line) = place.rsplit(':');
    Entry entry = {
        "error", message.split('\n').first.str(), {place.str(), 0, 0}, {}};
    line.getAsInteger(10, entry.place.line);
    column.getAsInteger(10, entry.place.column);
    // Behind the line and its caret; lists go on over several lines.
    for (size_t at = message.find("\nnote: "); at != StringRef::npos;) {
      StringRef rest = message.drop_front(at + strlen("\nnote: "));
      size_t next = rest.find("\nnote: ");
      entry.notes.push_back(
          {"note", rest.take_front(next).rtrim().str(), {}, {}});
      at = next == StringRef::npos ? next : at + strlen("\nnote: ") + next;
    }
    take(std::move(entry));
  }
  if (!replacesText())
    llvm::errs() << complaint;
}

void bridge::reportDiagnostics(MLIRContext *context) {
  if (output().kind != Output::Text)
    context->getDiagEngine().registerHandler([](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Remark &&
          output().tool != "relax-opt") // for people who look at passes
        return failure();
      take(entryOf(diagnostic));
      return success(replacesText());
    });
}

extern "C" void bridgeToolError(const char *tool, const char *message) {
  fflush(stdout);
  if (output().kind != Output::Text)
    take({"error", message, {}, {}});
  if (!replacesText())
    llvm::errs() << tool << (*tool ? ": " : "") << "error: " << message << '\n';
}

extern "C" bool bridgeSetDiagnostics(const char *value, const char *tool,
                                     const char *version) {
  StringRef kind, file;
  std::tie(kind, file) = StringRef(value).split(':');
  bool known = llvm::is_contained({"text", "json", "sarif"}, kind);
  if (!known || (file.empty() && StringRef(value).contains(':')) ||
      (kind == "text" && !file.empty())) {
    bridgeToolError(tool, ("option '--diagnostics': expected text, json or "
                           "sarif, or json:FILE or sarif:FILE, got '" +
                           Twine(value) + "'")
                              .str()
                              .c_str());
    return false;
  }
  RelaxError error = {};
  std::string path = file.str();
  if (!path.empty() && !relaxFileCanBeMade(path.c_str(), &error)) {
    bridgeToolError(tool, relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  output().kind = kind == "json"    ? Output::Json
                  : kind == "sarif" ? Output::Sarif
                                    : Output::Text;
  output().file = path;
  output().tool = tool;
  output().version = version;
  bridge::setParseHook(bridge::reportDiagnostics);
  return true;
}

extern "C" bool bridgeFinishDiagnostics(void) {
  Output &out = output();
  if (out.kind == Output::Text ||
      (out.kind == Output::Json && out.file.empty()))
    return true;
  std::string text = out.lines;
  llvm::raw_string_ostream stream(text);
  if (out.kind == Output::Sarif)
    writeSarif(stream);
  if (out.file.empty()) {
    llvm::errs() << text;
    return true;
  }
  RelaxError error = {};
  StrRef piece = {text.data(), text.size()};
  bool good = relaxFileWrite(out.file.c_str(), &piece, 1, &error);
  if (!good)
    llvm::errs() << out.tool << ": error: " << relaxErrorText(&error) << '\n';
  relaxErrorFree(&error);
  return good;
}

bool bridge::flushOutput() {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return true;
  llvm::outs().clear_error(); // or LLVM ends the process over it
  Error() << "cannot write the standard output";
  return false;
}
