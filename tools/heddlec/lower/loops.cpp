// Divided loops: iterations are counted from 0; chunk bodies get [first, last) of that count. Loops that are collapsed
// are counted together.
#include "tools/heddlec/lower/writer.hpp"

namespace heddlec {

namespace {

std::string level_of(std::size_t level) { return level == 0 ? "" : std::to_string(level); }

}  // namespace

const Loop& Writer::level(int of, std::size_t number) const {
  return number == 0 ? at(of).loop : at(of).inner[number - 1];
}

std::string Writer::step(const Loop& loop, int context) {
  const std::string size = loop.step.file < 0 ? "1" : "(" + range(loop.step, context) + ")";
  return (loop.downwards ? "-(int64_t)" : "(int64_t)") + size;
}

std::string Writer::step(const Directive& directive, int context) { return step(directive.loop, context); }

std::string Writer::trips(const Loop& loop, int context) {
  const std::string lower = "(" + range(loop.lower, context) + ")", bound = "(" + range(loop.bound, context) + ")";
  const std::string distance =
      loop.integer ? "(int64_t)" + bound + " - (int64_t)" + lower : "(int64_t)(" + bound + " - " + lower + ")";
  const bool up_to = loop.relation == "<=" || loop.relation == ">=";
  const std::string call = "heddle_loop_trips(" + distance + ", " + step(loop, context) + ", ";
  return call + (up_to ? "1)" : "0)");
}

std::string Writer::trips(const Directive& directive, int context) {
  std::string all = trips(directive.loop, context);
  for (const Loop& inner : directive.inner) all += " * " + trips(inner, context);
  return all;
}

/// What a body keeps of its loops: where each begins, its step, and of inner ones how many iterations there are.
std::string Writer::loop_fields(int of) const {
  std::string all;
  for (std::size_t number = 0; number <= at(of).inner.size(); ++number) {
    const std::string suffix = level_of(number);
    all += typed(level(of, number).type, "heddlec_l" + suffix) + "; int64_t heddlec_s" + suffix + "; ";
    if (number != 0) all += "int64_t heddlec_z" + suffix + "; ";
  }
  if (clause_of(at(of), "lastprivate") != nullptr) all += "int64_t heddlec_u; ";  // all iterations
  return all;
}

/// Sets the fields in heddlec_r.
std::string Writer::loop_fill(int of, int context) {
  std::string all;
  for (std::size_t number = 0; number <= at(of).inner.size(); ++number) {
    const Loop& loop = level(of, number);
    const std::string suffix = level_of(number);
    all += "heddlec_r.heddlec_l" + suffix + " = " + range(loop.lower, context) + "; heddlec_r.heddlec_s" + suffix +
           " = " + step(loop, context) + "; ";
    if (number != 0) all += "heddlec_r.heddlec_z" + suffix + " = " + trips(loop, context) + "; ";
  }
  if (clause_of(at(of), "lastprivate") != nullptr) all += "heddlec_r.heddlec_u = heddlec_t; ";
  return all;
}

/// The same as captures of a lambda.
std::string Writer::loop_captures(int of, int context) {
  std::string all;
  for (std::size_t number = 0; number <= at(of).inner.size(); ++number) {
    const Loop& loop = level(of, number);
    const std::string suffix = level_of(number);
    all += (all.empty() ? "" : ", ") + ("heddlec_l" + suffix) + " = (" + typed(loop.type, "") + ")(" +
           range(loop.lower, context) + "), heddlec_s" + suffix + " = " + step(loop, context);
    if (number != 0) all += ", heddlec_z" + suffix + " = " + trips(loop, context);
  }
  if (clause_of(at(of), "lastprivate") != nullptr) all += ", heddlec_u = heddlec_t";
  return all;
}

/// The loop over a chunk, in front of its body. `from` is where the begin and the step are kept.
std::string Writer::loop_around(int of, const std::string& first, const std::string& last, const std::string& from) {
  if (!at(of).inner.empty()) return nest_around(of, first, last, from);
  const Loop& loop = at(of).loop;
  const bool plain_step = loop.step.file < 0;
  const std::string step = plain_step ? (loop.downwards ? "-1" : "1") : from + "heddlec_s";
  const std::string type = unit_.cxx ? "std::remove_cvref_t<decltype(" + from + "heddlec_l)>" : typed(loop.type, "");
  const std::string name = loop.variable, end = "heddlec_e";
  const auto place = [&](const std::string& count) {
    return "(" + type + ")(" + from + "heddlec_l + " + count + " * " + step + ")";
  };
  std::string head = "const " + type + " " + end + " = " + place(last) + "; ";
  if (unit_.cxx) head = "const auto " + end + " = " + place(last) + "; ";
  const std::string test = plain_step && loop.integer ? (loop.downwards ? " > " : " < ") : " != ";
  const std::string increment = plain_step ? (loop.downwards ? "--" + name : "++" + name)
                                           : name + " = (" + type + ")(" + name + " + " + step + ")";
  const std::string declared = unit_.cxx ? "auto " + name : typed(loop.type, name);
  return head + "for (" + declared + " = " + place(first) + "; " + name + test + end + "; " + increment + ") ";
}

/// Collapsed loops: the count says where each of them is.
std::string Writer::nest_around(int of, const std::string& first, const std::string& last, const std::string& from) {
  std::string all = "for (int64_t heddlec_i = " + first + "; heddlec_i < " + last +
                    "; ++heddlec_i) { int64_t heddlec_j = heddlec_i; ";
  for (std::size_t number = at(of).inner.size() + 1; number-- > 0;) {
    const Loop& loop = level(of, number);
    const std::string suffix = level_of(number), begin = from + "heddlec_l" + suffix;
    const std::string count = number == 0 ? "heddlec_j" : "heddlec_j % " + from + "heddlec_z" + suffix;
    const std::string type = unit_.cxx ? "std::remove_cvref_t<decltype(" + begin + ")>" : typed(loop.type, "");
    all += (unit_.cxx ? "auto " + loop.variable : typed(loop.type, loop.variable)) + " = (" + type + ")(" + begin +
           " + (" + count + ") * " + from + "heddlec_s" + suffix + "); (void)" + loop.variable + "; ";
    if (number != 0) all += "heddlec_j /= " + from + "heddlec_z" + suffix + "; ";
  }
  return all;
}

std::string Writer::loop_behind(int of) const { return at(of).inner.empty() ? "" : " }"; }

}  // namespace heddlec
