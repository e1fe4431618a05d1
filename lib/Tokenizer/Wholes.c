//===- Wholes.c - tokens that stand in a text as they are -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Tokenizer/Vocabulary.h"

/// A node of the tree is a front of some of these tokens. Node 0 is the root.
struct WholeNode {
  uint8_t byte;
  int32_t token;         // whose text ends here, or TOKEN_NONE
  size_t child, sibling; // 0: none
};

static size_t childOf(const Tokenizer *tokenizer, size_t node, uint8_t byte) {
  size_t child = tokenizer->wholes[node].child;
  while (child && tokenizer->wholes[child].byte != byte)
    child = tokenizer->wholes[child].sibling;
  return child;
}

static size_t addNode(Tokenizer *tokenizer, size_t parent, uint8_t byte) {
  tokenizer->wholes =
      arenaGrow(tokenizer->arena, tokenizer->wholes, tokenizer->numWholes,
                &tokenizer->capWholes, sizeof *tokenizer->wholes);
  size_t node = tokenizer->numWholes++;
  WholeNode *nodes = tokenizer->wholes;
  nodes[node] = (WholeNode){.byte = byte, .token = TOKEN_NONE};
  if (node == 0)
    return 0;
  nodes[node].sibling = nodes[parent].child;
  nodes[parent].child = node;
  return node;
}

void wholesAdd(Tokenizer *tokenizer, int32_t token) {
  StrRef text = tokenizer->tokens[token].text;
  size_t node = 0;
  if (tokenizer->numWholes == 0)
    addNode(tokenizer, 0, 0);
  for (size_t i = 0; i < text.length; ++i) {
    uint8_t byte = (uint8_t)text.data[i];
    size_t child = childOf(tokenizer, node, byte);
    node = child ? child : addNode(tokenizer, node, byte);
  }
  tokenizer->wholes[node].token = token;
}

/// The longest token at the front, and its length.
static int32_t longestAt(const Tokenizer *tokenizer, StrRef text,
                         bool controls) {
  int32_t found = TOKEN_NONE;
  size_t node = 0;
  for (size_t i = 0; i < text.length; ++i) {
    node = childOf(tokenizer, node, (uint8_t)text.data[i]);
    if (!node)
      break;
    int32_t token = tokenizer->wholes[node].token;
    if (token >= 0 &&
        (controls || tokenizer->types[token] == TOKEN_USER_DEFINED))
      found = token;
  }
  return found;
}

size_t wholesFind(const Tokenizer *tokenizer, StrRef text, size_t from,
                  bool controls, int32_t *token) {
  *token = TOKEN_NONE;
  if (tokenizer->numWholes == 0)
    return text.length;
  for (size_t at = from; at < text.length; ++at) {
    *token = longestAt(tokenizer, (StrRef){text.data + at, text.length - at},
                       controls);
    if (*token >= 0)
      return at;
  }
  return text.length;
}
