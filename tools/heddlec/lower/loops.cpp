// Divided loops: iterations are counted from 0; chunk bodies get [first, last) of that count.
#include "tools/heddlec/lower/writer.hpp"

namespace heddlec {

std::string Writer::step(const Directive& directive, int context) {
  const Loop& loop = directive.loop;
  const std::string size = loop.step.file < 0 ? "1" : "(" + range(loop.step, context) + ")";
  return (loop.downwards ? "-(int64_t)" : "(int64_t)") + size;
}

std::string Writer::trips(const Directive& directive, int context) {
  const Loop& loop = directive.loop;
  const std::string lower = "(" + range(loop.lower, context) + ")", bound = "(" + range(loop.bound, context) + ")";
  const std::string distance =
      loop.integer ? "(int64_t)" + bound + " - (int64_t)" + lower : "(int64_t)(" + bound + " - " + lower + ")";
  const bool up_to = loop.relation == "<=" || loop.relation == ">=";
  const std::string call = "heddle_loop_trips(" + distance + ", " + step(directive, context) + ", ";
  return call + (up_to ? "1)" : "0)");
}

/// The loop over a chunk, in front of its body. `from` is where the begin and the step are kept.
std::string Writer::loop_around(int of, const std::string& first, const std::string& last, const std::string& from) {
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

}  // namespace heddlec
