// Which regions of plain OpenMP are static: their creation code reads only what cannot change while the region runs,
// and does nothing but describe tasks. What is not proven stays as it is written, and -Rheddle-static says why.
//
// The proof knows storage by variable, and memory behind pointers by the class of its type, as compilers do under
// strict aliasing. A call whose body is elsewhere may write all memory, and each variable that it can reach.
#include <algorithm>

#include "tools/heddlec/analyse/check.hpp"
#include "tools/heddlec/analyse/effects_of.hpp"
#include "tools/heddlec/lower/sharing.hpp"

namespace heddlec {

namespace {

struct Reason {
  Place place;
  std::string text;
};

class Prover {
 public:
  Prover(Unit& unit, const LowerOptions& options, int region) : unit_(unit), options_(options), region_(region) {}

  std::vector<Reason> reasons() {
    for (int number = 0; number < count(); ++number)
      if (inside(number)) of_words(number);
    if (at(region_).in_template) add(at(region_).place, "it stands in a template");
    if (!reasons_.empty()) return reasons_;
    gather();
    opaque();
    creation();
    reads();
    leaves();
    once();
    return reasons_;
  }

 private:
  int count() const { return static_cast<int>(unit_.directives.size()); }
  const Directive& at(int number) const { return unit_.directives[static_cast<std::size_t>(number)]; }
  const Variable& variable(int number) const { return unit_.variables[static_cast<std::size_t>(number)]; }
  bool inside(int number) const { return at(number).name != "skipped" && within(unit_, number, region_); }
  bool is_home(int number) const {
    return variable(number).directive >= 0 && within(unit_, variable(number).directive, region_);
  }
  bool is_kept_for_itself(int number) const { return is_home(number) || is_private_of_region(unit_, region_, number); }
  /// The body of a task or loop in which the directive's statement stands, or -1: creation code.
  int leaf_around(int number) const {
    for (; number >= 0 && number != region_; number = at(number).parent)
      if (is_leaf(unit_, number)) return number;
    return -1;
  }
  /// The user has given his word.
  bool is_promised() const {
    const int parent = at(region_).parent;
    return parent >= 0 && at(parent).family == Family::heddle && at(parent).name == "plan";
  }

  void add(const Place& place, const std::string& text) {
    for (const Reason& known : reasons_)
      if (known.text == text) return;
    reasons_.push_back({place, text});
  }

  /// What the words of a directive make impossible.
  void of_words(int number) {
    const Directive& directive = at(number);
    for (const Diagnostic& problem : problems_of(unit_, options_, number)) add(problem.place, problem.text);
    if (number != region_ && directive.name == "parallel") add(directive.place, "a parallel region stands in it");
    if (directive.name.find("task") == 0 && directive.name != "taskwait" && leaf_around(directive.parent) < 0 &&
        !is_made_once(number))
      add(directive.place, "each thread makes this task; put it into a single");
    for (const Clause& clause : directive.clauses) {
      if (directive.name == "parallel" && clause.name == "reduction")
        add(directive.place, "'reduction' stands at the region, not at a loop");
      if (directive.name.find("task") == 0 && (clause.name == "if" || clause.name == "final"))
        add(directive.place, "clause '" + clause.name + "' of a task decides at run time who runs it");
      if (directive.creates && (clause.name == "private" || clause.name == "firstprivate"))
        add(directive.place, "'" + clause.name + "' stands at a '" + directive.name + "' that makes tasks");
      if (clause.name == "schedule" && clause.modifier != "static")
        add(directive.place, "schedule(" + clause.modifier + ") decides at run time who runs what");
    }
  }

  /// Whether a single, masked or master stands round it.
  bool is_made_once(int number) const {
    for (; number >= 0 && number != region_; number = at(number).parent)
      if (at(number).creates) return true;
    return false;
  }

