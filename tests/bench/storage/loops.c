// Loops by hand for the benchmark of storage programs: `gcc -O3 -march=native -fopenmp`.
//
// Each function is what a specialist writes for these formats: 32-bit coordinates, rows in chunks
// that the threads take in turn, private sums where threads would write to the same place.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t I;

#define ROWS _Pragma("omp parallel for num_threads(threads) schedule(dynamic, 256)")
#define ROWS_TOTAL _Pragma("omp parallel for num_threads(threads) schedule(dynamic, 64) reduction(+ : total)")

void spmv_csr(int threads, I m, const I *pos, const I *idx, const double *val, const double *x, double *y) {
  ROWS
  for (I i = 0; i < m; i++) {
    double sum = 0;
    for (I p = pos[i]; p < pos[i + 1]; p++) sum += val[p] * x[idx[p]];
    y[i] = sum;
  }
}

// Columns: each thread has a vector of its own.
void spmv_csc(int threads, I n, I m, const I *pos, const I *idx, const double *val, const double *x, double *y) {
  memset(y, 0, sizeof(double) * m);
  if (threads == 1) {
    for (I j = 0; j < n; j++)
      for (I p = pos[j]; p < pos[j + 1]; p++) y[idx[p]] += val[p] * x[j];
    return;
  }
#pragma omp parallel num_threads(threads)
  {
    double *own = calloc(m, sizeof(double));
#pragma omp for schedule(dynamic, 1024)
    for (I j = 0; j < n; j++)
      for (I p = pos[j]; p < pos[j + 1]; p++) own[idx[p]] += val[p] * x[j];
#pragma omp critical
    for (I i = 0; i < m; i++) y[i] += own[i];
    free(own);
  }
}

// Blocks of 4 x 4.
void spmv_bsr(int threads, I blocks, const I *pos, const I *idx, const double *val, const double *x, double *y) {
  ROWS
  for (I b = 0; b < blocks; b++) {
    double sum[4] = {0};
    for (I p = pos[b]; p < pos[b + 1]; p++)
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) sum[i] += val[p * 16 + i * 4 + j] * x[idx[p] * 4 + j];
    for (int i = 0; i < 4; i++) y[b * 4 + i] = sum[i];
  }
}

// 32 columns, whose sums are kept in registers.
void spmm_csr(int threads, I m, const I *pos, const I *idx, const double *val, const double *x, double *y) {
  ROWS
  for (I i = 0; i < m; i++) {
    double sum[32] = {0};
    for (I p = pos[i]; p < pos[i + 1]; p++)
      for (int j = 0; j < 32; j++) sum[j] += val[p] * x[(int64_t)idx[p] * 32 + j];
    memcpy(y + (int64_t)i * 32, sum, sizeof sum);
  }
}

void spmm_csc(int threads, I n, I m, const I *pos, const I *idx, const double *val, const double *x, double *y) {
  // The threads share the columns of the result: nothing is written twice.
  memset(y, 0, sizeof(double) * 32 * m);
  int part = 32 / threads;
#pragma omp parallel for num_threads(threads)
  for (int t = 0; t < threads; t++)
    for (I k = 0; k < n; k++)
      for (I p = pos[k]; p < pos[k + 1]; p++) {
        const double *from = x + (int64_t)k * 32 + t * part;
        double *to = y + (int64_t)idx[p] * 32 + t * part;
        for (int j = 0; j < part; j++) to[j] += val[p] * from[j];
      }
}

void spmm_bsr(int threads, I blocks, const I *pos, const I *idx, const double *val, const double *x, double *y) {
  ROWS
  for (I b = 0; b < blocks; b++)
    for (int i = 0; i < 4; i++) {
      double sum[32] = {0};
      for (I p = pos[b]; p < pos[b + 1]; p++)
        for (int k = 0; k < 4; k++)
          for (int j = 0; j < 32; j++)
            sum[j] += val[p * 16 + i * 4 + k] * x[((int64_t)idx[p] * 4 + k) * 32 + j];
      memcpy(y + ((int64_t)b * 4 + i) * 32, sum, sizeof sum);
    }
}

