//===- TargetNote.h - objects say what they are made for ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_TARGETNOTE_H
#define RELAX_TARGET_TARGETNOTE_H

#include "lib/Target/CodeGen.h"
#include "llvm-c/Core.h"

/// Appends what hostCanRunAll takes (lib/Support/Host.h).
void targetAppendLine(const TargetCode *target, StrBuf *lines);
/// Sets the triple of a module with code for `targets`, one for each kernel,
/// all of one architecture, and adds the section that says what they need.
void targetDescribe(LLVMModuleRef module, const TargetCode *targets,
                    size_t count);

/// Appends to `lines` what the code of an object file needs, for hostCanRunAll,
/// unless `lines` are just that already. False with a message about `what` if
/// the object does not say it.
bool targetReadNote(StrRef object, const char *what, StrBuf *lines,
                    StrBuf *error);

#endif // RELAX_TARGET_TARGETNOTE_H
