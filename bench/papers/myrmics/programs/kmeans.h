/* K-means clustering of points in space. */
#ifndef KMEANS_H
#define KMEANS_H
#include <stddef.h>

#include "digest.h"

typedef struct {
  double x, y, z, n;
} Sum;
typedef struct {
  float x, y, z;
} Point;

static inline void kmeans_start(Point* points, long first, long n) {
  long i;
  for (i = 0; i < n; i++) {
    const uint64_t place = (uint64_t)(first + i) * 3;
    points[i].x = fraction_at(place), points[i].y = fraction_at(place + 1), points[i].z = fraction_at(place + 2);
  }
}
static inline void kmeans_centre(Point* centre, long k) {
  const uint64_t place = (uint64_t)k * 3 + 0x100000000u;
  centre->x = fraction_at(place), centre->y = fraction_at(place + 1), centre->z = fraction_at(place + 2);
}
static inline void kmeans_clear(Sum* sums, long clusters) {
  long k;
  for (k = 0; k < clusters; k++) sums[k].x = sums[k].y = sums[k].z = sums[k].n = 0;
}
static inline void kmeans_add(Sum* to, const Sum* from, long clusters) {
  long k;
  for (k = 0; k < clusters; k++) to[k].x += from[k].x, to[k].y += from[k].y, to[k].z += from[k].z, to[k].n += from[k].n;
}
static inline void kmeans_assign(const Point* points, long n, const Point* centres, long clusters, Sum* sums,
                                 int32_t* member) {
  long i, k;
  kmeans_clear(sums, clusters);
  for (i = 0; i < n; i++) {
    long best = 0;
    float nearest = 1e30f;
    for (k = 0; k < clusters; k++) {
      const float x = points[i].x - centres[k].x, y = points[i].y - centres[k].y, z = points[i].z - centres[k].z;
      const float distance = x * x + y * y + z * z;
      if (distance < nearest) nearest = distance, best = k;
    }
    sums[best].x += (double)points[i].x, sums[best].y += (double)points[i].y, sums[best].z += (double)points[i].z;
    sums[best].n += 1;
    member[i] = (int32_t)best;
  }
}
static inline void kmeans_move(Point* centres, const Sum* sums, long clusters) {
  long k;
  for (k = 0; k < clusters; k++)
    if (sums[k].n > 0) {
      centres[k].x = (float)(sums[k].x / sums[k].n);
      centres[k].y = (float)(sums[k].y / sums[k].n);
      centres[k].z = (float)(sums[k].z / sums[k].n);
    }
}
static inline void kmeans_print(const Point* centres, long clusters) {
  long k;
  printf("values");
  for (k = 0; k < clusters; k++)
    printf(" %.7g %.7g %.7g", (double)centres[k].x, (double)centres[k].y, (double)centres[k].z);
  printf("\n");
}
#endif
