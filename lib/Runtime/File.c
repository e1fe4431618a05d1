//===- File.c - whole files in, whole files out ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE // O_TMPFILE, realpath

#include "lib/Runtime/File.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/// What may keep a reader waiting or never end; NULL of what does not.
static const char *endlessKind(const char *path, const struct stat *status) {
  struct statfs system;
  bool known = statfs(path, &system) == 0;
  if (S_ISFIFO(status->st_mode)) // one of the shell has its writer already
    return known && system.f_type == PIPEFS_MAGIC ? NULL : "named pipe";
  if (S_ISCHR(status->st_mode) || S_ISBLK(status->st_mode))
    return "device";
  bool kernel = known && (system.f_type == PROC_SUPER_MAGIC ||
                          system.f_type == TRACEFS_MAGIC ||
                          system.f_type == DEBUGFS_MAGIC);
  return S_ISREG(status->st_mode) && kernel ? "file of the kernel" : NULL;
}

bool relaxFileCheckInput(const char *path, RelaxError *error) {
  struct stat status, link;
  if (stat(path, &status) != 0 || lstat(path, &link) != 0 ||
      strcmp(path, "/dev/null") == 0)
    return true; // or opening it says why not
  // Links like /dev/stdin stand for what the tool was given.
  bool given = S_ISLNK(link.st_mode) && (strncmp(path, "/dev/", 5) == 0 ||
                                         strncmp(path, "/proc/", 6) == 0);
  const char *kind = given ? NULL : endlessKind(path, &status);
  return !kind ||
         relaxFail(error,
                   "cannot read '%s': expected a file, or '-' and standard "
                   "input, got a %s",
                   path, kind);
}