  void gather() {
    const DeedsOf deeds(unit_);
    for (const Effect& effect : unit_.effects) {
      if (effect.directive < 0 || !within(unit_, effect.directive, region_)) continue;
      const int leaf = leaf_around(effect.directive);
      if (leaf < 0) {
        in_creation_.push_back(&effect);
        deeds.add(creation_, effect);
        continue;
      }
      in_leaves_.push_back({leaf, &effect});
      // What a body writes to a copy of its own is nobody else's.
      const bool own =
          effect.kind == Effect::Kind::writes && effect.variable >= 0 &&
          (is_local_to(effect.variable, leaf) || sharing_of(unit_, leaf, effect.variable) == Sharing::firstprivate ||
           sharing_of(unit_, leaf, effect.variable) == Sharing::own);
      if (!own) deeds.add(bodies_, effect);
    }
    for (const Effect& effect : unit_.effects) {
      if (effect.kind == Effect::Kind::takes_address) address_taken_.insert(effect.variable);
      if (effect.kind == Effect::Kind::writes) writers_[effect.variable].insert(effect.function);
    }
    for (int number = 0; number < count(); ++number) {
      if (!inside(number) || !is_leaf(unit_, number)) continue;
      for (const Clause& clause : at(number).clauses)
        if (clause.name == "reduction" || clause.name == "lastprivate")
          for (const Item& item : clause.items)
            for (const Use& use : at(number).probes[static_cast<std::size_t>(item.element)].uses)
              reduced_.insert(use.variable);
    }
  }

  bool is_local_to(int number, int directive) const {
    return variable(number).directive >= 0 && within(unit_, variable(number).directive, directive);
  }

  /// Directives that heddlec has not read.
  void opaque() {
    for (const Opaque& one : unit_.opaque) {
      if (one.words.find("threadprivate") == 0) threads_own(one);
      const Range& body = at(region_).body;
      if (one.text.file != body.file || one.text.begin < body.begin || one.text.begin >= body.end) continue;
      const std::string word = one.words.substr(0, one.words.find(' ')), name = "'#pragma omp " + word + "'";
      const int leaf = leaf_at(one.text.begin);
      // A single whose tasks nobody reads would run them all where it stands.
      const bool makes =
          leaf >= 0 && at(leaf).name.find("task") != 0 && !divides_loop(at(leaf)) && one.words.find("task") == 0;
      const bool in_leaf = leaf >= 0 && !makes;
      static const std::string k_in_the_way =
          " target teams distribute cancel cancellation ordered parallel for sections single loop scan scope barrier ";
      if (!in_leaf) {
        add(one.place, name + " stands between the tasks" + (one.problem.empty() ? "" : ": " + one.problem));
      } else if (k_in_the_way.find(" " + word + " ") != std::string::npos) {
        add(one.place, name + " stands in a task or loop");
      }
    }
  }

  void threads_own(const Opaque& one) {
    const std::string& text = unit_.files[static_cast<std::size_t>(one.text.file)].text;
    const std::string words = text.substr(one.text.begin, one.text.end - one.text.begin);
    for (const Reference& reference : unit_.references)
      if (reference.directive >= 0 && within(unit_, reference.directive, region_) &&
          variable(reference.variable).kind != Variable::Kind::automatic &&
          words.find(variable(reference.variable).name) != std::string::npos)
        add(one.place, "'" + variable(reference.variable).name + "' is threadprivate");
  }

  int leaf_at(std::uint32_t offset) const {
    for (int number = 0; number < count(); ++number) {
      const Directive& directive = at(number);
      if (!inside(number) || !is_leaf(unit_, number)) continue;
      if (directive.body.begin <= offset && offset < directive.body.end) return number;
    }
    return -1;
  }

