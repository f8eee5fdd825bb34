// The walk over Clang's tree: which statement belongs to which directive, which variables are named where, what bodies
// do that they may not.
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include "tools/heddlec/front/describe.hpp"

namespace heddlec {

namespace {

using Base = clang::RecursiveASTVisitor<class Walker>;

class Walker : public clang::RecursiveASTVisitor<Walker> {
 public:
  Walker(clang::ASTContext& context, Reading& reading, Numbers& numbers)
      : context_(context),
        sources_(context.getSourceManager()),
        reading_(reading),
        unit_(reading.unit),
        numbers_(numbers) {}

  bool TraverseDecl(clang::Decl* declaration) {
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    if (function == nullptr || !function->doesThisDeclarationHaveABody() ||
        sources_.isInSystemHeader(function->getLocation()))
      return Base::TraverseDecl(declaration);
    const int outer = function_;
    function_ = static_cast<int>(unit_.functions.size());
    Function made;
    made.whole = range_of(context_, reading_, function->getSourceRange());
    made.name = function->getNameAsString();
    made.templated = function->isDependentContext();
    numbers_.functions[function] = function_;
    unit_.functions.push_back(made);
    const bool walked = Base::TraverseDecl(declaration);
    function_ = outer;
    return walked;
  }

  bool TraverseWhileStmt(clang::WhileStmt* statement) {
    if (statement == divided_) return divided_while(statement);
    const auto found = reading_.directives_at.find(statement->getWhileLoc().getRawEncoding());
    if (found == reading_.directives_at.end()) return in_loop([&] { return Base::TraverseWhileStmt(statement); });
    return directive(found->second, statement);
  }
  bool TraverseForStmt(clang::ForStmt* statement) {
    if (statement == divided_) return divided_loop(statement);
    return in_loop([&] { return Base::TraverseForStmt(statement); });
  }
  bool TraverseDoStmt(clang::DoStmt* statement) {
    return in_loop([&] { return Base::TraverseDoStmt(statement); });
  }
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt* statement) {
    return in_loop([&] { return Base::TraverseCXXForRangeStmt(statement); });
  }
  bool TraverseSwitchStmt(clang::SwitchStmt* statement) {
    ++breakable_;
    const bool walked = Base::TraverseSwitchStmt(statement);
    --breakable_;
    return walked;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda) {
    ++lambdas_;
    const bool walked = Base::TraverseLambdaExpr(lambda);
    --lambdas_;
    return walked;
  }

  bool TraverseCompoundStmt(clang::CompoundStmt* block) {
    if (current_ < 0 || !is_container(of(current_)) || block != container_) return Base::TraverseCompoundStmt(block);
    container_ = nullptr;
    for (clang::Stmt* child : block->body())
      if (!container_child(child)) return false;
    return true;
  }

