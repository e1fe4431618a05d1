//===- TextState.h - inside of Text.h -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_TEXTSTATE_H
#define RELAX_TOOLS_RUN_TEXTSTATE_H

#include "lib/Tokenizer/Tokenizer.h"
#include "tools/run/Text.h"

struct RunText {
  Tokenizer *tokenizer;
  bool stream;
  RunProgress *progress;
  // of the call
  int64_t *prompt; // stb_ds array
  int64_t stop;    // is not printed; TOKEN_NONE: every token is
  TokenDecoder decoder;
  StrBuf waiting; // text that is not printed yet
  char last;      // that was printed
  int64_t made;
};

#endif // RELAX_TOOLS_RUN_TEXTSTATE_H