  /// It has to do nothing but describe.
  void creation() {
    for (const Effect* effect : in_creation_) {
      const bool kept = effect->variable >= 0 && is_kept_for_itself(effect->variable);
      const bool head = effect->variable >= 0 && is_divided(effect->variable);
      if (effect->kind == Effect::Kind::writes && !kept && !head)
        add(effect->place, "creation code writes '" + name_of(effect->variable) +
                               "', which is declared outside of the region; declare it where it begins");
      if (effect->kind == Effect::Kind::writes_memory)
        add(effect->place, "creation code writes memory: '" + effect->text + "'");
      if (effect->kind == Effect::Kind::takes_address && kept)
        add(effect->place,
            "creation code takes the address of '" + name_of(effect->variable) + "', which is declared in the region");
    }
    if (creation_.thread != nullptr)
      add(creation_.thread->place, "it uses the thread number or the like, by '" + creation_.thread->text + "'");
    if (creation_.input != nullptr) add(creation_.input->place, "creation code calls '" + creation_.input->text + "'");
    for (const Effect* call : creation_.foreign)
      add(call->place, call->kind == Effect::Kind::calls
                           ? "creation code calls '" + call->text + "', whose effects are unknown"
                           : "creation code does what heddlec cannot see through: " + call->text);
    for (const auto& [number, effect] : creation_.writes)
      if (number >= 0 && effect->function != at(region_).function &&
          variable(number).kind != Variable::Kind::automatic && variable(number).kind != Variable::Kind::parameter &&
          !is_kept_for_itself(number))
        add(effect->place, "creation code calls a function that writes '" + name_of(number) + "'");
    for (const auto& [type, effect] : creation_.memory_writes)
      if (effect->function != at(region_).function)
        add(effect->place, "creation code calls a function that writes memory: '" + effect->text + "'");
  }

  bool is_divided(int number) const {
    for (int of = 0; of < count(); ++of)
      if (inside(of) && is_leaf(unit_, of) && divides_loop(at(of)) && at(of).loop.variable_id == number) return true;
    return false;
  }

  std::string name_of(int number) const { return number < 0 ? "a variable" : variable(number).name; }

  /// What it reads must not change.
  void reads() {
    std::set<int> values;
    for (const Reference& reference : unit_.references) {
      if (reference.directive < 0 || !within(unit_, reference.directive, region_) || !reference.read) continue;
      if (leaf_around(reference.directive) >= 0 || is_kept_for_itself(reference.variable) ||
          is_divided(reference.variable))
        continue;
      values.insert(reference.variable);
    }
    for (int number = 0; number < count(); ++number) {
      if (!inside(number) || !is_leaf(unit_, number) || leaf_around(at(number).parent) >= 0) continue;
      // Copied at the entry: what another task writes before would be missed.
      for (const int captured : captures_of(unit_, number))
        if (!is_home(captured) && sharing_of(unit_, number, captured) == Sharing::firstprivate) values.insert(captured);
      for (const Clause& clause : at(number).clauses)
        for (const int probe : clause.value_probes)
          if (at(number).probes[static_cast<std::size_t>(probe)].reads_memory)
            reads_memory(at(number).place, "any", -1, clause.name);
    }
    for (const int number : values) value(number);
    for (const Effect* effect : creation_.reads)
      reads_memory(effect->place, effect->type, effect->variable, effect->text);
  }

  void value(int number) {
    const Variable& read = variable(number);
    const std::string what = "reads '" + read.name + "', which ";
    const auto written = bodies_.writes.find(number);
    if (reduced_.count(number) != 0) return add(at(region_).place, what + "a reduction writes");
    if (written != bodies_.writes.end()) return add(at(region_).place, what + written_by(*written->second));
    if (is_promised() || read.constant) return;
    if (read.reference) return reads_memory(at(region_).place, "any", -1, read.name);
    const bool lasting = read.kind == Variable::Kind::global || read.kind == Variable::Kind::local_static;
    const bool known = address_taken_.count(number) != 0;
    if (known && (!bodies_.memory_writes.empty() || !bodies_.foreign.empty()))
      return add(at(region_).place, what + "a task may write, as its address is known");
    if (lasting && !bodies_.foreign.empty() && !is_of_main(number))
      add(at(region_).place,
          what + "a task may write: it calls '" + bodies_.foreign[0]->text + "', whose effects are unknown");
  }

  /// A variable of this file that nobody but main, which is called once, writes.
  bool is_of_main(int number) const {
    if (!variable(number).internal || address_taken_.count(number) != 0) return false;
    const auto writers = writers_.find(number);
    if (writers == writers_.end()) return true;
    return std::all_of(writers->second.begin(), writers->second.end(), [&](int function) {
      return function >= 0 && unit_.functions[static_cast<std::size_t>(function)].name == "main";
    });
  }

