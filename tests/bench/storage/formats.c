// Loops by hand for a matrix times a vector, in formats that are given as text.
#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t I;

#define ROWS _Pragma("omp parallel for num_threads(threads) schedule(dynamic, 256)")

static I least(I a, I b) { return a < b ? a : b; }
static I most(I a, I b) { return a > b ? a : b; }

// Added up in lanes.
static double dot(const double *restrict a, const double *restrict b, I n) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (I k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

// Row i of the band, in the order of its numbers.
void spmv_banded(int threads, I n, I l, I u, const double *val, const double *x, double *y) {
  ROWS
  for (I i = 0; i < n; i++) {
    const double *row = val + (int64_t)i * (l + u + 1) + l - i;
    double sum = 0;
    for (I j = most(0, i - l); j < least(n, i + u + 1); j++) sum += row[j] * x[j];
    y[i] = sum;
  }
}

// The same, added up in lanes.
void spmv_banded_lanes(int threads, I n, I l, I u, const double *val, const double *x, double *y) {
  ROWS
  for (I i = 0; i < n; i++) {
    const double *row = val + (int64_t)i * (l + u + 1) + l - i;
    I first = most(0, i - l), last = least(n, i + u + 1);
    y[i] = dot(row + first, x + first, last - first);
  }
}

// The lower triangle, packed by rows.
void spmv_triangular(int threads, I n, const double *val, const double *x, double *y) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16)
  for (I i = 0; i < n; i++) y[i] = dot(val + (int64_t)i * (i + 1) / 2, x, i + 1);
}

// The sum of a row times x, while x[i] times the row is added to y.
static double both(const double *restrict row, const double *restrict x, double xi, double *restrict y, I n) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (I j = 0; j < n; j++) {
    sum += row[j] * x[j];
    y[j] += row[j] * xi;
  }
  return sum;
}

// The packed lower triangle stands for the upper one too: each number is read once.
void spmv_symmetric(int threads, I n, const double *val, const double *x, double *y) {
  memset(y, 0, sizeof(double) * n);
#pragma omp parallel num_threads(threads)
  {
    double *own = threads == 1 ? y : calloc(n, sizeof(double));
#pragma omp for schedule(dynamic, 16)
    for (I i = 0; i < n; i++) {
      const double *row = val + (int64_t)i * (i + 1) / 2;
      double sum = both(row, x, x[i], own, i);
      own[i] += sum + row[i] * x[i];
    }
    if (own != y) {
#pragma omp critical
      for (I i = 0; i < n; i++) y[i] += own[i];
      free(own);
    }
  }
}

// The bits of row and column by an instruction. The numbers of half the rows stand side by side.
void spmv_z_order(int threads, I n, const double *val, const double *x, double *y) {
  memset(y, 0, sizeof(double) * n);
  int64_t size = (int64_t)n * n, part = size / threads;
#pragma omp parallel for num_threads(threads)
  for (int t = 0; t < threads; t++)
    for (int64_t z = t * part; z < (t + 1) * part; z++)
      y[_pext_u64(z, 0xaaaaaaaaaaaaaaaa)] += val[z] * x[_pext_u64(z, 0x5555555555555555)];
}

// The same by blocks of 8 x 8, in which the places are constants.
void spmv_z_order_by_8(int threads, I n, const double *val, const double *x, double *y) {
  memset(y, 0, sizeof(double) * n);
  int64_t size = (int64_t)n * n, part = size / threads;
#pragma omp parallel for num_threads(threads)
  for (int t = 0; t < threads; t++)
    for (int64_t z = t * part; z < (t + 1) * part; z += 64) {
      const double *of = val + z, *from = x + _pext_u64(z, 0x5555555555555555);
      double *to = y + _pext_u64(z, 0xaaaaaaaaaaaaaaaa), sum[8] = {0};
#pragma GCC unroll 64
      for (int k = 0; k < 64; k++)
        sum[(k >> 1 & 1) | (k >> 2 & 2) | (k >> 3 & 4)] += of[k] * from[(k & 1) | (k >> 1 & 2) | (k >> 2 & 4)];
      for (int i = 0; i < 8; i++) to[i] += sum[i];
    }
}

// Blocks of h x h numbers by rows, along the curve.
void spmv_blocks_in_z_order(int threads, I n, I h, const double *val, const double *x, double *y) {
  memset(y, 0, sizeof(double) * n);
  int64_t blocks = (int64_t)(n / h) * (n / h), part = blocks / threads;
#pragma omp parallel for num_threads(threads)
  for (int t = 0; t < threads; t++)
    for (int64_t b = t * part; b < (t + 1) * part; b++) {
      double *to = y + _pext_u64(b, 0xaaaaaaaaaaaaaaaa) * h;
      const double *from = x + _pext_u64(b, 0x5555555555555555) * h, *of = val + b * h * h;
      for (I i = 0; i < h; i++) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (I j = 0; j < h; j++) sum += of[i * h + j] * from[j];
        to[i] += sum;
      }
    }
}

// Diagonals j = i + offsets[p], for as many rows at a time as a small cache holds.
void spmv_dia(int threads, I n, I count, const I *offsets, const double *val, const double *x, double *y) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (I first = 0; first < n; first += 1024) {
    I last = least(n, first + 1024);
    memset(y + first, 0, sizeof(double) * (last - first));
    for (I p = 0; p < count; p++) {
      I o = offsets[p], from = most(first, -o), to = least(last, n - o);
      const double *row = val + (int64_t)p * n;
#pragma omp simd
      for (I i = from; i < to; i++) y[i] += row[i] * x[i + o];
    }
  }
}

// Anti-diagonals i + j = sums[p], for as many rows at a time as a small cache holds.
void spmv_anti_diagonals(int threads, I n, I count, const I *sums, const double *val, const double *x, double *y) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (I first = 0; first < n; first += 1024) {
    I last = least(n, first + 1024);
    memset(y + first, 0, sizeof(double) * (last - first));
    for (I p = 0; p < count; p++) {
      I s = sums[p], from = most(first, s - n + 1), to = least(last, s + 1);
      const double *row = val + (int64_t)p * n;
#pragma omp simd
      for (I i = from; i < to; i++) y[i] += row[i] * x[s - i];
    }
  }
}
