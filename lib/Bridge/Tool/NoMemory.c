//===- NoMemory.c - no memory is left -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One line and exit status 1, for there is nothing wrong with the program.
// Everybody who runs out ends here: handlers of C++ and LLVM, our arenas, and
// what asks `malloc` and writes to what it gives (MLIR's operations, GMP).
//
//===----------------------------------------------------------------------===//

#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "lib/Bridge/Tool/NoMemory.h"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Support/OutOfMemory.h"
#include "llvm-c/ErrorHandling.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/// Threads run out together: the first one says so.
static _Noreturn void end(const char *message) {
  static atomic_flag said = ATOMIC_FLAG_INIT;
  while (atomic_flag_test_and_set(&said))
    pause();
  (void)!write(2, message, strlen(message));
  _exit(1);
}

void bridgeEndWithoutMemory(void) { end("error: out of memory\n"); }

// Of the linker (--wrap): calls of `malloc` in the tool and its archives. Who
// asks for much looks at the answer and says for what there is no memory.
enum { LITTLE = 64 << 10 };

static void *orEnd(void *memory, size_t size) {
  if (!memory && size > 0 && size < LITTLE)
    bridgeEndWithoutMemory();
  return memory;
}

// A program that counts what is asked for has its own.
#define WEAK __attribute__((weak))
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);

WEAK void *__wrap_malloc(size_t size) {
  return orEnd(__real_malloc(size), size);
}

WEAK void *__wrap_calloc(size_t count, size_t size) {
  size_t bytes;
  bool fits = !__builtin_mul_overflow(count, size, &bytes);
  return orEnd(__real_calloc(count, size), fits ? bytes : 0);
}

WEAK void *__wrap_realloc(void *memory, size_t size) {
  return orEnd(__real_realloc(memory, size), size);
}

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/// LLVM ends where a thread of its pool cannot be started, mostly for want of
/// room for its stack, and where `--help` is not written.
static void onFatal(const char *reason) {
  if (begins(reason, "pthread_create"))
    end("error: no memory for the stack of a thread\n");
  if (begins(reason, "IO failure on output stream"))
    end("error: cannot write the standard output\n");
  (void)!write(2, "LLVM ERROR: ", strlen("LLVM ERROR: "));
  (void)!write(2, reason, strlen(reason));
  (void)!write(2, "\n", 1);
}

/// A stack that has no room to grow is a SIGSEGV. So, where memory is limited,
/// the stack of the main thread has what it may need from the beginning; its
/// pages are taken as they are used.
static void reserveStack(void) {
  const rlim_t usual = 8 << 20, rest = 1 << 20;
  struct rlimit memory, stack;
  if (getrlimit(RLIMIT_AS, &memory) != 0 || memory.rlim_cur == RLIM_INFINITY ||
      getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur <= 2 * rest)
    return;
  // A quarter of the limit may be the command line's (execve(2)).
  rlim_t most = stack.rlim_cur < usual ? stack.rlim_cur : usual;
  size_t size = most - most / 4 - rest;
  void *room = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED)
    bridgeEndWithoutMemory();
  munmap(room, size);
  volatile char *top = __builtin_frame_address(0);
  top[-(ptrdiff_t)size] = 0;
}

/// Constructors of C++ run before main and need memory, too.
__attribute__((constructor(101))) static void begin(void) {
  bridgeSetNewHandler();
}

void bridgeCatchOutOfMemory(void) {
  bridgeSetNewHandler(); // llvm::InitLLVM has set its own
  outOfMemoryCalls(bridgeEndWithoutMemory);
  LLVMInstallFatalErrorHandler(onFatal);
  reserveStack();
}