  bool TraverseImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) {
      const clang::Expr* inner = cast->getSubExpr()->IgnoreParens();
      if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(inner)) {
        read_ = reference;
      } else if (inner != storage_) {
        reads_memory(inner);
      }
    }
    return Base::TraverseImplicitCastExpr(cast);
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* expression) {
    const clang::ValueDecl* declaration = expression->getDecl();
    if (!llvm::isa<clang::VarDecl>(declaration) && !llvm::isa<clang::BindingDecl>(declaration)) return true;
    Reference reference;
    reference.variable = variable(declaration);
    reference.at = expression->getLocation().getRawEncoding();
    reference.directive = current_;
    reference.in_clause = in_clause_;
    reference.read = read_ == expression || (declaration->getType()->isDependentType() && !in_clause_);
    const clang::SourceLocation at = expression->getLocation();
    clang::SourceLocation spelled = sources_.getSpellingLoc(at);
    reference.in_macro = at.isMacroID() && !sources_.isMacroArgExpansion(at);
    if (at.isMacroID() && !reference.in_macro) spelled = sources_.getFileLoc(at);
    reference.file = file_number(reading_, sources_, spelled.getRawEncoding());
    reference.offset = sources_.getFileOffset(spelled);
    reference.length = static_cast<std::uint32_t>(declaration->getNameAsString().size());
    if (uses_ != nullptr) uses_->push_back({reference.variable, reference.read});
    unit_.references_at[reference.at] = static_cast<int>(unit_.references.size());
    unit_.references.push_back(reference);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* declaration) {
    variable(declaration);
    return true;
  }
  bool VisitBindingDecl(clang::BindingDecl* declaration) {
    variable(declaration);
    return true;
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr*) {
    for (int at = current_; at >= 0; at = of(at).parent) of(at).uses_this = true;
    return true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    const clang::SourceLocation at = sources_.getExpansionLoc(function->getLocation());
    for (std::size_t number = 0; number < unit_.directives.size(); ++number) {
      TaskFunction& callee = unit_.directives[number].callee;
      if (callee.name != function->getNameAsString() || callee.name_at != sources_.getFileOffset(at) ||
          callee.head.file != file_number(reading_, sources_, at.getRawEncoding()))
        continue;
      describe_function(context_, function, callee);
      task_functions_[function->getCanonicalDecl()] = static_cast<int>(number);
    }
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    task_call(call);
    if (uses_memory_ != nullptr) *uses_memory_ = true;
    if (current_ >= 0 && !in_clause_) of(current_).calls = true;
    return true;
  }

  bool VisitReturnStmt(clang::ReturnStmt* statement) { return leaves(statement, "return", lambdas_ == 0); }
  bool VisitBreakStmt(clang::BreakStmt* statement) { return leaves(statement, "break", breakable_ == 0); }
  bool VisitContinueStmt(clang::ContinueStmt* statement) { return leaves(statement, "continue", continuable_ == 0); }
  bool VisitCoawaitExpr(clang::CoawaitExpr* expression) { return leaves(expression, "co_await", true); }
  bool VisitVAArgExpr(clang::VAArgExpr* expression) { return leaves(expression, "va_arg", true); }
  bool VisitGotoStmt(clang::GotoStmt* statement) {
    const std::uint32_t target = sources_.getFileOffset(sources_.getExpansionLoc(statement->getLabel()->getLocation()));
    const bool inside = current_ >= 0 && target >= of(current_).body.begin && target < of(current_).body.end;
    return leaves(statement, "goto", !inside);
  }

 private:
  Directive& of(int number) { return unit_.directives[static_cast<std::size_t>(number)]; }

  /// A call of a function that is a task.
  void task_call(const clang::CallExpr* call) {
    const clang::FunctionDecl* const callee = call->getDirectCallee();
    if (callee == nullptr || task_functions_.empty()) return;
    const auto known = task_functions_.find(callee->getCanonicalDecl());
    const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
    if (known == task_functions_.end() || named == nullptr) return;
    const clang::SourceLocation at = named->getLocation();
    Reference made;
    made.directive = known->second;
    made.in_macro = at.isMacroID() && !sources_.isMacroArgExpansion(at);
    const clang::SourceLocation place = at.isMacroID() ? sources_.getFileLoc(at) : at;
    made.file = file_number(reading_, sources_, place.getRawEncoding());
    made.offset = sources_.getFileOffset(place);
    made.length = static_cast<std::uint32_t>(callee->getNameAsString().size());
    unit_.task_calls.push_back(made);
  }

  template <class Walk>
  bool in_loop(Walk walk) {
    ++breakable_;
    ++continuable_;
    const bool walked = walk();
    --breakable_;
    --continuable_;
    return walked;
  }

  template <class Statement>
  bool leaves(Statement* statement, const char* what, bool does) {
    if (!does || current_ < 0) return true;
    const clang::SourceLocation at = sources_.getExpansionLoc(statement->getBeginLoc());
    of(current_).leaves.push_back({what, place_of(sources_, at.getRawEncoding())});
    return true;
  }

  void reads_memory(const clang::Expr* expression) {
    if (uses_memory_ != nullptr) *uses_memory_ = true;
    if (current_ < 0 || in_clause_) return;
    of(current_).reads_memory = true;
    (void)expression;
  }

  int variable(const clang::ValueDecl* declaration) {
    declaration = llvm::cast<clang::ValueDecl>(declaration->getCanonicalDecl());
    const auto [place, made] = numbers_.variables.try_emplace(declaration, static_cast<int>(unit_.variables.size()));
    if (made) {
      Variable described = describe_variable(context_, declaration);
      described.directive = current_;
      described.function = function_;
      described.place = place_of(sources_, sources_.getExpansionLoc(declaration->getLocation()).getRawEncoding());
      unit_.variables.push_back(described);
    }
    return place->second;
  }

  /// The expressions of the condition, in the order in which they were entered.
  static void flatten(clang::Expr* expression, std::vector<clang::Expr*>& list) {
    if (auto* const whole = llvm::dyn_cast<clang::ExprWithCleanups>(expression)) expression = whole->getSubExpr();
    expression = expression->IgnoreParenImpCasts();
    auto* const comma = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (comma != nullptr && comma->getOpcode() == clang::BO_Comma) {
      flatten(comma->getLHS(), list);
      list.push_back(comma->getRHS());
    } else {
      list.push_back(expression);
    }
  }

  /// A static region or its sections: what stands in it and is no directive is a body, too.
  bool is_container(const Directive& directive) const {
    if (directive.candidate) return directive.name == "sections" && !in_leaf(directive);
    return directive.switches && directive.family == Family::omp &&
           (directive.name == "parallel" || directive.name == "sections") && !in_leaf(directive);
  }
  bool in_leaf(const Directive& directive) const {
    for (int at = directive.parent; at >= 0; at = unit_.directives[static_cast<std::size_t>(at)].parent) {
      const Directive& around = unit_.directives[static_cast<std::size_t>(at)];
      if (around.name != "parallel" && around.name != "sections") return true;
    }
    return false;
  }

  bool container_child(clang::Stmt* child) {
    const Range range = range_of_statement(context_, reading_, child);
    bool holds = llvm::isa<clang::DeclStmt>(child) || llvm::isa<clang::NullStmt>(child);
    for (const Directive& directive : unit_.directives)
      holds = holds || (directive.name != "skipped" && directive.text.file == range.file &&
                        directive.text.begin >= range.begin && directive.text.begin < range.end);
    if (holds) return TraverseStmt(child);
    Directive made;
    made.name = of(current_).name == "sections" ? "section" : "each";
    made.place = place_of(sources_, sources_.getExpansionLoc(child->getBeginLoc()).getRawEncoding());
    made.text = {range.file, range.begin, range.begin};
    made.body = range;
    made.has_body = made.found = true;
    made.switches = of(current_).switches;
    made.candidate = of(current_).candidate;
    made.parent = current_;
    made.function = function_;
    const int outer = current_, breakable = breakable_, continuable = continuable_;
    current_ = static_cast<int>(unit_.directives.size());
    unit_.directives.push_back(made);
    breakable_ = continuable_ = 0;
    const bool walked = TraverseStmt(child);
    current_ = outer;
    breakable_ = breakable;
    continuable_ = continuable;
    return walked;
  }

  bool directive(int number, clang::WhileStmt* statement) {
    of(number).found = true;
    of(number).parent = current_;
    of(number).function = function_;
    const bool repeated = current_ >= 0 && of(current_).candidate && of(current_).name != "parallel";
    of(number).in_loop = continuable_ > 0 || (repeated && of(current_).in_loop);
    of(number).in_template = function_ >= 0 && unit_.functions[static_cast<std::size_t>(function_)].templated;
    probes(number, statement->getCond());
    if (of(number).alone) return true;
    of(number).has_body = true;
    of(number).body = range_of_statement(context_, reading_, statement->getBody());
    of(number).creates = of(number).candidate && creates(of(number));
    of(number).body_is_block = llvm::isa<clang::CompoundStmt>(statement->getBody());
    if (of(number).family == Family::myrmics) call(of(number), statement->getBody());
    const clang::Stmt* const outer_divided = divided_;
    if (divides(of(number))) find_loop(number, statement->getBody());
    const int outer = current_, breakable = breakable_, continuable = continuable_, lambdas = lambdas_;
    current_ = number;
    container_ = statement->getBody();
    if (of(number).family != Family::myrmics) breakable_ = continuable_ = lambdas_ = 0;
    const bool block = llvm::isa<clang::CompoundStmt>(statement->getBody());
    const bool walked =
        is_container(of(number)) && !block ? container_child(statement->getBody()) : TraverseStmt(statement->getBody());
    current_ = outer;
    breakable_ = breakable;
    continuable_ = continuable;
    lambdas_ = lambdas;
    divided_ = outer_divided;
    return walked;
  }

  /// A single or so in which tasks are made, perhaps in a function's own text alone.
  bool creates(const Directive& outer) const {
    if (outer.name != "single" && outer.name != "master" && outer.name != "masked") return false;
    for (const Directive& inner : unit_.directives)
      if (inner.candidate && inner.name.find("task") == 0 && inner.text.file == outer.body.file &&
          inner.text.begin >= outer.body.begin && inner.text.begin < outer.body.end)
        return true;
    return false;
  }

  static bool divides(const Directive& directive) {
    if (directive.family == Family::heddle) return directive.name == "laps";
    if (directive.name == "taskiter") return true;
    return directive.family != Family::myrmics &&
           (directive.name.find("for") != std::string::npos || directive.name.find("taskloop") != std::string::npos);
  }

  void find_loop(int number, const clang::Stmt* body) {
    divided_ = loop_in(body);
    Loop& loop = of(number).loop;
    if (const auto* plain = llvm::dyn_cast_or_null<clang::ForStmt>(divided_)) {
      describe_loop(context_, reading_, plain, loop);
      nest(number, plain);
    } else if (const auto* tested = llvm::dyn_cast<clang::WhileStmt>(body);
               tested != nullptr && of(number).name == "taskiter") {
      divided_ = tested;
      loop.found = true;
      loop.condition = range_of(context_, reading_, tested->getCond()->getSourceRange());
      loop.body = range_of_statement(context_, reading_, tested->getBody());
    } else if (divided_ != nullptr) {
      loop.found = true;
      loop.problem = "a range-based loop is not supported; write an index";
    }
  }

  /// The loops that `collapse` takes together.
  void nest(int number, const clang::ForStmt* outer) {
    levels_.assign(1, outer);
    const Clause* const collapse = clause_of(of(number), "collapse");
    if (collapse == nullptr || collapse->value_probes.empty()) return;
    const Probe& count = of(number).probes[static_cast<std::size_t>(collapse->value_probes[0])];
    for (std::int64_t level = 1; count.has_value && level < count.value && level < 16; ++level) {
      const auto* inner = llvm::dyn_cast_or_null<clang::ForStmt>(loop_in(levels_.back()->getBody()));
      Loop described;
      if (inner == nullptr) {
        of(number).loop.problem =
            "collapse(" + std::to_string(count.value) + ") wants as many loops right in each other";
        return;
      }
      describe_loop(context_, reading_, inner, described);
      described.variable_id = loop_variable(inner);
      if (!described.problem.empty()) of(number).loop.problem = "of an inner loop, " + described.problem;
      of(number).inner.push_back(described);
      of(number).loop.body = described.body;
      levels_.push_back(inner);
    }
  }

  /// Of taskiter: who makes the tasks evaluates the condition.
  bool divided_while(clang::WhileStmt* statement) {
    const int inner = current_;
    divided_ = nullptr;
    current_ = of(inner).parent;
    TraverseStmt(statement->getCond());
    current_ = inner;
    ++continuable_;
    const bool walked = TraverseStmt(statement->getBody());
    --continuable_;
    return walked;
  }

  /// Only `break` may not stand in it; what its head names is noted.
  bool divided_loop(clang::ForStmt* statement) {
    std::vector<Use> uses;
    bool memory = false;
    uses_ = &uses;
    uses_memory_ = &memory;
    const int inner = current_;
    current_ = of(inner).parent;  // who makes the loop evaluates its head
    const bool outer_clause = in_clause_;
    in_clause_ = true;
    const std::vector<const clang::ForStmt*> levels =
        levels_.empty() ? std::vector<const clang::ForStmt*>{statement} : levels_;
    levels_.clear();
    std::vector<std::vector<Use>> of_inner(levels.size());
    for (std::size_t level = 0; level < levels.size(); ++level) {
      uses_ = level == 0 ? &uses : &of_inner[level];
      for (const clang::Stmt* part :
           {levels[level]->getInit(), static_cast<const clang::Stmt*>(levels[level]->getCond()),
            static_cast<const clang::Stmt*>(levels[level]->getInc())})
        if (part != nullptr) TraverseStmt(const_cast<clang::Stmt*>(part));
    }
    uses_ = nullptr;
    uses_memory_ = nullptr;
    current_ = inner;
    in_clause_ = outer_clause;
    Directive& again = of(current_);
    again.loop.uses = uses;
    again.loop.reads_memory = memory;
    again.loop.variable_id = loop_variable(statement);
    for (std::size_t level = 1; level < levels.size() && level <= again.inner.size(); ++level)
      again.inner[level - 1].uses = of_inner[level];
    divided_ = nullptr;
    ++continuable_;
    const bool walked = TraverseStmt(const_cast<clang::Stmt*>(levels.back()->getBody()));
    --continuable_;
    return walked;
  }

  int loop_variable(const clang::ForStmt* statement) {
    if (const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(statement->getInit())) {
      if (declared->isSingleDecl())
        if (const auto* value = llvm::dyn_cast<clang::VarDecl>(declared->getSingleDecl())) return variable(value);
      return -1;
    }
    const auto* set = llvm::dyn_cast_or_null<clang::BinaryOperator>(statement->getInit());
    if (set == nullptr) return -1;
    const auto* left = llvm::dyn_cast<clang::DeclRefExpr>(set->getLHS()->IgnoreParenImpCasts());
    return left == nullptr ? -1 : variable(left->getDecl());
  }

  void probes(int number, clang::Expr* condition) {
    std::vector<clang::Expr*> list;
    flatten(condition, list);
    const bool outer_clause = in_clause_;
    in_clause_ = true;
    for (std::size_t at = 0; at < of(number).probes.size() && at + 1 < list.size() + 1; ++at) {
      std::vector<Use> uses;
      bool memory = false;
      uses_ = &uses;
      uses_memory_ = &memory;
      const clang::Expr* const written = written_in(list[at]);
      const bool storage = of(number).probes[at].must_be_storage;
      storage_ = storage ? written : nullptr;
      TraverseStmt(list[at]);
      storage_ = nullptr;
      uses_ = nullptr;
      uses_memory_ = nullptr;
      if (const auto* alone = llvm::dyn_cast_or_null<clang::DeclRefExpr>(written)) settle(alone, !storage, uses);
      Probe& probe = of(number).probes[at];
      probe.uses = uses;
      probe.reads_memory = memory;
      judge(list[at], probe);
    }
    in_clause_ = outer_clause;
  }

  /// The expression within the casts to void; null where there is none.
  static const clang::Expr* written_in(const clang::Expr* expression) {
    if (const auto* whole = llvm::dyn_cast<clang::ExprWithCleanups>(expression)) expression = whole->getSubExpr();
    expression = expression->IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(expression))
      return cast->getSubExprAsWritten()->IgnoreParens();
    const auto* block = llvm::dyn_cast<clang::StmtExpr>(expression);
    if (block == nullptr) return nullptr;
    const auto* last = llvm::dyn_cast_or_null<clang::CStyleCastExpr>(block->getSubStmt()->body_back());
    return last == nullptr ? nullptr : last->getSubExprAsWritten()->IgnoreParens();
  }

  /// A cast to void reads in C, and does not in C++; what the clause means counts.
  void settle(const clang::DeclRefExpr* alone, bool read, std::vector<Use>& uses) {
    const auto known = unit_.references_at.find(alone->getLocation().getRawEncoding());
    if (known == unit_.references_at.end()) return;
    Reference& reference = unit_.references[static_cast<std::size_t>(known->second)];
    reference.read = read;
    for (Use& use : uses)
      if (use.variable == reference.variable) use.read = read;
  }

  void judge(const clang::Expr* expression, Probe& probe) {
    expression = written_in(expression);
    if (expression == nullptr) return;
    probe.typed = true;
    const clang::QualType type = expression->getType();
    probe.dependent = expression->isTypeDependent();
    probe.storage = expression->isLValue() || probe.dependent;
    if (probe.dependent) return;
    probe.pointer = type->isPointerType();
    probe.array = type->isArrayType();
    if (expression->isValueDependent() || !type->isIntegralOrEnumerationType()) return;
    clang::Expr::EvalResult result;
    if (expression->EvaluateAsInt(result, context_)) {
      probe.has_value = true;
      probe.value = result.Val.getInt().getExtValue();
    }
  }

  void call(Directive& directive, const clang::Stmt* body) {
    const auto* expression = llvm::dyn_cast<clang::CallExpr>(body);
    if (expression == nullptr || expression->getDirectCallee() == nullptr) return;
    const clang::FunctionDecl* callee = expression->getDirectCallee();
    Call& call = directive.call;
    call.found = true;
    call.callee = callee->getNameAsString();
    for (unsigned at = 0; at < expression->getNumArgs(); ++at) {
      const clang::Expr* argument = expression->getArg(at);
      const clang::QualType type =
          at < callee->getNumParams() ? callee->getParamDecl(at)->getType() : argument->getType();
      call.arguments.push_back(range_of(context_, reading_, argument->getSourceRange()));
      call.types.push_back(written_type(context_, argument->getType()));
      call.parameter_types.push_back(written_type(context_, type.getUnqualifiedType()));
      call.pointers.push_back(type->isPointerType());
      call.reals.push_back(type->isRealFloatingType());
      call.records.push_back(type->isRecordType());
    }
  }

  clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  Reading& reading_;
  Unit& unit_;
  Numbers& numbers_;
  int current_ = -1;
  int function_ = -1;
  bool in_clause_ = false;
  int breakable_ = 0, continuable_ = 0, lambdas_ = 0;
  const clang::Stmt* divided_ = nullptr;
  std::vector<const clang::ForStmt*> levels_;  // of the loop that is divided
  std::map<const clang::FunctionDecl*, int> task_functions_;
  const clang::Stmt* container_ = nullptr;
  const clang::DeclRefExpr* read_ = nullptr;
  const clang::Expr* storage_ = nullptr;
  std::vector<Use>* uses_ = nullptr;
  bool* uses_memory_ = nullptr;
};

}  // namespace

void visit_unit(clang::ASTContext& context, Reading& reading) {
  Numbers numbers;
  Walker walker(context, reading, numbers);
  const clang::SourceManager& sources = context.getSourceManager();
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    if (sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()))) continue;
    walker.TraverseDecl(declaration);
  }
  find_effects(context, reading, numbers);
}

}  // namespace heddlec
