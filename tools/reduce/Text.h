//===- Text.h - the text of a module as statements ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// relax-reduce works on what the printer writes: a statement is a line, or the
// lines from one that opens a region to the one that closes it. Whether what
// remains is a module the parser says, so an edit may be wrong.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_REDUCE_TEXT_H
#define RELAX_TOOLS_REDUCE_TEXT_H

#include "lib/Support/StringRef.h"

/// A statement: bytes [begin, end) of the text, with the end of its last line.
typedef struct ReduceStatement {
  size_t begin, end;
  int depth; // of regions around it
  size_t
      function; // index of the statement that holds it at depth 1, or its own
} ReduceStatement;

/// All statements, outer ones before what they hold; stb_ds array.
ReduceStatement *reduceStatements(StrRef text);

/// The line of a statement that names its result and operands.
StrRef reduceFirstLine(StrRef text, const ReduceStatement *statement);
/// The only result `%a` of the line; false if there is not exactly one.
bool reduceResultOf(StrRef line, StrRef *result);
/// The names `%x` that the line uses, without its results; stb_ds array.
StrRef *reduceOperandsOf(StrRef line);
/// The type that the line ends with: behind the last ` -> ` or ` : `.
StrRef reduceTypeOf(StrRef line);

/// The text with [begin, end) replaced.
void reduceReplace(StrRef text, size_t begin, size_t end, StrRef by,
                   StrBuf *out);
/// The text with every whole word `from` between `begin` and `end` replaced. A
/// word is a name with its `%` or `@`, or a number.
void reduceReplaceWord(StrRef text, size_t begin, size_t end, StrRef from,
                       StrRef to, StrBuf *out);

#endif // RELAX_TOOLS_REDUCE_TEXT_H
