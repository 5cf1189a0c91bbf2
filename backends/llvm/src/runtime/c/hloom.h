/* What compiled hloom functions and their runtime agree on. An object file
 * `model.o` of a function `main` defines
 * `int32_t model_main_entry(const hloom_runtime *, void *const *frame)`
 * (`--prefix` names another prefix than the file's name), and a shared library wraps
 * it: see the header that comes with it. */
#ifndef HLOOM_H
#define HLOOM_H

#include <stdint.h>

typedef struct hloom_runtime hloom_runtime;

/* The body of a parallel loop: runs the iterations from begin to end. `thread`
 * is below the number of threads, and unique among those that run at once. */
typedef void (*hloom_body)(const hloom_runtime *runtime, void *environment,
                           int64_t begin, int64_t end, int64_t thread);

struct hloom_runtime {
  /* Runs all iterations from 0, on any threads, and returns when they are done. */
  void (*parallel_for)(const hloom_runtime *runtime, hloom_body body,
                       void *environment, int64_t iterations);
  /* Runs a function of the host on these addresses, operands before results, and
   * returns 0 where all went well; NULL where a program calls none. */
  int32_t (*host_call)(const hloom_runtime *runtime, int32_t number,
                       void *const *addresses);
  /* Runs tasks, each a call of body with its number as `begin`, and returns when all
   * have ended. `chains`: the number of chains; for each chain, how many tasks it has
   * and where the first one stands; then each chain's tasks in the order in which they
   * run: the task's number, how many waits it has, and for each wait another chain and
   * how many of that chain's tasks must have ended before. A parallel loop of a task runs
   * on the task's thread alone, as thread 0. */
  void (*run_tasks)(const hloom_runtime *runtime, hloom_body body, void *environment,
                    const int32_t *chains);
};

/* Programs with linear algebra or Fourier transforms also call functions such as
 *
 *   int32_t hloom_potrf_f32(const hloom_runtime *runtime, const int64_t *sizes,
 *                           void *const *buffers);
 *
 * which are in libhloom_linear.a: link it with the object file. */

/* The frame: the arena; the scratch memory, a region for each thread; the
 * inputs; the outputs. Arena and scratch memory start at multiples of 64. */

#endif
