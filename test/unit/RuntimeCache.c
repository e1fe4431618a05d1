//===- RuntimeCache.c - tests of the cache's folder -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Cache/Store.h"
#include "test/unit/RuntimeTest.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NOBODY = 65534, PROCESSES = 4, ROUNDS = 50, HEADER = 128 };

static char folder[64];
static RelaxCacheKey keys[4];

static int setUp(void **state) {
  (void)state;
  makeFolder(folder);
  for (int i = 0; i < 4; ++i)
    relaxSha256(&i, sizeof i, keys[i].hex);
  return 0;
}

static int tearDown(void **state) {
  (void)state;
  removeFolder(folder);
  return 0;
}

static char *pathOf(const char *name) {
  static char path[192];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static bool exists(const char *name) { return access(pathOf(name), F_OK) == 0; }

static RelaxCache *opened(uint64_t limit) {
  RelaxError reason = {0};
  RelaxCache *cache = relaxCacheOpen(folder, limit, &reason);
  if (!cache)
    fail_msg("%s", relaxErrorText(&reason));
  return cache;
}

static void put(RelaxCache *cache, int key, const char *text) {
  relaxCachePut(cache, &keys[key], strRefFromC(text));
}

/// `text` NULL: there is none.
static void expectEntry(RelaxCache *cache, int key, const char *text) {
  StrBuf content = {0};
  bool found = relaxCacheGet(cache, &keys[key], &content);
  assert_int_equal(found, text != NULL);
  assert_string_equal(strBufText(&content), text ? text : "");
  strBufFree(&content);
}

static void entriesOutliveTheCache(void **state) {
  (void)state;
  RelaxCache *cache = opened(RELAX_CACHE_LIMIT);
  expectEntry(cache, 0, NULL);
  put(cache, 0, "first");
  put(cache, 1, "");
  put(cache, 0, "second");
  relaxCacheClose(cache);
  cache = opened(RELAX_CACHE_LIMIT);
  expectEntry(cache, 0, "second");
  expectEntry(cache, 1, "");
  expectEntry(cache, 2, NULL);
  assert_string_equal(relaxCacheNote(cache), "");
  relaxCacheClose(cache);
}

static void overwrite(const char *name, long offset, const char *text) {
  FILE *file = fopen(pathOf(name), "r+");
  assert_non_null(file);
  assert_int_equal(fseek(file, offset, SEEK_SET), 0);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

/// Removed, and the next one takes its place.
static void expectBroken(RelaxCache *cache) {
  expectEntry(cache, 0, NULL);
  assert_false(exists(keys[0].hex));
  put(cache, 0, "content");
  expectEntry(cache, 0, "content");
}

static void brokenEntriesAreReplaced(void **state) {
  (void)state;
  RelaxCache *cache = opened(RELAX_CACHE_LIMIT);
  put(cache, 0, "content");
  for (long offset = 0; offset < HEADER + 7; offset += 9) {
    overwrite(keys[0].hex, offset, "~");
    expectBroken(cache);
  }
  for (long length = 0; length < HEADER + 7; length += 41) {
    assert_int_equal(truncate(pathOf(keys[0].hex), length), 0);
    expectBroken(cache);
  }
  assert_int_equal(truncate(pathOf(keys[0].hex), 1000), 0);
  expectBroken(cache);
  char other[192]; // another entry's content is whole, and not this one's
  put(cache, 1, "other");
  snprintf(other, sizeof other, "%s", pathOf(keys[1].hex));
  assert_int_equal(rename(other, pathOf(keys[0].hex)), 0);
  expectBroken(cache);
  relaxCacheClose(cache);
}

/// `text` NULL: there is none. The mapping outlives the entry.
static void expectMapped(RelaxCache *cache, int key, const char *text) {
  RelaxStorage *content = relaxCacheMap(cache, &keys[key]);
  assert_int_equal(content != NULL, text != NULL);
  if (!content)
    return;
  assert_int_equal(content->bytes, strlen(text));
  assert_int_equal((uintptr_t)content->data % RELAX_ALIGNMENT, 0);
  unlink(pathOf(keys[key].hex));
  assert_memory_equal(content->data, text, content->bytes);
  relaxStorageRelease(content);
}

static void entriesAreMapped(void **state) {
  (void)state;
  static const StrRef pieces[] = {{"one", 3}, {"", 0}, {" two", 4}};
  RelaxCache *cache = opened(7);
  relaxCachePutPieces(cache, &keys[0], pieces, 3);
  expectEntry(cache, 0, "one two"); // pieces leave no trace
  expectMapped(cache, 0, "one two");
  expectMapped(cache, 1, NULL);
  put(cache, 2, "");
  expectMapped(cache, 2, NULL);
  put(cache, 3, "too long");
  expectMapped(cache, 3, NULL);
  for (long offset = 0; offset < HEADER + 7; offset += 9) {
    put(cache, 0, "content");
    overwrite(keys[0].hex, offset, "~");
    expectMapped(cache, 0, NULL);
    assert_false(exists(keys[0].hex));
  }
  put(cache, 0, "content");
  assert_int_equal(chmod(pathOf(keys[0].hex), 0620), 0);
  expectMapped(cache, 0, NULL);
  assert_true(exists(keys[0].hex));
  relaxCacheClose(cache);
}

static void whatOthersCanWriteIsNotRead(void **state) {
  (void)state;
  RelaxCache *cache = opened(RELAX_CACHE_LIMIT);
  put(cache, 0, "content");
  assert_int_equal(chmod(pathOf(keys[0].hex), 0622), 0);
  expectEntry(cache, 0, NULL);
  assert_int_equal(chmod(pathOf(keys[0].hex), 0600), 0);
  expectEntry(cache, 0, "content");
  assert_int_equal(symlink(keys[0].hex, pathOf(keys[1].hex)), 0);
  expectEntry(cache, 1, NULL);
  assert_int_equal(mkdir(pathOf(keys[2].hex), 0700), 0);
  expectEntry(cache, 2, NULL);
  assert_int_equal(mkfifo(pathOf(keys[3].hex), 0600), 0);
  expectEntry(cache, 3, NULL); // and nobody waits for a writer
  if (geteuid() == 0) {
    assert_int_equal(chown(pathOf(keys[0].hex), NOBODY, NOBODY), 0);
    expectEntry(cache, 0, NULL);
  }
  relaxCacheClose(cache);
}

static void expectRefused(const char *path, const char *message) {
  RelaxError reason = {0};
  assert_null(relaxCacheOpen(path, RELAX_CACHE_LIMIT, &reason));
  assert_string_equal(relaxErrorText(&reason), message);
  relaxErrorFree(&reason);
}

static void foldersAreChecked(void **state) {
  (void)state;
  assert_int_equal(chmod(folder, 0777), 0);
  expectRefused(folder, "expected a folder that others cannot write, got mode "
                        "777");
  assert_int_equal(chmod(folder, 0700), 0);
  expectRefused(pathOf("a/b"), "No such file or directory");
  int file = creat(pathOf("file"), 0600);
  assert_int_equal(close(file), 0);
  expectRefused(pathOf("file"), "Not a directory");
  if (geteuid() == 0) {
    assert_int_equal(chown(folder, NOBODY, NOBODY), 0);
    expectRefused(folder, "expected a folder of user 0, got one of user 65534");
  }
}

static void setUse(const char *name, time_t seconds) {
  struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
  assert_int_equal(utimensat(AT_FDCWD, pathOf(name), times, 0), 0);
}

static void theOldestGoes(void **state) {
  (void)state;
  RelaxCache *cache = opened(RELAX_CACHE_LIMIT);
  for (int i = 0; i < 3; ++i) {
    put(cache, i, "content");
    setUse(keys[i].hex, 1000 + i);
  }
  expectEntry(cache, 0, "content"); // used just now
  relaxCacheClose(cache);
  assert_true(exists(keys[1].hex));
  cache = opened(3 * (HEADER + 7));
  put(cache, 3, "content");
  relaxCacheClose(cache);
  assert_true(exists(keys[0].hex));
  assert_false(exists(keys[1].hex));
  assert_true(exists(keys[2].hex));
  assert_true(exists(keys[3].hex));
  cache = opened(0);
  expectEntry(cache, 2, "content");
  relaxCacheClose(cache); // nothing was written: nothing is looked at
  assert_true(exists(keys[2].hex));
}

/// Half a file of a process that is no more, one of a process at work, and what
/// somebody else put there, also under names that could be ours.
static void crashesAreSwept(void **state) {
  (void)state;
  const struct {
    const char *name, *content;
    time_t use;
    bool stays;
  } files[] = {{"tmp-old", "relax cache 1", 1000, false},
               {"tmp-new", "relax cache 1", time(NULL), true},
               {"tmp-report", "of others", 1000, true},
               {"README", "relax cache 1", 1000, true},
               {keys[1].hex, "of others", 1000, true},
               {keys[2].hex, "relax cache 1", 1000, false}};
  enum { COUNT = sizeof files / sizeof *files };
  for (int i = 0; i < COUNT; ++i) {
    assert_int_equal(close(creat(pathOf(files[i].name), 0600)), 0);
    overwrite(files[i].name, 0, files[i].content);
    setUse(files[i].name, files[i].use);
  }
  RelaxCache *cache = opened(0);
  put(cache, 0, "content");
  relaxCacheClose(cache);
  for (int i = 0; i < COUNT; ++i)
    assert_int_equal(exists(files[i].name), files[i].stays);
}

static void fullDisksAreANote(void **state) {
  (void)state;
  RelaxCache *cache = opened(RELAX_CACHE_LIMIT);
  put(cache, 0, "content");
  struct rlimit before, small;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = (struct rlimit){HEADER + 10, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  put(cache, 1, "more than there is room for");
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  char expected[192];
  snprintf(expected, sizeof expected,
           "cannot write the cache '%s': File too large", folder);
  assert_string_equal(relaxCacheNote(cache), expected);
  put(cache, 2, "content"); // no second try
  expectEntry(cache, 0, "content");
  expectEntry(cache, 1, NULL);
  expectEntry(cache, 2, NULL);
  relaxCacheClose(cache);
  char command[128];
  snprintf(command, sizeof command, "test $(ls %s | wc -l) = 1", folder);
  assert_int_equal(system(command), 0);
}

static void readOnlyFoldersAreRead(void **state) {
  (void)state;
  RelaxCache *cache = opened(RELAX_CACHE_LIMIT);
  put(cache, 0, "content");
  relaxCacheClose(cache);
  bool root = geteuid() == 0;
  if (root) { // whom no mode stops
    assert_int_equal(chown(folder, NOBODY, NOBODY), 0);
    assert_int_equal(chown(pathOf(keys[0].hex), NOBODY, NOBODY), 0);
    assert_int_equal(seteuid(NOBODY), 0);
  }
  assert_int_equal(chmod(folder, 0500), 0);
  cache = opened(RELAX_CACHE_LIMIT);
  expectEntry(cache, 0, "content");
  put(cache, 1, "content");
  assert_non_null(strstr(relaxCacheNote(cache), ": Permission denied"));
  expectEntry(cache, 1, NULL);
  relaxCacheClose(cache);
  assert_true(exists(keys[0].hex));
  assert_int_equal(chmod(folder, 0700), 0);
  if (root)
    assert_int_equal(seteuid(0), 0);
}

/// What a process does beside others: entries are theirs or its own, and whole.
static void work(int process) {
  char text[20000];
  for (int round = 0; round < ROUNDS; ++round) {
    RelaxCache *cache = opened(round % 2 ? 30000 : RELAX_CACHE_LIMIT);
    for (int key = 0; key < 4; ++key) {
      StrBuf content = {0};
      if (relaxCacheGet(cache, &keys[key], &content)) {
        assert_int_equal(content.length, sizeof text);
        for (size_t i = 1; i < sizeof text; ++i)
          assert_int_equal(content.data[i], content.data[0]);
      }
      strBufFree(&content);
      memset(text, 'a' + process, sizeof text);
      relaxCachePut(cache, &keys[key], (StrRef){text, sizeof text});
    }
    assert_string_equal(relaxCacheNote(cache), "");
    relaxCacheClose(cache);
  }
}

static void processesShareAFolder(void **state) {
  (void)state;
  pid_t children[PROCESSES];
  for (int i = 0; i < PROCESSES; ++i) {
    children[i] = fork();
    if (children[i] == 0) {
      work(i);
      _exit(0);
    }
  }
  for (int i = 0; i < PROCESSES; ++i) {
    int status;
    assert_int_equal(waitpid(children[i], &status, 0), children[i]);
    assert_int_equal(status, 0);
  }
}

#define CACHE_TEST(name) cmocka_unit_test_setup_teardown(name, setUp, tearDown)

int main(void) {
  unsetenv("TMPDIR"); // that of lit is closed to NOBODY
  const struct CMUnitTest tests[] = {
      CACHE_TEST(entriesOutliveTheCache),
      CACHE_TEST(brokenEntriesAreReplaced),
      CACHE_TEST(entriesAreMapped),
      CACHE_TEST(whatOthersCanWriteIsNotRead),
      CACHE_TEST(foldersAreChecked),
      CACHE_TEST(theOldestGoes),
      CACHE_TEST(crashesAreSwept),
      CACHE_TEST(fullDisksAreANote),
      CACHE_TEST(readOnlyFoldersAreRead),
      CACHE_TEST(processesShareAFolder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
