//===- File.c - whole files in, whole files out ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#define _XOPEN_SOURCE 700 // realpath

#include "lib/Runtime/File.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool relaxFileRead(const char *path, StrBuf *out, RelaxError *error) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return relaxFail(error, "cannot open '%s': %s", path, strerror(errno));
  size_t before = out->length;
  char chunk[1 << 16];
  ssize_t got;
  while ((got = read(file, chunk, sizeof chunk)) != 0) {
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      relaxFail(error, "cannot read '%s': %s", path, strerror(errno));
      close(file);
      out->length = before;
      return false;
    }
    strBufAppend(out, (StrRef){chunk, (size_t)got});
  }
  close(file);
  return true;
}

/// 0 or an errno.
static int writeAll(int file, const StrRef *pieces, size_t numPieces) {
  for (size_t i = 0; i < numPieces; ++i) {
    for (size_t done = 0; done < pieces[i].length;) {
      ssize_t put = write(file, pieces[i].data + done, pieces[i].length - done);
      if (put < 0 && errno != EINTR)
        return errno;
      done += put > 0 ? (size_t)put : 0;
    }
  }
  return 0;
}

/// Creates a new file beside `target` with the permissions of any new file.
static int openTemporary(const char *target, StrBuf *name) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  for (unsigned attempt = 0; attempt < 100; ++attempt) {
    strBufFree(name);
    *name = (StrBuf){0};
    strBufAppendFormat(name, "%s.tmp-%ld-%lx-%u", target, (long)getpid(),
                       (unsigned long)now.tv_nsec, attempt);
    int file =
        open(strBufText(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  return -1;
}

/// Writes into a new file and renames it to `target`; `status` describes the
/// old file, if there is one. Returns 0 or an errno.
static int replaceFile(const char *target, const struct stat *status,
                       const StrRef *pieces, size_t numPieces) {
  StrBuf name = {0};
  int file = openTemporary(target, &name);
  if (file < 0) {
    int code = errno;
    strBufFree(&name);
    return code;
  }
  if (status) // failing here loses permissions only; the bytes matter more
    (void)fchmod(file, status->st_mode & 07777);
  int code = writeAll(file, pieces, numPieces);
  if (close(file) != 0 && code == 0)
    code = errno;
  if (code == 0 && rename(strBufText(&name), target) != 0)
    code = errno;
  if (code != 0)
    unlink(strBufText(&name));
  strBufFree(&name);
  return code;
}

static int writeDirectly(const char *path, const StrRef *pieces,
                         size_t numPieces) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return errno;
  int code = writeAll(file, pieces, numPieces);
  if (close(file) != 0 && code == 0)
    code = errno;
  return code;
}

bool relaxFileWrite(const char *path, const StrRef *pieces, size_t numPieces,
                    RelaxError *error) {
  struct stat status;
  bool exists = stat(path, &status) == 0;
  int code;
  if (exists && S_ISDIR(status.st_mode)) {
    code = EISDIR;
  } else if (exists && !S_ISREG(status.st_mode)) {
    code = writeDirectly(path, pieces, numPieces);
  } else if (exists && access(path, W_OK) != 0) {
    code = errno; // a rename would replace a file that is write-protected
  } else {
    // A link stays a link: what it points at is replaced.
    char *resolved = exists ? realpath(path, NULL) : NULL;
    code = replaceFile(resolved ? resolved : path, exists ? &status : NULL,
                       pieces, numPieces);
    free(resolved);
  }
  if (code != 0)
    return relaxFail(error, "cannot write '%s': %s", path, strerror(code));
  return true;
}
