// A directive's tokens become clauses, items and probes. Brackets are matched here; expressions are not parsed: each
// becomes a probe, which the front end lets Clang type.
#pragma once

#include <optional>
#include <string>

#include "tools/heddlec/model.hpp"

namespace heddlec {

/// What was wrong with a directive's words.
struct Misread {
  std::uint32_t at = 0;
  std::string text;
  std::string replacement;
  unsigned replaced = 0;
};

/// What reading depends on.
struct ReadOptions {
  Family family = Family::omp;
  bool switches = false;  // the dialect: sections are start and end
};

/// Reads what stands behind the family's word. Fills name, clauses and probes. @returns what was wrong, if anything
std::optional<Misread> read_directive(const Tokens& tokens, const ReadOptions& options, Directive& directive);

/// `declare reduction`: what stands behind these two words. @returns what was wrong, if anything
std::optional<Misread> read_reduction(const Tokens& tokens, UserReduction& reduction);

/// The first words of a directive, which may be its name.
std::vector<std::string> words_of(const Tokens& tokens);

/// Whether a directive of OpenMP uses what only heddlec knows.
bool is_extension(const Tokens& tokens);

}  // namespace heddlec
