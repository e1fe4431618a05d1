//===- DeepStack.c - a stack for programs that recurse --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/DeepStack.h"

#include <pthread.h>

/// Of address space, for EVAL_MAX_DEPTH calls out of branches; and what has to
/// be left for the operations of one more.
static const size_t stackSize = (size_t)1 << 30, margin = (size_t)1 << 18;

typedef struct Deep {
  RelaxInterpreter *interpreter;
  void (*run)(void *user);
  void *user;
} Deep;

static void *start(void *user) {
  const Deep *deep = user;
  char *here = __builtin_frame_address(0);
  deep->interpreter->stackEnd = here - (stackSize - margin);
  deep->run(deep->user);
  deep->interpreter->stackEnd = NULL;
  return NULL;
}

static bool runThread(Deep *deep) {
  pthread_attr_t attributes;
  pthread_t thread;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  bool made = pthread_attr_setstacksize(&attributes, stackSize) == 0 &&
              pthread_create(&thread, &attributes, start, deep) == 0;
  pthread_attr_destroy(&attributes);
  if (made)
    pthread_join(thread, NULL);
  return made;
}

bool evalDeeper(RelaxInterpreter *interpreter, int depth, const char *subject,
                void (*run)(void *user), void *user, RelaxError *error) {
  const char *here = __builtin_frame_address(0);
  bool fits = depth < EVAL_MAX_DEPTH &&
              (!interpreter->stackEnd || here > interpreter->stackEnd);
  if (fits && depth >= EVAL_SHALLOW_DEPTH && !interpreter->stackEnd)
    fits = runThread(&(Deep){interpreter, run, user});
  else if (fits)
    run(user);
  return fits || relaxFail(error,
                           "%s: more than %d calls inside each other, which is "
                           "as deep as reference mode goes",
                           subject, depth);
}