// Gustavson's product in two phases: the entries of each row, then coordinates and numbers.
void spgemm(int threads, I m, I n, const I *apos, const I *aidx, const double *aval, const I *bpos, const I *bidx,
            const double *bval, I *cpos, I *cidx, double *cval) {
#pragma omp parallel num_threads(threads)
  {
    I *stamp = malloc(sizeof(I) * n);
    double *sum = malloc(sizeof(double) * n);
    memset(stamp, 255, sizeof(I) * n);
#pragma omp for schedule(dynamic, 128)
    for (I i = 0; i < m; i++) {
      I count = 0;
      for (I p = apos[i]; p < apos[i + 1]; p++)
        for (I q = bpos[aidx[p]]; q < bpos[aidx[p] + 1]; q++)
          if (stamp[bidx[q]] != i) stamp[bidx[q]] = i, count++;
      cpos[i + 1] = count;
    }
#pragma omp single
    {
      cpos[0] = 0;
      for (I i = 0; i < m; i++) cpos[i + 1] += cpos[i];
    }
    memset(stamp, 255, sizeof(I) * n);
#pragma omp for schedule(dynamic, 128)
    for (I i = 0; i < m; i++) {
      I end = cpos[i];
      for (I p = apos[i]; p < apos[i + 1]; p++)
        for (I q = bpos[aidx[p]]; q < bpos[aidx[p] + 1]; q++) {
          I j = bidx[q];
          if (stamp[j] != i) stamp[j] = i, sum[j] = aval[p] * bval[q], cidx[end++] = j;
          else sum[j] += aval[p] * bval[q];
        }
      for (I r = cpos[i]; r < end; r++) cval[r] = sum[cidx[r]];
    }
    free(stamp);
    free(sum);
  }
}

// The result has the coordinates of S.
void sddmm(int threads, I m, const I *pos, const I *idx, const double *val, const double *x, const double *y,
           double *out) {
  ROWS
  for (I i = 0; i < m; i++)
    for (I p = pos[i]; p < pos[i + 1]; p++) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int k = 0; k < 32; k++) sum += x[(int64_t)i * 32 + k] * y[(int64_t)idx[p] * 32 + k];
      out[p] = val[p] * sum;
    }
}

// A merge of sorted rows, in two phases.
void add(int threads, I m, const I *apos, const I *aidx, const double *aval, const I *bpos, const I *bidx,
         const double *bval, I *cpos, I *cidx, double *cval) {
  cpos[0] = 0;
  ROWS
  for (I i = 0; i < m; i++) {
    I p = apos[i], q = bpos[i], count = 0;
    while (p < apos[i + 1] && q < bpos[i + 1]) {
      I a = aidx[p], b = bidx[q];
      count++, p += a <= b, q += b <= a;
    }
    cpos[i + 1] = count + (apos[i + 1] - p) + (bpos[i + 1] - q);
  }
  for (I i = 0; i < m; i++) cpos[i + 1] += cpos[i];
  ROWS
  for (I i = 0; i < m; i++) {
    I p = apos[i], q = bpos[i], r = cpos[i];
    while (p < apos[i + 1] && q < bpos[i + 1]) {
      I a = aidx[p], b = bidx[q];
      cidx[r] = a < b ? a : b;
      cval[r++] = (a <= b ? aval[p] : 0) + (b <= a ? bval[q] : 0);
      p += a <= b, q += b <= a;
    }
    for (; p < apos[i + 1]; p++) cidx[r] = aidx[p], cval[r++] = aval[p];
    for (; q < bpos[i + 1]; q++) cidx[r] = bidx[q], cval[r++] = bval[q];
  }
}

// The neighbours of i are marked, and those of its neighbours looked up.
int64_t triangles_marks(int threads, I m, const I *pos, const I *idx, const int64_t *val) {
  int64_t total = 0;
#pragma omp parallel num_threads(threads) reduction(+ : total)
  {
    int64_t *mark = calloc(m, sizeof(int64_t));
#pragma omp for schedule(dynamic, 64)
    for (I i = 0; i < m; i++) {
      for (I p = pos[i]; p < pos[i + 1]; p++) mark[idx[p]] = val[p];
      for (I p = pos[i]; p < pos[i + 1]; p++) {
        int64_t sum = 0;
        for (I q = pos[idx[p]]; q < pos[idx[p] + 1]; q++) sum += val[q] * mark[idx[q]];
        total += val[p] * sum;
      }
      for (I p = pos[i]; p < pos[i + 1]; p++) mark[idx[p]] = 0;
    }
    free(mark);
  }
  return total;
}

// The neighbours of both ends of an edge are merged.
int64_t triangles_merge(int threads, I m, const I *pos, const I *idx, const int64_t *val) {
  int64_t total = 0;
  ROWS_TOTAL
  for (I i = 0; i < m; i++)
    for (I e = pos[i]; e < pos[i + 1]; e++) {
      I p = pos[i], q = pos[idx[e]], p_end = pos[i + 1], q_end = pos[idx[e] + 1];
      int64_t sum = 0;
      while (p < p_end && q < q_end) {
        I a = idx[p], b = idx[q];
        if (a == b) sum += val[p] * val[q];
        p += a <= b, q += b <= a;
      }
      total += val[e] * sum;
    }
  return total;
}

