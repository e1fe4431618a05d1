//===- Build.c - which build of this program it is ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE // dl_iterate_phdr
#include "lib/Runtime/File.h"
#include "lib/Target/Cache/Key.h"

#include <elf.h>
#include <link.h>
#include <string.h>

typedef struct Identity {
  StrBuf *out;
  bool good;
} Identity;

static size_t align4(size_t size) { return (size + 3) & ~(size_t)3; }

/// The build id among the notes of a segment, or NULL.
static const ElfW(Nhdr) * findBuildId(const char *notes, size_t size) {
  while (size >= sizeof(ElfW(Nhdr))) {
    const ElfW(Nhdr) *note = (const void *)notes;
    size_t whole =
        sizeof(*note) + align4(note->n_namesz) + align4(note->n_descsz);
    if (whole > size)
      return NULL;
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
        memcmp(note + 1, "GNU", 4) == 0)
      return note;
    notes += whole;
    size -= whole;
  }
  return NULL;
}

static bool addFile(const char *path, StrBuf *out) {
  StrBuf bytes = {0};
  char digest[RELAX_SHA256_HEX + 1];
  RelaxError unread = {0};
  bool good = relaxFileRead(*path ? path : "/proc/self/exe", &bytes, &unread);
  if (good) {
    relaxSha256(bytes.data, bytes.length, digest);
    strBufAppendFormat(out, "%s\n", digest);
  }
  relaxErrorFree(&unread);
  strBufFree(&bytes);
  return good;
}

static int addObject(struct dl_phdr_info *info, size_t size, void *user) {
  Identity *identity = user;
  (void)size;
  if (strncmp(info->dlpi_name, "linux-vdso", 10) == 0)
    return 0; // the kernel's, and in no file
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_NOTE)
      continue;
    const ElfW(Nhdr) *note = findBuildId(
        (const char *)(info->dlpi_addr + segment->p_vaddr), segment->p_memsz);
    if (!note)
      continue;
    const unsigned char *id = (const unsigned char *)(note + 1) + 4;
    for (size_t k = 0; k < note->n_descsz; ++k)
      strBufAppendFormat(identity->out, "%02x", id[k]);
    strBufAppendC(identity->out, "\n");
    return 0;
  }
  identity->good &= addFile(info->dlpi_name, identity->out);
  return 0;
}

bool relaxBuildIdentity(StrBuf *out) {
  Identity identity = {out, true};
  dl_iterate_phdr(addObject, &identity);
  return identity.good;
}
