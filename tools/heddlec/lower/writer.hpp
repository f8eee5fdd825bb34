// Writes one file of a unit. Text between directives is copied; a directive with its statement is replaced by what it
// becomes, in C++ round the body, in C with the body behind the enclosing function.
//
// Invariant: what replaces n lines has n lines, or is followed by a #line.
#pragma once

#include <map>
#include <set>

#include "tools/heddlec/lower/sharing.hpp"
#include "tools/heddlec/lower/translate.hpp"

namespace heddlec {

class Writer {
 public:
  Writer(const Unit& unit, int file, const LowerOptions& options, const std::vector<std::string>& headers)
      : unit_(unit), file_(file), options_(options), headers_(headers) {}

  std::string write();

 private:
  const Directive& at(int number) const { return unit_.directives[static_cast<std::size_t>(number)]; }
  const Variable& variable(int number) const { return unit_.variables[static_cast<std::size_t>(number)]; }
  const std::string& text() const { return unit_.files[static_cast<std::size_t>(file_)].text; }

  // writer.cpp: copying and replacing
  std::string render(std::uint32_t begin, std::uint32_t end, int context);
  std::string copied(std::uint32_t begin, std::uint32_t end, int context);
  std::string replaced(int number, int context);
  std::string around_functions();
  std::string line_at(std::uint32_t offset) const;
  std::string newlines(std::uint32_t begin, std::uint32_t end) const;
  unsigned line_of(std::uint32_t offset) const;
  std::string range(const Range& range, int context) { return copied(range.begin, range.end, context); }
  std::string tokens(const Tokens& tokens, int context);
  std::string name_in(int variable, int context) const;
  bool is_moved(int number) const;
  std::string macros_for(int number, bool define) const;
  std::string quoted_place(const Directive& directive) const;
  std::string skipped(const Directive& directive);

  // accesses.cpp: items
  struct Access {
    std::string address, bytes, mode;
    bool section = false;
    std::string iterator, from, count;
    const Item* item = nullptr;
  };
  std::string length(const Item& item, std::size_t subscript, int context);
  Access access(const Directive& directive, const Item& item, int context);
  std::vector<Access> accesses(const Directive& directive, int context);
  static std::string mode_of(const Clause& clause);
  std::string chunk_uses(int number, int context, int& count);
  std::string access_list(int number, int context, std::string& count);

  // captured.cpp: what bodies get
  std::string field(int number, int captured) const;
  std::string initial(int number, int captured, int context) const;
  std::string unpacked(int number, int captured, const std::string& from) const;
  std::string own_variables(int number) const;
  std::string reduction_joins(int number) const;
  std::string reduction_begins(int number, bool site);
  std::string reduction_ends(int number);
  const UserReduction* user_reduction(const std::string& name, const Variable& variable) const;
  std::string joined(const std::string& operation, const Variable& variable, const std::string& into,
                     const std::string& from) const;
  std::string number_of(const Variable& variable) const;
  std::string first_value(const Clause& clause, const Variable& variable, const std::string& part) const;
  std::string identity(const std::string& operation, const Variable& variable) const;
  std::string lambda_captures(int number) const;

  // spawned.cpp: OmpSs-2
  std::string task(int number, int context);
  std::string c_task(int number, int context);
  std::string cxx_task(int number, int context);
  std::string task_flags(int number, int context);
  std::string waits(int number, int context);
  std::string barrier() const;
  bool stands_in_creation(int number) const;
  std::string loop_tasks(int number, int context);
  std::string task_function(int number);
  std::string ready(int number);
  std::string iterated(int number, int context);
  std::string clause_value(int number, const char* name, int context);
  std::string c_spawn(int number, int context, const std::string& count);
  void move_task(int number, const std::string& head, const std::string& extra_fields);

  // loops.cpp
  const Loop& level(int number, std::size_t inner) const;
  std::string trips(const Loop& loop, int context);
  std::string trips(const Directive& directive, int context);
  std::string step(const Loop& loop, int context);
  std::string step(const Directive& directive, int context);
  std::string loop_fields(int number) const;
  std::string loop_fill(int number, int context);
  std::string loop_captures(int number, int context);
  std::string loop_behind(int number) const;
  std::string nest_around(int number, const std::string& first, const std::string& last, const std::string& from);
  std::string loop_around(int number, const std::string& first, const std::string& last, const std::string& from);

  // regions.cpp: static regions
  std::string region(int number, int context);
  std::string container(int number);
  bool has_barrier_behind(int number) const;
  std::string plan_options(int number, int context);
  std::string laps(int number, int context);
  int of_heddle_around(int number, const char* name) const;
  std::string leaf(int number, int context);
  std::string key_of(int number, int context, int& count, bool& always);
  std::vector<int> record_of(int region) const;
  std::string leaf_arguments(int number, int context);
  std::string moved_leaf(int number);
  std::vector<int> leaf_values(int number) const;
  bool in_record(int number, int captured) const;
  bool changes_copies(int number) const;
  bool is_quiet(int number) const;
  std::string children(int number) const;

  // myrmics.cpp
  std::string spawned_call(int number, int context);
  std::string myrmics_table();
  std::string thunk(int number) const;

  const Unit& unit_;
  const int file_;
  const LowerOptions& options_;
  const std::vector<std::string>& headers_;
  std::string before_;            // goes in front of the function that is being written
  std::string behind_;            // goes behind it
  std::vector<int> spawn_sites_;  // of Myrmics, in order
  bool used_ = false;             // something was translated
  bool plain_ = false;            // accesses are those of a plan
};

/// A number as text.
std::string number(long long value);
/// A C string.
std::string quoted(const std::string& text);
/// A type with its name in place.
std::string typed(const std::string& type, const std::string& name);

}  // namespace heddlec
