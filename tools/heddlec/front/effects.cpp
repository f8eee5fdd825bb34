// What statements do to storage, and which functions they call: the facts from which analyse/statics.cpp proves that a
// region of OpenMP is static. What is not understood is noted as unknown, which no proof survives.
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

#include "tools/heddlec/front/describe.hpp"

namespace heddlec {

namespace {

/// Whether a member function may hand on where its object lies, or write there: whether it does anything to `this` but
/// read members.
class ThisFinder : public clang::RecursiveASTVisitor<ThisFinder> {
 public:
  bool TraverseImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) {
      const clang::Expr* read = cast->getSubExpr()->IgnoreParens();
      while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(read)) {
        if (!llvm::isa<clang::FieldDecl>(member->getMemberDecl())) break;
        read = member->getBase()->IgnoreParens();
        if (member->isArrow() && llvm::isa<clang::CXXThisExpr>(read)) return true;
      }
    }
    return clang::RecursiveASTVisitor<ThisFinder>::TraverseImplicitCastExpr(cast);
  }
  bool VisitCXXThisExpr(clang::CXXThisExpr*) { return !(found_ = true); }
  bool VisitLambdaExpr(clang::LambdaExpr*) { return !(found_ = true); }
  bool found() const { return found_; }

 private:
  bool found_ = false;
};

