// What the front end hands on: a translation unit as plain structs. Nothing here knows Clang, so the parts that
// analyse, translate and report, and their tests, are compiled in a second.
//
// Invariant: a directive's number is its place in Unit::directives; parents come before their children. Offsets count
// bytes of a file's text.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heddlec {

/// A token as it was written or as a macro made it. `at` names its place for the front end; references use it, too.
struct Token {
  std::string text;
  std::uint32_t at = 0;
  bool spaced = false;  // a blank stands before it
};
using Tokens = std::vector<Token>;

/// A piece of a file's text.
struct Range {
  int file = -1;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A place that is told to people; lines and columns count from 1.
struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// A variable as an expression names it. `read`: its value is taken; else only its address.
struct Use {
  int variable = -1;
  bool read = false;
};

/// An expression of a clause, which the front end has typed.
struct Probe {
  Tokens tokens;
  bool must_be_storage = false;
  std::string loop_variable;  // made known before it, as the expression is evaluated per iteration
  std::string loop_type;
  // What was found:
  bool typed = false;
  bool storage = false;
  bool pointer = false;
  bool array = false;
  bool dependent = false;
  bool has_value = false;  // a constant
  std::int64_t value = 0;
  std::vector<Use> uses;
  bool reads_memory = false;  // what no variable alone says: elements, members, calls
};

/// One pair of brackets of an item.
struct Subscript {
  enum class Form { index, length, inclusive, end, whole };
  Form form = Form::index;
  Tokens lower;
  Tokens extent;
  int extent_probe = -1;
};

/// What a list of a clause names: storage, with sections and shapes.
struct Item {
  Tokens written;
  Tokens base;
  std::vector<Tokens> shape;
  std::vector<Subscript> subscripts;
  std::string iterator;  // of a multidependence
  Tokens iterator_from, iterator_count;
  int element = -1;  // the probe of its first element
  bool per_iteration = false;
};

/// A clause: `name(modifier: items)` or `name(value, value)`.
struct Clause {
  std::string name;
  std::string modifier;
  std::vector<Item> items;
  std::vector<Tokens> values;
  std::vector<int> value_probes;
  std::uint32_t at = 0;
  bool weak = false;
};

/// A loop that a directive divides.
struct Loop {
  bool found = false;
  std::string problem;
  std::string variable;
  std::string type;
  int variable_id = -1;
  bool declared = false;  // in its own head
  bool integer = true;
  bool range_for = false;
  Range lower, bound, step, body, declaration;
  std::string relation;
  bool downwards = false;
  std::uint32_t at = 0;
  std::vector<Use> uses;  // of the head
  bool reads_memory = false;
  Range condition;  // of a while, which has nothing of the rest but a body
};

enum class Family { omp, oss, myrmics, heddle };

/// A call before which a directive of Myrmics stands.
struct Call {
  bool found = false;
  std::string callee;
  std::vector<Range> arguments;
  std::vector<std::string> types;
  std::vector<std::string> parameter_types;
  std::vector<bool> pointers, reals, records;
  std::vector<Tokens> texts;
};

/// The function that a task is made of whenever it is called.
struct TaskFunction {
  Range head;  // from behind the directive to the bracket of its parameters
  std::string name;
  std::uint32_t name_at = 0;
  bool found = false;
  bool returns = false;
  std::string problem;
  struct Parameter {
    std::string name, type;
    bool pointer = false;
  };
  std::vector<Parameter> parameters;
};

/// `declare reduction`, of OpenMP or OmpSs-2.
struct UserReduction {
  std::string name;
  std::vector<std::string> types;
  Tokens combiner;     // of omp_in and omp_out
  Tokens initializer;  // behind `omp_priv =`, or a call; empty: zeros
  bool sets = false;   // the former
};

/// Something that a body may not hold, as the front end met it.
struct Leave {
  std::string what;
  Place place;
};

struct Directive {
  Family family = Family::omp;
  std::string name;
  std::vector<Clause> clauses;
  std::vector<Probe> probes;
  Place place;
  std::uint32_t at = 0;    // how the front end finds its statement
  Range text;              // what is replaced: the pragma
  Range body;              // the statement behind it
  bool alone = false;      // takes no statement
  bool candidate = false;  // plain OpenMP under --static: translated if all of its region is provably static
  bool kept = false;       // a candidate that is not: stays as it is written
  bool creates = false;    // of a candidate: a single or so whose statement makes tasks, run once as creation code
  bool in_loop = false;    // a loop of its function goes round it
  bool in_template = false;
  bool has_body = false;
  bool found = false;
  bool switches = false;  // in the dialect of that name
  int parent = -1;
  int function = -1;
  Loop loop;
  std::vector<Loop> inner;  // of collapse
  TaskFunction callee;      // of a task on a function; name empty: none
  Call call;
  std::vector<Leave> leaves;
  bool makes_tasks = false;   // its body holds a directive that does, or a call
  bool calls = false;         // its own code calls something
  bool reads_memory = false;  // its own code reads what no variable alone says
  bool body_is_block = false;
  bool uses_this = false;
  std::vector<std::string> key_texts;
  std::vector<Range> plain;  // of a static region: statements without tasks
  std::vector<std::uint32_t> skip_declarations;
};

/// A variable that a body may have to capture.
struct Variable {
  std::string name;
  enum class Kind { automatic, parameter, local_static, global } kind = Kind::automatic;
  std::string type;          // with @ for the name: "int @", "double (*@)[8]"
  std::string pointer_type;  // the same for a pointer to it
  std::string type_problem;  // why it cannot be written down elsewhere
  bool array = false;
  bool pointer = false;
  bool scalar = false;
  bool real = false;
  bool reference = false;
  bool constant = false;
  bool pack = false;
  bool binding = false;
  bool variable_length = false;
  bool bytes = true;                    // may be copied as bytes
  bool internal = false;                // no other translation unit knows its name
  std::vector<std::string> dimensions;  // of a type of variable length, as text over the variable
  std::string element;                  // its innermost element
  int directive = -1;                   // in whose body it is declared
  int function = -1;
  Place place;
};

/// Where a variable is named.
struct Reference {
  int variable = -1;
  std::uint32_t at = 0;
  int file = -1;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  int directive = -1;     // in whose body
  bool in_macro = false;  // a macro's own text
  bool in_clause = false;
  bool read = false;
};

struct Function {
  Range whole;
  std::string name;
  bool member = false;
  bool templated = false;
};

/// What a statement does to storage or by calls, as far as a proof needs it.
struct Effect {
  enum class Kind { writes, takes_address, reads_memory, writes_memory, calls, unknown };
  Kind kind = Kind::unknown;
  int variable = -1;  // written, or its address taken
  std::string type;   // of memory: of the element read or written
  std::string text;   // as people are told: the callee, the expression
  int callee = -1;    // a function of the unit; -1: its body is elsewhere
  bool pure = false;  // declared so
  Place place;
  Range at;
  Range scope;  // the branch or loop body that it always runs in, once that is entered
  int function = -1;
  int directive = -1;  // in whose statement it stands
};

/// A directive of OpenMP that heddlec does not read, but that may stand in the way of a proof.
struct Opaque {
  Range text;
  Place place;
  std::string words;
  std::string problem;  // what of it cannot be read; empty: all of it
};

struct File {
  std::string path;
  std::string text;
  bool main = false;
};

/// An #include that leads to a file with directives.
struct Inclusion {
  Range text;
  int target = -1;
};

enum class Severity { error, warning, remark, note };

struct Note {
  Place place;
  std::string text;
};

struct Diagnostic {
  Severity severity = Severity::error;
  std::string group;  // without "heddle-"; empty: none
  Place place;
  std::string text;
  std::vector<Note> notes;
  std::string replacement;  // fix-it: what to write in place of the word at `place`
  unsigned replaced = 0;
};

struct Unit {
  bool cxx = false;
  std::vector<File> files;
  std::vector<Directive> directives;
  std::vector<Variable> variables;
  std::vector<Reference> references;
  std::vector<Function> functions;
  std::vector<Inclusion> inclusions;
  std::vector<UserReduction> reductions;
  std::vector<Reference> task_calls;  // `directive` is that of the function's task
  std::vector<Effect> effects;
  std::vector<Opaque> opaque;
  std::set<std::pair<int, int>> values;  // regions, and variables that keep their values while they run
  std::vector<std::string> opened;       // for dependency files
  std::vector<Diagnostic> diagnostics;
  std::map<std::uint32_t, int> references_at;  // by Token::at
};

/// The clause of this name, or null.
inline const Clause* clause_of(const Directive& directive, const std::string& name) {
  for (const Clause& clause : directive.clauses)
    if (clause.name == name) return &clause;
  return nullptr;
}

/// Whether `inner` lies in the body of `outer`, or is it.
inline bool within(const Unit& unit, int inner, int outer) {
  for (; inner >= 0; inner = unit.directives[static_cast<std::size_t>(inner)].parent)
    if (inner == outer) return true;
  return outer == -1;
}

/// Tokens as text, with blanks where they stood.
inline std::string text_of(const Tokens& tokens) {
  std::string text;
  for (const Token& token : tokens) {
    if (token.spaced && !text.empty()) text += ' ';
    text += token.text;
  }
  return text;
}

}  // namespace heddlec
