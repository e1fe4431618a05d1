//===- Compile.c - kernels compiled side by side ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Compile.h"
#include "lib/Target/LLVMIR.h"
#include "lib/Target/Object.h"
#include "lib/Target/Symbols.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/// A kernel and how much it is, by its operations before anything is unrolled.
typedef struct Work {
  size_t index;
  size_t size;
} Work;

typedef struct Job {
  MlirOperation module;
  const MlirOperation *kernels;
  const StrRef *symbols;
  const RelaxCompileOptions *options;
  LLVMMemoryBufferRef *objects;
  Work *work; // the largest first
  size_t numWork;
  atomic_size_t next; // of `work`
  atomic_bool failed;
} Job;

/// A thread, and what it alone uses.
typedef struct Worker {
  Job *job;
  pthread_t thread;
  bool started;
  TargetLowering *lowering;
  LLVMTargetMachineRef machine;
  RelaxCompileTimes times;
  StrBuf error;
} Worker;

static MlirWalkResult countOne(MlirOperation op, void *size) {
  (void)op;
  ++*(size_t *)size;
  return MlirWalkResultAdvance;
}

static int compareWork(const void *a, const void *b) {
  const Work *x = a, *y = b;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

/// The machine of the module's triple, which most modules share.
static bool findMachine(Worker *worker, LLVMModuleRef code) {
  if (worker->machine && relaxTargetMachineFits(worker->machine, code))
    return true;
  if (worker->machine)
    LLVMDisposeTargetMachine(worker->machine);
  worker->machine = relaxTargetMachineCreate(
      code, &worker->job->options->machine, &worker->error);
  return worker->machine != NULL;
}

static bool compileKernel(Worker *worker, size_t index) {
  const Job *job = worker->job;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef code;
  LLVMMemoryBufferRef object = NULL;
  if (mlirLogicalResultIsSuccess(relaxTranslateKernels(
          worker->lowering, job->module, &job->kernels[index],
          job->symbols ? &job->symbols[index] : NULL, 1, context, &code,
          &worker->times))) {
    if (findMachine(worker, code))
      object = relaxCompile(code, worker->machine, &job->options->machine,
                            RELAX_OBJECT_FILE, &worker->times, &worker->error);
    LLVMDisposeModule(code);
  }
  if (object && !targetCheckSymbols(job->module, job->kernels[index], object)) {
    LLVMDisposeMemoryBuffer(object);
    object = NULL;
  }
  LLVMContextDispose(context);
  job->objects[index] = object;
  worker->times.kernels += object != NULL;
  return object != NULL;
}

static void *runWorker(void *user) {
  Worker *worker = user;
  Job *job = worker->job;
  worker->lowering = targetLoweringCreate(mlirOperationGetContext(job->module));
  while (!atomic_load(&job->failed)) {
    size_t next = atomic_fetch_add(&job->next, 1);
    if (next >= job->numWork)
      break;
    if (!compileKernel(worker, job->work[next].index))
      atomic_store(&job->failed, true);
  }
  targetLoweringDestroy(worker->lowering);
  if (worker->machine)
    LLVMDisposeTargetMachine(worker->machine);
  return NULL;
}

/// This thread is the first worker; one that cannot be started is missed by
/// nobody.
static void runWorkers(Job *job, Worker *workers, size_t numWorkers) {
  MlirContext context = mlirOperationGetContext(job->module);
  targetLoweringPrepare(context);
  mlirContextEnableMultithreading(context, numWorkers > 1);
  for (size_t i = 0; i < numWorkers; ++i) {
    workers[i].job = job;
    workers[i].started = i > 0 && pthread_create(&workers[i].thread, NULL,
                                                 runWorker, &workers[i]) == 0;
  }
  runWorker(&workers[0]);
  for (size_t i = 1; i < numWorkers; ++i)
    if (workers[i].started)
      pthread_join(workers[i].thread, NULL);
  mlirContextEnableMultithreading(context, false);
}

bool relaxCompileKernels(MlirOperation module, const MlirOperation *kernels,
                         const StrRef *symbols, size_t numKernels,
                         const RelaxCompileOptions *options,
                         LLVMMemoryBufferRef *objects, RelaxCompileTimes *times,
                         StrBuf *error) {
  size_t numWorkers = options->threads > 1 ? (size_t)options->threads : 1;
  if (numWorkers > numKernels)
    numWorkers = numKernels ? numKernels : 1;
  Work *work = calloc(numKernels + 1, sizeof(*work));
  Worker *workers = calloc(numWorkers, sizeof(*workers));
  if (!work || !workers)
    abort();
  for (size_t i = 0; i < numKernels; ++i) {
    objects[i] = NULL;
    work[i].index = i;
    mlirOperationWalk(kernels[i], countOne, &work[i].size, MlirWalkPreOrder);
  }
  qsort(work, numKernels, sizeof(*work), compareWork);
  Job job = {.module = module,
             .kernels = kernels,
             .symbols = symbols,
             .options = options,
             .objects = objects,
             .work = work,
             .numWork = numKernels};
  runWorkers(&job, workers, numWorkers);
  bool good = !atomic_load(&job.failed);
  for (size_t i = 0; i < numWorkers; ++i) {
    relaxCompileTimesAdd(times, &workers[i].times);
    if (error->length == 0 && workers[i].error.length != 0)
      strBufAppendC(error, strBufText(&workers[i].error));
    strBufFree(&workers[i].error);
  }
  for (size_t i = 0; !good && i < numKernels; ++i) {
    if (objects[i])
      LLVMDisposeMemoryBuffer(objects[i]);
    objects[i] = NULL;
  }
  free(work);
  free(workers);
  return good;
}
