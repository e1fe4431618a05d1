//===- TargetNote.c - objects say what they are made for ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A section of the object has a line for each target, `x86_64:avx,avx2,...`:
// the architecture and what a machine must have to run the code. Linkers join
// the sections of several objects.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/TargetNote.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Text.h"
#include "llvm-c/Object.h"

#include <string.h>

#define SECTION ".relax.target"

void targetAppendLine(const TargetCode *target, StrBuf *lines) {
  strBufAppendFormat(lines, "%s:%.*s\n", target->codeGen->arch,
                     SPREAD(target->needs));
}

/// Keeps a global that nothing uses.
static void keep(LLVMModuleRef module, LLVMValueRef *globals, unsigned count) {
  LLVMTypeRef pointer =
      LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  LLVMValueRef used = LLVMAddGlobal(module, LLVMArrayType2(pointer, count),
                                    "llvm.compiler.used");
  LLVMSetLinkage(used, LLVMAppendingLinkage);
  LLVMSetSection(used, "llvm.metadata");
  LLVMSetInitializer(used, LLVMConstArray2(pointer, globals, count));
}

void targetDescribe(LLVMModuleRef module, const TargetCode *targets,
                    size_t count) {
  if (!count)
    return;
  StrBuf text = {0};
  LLVMSetTarget(module, targets[0].codeGen->triple);
  for (size_t i = 0; i < count; ++i)
    if (i == 0 ||
        !mlirOperationEqual(targets[i].target.op, targets[i - 1].target.op))
      targetAppendLine(&targets[i], &text);
  LLVMValueRef value =
      LLVMConstStringInContext2(LLVMGetModuleContext(module), text.data,
                                text.length, /*DontNullTerminate=*/true);
  LLVMValueRef note = LLVMAddGlobal(module, LLVMTypeOf(value), "relax.target");
  LLVMSetInitializer(note, value);
  LLVMSetGlobalConstant(note, true);
  LLVMSetLinkage(note, LLVMPrivateLinkage);
  LLVMSetSection(note, SECTION);
  LLVMSetAlignment(note, 1);
  keep(module, &note, 1);
  strBufFree(&text);
}

/// Appends what the section holds; false if there is none.
static bool readSection(LLVMBinaryRef binary, StrBuf *note) {
  LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
  bool found = false;
  for (; !found && !LLVMObjectFileIsSectionIteratorAtEnd(binary, section);
       LLVMMoveToNextSection(section)) {
    const char *name = LLVMGetSectionName(section);
    found = name && strcmp(name, SECTION) == 0;
    if (found)
      strBufAppend(note, (StrRef){LLVMGetSectionContents(section),
                                  LLVMGetSectionSize(section)});
  }
  LLVMDisposeSectionIterator(section);
  return found;
}

bool targetReadNote(StrRef object, const char *what, StrBuf *lines,
                    StrBuf *error) {
  char *message = NULL;
  StrBuf note = {0};
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      object.data, object.length, "kernels", /*RequiresNullTerminator=*/false);
  LLVMContextRef context = LLVMContextCreate();
  LLVMBinaryRef binary = LLVMCreateBinary(buffer, context, &message);
  bool found = binary && readSection(binary, &note);
  if (!binary)
    strBufAppendFormat(error, "%s: %s", what, message);
  else if (!found)
    strBufAppendFormat(error,
                       "%s does not say what it is made for: expected an "
                       "object of 'relax-translate --emit-object'",
                       what);
  else if (note.length != lines->length ||
           memcmp(note.data, lines->data, note.length) != 0)
    strBufAppend(lines, (StrRef){note.data, note.length});
  if (binary)
    LLVMDisposeBinary(binary);
  LLVMDisposeMessage(message);
  LLVMContextDispose(context);
  LLVMDisposeMemoryBuffer(buffer);
  strBufFree(&note);
  return found;
}