bool relaxFileRead(const char *path, StrBuf *out, RelaxError *error) {
  if (!relaxFileCheckInput(path, error))
    return false;
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

bool relaxFileReadText(const char *path, StrBuf *out, RelaxError *error) {
  size_t before = out->length;
  if (!relaxFileRead(path, out, error))
    return false;
  const char *begin = strBufText(out) + before;
  size_t length = strlen(begin);
  return before + length == out->length ||
         relaxFail(error, "cannot read '%s': byte %zu is no text", path,
                   length);
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

/// A name beside `target` for a file that will get that name.
static void temporaryName(const char *target, unsigned attempt, StrBuf *name) {
  enum { ROOM = 64 }; // of what is added
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const char *slash = strrchr(target, '/');
  size_t folder = slash ? (size_t)(slash - target) + 1 : 0,
         own = strlen(target + folder);
  if (own > NAME_MAX - ROOM)
    own = NAME_MAX - ROOM;
  name->length = 0;
  strBufAppend(name, (StrRef){target, folder + own});
  strBufAppendFormat(name, ".tmp-%ld-%lx-%u", (long)getpid(),
                     (unsigned long)now.tv_nsec, attempt);
}

enum { MAX_ATTEMPTS = 100 };

/// Creates a new file beside `target` with the permissions of any new file.
static int openTemporary(const char *target, StrBuf *name) {
  for (unsigned attempt = 0; attempt < MAX_ATTEMPTS; ++attempt) {
    temporaryName(target, attempt, name);
    int file =
        open(strBufText(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  return -1;
}

/// The same without a name: whatever ends the program (Ctrl-C), nothing is left
/// of it. -1 where the file system has none, or nothing could name it later.
static int openNameless(const char *target, StrBuf *link) {
  const char *slash = strrchr(target, '/');
  StrBuf folder = {0};
  strBufAppend(&folder, (StrRef){target, slash ? (size_t)(slash - target) : 0});
  strBufAppendC(&folder, slash ? "/." : ".");
  int file = open(strBufText(&folder), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  strBufFree(&folder);
  link->length = 0;
  strBufAppendFormat(link, "/proc/self/fd/%d", file);
  if (file < 0 || access(strBufText(link), F_OK) == 0)
    return file;
  close(file);
  return -1;
}

/// A file that is written but has not its name yet.
typedef struct RelaxPendingFile {
  char *path;   // as it was given, for messages
  char *target; // what will be replaced; NULL: not a regular file
  StrBuf name;  // of the temporary file, or the bytes for such a file
  int nameless; // the open file; -1: it has a name
} RelaxPendingFile;

static int closeFile(int file, int code) {
  return close(file) != 0 && code == 0 ? errno : code;
}

/// Writes the bytes beside the target; 0 or the error of the system.
static int writeBeside(RelaxPendingFile *pending, const struct stat *status,
                       const StrRef *pieces, size_t numPieces) {
  int file = pending->nameless = openNameless(pending->target, &pending->name);
  if (file < 0)
    file = openTemporary(pending->target, &pending->name);
  if (file < 0)
    return errno;
  if (status) // failing here loses permissions only; the bytes matter more
    (void)fchmod(file, status->st_mode & 07777);
  int code = writeAll(file, pieces, numPieces);
  if (pending->nameless >= 0 && code == 0)
    return 0;
  code = closeFile(file, code);
  if (code != 0 && pending->nameless < 0)
    unlink(strBufText(&pending->name));
  pending->nameless = -1;
  return code;
}

/// Gives a file without a name one beside the target; 0 or an error.
static int nameFile(RelaxPendingFile *pending) {
  StrBuf name = {0};
  int code = EEXIST;
  for (unsigned attempt = 0; code == EEXIST && attempt < MAX_ATTEMPTS;
       ++attempt) {
    temporaryName(pending->target, attempt, &name);
    code = linkat(AT_FDCWD, strBufText(&pending->name), AT_FDCWD,
                  strBufText(&name), AT_SYMLINK_FOLLOW) == 0
               ? 0
               : errno;
  }
  int closed = closeFile(pending->nameless, code);
  if (code == 0 && closed != 0)
    unlink(strBufText(&name));
  pending->nameless = -1;
  strBufFree(&pending->name);
  pending->name = name;
  return closed;
}

/// A named pipe has its reader already, or is not waited for (ENXIO).
static int writeDirectly(const char *path, const StrRef *pieces,
                         size_t numPieces) {
  int file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return errno;
  if (fcntl(file, F_SETFL, 0) != 0) // writing waits
    return closeFile(file, errno);
  int code = writeAll(file, pieces, numPieces);
  return closeFile(file, code);
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
  return writeBeside(pending, exists ? &status : NULL, pieces, numPieces);
}

static void freePending(RelaxPendingFile *pending) {
  if (pending->nameless >= 0)
    close(pending->nameless);
  free(pending->path);
  free(pending->target);
  strBufFree(&pending->name);
}

bool relaxFilesAdd(RelaxFiles *files, const char *path, const StrRef *pieces,
                   size_t numPieces, RelaxError *error) {
  RelaxPendingFile pending = {.path = strdup(path), .nameless = -1};
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
  if (!pending->target) {
    StrRef bytes = {pending->name.data, pending->name.length};
    return writeDirectly(pending->path, &bytes, 1);
  }
  // A signal between the two would leave a file of a name that nobody knows.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int code = pending->nameless >= 0 ? nameFile(pending) : 0;
  const char *name = strBufText(&pending->name);
  if (code == 0 && rename(name, pending->target) != 0) {
    code = errno;
    unlink(name);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
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
                  code == ENXIO ? "nobody reads from it" : strerror(code));
      strBufFree(&pending->name);
      pending->name = (StrBuf){0}; // no longer there
    }
  relaxFilesDiscard(files);
  return good;
}

void relaxFilesDiscard(RelaxFiles *files) {
  for (size_t i = 0; i < files->count; ++i) {
    RelaxPendingFile *pending = &files->items[i];
    if (pending->target && pending->name.length && pending->nameless < 0)
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

bool relaxFileCanBeMade(const char *path, RelaxError *error) {
  StrBuf folder = {0};
  struct stat info;
  int code = 0;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
    // A pipe or a device is written to as it is.
    code = S_ISDIR(info.st_mode) ? EISDIR : access(path, W_OK) ? errno : 0;
  } else {
    const char *slash = strrchr(path, '/');
    if (slash)
      strBufAppend(&folder, (StrRef){path, (size_t)(slash - path) + 1});
    const char *name = slash ? strBufText(&folder) : ".";
    int status = stat(name, &info);
    code = status != 0               ? errno
           : !S_ISDIR(info.st_mode)  ? ENOTDIR
           : access(name, W_OK) != 0 ? errno
                                     : 0;
  }
  strBufFree(&folder);
  return code == 0 ||
         relaxFail(error, "cannot write '%s': %s", path, strerror(code));
}
