// Seismic by heddle/ocr.hpp: the tasks of ocr.c and of Fig. 2. A band's head is a value that its tasks get; rows are
// sent in blocks of their own, which who takes them destroys.
#include <algorithm>
#include <heddle/ocr.hpp>

#include "seismic.h"

using namespace heddle::ocr;

struct Band {
  Seismic s;
  u64 first, rows;
  affinity place;
  id<double[]> field;
  channel<double[]> t_in, t_out, v_in, v_out;  // none at the border
  double* row(double* f, int array, u64 y) const { return f + (array * rows + y) * s.width; }
};

static void send(const Band& b, channel<double[]> to, const double* row) {
  if (!to) return;
  block<double[]> copy(b.s.width, at(b.place));
  std::copy_n(row, b.s.width, copy.data());
  to.send(std::move(copy));
}
static void worker1(Band b, u64, u64 part, double* f, const double* below) {
  const u64 last = seismic_first(b.rows, b.s.tasks, part + 1);
  for (u64 y = seismic_first(b.rows, b.s.tasks, part); y < last && b.first + y + 1 < b.s.height; y++)
    seismic_stress_row(b.s.width, b.row(f, k_S, y), b.row(f, k_T, y), b.row(f, k_V, y),
                       y + 1 < b.rows ? b.row(f, k_V, y + 1) : below, b.row(f, k_M, y));
  if (last == b.rows) send(b, b.t_out, b.row(f, k_T, b.rows - 1));
}
static void worker2(Band b, u64 iteration, u64 part, double* f, const double* above) {
  const u64 first = seismic_first(b.rows, b.s.tasks, part);
  for (u64 y = first; y < seismic_first(b.rows, b.s.tasks, part + 1); y++) {
    if (b.first + y > 0)
      seismic_velocity_row(b.s.width, b.row(f, k_V, y), b.row(f, k_S, y), b.row(f, k_T, y),
                           y > 0 ? b.row(f, k_T, y - 1) : above, b.row(f, k_D, y), b.row(f, k_L, y));
    if (b.first + y == seismic_pulse_row(&b.s)) seismic_add_pulse(&b.s, b.row(f, k_V, y), iteration + 1);
  }
  if (first == 0 && iteration + 1 < b.s.iterations) send(b, b.v_out, b.row(f, k_V, 0));
}
static void phase(Band b, u64 iteration, bool second, id<double[]> came) {
  for (u64 part = 0; part < b.s.tasks; part++)
    spawn(at(b.place), second ? worker2 : worker1, b, iteration, part, rw(b.field),
          take(part == (second ? 0 : b.s.tasks - 1) ? came : id<double[]>()));
}
static void create(Band b, u64 i) {
  auto first = spawn(at(b.place) | scope(), phase, b, i, false, ro(b.v_in));
  auto second = spawn(at(b.place) | scope(), phase, b, i, true, ro(b.t_in), after(std::move(first)));
  if (i + 1 < b.s.iterations) spawn(at(b.place), create, b, i + 1, after(std::move(second)));
}
static void fill(Band b, double* f) {
  for (u64 y = 0; y < b.rows; y++) seismic_fill_row(&b.s, f, b.rows, y, b.first + y);
  send(b, b.v_out, b.row(f, k_V, 0));
}
static u64 hash(Band b, u64 before, const double* f) {
  for (u64 y = 0; y < b.rows; y++) before = seismic_hash_row(&b.s, f, b.rows, y, before);
  return before;
}

HEDDLE_OCR_MAIN(const arguments& given) {
  const Seismic s = seismic_parameters(int(given.size()), given.words().data());
  std::vector<Band> bands(s.bands);
  for (u64 i = 0; i < s.bands; i++) {
    const u64 first = seismic_first(s.height, s.bands, i), rows = seismic_first(s.height, s.bands, i + 1) - first;
    const affinity place = affinity_at(i * affinity_count() / s.bands);
    bands[i] = {s, first, rows, place, block<double[]>(k_arrays * rows * s.width, at(place)).name(), {}, {}, {}, {}};
    if (i == 0) continue;
    bands[i - 1].t_out = bands[i].t_in = channel<double[]>::make(2);
    bands[i - 1].v_in = bands[i].v_out = channel<double[]>::make(2);
  }
  for (const Band& b : bands) spawn(at(b.place), fill, b, rw(b.field)).get();
  const u64 began = seismic_now_ns();
  finish([&] { std::for_each(bands.begin(), bands.end(), [](const Band& b) { create(b, 0); }); });
  const u64 ns = seismic_now_ns() - began;
  u64 all = 0;
  for (const Band& b : bands) all = spawn(hash, b, all, ro(b.field)).get();
  seismic_report(&s, all, ns);
}
