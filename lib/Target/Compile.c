//===- Compile.c - kernels compiled side by side ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Compile.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Support/OutOfMemory.h"
#include "lib/Target/LLVMIR.h"
#include "lib/Target/Object.h"
#include "lib/Target/Symbols.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/// A module's worth of operations, before anything is unrolled. Small kernels
/// share one: setting up the passes and the code generator for a module takes
/// as long as 200 instructions.
enum { MODULE_SIZE = 400 };

/// A kernel and how much it is.
typedef struct Work {
  size_t index;
  size_t size;
  size_t inModule; // of how many from here on; 0: of an earlier one's
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

/// Says which kernels share a module: neighbours in the order of size, for one
/// target. In a cache they are apart.
static void formModules(const Job *job, bool apart) {
  for (size_t i = 0, count; i < job->numWork; i += count) {
    Work *first = &job->work[i];
    MlirAttribute target = tirFuncGetTarget(job->kernels[first->index]);
    size_t size = first->size;
    for (count = 1; !apart && i + count < job->numWork; ++count) {
      size += first[count].size;
      if (size > MODULE_SIZE ||
          !mlirAttributeEqual(
              target, tirFuncGetTarget(job->kernels[first[count].index])))
        break;
    }
    first->inModule = count;
  }
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

static LLVMMemoryBufferRef makeObject(Worker *worker,
                                      const MlirOperation *kernels,
                                      const StrRef *symbols, size_t count) {
  const Job *job = worker->job;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef code;
  LLVMMemoryBufferRef object = NULL;
  if (mlirLogicalResultIsSuccess(
          relaxTranslateKernels(worker->lowering, job->module, kernels, symbols,
                                count, context, &code, &worker->times))) {
    if (findMachine(worker, code))
      object = relaxCompile(code, worker->machine, &job->options->machine,
                            RELAX_OBJECT_FILE, &worker->times, &worker->error);
    LLVMDisposeModule(code);
  }
  LLVMContextDispose(context);
  MlirOperation one = count == 1 ? kernels[0] : (MlirOperation){NULL};
  if (!object || targetCheckSymbols(job->module, one, object))
    return object;
  LLVMDisposeMemoryBuffer(object);
  return NULL;
}

/// The kernels of one module. The first one gets the object.
static bool compileModule(Worker *worker, const Work *work) {
  const Job *job = worker->job;
  size_t count = work->inModule;
  MlirOperation *kernels = calloc(count, sizeof(*kernels));
  if (!kernels)
    outOfMemory();
  for (size_t i = 0; i < count; ++i)
    kernels[i] = job->kernels[work[i].index];
  LLVMMemoryBufferRef object = makeObject(
      worker, kernels, job->symbols ? &job->symbols[work->index] : NULL, count);
  free(kernels);
  job->objects[work->index] = object;
  worker->times.kernels += object ? count : 0;
  return object != NULL;
}

static void *runWorker(void *user) {
  Worker *worker = user;
  Job *job = worker->job;
  worker->lowering = targetLoweringCreate(mlirOperationGetContext(job->module),
                                          job->options->machine.debugInfo);
  while (!atomic_load(&job->failed)) {
    size_t next = atomic_fetch_add(&job->next, 1);
    if (next >= job->numWork)
      break;
    if (job->work[next].inModule && !compileModule(worker, &job->work[next]))
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
    outOfMemory();
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
  formModules(&job, symbols != NULL);
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
