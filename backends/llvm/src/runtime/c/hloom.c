/* The runtime inside a shared library: memory, and threads as many as the
 * environment variable HLOOM_THREADS says when the first parallel loop runs (1
 * without it). Threads live as long as the process; a loop that starts while
 * another one has them runs on its caller alone. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
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

/* Memory at a multiple of 64; null if there is none. */
static void *hloom_allocate(uint64_t bytes) {
  void *memory = NULL;
  if (bytes > SIZE_MAX - 64 || posix_memalign(&memory, 64, bytes ? (size_t)bytes : 1))
    return NULL;
  return memory;
}
