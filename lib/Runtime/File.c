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

/// A file that is written but has not its name yet.
typedef struct RelaxPendingFile {
  char *path;   // as it was given, for messages
  char *target; // what will be replaced; NULL: not a regular file
  StrBuf name;  // of the temporary file, or the bytes for such a file
} RelaxPendingFile;

/// Writes the bytes beside `target`; 0 or the error of the system.
static int writeBeside(const char *target, const struct stat *status,
                       const StrRef *pieces, size_t numPieces, StrBuf *name) {
  int file = openTemporary(target, name);
  if (file < 0)
    return errno;
  if (status) // failing here loses permissions only; the bytes matter more
    (void)fchmod(file, status->st_mode & 07777);
  int code = writeAll(file, pieces, numPieces);
  if (close(file) != 0 && code == 0)
    code = errno;
  if (code != 0)
    unlink(strBufText(name));
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

/// Prepares one file; 0 or the error of the system.
static int addFile(RelaxPendingFile *pending, const StrRef *pieces,
                   size_t numPieces) {
  struct stat status;
  bool exists = stat(pending->path, &status) == 0;
  if (exists && S_ISDIR(status.st_mode))
    return EISDIR;
  if (exists && !S_ISREG(status.st_mode)) {
    for (size_t i = 0; i < numPieces; ++i)
      strBufAppend(&pending->name, pieces[i]);
    return 0;
  }
  if (exists && access(pending->path, W_OK) != 0)
    return errno; // a rename would replace a file that is write-protected
  // A link stays a link: what it points at is replaced.
  pending->target = exists ? realpath(pending->path, NULL) : NULL;
  if (!pending->target)
    pending->target = strdup(pending->path);
  return writeBeside(pending->target, exists ? &status : NULL, pieces,
                     numPieces, &pending->name);
}

static void freePending(RelaxPendingFile *pending) {
  free(pending->path);
  free(pending->target);
  strBufFree(&pending->name);
}

bool relaxFilesAdd(RelaxFiles *files, const char *path, const StrRef *pieces,
                   size_t numPieces, RelaxError *error) {
  RelaxPendingFile pending = {.path = strdup(path)};
  RelaxPendingFile *wider =
      realloc(files->items, (files->count + 1) * sizeof *wider);
  if (wider)
    files->items = wider;
  int code =
      wider && pending.path ? addFile(&pending, pieces, numPieces) : ENOMEM;
  if (code == 0) {
    files->items[files->count++] = pending;
    return true;
  }
  freePending(&pending);
  return relaxFail(error, "cannot write '%s': %s", path, strerror(code));
}

static int commitFile(RelaxPendingFile *pending) {
  const char *name = strBufText(&pending->name);
  if (!pending->target) {
    StrRef bytes = {name, pending->name.length};
    return writeDirectly(pending->path, &bytes, 1);
  }
  if (rename(name, pending->target) == 0)
    return 0;
  int code = errno;
  unlink(name);
  return code;
}

bool relaxFilesCommit(RelaxFiles *files, RelaxError *error) {
  bool good = true;
  // What is written directly can still fail: it comes first.
  for (int regular = 0; regular < 2; ++regular)
    for (size_t i = 0; good && i < files->count; ++i) {
      RelaxPendingFile *pending = &files->items[i];
      if ((pending->target != NULL) != regular)
        continue;
      int code = commitFile(pending);
      good = code == 0;
      if (!good)
        relaxFail(error, "cannot write '%s': %s", pending->path,
                  strerror(code));
      strBufFree(&pending->name);
      pending->name = (StrBuf){0}; // no longer there
    }
  relaxFilesDiscard(files);
  return good;
}

void relaxFilesDiscard(RelaxFiles *files) {
  for (size_t i = 0; i < files->count; ++i) {
    RelaxPendingFile *pending = &files->items[i];
    if (pending->target && pending->name.length)
      unlink(strBufText(&pending->name));
    freePending(pending);
  }
  free(files->items);
  *files = (RelaxFiles){0};
}

bool relaxFileWrite(const char *path, const StrRef *pieces, size_t numPieces,
                    RelaxError *error) {
  RelaxFiles files = {0};
  bool good = relaxFilesAdd(&files, path, pieces, numPieces, error) &&
              relaxFilesCommit(&files, error);
  relaxFilesDiscard(&files);
  return good;
}
