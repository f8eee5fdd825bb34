/* Ray tracing: spheres over a plane, one light, mirrors. */
#ifndef RAY_H
#define RAY_H
#include <math.h>

#include "digest.h"

enum { RAY_SPHERES = 24, RAY_DEPTH = 4 };
typedef struct {
  float x, y, z, radius, colour, mirror;
} Sphere;
typedef struct {
  Sphere sphere[RAY_SPHERES];
  float light[3];
} Scene;
typedef struct {
  float x, y, z;
} Vector;

static inline void ray_scene(Scene* scene) {
  int i;
  for (i = 0; i < RAY_SPHERES; i++) {
    const uint64_t place = (uint64_t)i * 8;
    const Sphere sphere = {8 * fraction_at(place) - 4,           3 * fraction_at(place + 1) - 1,
                           6 + 8 * fraction_at(place + 2),       0.3f + 0.9f * fraction_at(place + 3),
                           0.3f + 0.7f * fraction_at(place + 4), 0.6f * fraction_at(place + 5)};
    scene->sphere[i] = sphere;
  }
  scene->light[0] = -5, scene->light[1] = 9, scene->light[2] = -3;
}
static inline float ray_dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Vector ray_at(Vector from, Vector way, float t) {
  const Vector at = {from.x + t * way.x, from.y + t * way.y, from.z + t * way.z};
  return at;
}
static inline Vector ray_unit(Vector v) {
  const float length = sqrtf(ray_dot(v, v));
  const Vector unit = {v.x / length, v.y / length, v.z / length};
  return unit;
}
/* The nearest sphere on the way, or -1. */
static inline int ray_hit(const Scene* scene, Vector from, Vector way, float* distance) {
  int i, nearest = -1;
  for (i = 0; i < RAY_SPHERES; i++) {
    const Sphere* s = &scene->sphere[i];
    const Vector to = {from.x - s->x, from.y - s->y, from.z - s->z};
    const float b = ray_dot(to, way), c = ray_dot(to, to) - s->radius * s->radius, under = b * b - c;
    float t;
    if (under < 0) continue;
    t = -b - sqrtf(under);
    if (t > 1e-3f && t < *distance) *distance = t, nearest = i;
  }
  return nearest;
}
static inline float ray_trace(const Scene* scene, Vector from, Vector way) {
  float light = 0, weight = 1;
  int depth;
  for (depth = 0; depth < RAY_DEPTH; depth++) {
    const Vector lamp = {scene->light[0], scene->light[1], scene->light[2]};
    float distance = 1e9f, far_away = 1e9f, colour, mirror, lit;
    const int hit = ray_hit(scene, from, way, &distance);
    Vector at, normal, to_lamp;
    if (hit < 0) {
      if (way.y >= 0) return light + weight * (0.4f + 0.5f * way.y);
      distance = (from.y + 1.5f) / -way.y;
      at = ray_at(from, way, distance);
      normal.x = 0, normal.y = 1, normal.z = 0;
      colour = ((int)floorf(at.x) + (int)floorf(at.z)) & 1 ? 0.9f : 0.2f;
      mirror = 0.1f;
    } else {
      const Sphere* s = &scene->sphere[hit];
      at = ray_at(from, way, distance);
      normal.x = (at.x - s->x) / s->radius, normal.y = (at.y - s->y) / s->radius, normal.z = (at.z - s->z) / s->radius;
      colour = s->colour;
      mirror = s->mirror;
    }
    to_lamp.x = lamp.x - at.x, to_lamp.y = lamp.y - at.y, to_lamp.z = lamp.z - at.z;
    to_lamp = ray_unit(to_lamp);
    lit = ray_dot(normal, to_lamp);
    if (lit < 0 || ray_hit(scene, at, to_lamp, &far_away) >= 0) lit = 0;
    light += weight * (1 - mirror) * colour * (0.15f + 0.85f * lit);
    weight *= mirror;
    from = at;
    way = ray_at(way, normal, -2 * ray_dot(way, normal));
  }
  return light;
}
static inline void ray_line(const Scene* scene, float* line, long y, long width, long height) {
  const Vector eye = {0, 0, 0};
  long x;
  for (x = 0; x < width; x++) {
    const Vector way = {((float)x + 0.5f) / (float)width * 2 - 1, 0.6f - ((float)y + 0.5f) / (float)height * 1.2f,
                        1.4f};
    line[x] = ray_trace(scene, eye, ray_unit(way));
  }
}
/* What a line costs beside the mean: lines through the middle of the picture meet more spheres. Simulated bodies only.
 */
static inline double ray_weight(long y, long height) {
  const double middle = ((double)y + 0.5) / (double)height * 2 - 1;
  return 1.27 - 0.81 * middle * middle;
}
static inline uint64_t ray_digest(const float* line, long y, long width) {
  uint64_t digest = 0;
  long x;
  for (x = 0; x < width; x++) digest += digest_float((uint64_t)(y * width + x), line[x]);
  return digest;
}
#endif
