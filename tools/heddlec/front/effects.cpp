// What statements do to storage, and which functions they call: the facts from which analyse/statics.cpp proves that a
// region of OpenMP is static. What is not understood is noted as unknown, which no proof survives.
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <set>

#include "tools/heddlec/front/describe.hpp"

namespace heddlec {

namespace {

class EffectFinder : public clang::RecursiveASTVisitor<EffectFinder> {
 public:
  EffectFinder(clang::ASTContext& context, Reading& reading, Numbers& numbers)
      : context_(context), sources_(context.getSourceManager()), reading_(reading), numbers_(numbers) {}

  using Base = clang::RecursiveASTVisitor<EffectFinder>;

  bool TraverseDecl(clang::Decl* declaration) {
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    const auto known = function == nullptr ? numbers_.functions.end() : numbers_.functions.find(function);
    if (known == numbers_.functions.end()) return Base::TraverseDecl(declaration);
    const int outer = function_;
    const Range scope = scope_;
    function_ = known->second;
    scope_ = range_of(context_, reading_, function->getSourceRange());
    const bool walked = Base::TraverseDecl(declaration);
    function_ = outer;
    scope_ = scope;
    return walked;
  }

  // Parts that do not always run.
  bool TraverseIfStmt(clang::IfStmt* statement) {
    return TraverseStmt(statement->getInit()) && TraverseStmt(statement->getCond()) && branch(statement->getThen()) &&
           branch(statement->getElse());
  }
  bool TraverseForStmt(clang::ForStmt* statement) {
    return TraverseStmt(statement->getInit()) && TraverseStmt(statement->getCond()) && branch(statement->getBody()) &&
           branch(statement->getInc());
  }
  bool TraverseWhileStmt(clang::WhileStmt* statement) {
    if (reading_.directives_at.count(statement->getWhileLoc().getRawEncoding()) != 0)
      return TraverseStmt(statement->getCond()) && TraverseStmt(statement->getBody());
    return TraverseStmt(statement->getCond()) && branch(statement->getBody());
  }
  bool TraverseSwitchStmt(clang::SwitchStmt* statement) {
    return TraverseStmt(statement->getCond()) && branch(statement->getBody());
  }
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt* statement) {
    note(Effect::Kind::unknown, statement, "a range-based loop");
    return branch(statement->getBody());
  }
  bool TraverseConditionalOperator(clang::ConditionalOperator* expression) {
    return TraverseStmt(expression->getCond()) && branch(expression->getTrueExpr()) &&
           branch(expression->getFalseExpr());
  }
  bool TraverseBinaryOperator(clang::BinaryOperator* expression) {
    if (!expression->isLogicalOp()) return Base::TraverseBinaryOperator(expression);
    return TraverseStmt(expression->getLHS()) && branch(expression->getRHS());
  }

