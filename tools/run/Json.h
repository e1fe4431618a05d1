//===- Json.h - reports for scripts ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_JSON_H
#define RELAX_TOOLS_RUN_JSON_H

#include <stdbool.h>

struct cJSON;

/// Writes the file whole or not at all, and frees `root`; false after one
/// message.
bool runWriteJson(struct cJSON *root, const char *path);

#endif // RELAX_TOOLS_RUN_JSON_H