class EffectFinder : public clang::RecursiveASTVisitor<EffectFinder> {
 public:
  EffectFinder(clang::ASTContext& context, Reading& reading, Numbers& numbers)
      : context_(context), sources_(context.getSourceManager()), reading_(reading), numbers_(numbers) {
    for (const std::string& word : reading.options.arguments)
      if (word == "-fstrict-aliasing" || word == "-fno-strict-aliasing") all_alias_ = word[2] == 'n';
  }

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
    return TraverseStmt(statement->getInit()) && TraverseStmt(statement->getConditionVariableDeclStmt()) &&
           TraverseStmt(statement->getCond()) && branch(statement->getThen()) && branch(statement->getElse());
  }
  bool TraverseForStmt(clang::ForStmt* statement) {
    return TraverseStmt(statement->getInit()) && TraverseStmt(statement->getConditionVariableDeclStmt()) &&
           TraverseStmt(statement->getCond()) && branch(statement->getBody()) && branch(statement->getInc());
  }
  bool TraverseWhileStmt(clang::WhileStmt* statement) {
    if (reading_.directives_at.count(statement->getWhileLoc().getRawEncoding()) != 0)
      return TraverseStmt(statement->getCond()) && TraverseStmt(statement->getBody());
    return TraverseStmt(statement->getConditionVariableDeclStmt()) && TraverseStmt(statement->getCond()) &&
           branch(statement->getBody());
  }
  bool TraverseSwitchStmt(clang::SwitchStmt* statement) {
    return TraverseStmt(statement->getInit()) && TraverseStmt(statement->getConditionVariableDeclStmt()) &&
           TraverseStmt(statement->getCond()) && branch(statement->getBody());
  }
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt* statement) {
    note(Effect::Kind::unknown, statement, "a range-based loop");
    address(statement->getRangeInit());
    return TraverseStmt(statement->getInit()) && TraverseStmt(statement->getRangeInit()) &&
           branch(statement->getBody());
  }
  bool TraverseConditionalOperator(clang::ConditionalOperator* expression) {
    if (expression->isLValue()) {
      address(expression->getTrueExpr());
      address(expression->getFalseExpr());
    }
    return TraverseStmt(expression->getCond()) && branch(expression->getTrueExpr()) &&
           branch(expression->getFalseExpr());
  }
  bool TraverseBinaryOperator(clang::BinaryOperator* expression) {
    if (!expression->isLogicalOp()) return Base::TraverseBinaryOperator(expression);
    return TraverseStmt(expression->getLHS()) && branch(expression->getRHS());
  }

  // What runs here and is written elsewhere.
  bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr* expression) {
    return elsewhere(expression->getUsedLocation(), expression->getExpr());
  }
  bool TraverseCXXDefaultInitExpr(clang::CXXDefaultInitExpr* expression) {
    return elsewhere(expression->getUsedLocation(), expression->getExpr());
  }
  /// As it is understood, not as it is written: with members that are left out, and conversions.
  bool TraverseInitListExpr(clang::InitListExpr* list) {
    if (list->getSemanticForm() != nullptr) list = list->getSemanticForm();
    for (clang::Expr* one : list->inits())
      if (!(one != nullptr && one->getBeginLoc().isInvalid() ? elsewhere(list->getBeginLoc(), one) : TraverseStmt(one)))
        return false;
    return !list->hasArrayFiller() || elsewhere(list->getBeginLoc(), list->getArrayFiller());
  }
  bool VisitCXXConstructorDecl(clang::CXXConstructorDecl* constructor) {
    for (const clang::CXXCtorInitializer* made : constructor->inits())
      if (!made->isWritten()) elsewhere(constructor->getLocation(), made->getInit());
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* expression) {
    if (expression->getOpcode() == clang::BO_PtrMemD) address(expression->getLHS());
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
    if (cast->getCastKind() == clang::CK_LValueToRValue) {
      read(cast->getSubExpr());
      taken_.insert(cast->getSubExpr()->IgnoreParens());
    }
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) address(cast->getSubExpr());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* declaration) {
    if (declaration->getType()->isReferenceType() && declaration->getInit() != nullptr) address(declaration->getInit());
    if (declaration->getType()->isReferenceType() || declaration->getType()->isDependentType()) return true;
    if (context_.getLangOpts().CPlusPlus && declaration->getInit() != nullptr && tells_where(declaration->getInit()))
      noted(Effect::Kind::takes_address, declaration).variable = number_of(declaration);
    if (!declaration->hasGlobalStorage()) destroyed(declaration->getType(), declaration);
    return true;
  }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* expression) {
    destroyed(expression->getType(), expression);
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
    object_of(call);
    if (callee == nullptr) {
      note(Effect::Kind::calls, call, "a function through a pointer");
      return true;
    }
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    if (method != nullptr && method->getParent()->isLambda()) {
      // Its statements are noted where they stand.
      if (!stands_here(method, call)) note(Effect::Kind::calls, call, "a lambda that is written elsewhere");
      return true;
    }
    if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(callee)) parts_destroyed(destructor, call);
    called(callee, call, method != nullptr && method->isVirtual());
    references(callee, call, call->getArgs(), call->getNumArgs());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    const clang::CXXConstructorDecl* const constructor = made->getConstructor();
    if (constructor->isTrivial() || constructor->getParent()->isLambda()) return true;
    called(constructor, made, false);
    references(constructor, made, made->getArgs(), made->getNumArgs());
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr* expression) {
    if (expression->getNumPlacementArgs() != 0) return note(Effect::Kind::unknown, expression, "a placement new");
    return note(Effect::Kind::calls, expression, "new");
  }
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
      if (const auto* whole = llvm::dyn_cast<clang::FullExpr>(expression)) {
        expression = whole->getSubExpr();
        continue;
      }
      const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression);
      const bool same_place =
          cast != nullptr &&
          (cast->getCastKind() == clang::CK_NoOp || cast->getCastKind() == clang::CK_LValueBitCast ||
           cast->getCastKind() == clang::CK_DerivedToBase || cast->getCastKind() == clang::CK_BaseToDerived ||
           cast->getCastKind() == clang::CK_UncheckedDerivedToBase);
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
        expression = element->getBase()->getType()->isVectorType() ? element->getBase() : decayed(element->getBase());
      } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
        expression = is_same_place(unary)                    ? unary->getSubExpr()
                     : unary->getOpcode() == clang::UO_Deref ? decayed(unary->getSubExpr())
                                                             : nullptr;
      } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
        // In C++ they are places themselves.
        if (!binary->isAssignmentOp() && binary->getOpcode() != clang::BO_Comma) return root;
        expression = binary->isAssignmentOp() ? binary->getLHS() : binary->getRHS();
      } else {
        return root;
      }
      if (expression == nullptr) return root;
    }
  }

  /// Part of a complex number, or the variable that is counted.
  static bool is_same_place(const clang::UnaryOperator* unary) {
    return unary->getOpcode() == clang::UO_Real || unary->getOpcode() == clang::UO_Imag ||
           unary->getOpcode() == clang::UO_PreInc || unary->getOpcode() == clang::UO_PreDec;
  }

  /// Whether values of this type may stand in storage of each other type.
  static bool meets_all(clang::QualType type) {
    type = type.getNonReferenceType();
    if (const auto* tag = type->getAsTagDecl(); tag != nullptr && tag->hasAttr<clang::MayAliasAttr>()) return true;
    while (const auto* alias = type->getAs<clang::TypedefType>()) {
      if (alias->getDecl()->hasAttr<clang::MayAliasAttr>()) return true;
      type = alias->desugar();
    }
    return type->isUnionType() || type->isVectorType() || type->isAnyComplexType() || type->isAtomicType() ||
           type->isStdByteType();
  }

  /// The class of what is read or written there: of its type, unless it is part of what meets all.
  std::string class_at(const clang::Expr* place) const {
    for (const clang::Expr* at = place;;) {
      at = without_casts(at);
      if (meets_all(at->getType())) return "any";
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(at)) {
        at = member->getBase();
        if (member->isArrow() && meets_all(at->getType()->getPointeeType())) return "any";
        if (member->isArrow()) break;
      } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(at)) {
        const clang::Expr* const array = decayed(element->getBase());
        at = array == nullptr ? element->getBase() : array;
        if (array == nullptr && !at->getType()->isVectorType()) break;
      } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(at)) {
        at = is_same_place(unary) ? unary->getSubExpr() : decayed(unary->getSubExpr());
        if (at == nullptr) break;
      } else {
        break;
      }
    }
    return class_of(place->getType());
  }

  /// Types that may name the same storage have one name: "any" meets all.
  std::string class_of(clang::QualType type) const {
    if (all_alias_ || meets_all(type)) return "any";
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
    made.type = class_at(target);
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
    if (root.variable != nullptr && root.whole && !elsewhere_.isValid()) return;  // references say so
    const auto* member = llvm::dyn_cast<clang::MemberExpr>(without_casts(source));
    if (member != nullptr && member->getMemberDecl()->getType().isConstQualified()) return;  // never changes
    Effect& made = noted(Effect::Kind::reads_memory, source);
    if (root.variable != nullptr) made.variable = number_of(root.variable);
    made.type = class_at(source);
  }

  template <class Node>
  void called(const clang::FunctionDecl* callee, const Node* node, bool is_virtual) {
    // A pure function writes nothing, but it reads what it likes; a const one does not.
    const bool reads_nothing = callee->hasAttr<clang::ConstAttr>(), writes_nothing = callee->hasAttr<clang::PureAttr>();
    if (writes_nothing && !reads_nothing) noted(Effect::Kind::reads_memory, node).type = "any";
    Effect& made = noted(Effect::Kind::calls, node);
    made.text = name_of(callee);
    made.pure = reads_nothing || writes_nothing;
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

  /// As the C library's functions are known by; a function of the program that is called like one has its class, its
  /// namespace or the mark of a template with it.
  std::string name_of(const clang::FunctionDecl* callee) const {
    if (callee->isExternC() || callee->isInStdNamespace() || llvm::isa<clang::CXXDestructorDecl>(callee) ||
        sources_.isInSystemHeader(sources_.getExpansionLoc(callee->getLocation())))
      return callee->getNameAsString();
    return callee->getQualifiedNameAsString() + (callee->isTemplateInstantiation() ? "<>" : "");
  }

  /// The object of a member function is known to it.
  void object_of(const clang::CallExpr* call) {
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    if (method != nullptr && method->getParent()->isLambda()) return;
    const clang::Expr* object = nullptr;
    if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call))
      object = member->getImplicitObjectArgument();
    else if (llvm::isa<clang::CXXOperatorCallExpr>(call) && method != nullptr && !method->isStatic())
      object = call->getArg(0);
    if (object == nullptr || object->getType()->isPointerType()) return;  // who made the pointer took the address
    if (method == nullptr || !keeps_this(method)) address(object);
  }
  static bool keeps_this(const clang::CXXMethodDecl* method) {
    // A vector and a span hold their elements elsewhere.
    if (only_looks(method) && method->getParent()->getNameAsString() != "array") return true;
    const clang::FunctionDecl* body = nullptr;
    if (!method->isConst() || method->isVirtual() || !method->hasBody(body)) return false;
    ThisFinder finder;
    finder.TraverseStmt(body->getBody());
    return !finder.found();
  }

  /// Whether a constructor may hand on where the variable lies that this is the value of.
  static bool tells_where(const clang::Expr* value) {
    value = value->IgnoreImplicit()->IgnoreParens();
    if (!value->getType()->getBaseElementTypeUnsafe()->isRecordType()) return false;
    if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(value))
      return std::any_of(list->inits().begin(), list->inits().end(), [](const clang::Expr* one) {
        return llvm::isa<clang::CXXDefaultInitExpr>(one) || tells_where(one);
      });
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(value))
      return !made->getConstructor()->isTrivial() && !made->getConstructor()->getParent()->isLambda();
    return !llvm::isa<clang::LambdaExpr>(value) && !llvm::isa<clang::ImplicitValueInitExpr>(value) &&
           !llvm::isa<clang::CompoundLiteralExpr>(value) && !value->isLValue();
  }

  /// What the end of a value's life calls.
  template <class Node>
  void destroyed(clang::QualType type, const Node* node) {
    if (type->isDependentType() || type.isDestructedType() != clang::QualType::DK_cxx_destructor) return;
    const clang::CXXRecordDecl* const record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    const clang::CXXDestructorDecl* const destructor = record == nullptr ? nullptr : record->getDestructor();
    if (destructor == nullptr) {
      note(Effect::Kind::unknown, node, "a destructor");
      return;
    }
    called(destructor, node, false);
    parts_destroyed(destructor, node);
  }
  template <class Node>
  void parts_destroyed(const clang::CXXDestructorDecl* destructor, const Node* node) {
    for (const clang::FieldDecl* field : destructor->getParent()->fields()) destroyed(field->getType(), node);
    for (const clang::CXXBaseSpecifier& base : destructor->getParent()->bases()) destroyed(base.getType(), node);
  }

  /// Whether a lambda's statements stand in the same function and directive as its call.
  bool stands_here(const clang::CXXMethodDecl* lambda, const clang::CallExpr* call) {
    if (function_ < 0 || elsewhere_.isValid()) return false;
    const Range body = range_of(context_, reading_, lambda->getParent()->getSourceRange());
    const Range& whole = reading_.unit.functions[static_cast<std::size_t>(function_)].whole;
    return body.file == whole.file && body.begin >= whole.begin && body.end <= whole.end &&
           directive_at(body) == directive_at(range_of(context_, reading_, call->getSourceRange()));
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

  /// Arguments that are bound to references: read, and known to who is called. std::min and std::max whose value is
  /// taken at once keep none.
  void references(const clang::FunctionDecl* callee, const clang::Expr* node, const clang::Expr* const* arguments,
                  unsigned count) {
    const bool member = llvm::isa<clang::CXXMethodDecl>(callee) && count == callee->getNumParams() + 1;
    const std::string name = callee->getNameAsString();
    const bool forgets = taken_.count(node) != 0 && callee->isInStdNamespace() && (name == "min" || name == "max");
    for (unsigned at = 0; at < callee->getNumParams() && at + (member ? 1U : 0U) < count; ++at) {
      const clang::Expr* const argument = arguments[at + (member ? 1U : 0U)];
      if (!callee->getParamDecl(at)->getType()->isReferenceType()) continue;
      if (!forgets) address(argument);
      const Root root = root_of(argument);
      if (root.variable == nullptr && !argument->isLValue()) continue;
      Effect& made = noted(Effect::Kind::reads_memory, argument);
      if (root.variable != nullptr) made.variable = number_of(root.variable);
      made.type = class_at(argument);
    }
  }

  int number_of(const clang::VarDecl* variable) const {
    const auto known = numbers_.variables.find(llvm::cast<clang::ValueDecl>(variable->getCanonicalDecl()));
    return known == numbers_.variables.end() ? -1 : known->second;
  }

  bool elsewhere(clang::SourceLocation at, clang::Expr* expression) {
    const clang::SourceLocation outer = elsewhere_;
    if (!elsewhere_.isValid()) elsewhere_ = at;
    const bool walked = TraverseStmt(expression);
    elsewhere_ = outer;
    return walked;
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
    const clang::SourceRange stands = elsewhere_.isValid() ? clang::SourceRange(elsewhere_) : node->getSourceRange();
    made.at = range_of(context_, reading_, stands);
    made.place = place_of(sources_, sources_.getExpansionLoc(stands.getBegin()).getRawEncoding());
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
  bool all_alias_ = false;           // -fno-strict-aliasing
  clang::SourceLocation elsewhere_;  // valid: where the expression runs that is walked, as it is written elsewhere
  std::set<const clang::ImplicitCastExpr*> within_;
  std::set<const clang::Expr*> taken_;  // places whose value is taken
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