  bool VisitBinaryOperator(clang::BinaryOperator* expression) {
    if (expression->isAssignmentOp()) write(expression->getLHS(), expression->getOpcode() == clang::BO_Assign);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* expression) {
    if (expression->isIncrementDecrementOp()) write(expression->getSubExpr(), false);
    if (expression->getOpcode() == clang::UO_AddrOf) address(expression->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* expression) {
    const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(expression->getBase()->IgnoreParens());
    if (decay != nullptr) within_.insert(decay);
    return true;
  }
  bool VisitCStyleCastExpr(clang::CStyleCastExpr* cast) {
    // (void)(a[i]) is how an item of a clause is typed; nothing is read.
    if (cast->getType()->isVoidType() && in_directive(cast->getBeginLoc()))
      if (const auto* read = llvm::dyn_cast<clang::ImplicitCastExpr>(cast->getSubExpr()->IgnoreParens()))
        within_.insert(read);
    return true;
  }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    if (within_.count(cast) != 0) return true;
    if (cast->getCastKind() == clang::CK_LValueToRValue) read(cast->getSubExpr());
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) address(cast->getSubExpr());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* declaration) {
    if (declaration->getType()->isReferenceType() && declaration->getInit() != nullptr) address(declaration->getInit());
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    for (const clang::LambdaCapture& capture : lambda->captures()) {
      if (!capture.capturesVariable() || capture.getCaptureKind() != clang::LCK_ByRef) continue;
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar());
      if (variable != nullptr) noted(Effect::Kind::takes_address, lambda).variable = number_of(variable);
    }
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* const callee = call->getDirectCallee();
    if (llvm::isa<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens())) return true;
    if (callee == nullptr) {
      note(Effect::Kind::calls, call, "a function through a pointer");
      return true;
    }
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    if (method != nullptr && method->getParent()->isLambda()) return true;  // its statements are noted where they stand
    called(callee, call, method != nullptr && method->isVirtual());
    references(callee, call->getArgs(), call->getNumArgs());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    const clang::CXXConstructorDecl* const constructor = made->getConstructor();
    if (constructor->isTrivial() || constructor->getParent()->isLambda()) return true;
    called(constructor, made, false);
    references(constructor, made->getArgs(), made->getNumArgs());
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr* expression) { return note(Effect::Kind::calls, expression, "new"); }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* expression) {
    return note(Effect::Kind::unknown, expression, "delete");
  }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr* expression) {
    return note(Effect::Kind::unknown, expression, "an exception");
  }
  bool VisitCXXDynamicCastExpr(clang::CXXDynamicCastExpr* expression) {
    return note(Effect::Kind::unknown, expression, "dynamic_cast");
  }
  bool VisitAsmStmt(clang::AsmStmt* statement) { return note(Effect::Kind::unknown, statement, "assembly"); }
  bool VisitAtomicExpr(clang::AtomicExpr* expression) {
    return note(Effect::Kind::unknown, expression, "an atomic operation");
  }

 private:
  struct Root {
    const clang::VarDecl* variable = nullptr;  // null: memory behind a pointer or a reference
    bool whole = false;                        // the variable itself, no part of it
  };

  static const clang::Expr* without_casts(const clang::Expr* expression) {
    for (;;) {
      expression = expression->IgnoreParens();
      const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
      const bool same_place =
          cast != nullptr &&
          (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_LValueBitCast ||
           cast->getCastKind() == clang::CK_DerivedToBase || cast->getCastKind() == clang::CK_UncheckedDerivedToBase);
      if (!same_place) return expression;
      expression = cast->getSubExpr();
    }
  }

  /// The array behind a decay, or null.
  static const clang::Expr* decayed(const clang::Expr* expression) {
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression->IgnoreParens());
    return cast != nullptr && cast->getCastKind() == clang::CK_ArrayToPointerDecay ? cast->getSubExpr() : nullptr;
  }

  static Root root_of(const clang::Expr* expression) {
    Root root;
    root.whole = true;
    for (;;) {
      expression = without_casts(expression);
      if (const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
        if (variable != nullptr && !variable->getType()->isReferenceType()) root.variable = variable;
        return root;
      }
      root.whole = false;
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
        if (member->isArrow() || member->getMemberDecl()->getType()->isReferenceType()) return root;
        expression = member->getBase();
      } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
        expression = decayed(element->getBase());
      } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
        expression = unary->getOpcode() == clang::UO_Deref ? decayed(unary->getSubExpr()) : nullptr;
      } else {
        return root;
      }
      if (expression == nullptr) return root;
    }
  }

  /// Types that may name the same storage have one name: "any" meets all.
  std::string class_of(clang::QualType type) const {
    type = type.getCanonicalType().getUnqualifiedType();
    if (type->isDependentType() || type->isRecordType() || type->isAnyCharacterType() || type->isArrayType())
      return "any";
    if (type->isPointerType()) return "pointer";
    if (const auto* listed = type->getAs<clang::EnumType>()) type = listed->getDecl()->getIntegerType();
    if (type.isNull()) return "any";
    if (type->isIntegerType()) return "integer of " + std::to_string(context_.getTypeSize(type)) + " bits";
    return type.getAsString();
  }

  /// `anew`: what was there before does not matter.
  void write(const clang::Expr* target, bool anew) {
    const Root root = root_of(target);
    if (target->getType().isVolatileQualified()) note(Effect::Kind::unknown, target, "a volatile access");
    Effect& made = noted(root.variable != nullptr ? Effect::Kind::writes : Effect::Kind::writes_memory, target);
    if (root.variable != nullptr) made.variable = number_of(root.variable);
    made.type = class_of(target->getType());
    made.pure = anew && root.whole;
  }
  void address(const clang::Expr* target) {
    const Root root = root_of(target);
    if (root.variable == nullptr) return;
    noted(Effect::Kind::takes_address, target).variable = number_of(root.variable);
  }
  void read(const clang::Expr* source) {
    if (source->getType().isVolatileQualified()) note(Effect::Kind::unknown, source, "a volatile access");
    const Root root = root_of(source);
    if (root.variable != nullptr && root.whole) return;  // references say so
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(without_casts(source));
    if (member != nullptr && member->getMemberDecl()->getType().isConstQualified()) return;  // never changes
    Effect& made = noted(Effect::Kind::reads_memory, source);
    if (root.variable != nullptr) made.variable = number_of(root.variable);
    made.type = class_of(source->getType());
  }

  template <class Node>
  void called(const clang::FunctionDecl* callee, const Node* node, bool is_virtual) {
    Effect& made = noted(Effect::Kind::calls, node);
    made.text = callee->getNameAsString();
    made.pure = callee->hasAttr<clang::ConstAttr>() || callee->hasAttr<clang::PureAttr>();
    if (only_looks(callee)) {
      made.pure = true;
      // A vector says where its elements are by a pointer that it holds.
      Effect& looked = noted(Effect::Kind::reads_memory, node);
      looked.type = "pointer";
      return;
    }
    const clang::FunctionDecl* body = nullptr;
    if (is_virtual || !callee->hasBody(body)) return;
    const auto known = numbers_.functions.find(body);
    if (known != numbers_.functions.end()) made.callee = known->second;
  }

  /// Functions of the standard library that say where elements are, and no more.
  static bool only_looks(const clang::FunctionDecl* callee) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    if (method == nullptr || !method->getParent()->isInStdNamespace()) return false;
    static const std::set<std::string> k_classes{"vector", "array", "span"},
        k_names{"operator[]", "data", "size", "begin", "end", "empty", "front", "back"};
    return k_classes.count(method->getParent()->getNameAsString()) != 0 &&
           k_names.count(method->getNameAsString()) != 0;
  }

  /// Arguments that are bound to references which may be written through.
  void references(const clang::FunctionDecl* callee, const clang::Expr* const* arguments, unsigned count) {
    const bool member = llvm::isa<clang::CXXMethodDecl>(callee) && count == callee->getNumParams() + 1;
    for (unsigned at = 0; at < callee->getNumParams() && at + (member ? 1U : 0U) < count; ++at) {
      const clang::QualType type = callee->getParamDecl(at)->getType();
      if (type->isReferenceType() && !type->getPointeeType().isConstQualified())
        address(arguments[at + (member ? 1U : 0U)]);
    }
  }

  int number_of(const clang::VarDecl* variable) const {
    const auto known = numbers_.variables.find(llvm::cast<clang::ValueDecl>(variable->getCanonicalDecl()));
    return known == numbers_.variables.end() ? -1 : known->second;
  }

  template <class Node>
  bool branch(Node* statement) {
    if (statement == nullptr) return true;
    const Range outer = scope_;
    scope_ = range_of(context_, reading_, statement->getSourceRange());
    const bool walked = TraverseStmt(statement);
    scope_ = outer;
    return walked;
  }

  template <class Node>
  bool note(Effect::Kind kind, const Node* node, const char* text) {
    noted(kind, node).text = text;
    return true;
  }

  template <class Node>
  Effect& noted(Effect::Kind kind, const Node* node) {
    Effect made;
    made.kind = kind;
    made.at = range_of(context_, reading_, node->getSourceRange());
    made.place = place_of(sources_, sources_.getExpansionLoc(node->getBeginLoc()).getRawEncoding());
    made.scope = scope_;
    made.function = function_;
    made.directive = directive_at(made.at);
    if (made.at.file >= 0)
      made.text = reading_.unit.files[static_cast<std::size_t>(made.at.file)].text.substr(
          made.at.begin, std::min<std::uint32_t>(60, made.at.end - made.at.begin));
    reading_.unit.effects.push_back(made);
    return reading_.unit.effects.back();
  }

  bool in_directive(clang::SourceLocation at) const {
    const clang::SourceLocation use = sources_.getExpansionLoc(at);
    const std::uint32_t offset = sources_.getFileOffset(use);
    const int file = file_number(reading_, sources_, use.getRawEncoding());
    for (const Directive& directive : reading_.unit.directives)
      if (directive.text.file == file && directive.text.begin <= offset && offset < directive.text.end) return true;
    return false;
  }

  /// The innermost directive in whose statement the range lies; a loop's head belongs to who stands around it.
  int directive_at(const Range& range) const {
    int found = -1;
    std::uint32_t least = UINT32_MAX;
    for (std::size_t at = 0; at < reading_.unit.directives.size(); ++at) {
      const Directive& directive = reading_.unit.directives[at];
      const Range& body = directive.loop.found && directive.loop.problem.empty() ? directive.loop.body : directive.body;
      if (!directive.has_body || body.file != range.file || range.begin < body.begin || range.begin >= body.end)
        continue;
      if (body.end - body.begin > least) continue;
      least = body.end - body.begin;
      found = static_cast<int>(at);
    }
    return found;
  }

  clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  Reading& reading_;
  Numbers& numbers_;
  int function_ = -1;
  Range scope_;
  std::set<const clang::ImplicitCastExpr*> within_;
};

}  // namespace

void find_effects(clang::ASTContext& context, Reading& reading, Numbers& numbers) {
  EffectFinder finder(context, reading, numbers);
  const clang::SourceManager& sources = context.getSourceManager();
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    if (sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()))) continue;
    finder.TraverseDecl(declaration);
  }
}

}  // namespace heddlec
