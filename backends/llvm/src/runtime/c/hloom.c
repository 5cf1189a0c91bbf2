/* The runtime inside a shared library: memory, and threads as many as the
 * environment variable HLOOM_THREADS says when the first parallel loop runs (1
 * without it). Threads live as long as the process; a loop that starts while
 * another one has them runs on its caller alone. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hloom.h"

enum { HLOOM_MOST_THREADS = 256, HLOOM_PIECES_PER_THREAD = 4 };

static struct {
  pthread_mutex_t taken; /* held by the loop that has the threads */
  pthread_mutex_t lock;  /* guards what follows */
  pthread_cond_t begun, ended;
  uint64_t loops;
  int inside;
  const hloom_runtime *runtime;
  hloom_body body;
  void *environment;
  int64_t iterations, piece;
  _Atomic int64_t next;
} hloom_pool = {.taken = PTHREAD_MUTEX_INITIALIZER,
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .begun = PTHREAD_COND_INITIALIZER,
                .ended = PTHREAD_COND_INITIALIZER};

static int hloom_thread_count = 1;

static void hloom_work(int64_t thread) {
  for (;;) {
    int64_t begin = atomic_fetch_add(&hloom_pool.next, hloom_pool.piece);
    if (begin >= hloom_pool.iterations)
      return;
    int64_t end = begin + hloom_pool.piece;
    if (end > hloom_pool.iterations)
      end = hloom_pool.iterations;
    hloom_pool.body(hloom_pool.runtime, hloom_pool.environment, begin, end, thread);
  }
}

static void *hloom_worker(void *number) {
  uint64_t seen = 0;
  pthread_mutex_lock(&hloom_pool.lock);
  for (;;) {
    while (hloom_pool.loops == seen)
      pthread_cond_wait(&hloom_pool.begun, &hloom_pool.lock);
    seen = hloom_pool.loops;
    pthread_mutex_unlock(&hloom_pool.lock);
    hloom_work((int64_t)(intptr_t)number);
    pthread_mutex_lock(&hloom_pool.lock);
    if (--hloom_pool.inside == 0)
      pthread_cond_signal(&hloom_pool.ended);
  }
  return NULL;
}

static void hloom_start(void) {
  const char *wanted = getenv("HLOOM_THREADS");
  long threads = wanted ? strtol(wanted, NULL, 10) : 1;
  if (threads > HLOOM_MOST_THREADS)
    threads = HLOOM_MOST_THREADS;
  while (hloom_thread_count < threads) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, hloom_worker, (void *)(intptr_t)hloom_thread_count))
      break;
    pthread_detach(thread);
    hloom_thread_count++;
  }
}

/* The number of threads, which are started at the first call. */
static int hloom_threads(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, hloom_start);
  return hloom_thread_count;
}

static void hloom_parallel_for(const hloom_runtime *runtime, hloom_body body,
                               void *environment, int64_t iterations) {
  int threads = hloom_threads();
  if (iterations <= 0)
    return;
  if (threads == 1 || iterations == 1 || pthread_mutex_trylock(&hloom_pool.taken)) {
    body(runtime, environment, 0, iterations, 0);
    return;
  }
  int64_t piece = iterations / (threads * HLOOM_PIECES_PER_THREAD);
  pthread_mutex_lock(&hloom_pool.lock);
  hloom_pool.runtime = runtime;
  hloom_pool.body = body;
  hloom_pool.environment = environment;
  hloom_pool.iterations = iterations;
  hloom_pool.piece = piece > 0 ? piece : 1;
  atomic_store(&hloom_pool.next, 0);
  hloom_pool.inside = threads - 1;
  hloom_pool.loops++;
  pthread_cond_broadcast(&hloom_pool.begun);
  pthread_mutex_unlock(&hloom_pool.lock);
  hloom_work(0);
  pthread_mutex_lock(&hloom_pool.lock);
  while (hloom_pool.inside != 0)
    pthread_cond_wait(&hloom_pool.ended, &hloom_pool.lock);
  pthread_mutex_unlock(&hloom_pool.lock);
  pthread_mutex_unlock(&hloom_pool.taken);
}

/* Tasks that are being run. A thread runs the chains that no other thread runs, its own
 * first; `at` and `ended` of a chain change only while it is taken. */
typedef struct {
  _Atomic int32_t ended;
  _Atomic int taken;
  int32_t at;
} hloom_chain;

typedef struct {
  const int32_t *chains;
  hloom_chain *progress;
  hloom_body body;
  void *environment;
} hloom_tasks;

static int hloom_advance(const hloom_runtime *runtime, const hloom_tasks *tasks, int32_t chain,
                         int64_t thread) {
  hloom_chain *own = &tasks->progress[chain];
  int32_t of = tasks->chains[1 + 2 * chain], moved = 0;
  if (atomic_load_explicit(&own->taken, memory_order_relaxed) ||
      atomic_exchange(&own->taken, 1))
    return 0;
  int32_t ended = atomic_load(&own->ended);
  while (ended < of) {
    const int32_t *task = tasks->chains + own->at;
    int32_t waits = task[1], met = 0;
    while (met < waits &&
           atomic_load(&tasks->progress[task[2 + 2 * met]].ended) >= task[3 + 2 * met])
      met++;
    if (met < waits)
      break;
    tasks->body(runtime, tasks->environment, task[0], task[0] + 1, thread);
    own->at += 2 + 2 * waits;
    atomic_store(&own->ended, ++ended);
    moved = 1;
  }
  atomic_store(&own->taken, 0);
  return moved;
}

static void hloom_work_tasks(const hloom_runtime *runtime, void *environment, int64_t begin,
                             int64_t end, int64_t thread) {
  const hloom_tasks *tasks = environment;
  int32_t count = tasks->chains[0];
  (void)end;
  for (int open = 1; open;) {
    int moved = 0;
    open = 0;
    for (int32_t n = 0; n < count && !moved; n++) {
      int32_t chain = (int32_t)((begin + n) % count);
      if (atomic_load(&tasks->progress[chain].ended) < tasks->chains[1 + 2 * chain]) {
        open = 1;
        moved = hloom_advance(runtime, tasks, chain, thread);
      }
    }
    if (open && !moved)
      sched_yield();
  }
}

static void hloom_run_tasks(const hloom_runtime *runtime, hloom_body body, void *environment,
                            const int32_t *chains) {
  enum { MOST_CHAINS = 64 };
  hloom_chain progress[MOST_CHAINS];
  hloom_tasks tasks = {chains, progress, body, environment};
  int32_t count = chains[0];
  for (int32_t chain = 0; chain < count; chain++) {
    atomic_init(&progress[chain].ended, 0);
    atomic_init(&progress[chain].taken, 0);
    progress[chain].at = chains[2 + 2 * chain];
  }
  int threads = hloom_threads();
  hloom_parallel_for(runtime, hloom_work_tasks, &tasks, threads < count ? threads : count);
}

/* Memory at a multiple of 64; null if there is none. */
static void *hloom_allocate(uint64_t bytes) {
  void *memory = NULL;
  if (bytes > SIZE_MAX - 64 || posix_memalign(&memory, 64, bytes ? (size_t)bytes : 1))
    return NULL;
  return memory;
}