  void reads_memory(const Place& place, const std::string& type, int number, const std::string& text) {
    const std::string what = "reads '" + text + "', which ";
    if (number >= 0) {
      if (is_kept_for_itself(number)) return;
      const auto written = bodies_.writes.find(number);
      if (written != bodies_.writes.end()) return add(place, what + written_by(*written->second));
      const bool hidden = address_taken_.count(number) == 0 &&
                          (variable(number).kind == Variable::Kind::automatic || is_of_main(number));
      if (variable(number).constant || hidden) return;
    }
    if (is_promised()) return;
    for (const auto& [written, effect] : bodies_.memory_writes)
      if (written == type || written == "any" || type == "any") return add(place, what + written_by(*effect));
    if (number >= 0)
      for (const auto& [other, effect] : bodies_.writes)
        if (other == number) return add(place, what + written_by(*effect));
    if (number < 0)
      for (const auto& [other, effect] : bodies_.writes)
        if (other >= 0 && (address_taken_.count(other) != 0 || variable(other).array) &&
            (effect->type == type || type == "any" || effect->type == "any"))
          return add(place, what + written_by(*effect));
    if (!bodies_.foreign.empty())
      add(place, what + "a task may write: it calls '" + bodies_.foreign[0]->text + "', whose effects are unknown");
  }

  std::string written_by(const Effect& effect) const {
    return "a task may write: '" + effect.text + "' in line " + std::to_string(effect.place.line);
  }

  /// Bodies may do anything, but ask for their thread, or keep for a thread what a plan gives to another.
  void leaves() {
    if (bodies_.thread != nullptr)
      add(bodies_.thread->place,
          "a task or loop uses the thread number or the like, by '" + bodies_.thread->text + "'");
    bool any = false;
    for (int number = 0; number < count(); ++number) {
      if (!inside(number) || !is_leaf(unit_, number) || leaf_around(at(number).parent) >= 0) continue;
      any = true;
      leaf(number);
    }
    if (!any) add(at(region_).place, "it has no tasks and no loops");
  }

  void leaf(int number) {
    const Directive& directive = at(number);
    const bool task = directive.name.find("task") == 0;
    for (const int captured : captures_of(unit_, number)) {
      const Sharing sharing = sharing_of(unit_, number, captured);
      const Variable& one = variable(captured);
      if (is_kept_for_itself(captured) && (sharing == Sharing::shared || sharing == Sharing::reduction) &&
          one.kind != Variable::Kind::global && one.kind != Variable::Kind::local_static)
        add(directive.place, "a task shares '" + one.name + "', which is declared in the region");
      if (sharing != Sharing::firstprivate) continue;
      if (one.array && !unit_.cxx) add(directive.place, "a task has a copy of the array '" + one.name + "'");
      if (!one.bytes) add(directive.place, "a task has a copy of '" + one.name + "', which is more than bytes");
      if (!task && is_kept_for_itself(captured)) own_of_thread(number, captured);
    }
    for (const Reference& reference : unit_.references)
      if (reference.in_clause && !reference.read && reference.directive == directive.parent &&
          is_kept_for_itself(reference.variable) && variable(reference.variable).kind == Variable::Kind::automatic &&
          is_named_by(directive, reference.variable))
        add(directive.place,
            "a task depends on '" + name_of(reference.variable) + "', which is declared in the region");
  }

  static bool is_named_by(const Directive& directive, int number) {
    for (const Clause& clause : directive.clauses) {
      if (clause.name != "depend") continue;
      for (const Item& item : clause.items)
        for (const Use& use : directive.probes[static_cast<std::size_t>(item.element)].uses)
          if (use.variable == number && !use.read) return true;
    }
    return false;
  }

  /// A variable of each thread that a loop uses: fine while it is set before it is read.
  void own_of_thread(int number, int captured) {
    const Effect* write = nullptr;
    bool written = false;
    for (const auto& [leaf, effect] : in_leaves_) {
      if (leaf != number || effect->variable != captured) continue;
      written = written || effect->kind == Effect::Kind::writes || effect->kind == Effect::Kind::takes_address;
      if (effect->kind == Effect::Kind::writes && (write == nullptr || effect->at.begin < write->at.begin))
        write = effect;
    }
    if (!written) return;
    bool first = write != nullptr && write->pure;
    for (const Reference& reference : unit_.references) {
      if (!first || reference.variable != captured || reference.directive < 0 ||
          !within(unit_, reference.directive, number))
        continue;
      const bool is_target = reference.offset >= write->at.begin && reference.offset < write->at.end;
      first =
          reference.offset >= write->at.begin && reference.offset < write->scope.end && !(is_target && reference.read);
    }
    if (!first)
      add(at(number).place,
          "each thread has a '" + name_of(captured) + "' of its own, which this loop uses before it sets it");
  }