// B by columns and C by rows.
double summm(int threads, I k, const I *bpos, const double *bval, const I *cpos, const double *cval) {
  double total = 0;
  ROWS_TOTAL
  for (I i = 0; i < k; i++) {
    double b = 0, c = 0;
    for (I p = bpos[i]; p < bpos[i + 1]; p++) b += bval[p];
    for (I p = cpos[i]; p < cpos[i + 1]; p++) c += cval[p];
    total += b * c;
  }
  return total;
}

void batax(int threads, I m, I n, const I *pos, const I *idx, const double *val, const double *x, double beta,
           double *y) {
  memset(y, 0, sizeof(double) * n);
#pragma omp parallel num_threads(threads)
  {
    double *own = threads == 1 ? y : calloc(n, sizeof(double));
#pragma omp for schedule(dynamic, 1024)
    for (I i = 0; i < m; i++) {
      double sum = 0;
      for (I p = pos[i]; p < pos[i + 1]; p++) sum += val[p] * x[idx[p]];
      sum *= beta;
      for (I p = pos[i]; p < pos[i + 1]; p++) own[idx[p]] += sum * val[p];
    }
    if (own != y) {
#pragma omp critical
      for (I j = 0; j < n; j++) y[j] += own[j];
      free(own);
    }
  }
}

// Compressed fibres and dense factors of 32 columns.
void mttkrp(int threads, I rows, const I *idx1, const I *pos2, const I *idx2, const I *pos3, const I *idx3,
            const double *val, const double *c, const double *d, I m, double *out) {
  memset(out, 0, sizeof(double) * 32 * m);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (I p = 0; p < rows; p++) {
    double row[32] = {0};
    for (I q = pos2[p]; q < pos2[p + 1]; q++) {
      double fibre[32] = {0};
      for (I r = pos3[q]; r < pos3[q + 1]; r++)
        for (int j = 0; j < 32; j++) fibre[j] += val[r] * d[(int64_t)idx3[r] * 32 + j];
      for (int j = 0; j < 32; j++) row[j] += fibre[j] * c[(int64_t)idx2[q] * 32 + j];
    }
    memcpy(out + (int64_t)idx1[p] * 32, row, sizeof row);
  }
}

// C by columns, so that the 32 numbers of the result are side by side.
void ttm(int threads, I rows, const I *idx1, const I *pos2, const I *idx2, const I *pos3, const I *idx3,
         const double *val, const double *c, I m, I n, double *out) {
  memset(out, 0, sizeof(double) * 32 * m * n);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (I p = 0; p < rows; p++)
    for (I q = pos2[p]; q < pos2[p + 1]; q++) {
      double fibre[32] = {0};
      for (I r = pos3[q]; r < pos3[q + 1]; r++)
        for (int k = 0; k < 32; k++) fibre[k] += val[r] * c[(int64_t)idx3[r] * 32 + k];
      memcpy(out + ((int64_t)idx1[p] * n + idx2[q]) * 32, fibre, sizeof fibre);
    }
}

// A and B by sorted rows, C dense.
double abc(int threads, I m, I n, const I *apos, const I *aidx, const double *aval, const I *bpos, const I *bidx,
           const double *bval, const double *c) {
  double total = 0;
  ROWS_TOTAL
  for (I i = 0; i < m; i++) {
    I p = apos[i], q = bpos[i];
    while (p < apos[i + 1] && q < bpos[i + 1]) {
      I a = aidx[p], b = bidx[q];
      if (a == b) total += aval[p] * bval[q] * c[(int64_t)i * n + a];
      p += a <= b, q += b <= a;
    }
  }
  return total;
}

// Links by their ends: each page adds up what it gets.
void pagerank(int threads, I n, const I *pos, const I *idx, const double *val, const double *r, double d, double *out) {
  ROWS
  for (I j = 0; j < n; j++) {
    double sum = 0;
    for (I p = pos[j]; p < pos[j + 1]; p++) sum += val[p] * r[idx[p]];
    out[j] = (1 - d) / n + d * sum;
  }
}

// From equal ranks on, until the changes of a step add up to no more than the tolerance. Returns the steps.
I pagerank_converged(int threads, I n, const I *pos, const I *idx, const double *val, double d, double tolerance,
                     double *out, double *other) {
  double *r = out, *next = other, change = 1;
  I steps = 0;
  for (I j = 0; j < n; j++) r[j] = 1.0 / n;
  for (; change > tolerance; steps++) {
    double total = 0;
    ROWS_TOTAL
    for (I j = 0; j < n; j++) {
      double sum = 0;
      for (I p = pos[j]; p < pos[j + 1]; p++) sum += val[p] * r[idx[p]];
      next[j] = (1 - d) / n + d * sum;
      total += fabs(next[j] - r[j]);
    }
    double *last = r;
    r = next, next = last, change = total;
  }
  if (r != out) memcpy(out, r, sizeof(double) * n);
  return steps;
}
