//===- Tokenizer.h - the tokenizer of a GGUF file -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_GGUF_TOKENIZER_H
#define RELAX_FRONTEND_GGUF_TOKENIZER_H

#include "lib/Runtime/GGUF/GGUF.h"
#include "lib/Tokenizer/Tokenizer.h"

/// From the keys `tokenizer.ggml.*`: model 'llama' (SentencePiece) or 'gpt2'
/// (byte pairs). What the file leaves open is as llama.cpp has it: a 'llama'
/// begins with token 1 and a blank, ends with 2, and 0 is unknown; a 'gpt2'
/// has the words of 'default'. NULL after
/// an error. The file is not needed any more.
Tokenizer *ggufTokenizerCreate(const GgufFile *file, RelaxError *error);

/// The tokens that the model was made for (`llama.context_length`); 0 if the
/// file does not say.
int64_t ggufContextLength(const GgufFile *file);

#endif // RELAX_FRONTEND_GGUF_TOKENIZER_H