  void once() {
    const int function = at(region_).function;
    if (is_promised() || at(region_).in_loop || function < 0) return;
    if (unit_.functions[static_cast<std::size_t>(function)].name == "main")
      add(at(region_).place, "it runs once only, and a plan pays from the second run on");
  }

  Unit& unit_;
  const LowerOptions& options_;
  const int region_;
  std::vector<Reason> reasons_;
  Deeds creation_, bodies_;
  std::vector<const Effect*> in_creation_;
  std::vector<std::pair<int, const Effect*>> in_leaves_;
  std::set<int> address_taken_, reduced_;
  std::map<int, std::set<int>> writers_;
};

void tell(Unit& unit, const LowerOptions& options, const Directive& region, const std::vector<Reason>& reasons,
          bool promised) {
  Diagnostic told;
  told.group = "static";
  told.place = region.place;
  if (reasons.empty()) {
    if (options.statics != "remark") return;
    told.severity = Severity::remark;
    told.text = "this region is static: it becomes a plan";
    unit.diagnostics.push_back(told);
    return;
  }
  if (options.statics == "quiet" && !promised) return;
  told.severity = promised || options.statics == "require" ? Severity::error
                  : options.statics == "warn"              ? Severity::warning
                                                           : Severity::remark;
  told.text = "this region stays as it is written: " + reasons[0].text;
  for (const Reason& reason : reasons)
    if (&reason != &reasons[0] || reason.place.line != region.place.line)
      told.notes.push_back({reason.place, reason.text});
  unit.diagnostics.push_back(told);
}

}  // namespace

void find_values(Unit& unit) {
  std::set<int> known;
  for (const Effect& effect : unit.effects)
    if (effect.kind == Effect::Kind::takes_address || effect.kind == Effect::Kind::unknown)
      known.insert(effect.variable);
  std::map<std::pair<int, int>, bool> only_read;
  for (const Reference& reference : unit.references) {
    if (reference.directive < 0 || reference.in_clause || known.count(reference.variable) != 0) continue;
    const Variable& described = unit.variables[static_cast<std::size_t>(reference.variable)];
    const bool local = described.kind == Variable::Kind::automatic || described.kind == Variable::Kind::parameter;
    if (!local || !described.scalar || described.reference || described.variable_length || described.pack ||
        described.binding)
      continue;
    for (int region = reference.directive; region >= 0;
         region = unit.directives[static_cast<std::size_t>(region)].parent) {
      if (!is_region(unit, unit.directives[static_cast<std::size_t>(region)]) || is_left_alone(unit, region)) continue;
      bool& reads = only_read.try_emplace({region, reference.variable}, true).first->second;
      reads = reads && reference.read;
    }
  }
  for (const auto& [pair, reads] : only_read)
    if (reads) unit.values.insert(pair);
}

void prove_static(Unit& unit, const LowerOptions& options) {
  std::vector<bool> accepted(unit.directives.size(), false);
  for (int number = 0; number < static_cast<int>(unit.directives.size()); ++number) {
    const Directive& region = unit.directives[static_cast<std::size_t>(number)];
    if (!region.candidate || region.name != "parallel" || !region.found || is_left_alone(unit, number)) continue;
    const std::vector<Reason> reasons = Prover(unit, options, number).reasons();
    const int parent = region.parent;
    const bool promised = parent >= 0 && unit.directives[static_cast<std::size_t>(parent)].name == "plan";
    tell(unit, options, region, reasons, promised);
    for (int inner = 0; inner < static_cast<int>(unit.directives.size()); ++inner)
      if (reasons.empty() && within(unit, inner, number)) accepted[static_cast<std::size_t>(inner)] = true;
  }
  for (std::size_t number = 0; number < unit.directives.size(); ++number)
    if (unit.directives[number].candidate && !accepted[number]) unit.directives[number].kept = true;
}

}  // namespace heddlec
