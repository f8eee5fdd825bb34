#include "tools/heddlec/front/describe.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace heddlec {

namespace {

/// Why a type cannot be written at file scope; "" if it can.
std::string problem_of(clang::QualType type) {
  type = type.getNonReferenceType();
  for (;;) {
    if (const auto* array = type->getAsArrayTypeUnsafe()) {
      type = array->getElementType();
    } else if (type->isPointerType()) {
      type = type->getPointeeType();
    } else {
      break;
    }
  }
  if (const auto* alias = type->getAs<clang::TypedefType>()) {
    if (alias->getDecl()->getDeclContext()->isFunctionOrMethod())
      return "its type is declared in the function; move it out";
    return "";
  }
  const auto* tag = type->getAs<clang::TagType>();
  if (tag == nullptr) return "";
  const clang::TagDecl* declaration = tag->getDecl();
  if (declaration->getName().empty() && declaration->getTypedefNameForAnonDecl() == nullptr)
    return "its type has no name; give it one";
  if (declaration->getDeclContext()->isFunctionOrMethod()) return "its type is declared in the function; move it out";
  return "";
}

clang::PrintingPolicy policy_of(clang::ASTContext& context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressTagKeyword = context.getLangOpts().CPlusPlus;
  policy.Bool = true;
  policy.FullyQualifiedName = true;
  return policy;
}

void describe_lengths(clang::ASTContext& context, clang::QualType type, Variable& variable) {
  variable.variable_length = true;
  std::string expression = variable.name;
  if (type->isPointerType()) {
    type = type->getPointeeType();
    expression = "(*" + expression + ")";
  }
  while (const clang::ArrayType* array = context.getAsArrayType(type)) {
    variable.dimensions.push_back("sizeof(" + expression + ") / sizeof((" + expression + ")[0])");
    expression = "(" + expression + ")[0]";
    type = array->getElementType();
  }
  variable.element = written_type(context, type);
}

const clang::Expr* plain(const clang::Expr* expression) {
  return expression == nullptr ? nullptr : expression->IgnoreParenImpCasts()->IgnoreImplicit();
}

const clang::ValueDecl* named(const clang::Expr* expression) {
  expression = plain(expression);
  // A copy of an iterator is a constructor round its name.
  if (const auto* made = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(expression))
    if (made->getNumArgs() == 1) return named(made->getArg(0));
  const auto* reference = llvm::dyn_cast_or_null<clang::DeclRefExpr>(expression);
  return reference == nullptr ? nullptr : reference->getDecl();
}

struct Operation {
  std::string operation;
  const clang::Expr* left = nullptr;
  const clang::Expr* right = nullptr;
};

Operation operation_of(const clang::Expr* expression) {
  if (expression == nullptr) return {};
  if (const auto* whole = llvm::dyn_cast<clang::ExprWithCleanups>(expression)) expression = whole->getSubExpr();
  expression = plain(expression);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return {binary->getOpcodeStr().str(), binary->getLHS(), binary->getRHS()};
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return {clang::UnaryOperator::getOpcodeStr(unary->getOpcode()).str(), unary->getSubExpr(), nullptr};
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression))
    return {clang::getOperatorSpelling(call->getOperator()), call->getArg(0),
            call->getNumArgs() > 1 ? call->getArg(1) : nullptr};
  if (const auto* rewritten = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(expression))
    return {rewritten->getOpcodeStr().str(), rewritten->getLHS(), rewritten->getRHS()};
  return {};
}

class LoopReader {
 public:
  LoopReader(clang::ASTContext& context, Reading& reading, Loop& loop)
      : context_(context), reading_(reading), loop_(loop) {}

  void read(const clang::ForStmt* statement) {
    loop_.found = true;
    loop_.at = statement->getForLoc().getRawEncoding();
    if (statement->getForLoc().isMacroID()) return fail("it comes out of a macro");
    begin(statement->getInit());
    if (loop_.problem.empty()) condition(statement->getCond());
    if (loop_.problem.empty()) step(statement->getInc());
    loop_.body = range_of_statement(context_, reading_, statement->getBody());
  }

 private:
  void fail(const std::string& why) { loop_.problem = why; }

  Range range(const clang::Expr* expression) { return range_of(context_, reading_, expression->getSourceRange()); }

  void begin(const clang::Stmt* init) {
    const clang::Expr* lower = nullptr;
    if (const auto* declared = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
      if (!declared->isSingleDecl()) return fail("it declares more than one variable");
      variable_ = llvm::dyn_cast<clang::VarDecl>(declared->getSingleDecl());
      if (variable_ != nullptr) lower = variable_->getInit();
      loop_.declared = true;
    } else if (const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(init)) {
      const Operation set = operation_of(expression);
      if (set.operation == "=") variable_ = llvm::dyn_cast_or_null<clang::VarDecl>(named(set.left));
      lower = set.right;
    }
    if (variable_ == nullptr || lower == nullptr) return fail("it has to begin with 'variable = value'");
    const clang::QualType type = variable_->getType().getNonReferenceType().getUnqualifiedType();
    loop_.variable = variable_->getNameAsString();
    loop_.type = written_type(context_, type);
    loop_.integer = type->isIntegerType();
    if (!type->isDependentType() && type->isRealFloatingType())
      return fail("its variable is no integer, pointer or iterator");
    loop_.lower = range(lower);
  }

  void condition(const clang::Expr* expression) {
    const Operation test = operation_of(expression);
    static const std::string k_relations = " < <= > >= != ";
    if (test.right == nullptr || k_relations.find(" " + test.operation + " ") == std::string::npos)
      return fail("its condition has to compare the variable by < <= > >= or !=");
    loop_.relation = test.operation;
    if (named(test.left) == variable_) {
      loop_.bound = range(test.right);
    } else if (named(test.right) == variable_) {
      loop_.bound = range(test.left);
      static const std::map<std::string, std::string> k_turned{
          {"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}, {"!=", "!="}};
      loop_.relation = k_turned.at(test.operation);
    } else {
      fail("its condition does not compare '" + loop_.variable + "'");
    }
  }

  void step(const clang::Expr* expression) {
    const Operation change = operation_of(expression);
    const bool ours = named(change.left) == variable_;
    if (ours && (change.operation == "++" || change.operation == "--")) {
      loop_.downwards = change.operation == "--";
    } else if (ours && (change.operation == "+=" || change.operation == "-=")) {
      loop_.downwards = change.operation == "-=";
      loop_.step = range(change.right);
    } else if (ours && change.operation == "=") {
      const Operation sum = operation_of(change.right);
      const bool left = named(sum.left) == variable_;
      if ((sum.operation != "+" && sum.operation != "-") ||
          !(left || (named(sum.right) == variable_ && sum.operation == "+")))
        return fail("its step has to add to the variable, or subtract from it");
      loop_.downwards = sum.operation == "-";
      loop_.step = range(left ? sum.right : sum.left);
    } else {
      fail("its step has to add to the variable, or subtract from it");
    }
  }

  clang::ASTContext& context_;
  Reading& reading_;
  Loop& loop_;
  const clang::VarDecl* variable_ = nullptr;
};

}  // namespace

Range range_of(clang::ASTContext& context, Reading& reading, const clang::SourceRange& range) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::LangOptions& language = context.getLangOpts();
  const auto tokens = clang::CharSourceRange::getTokenRange(range);
  clang::CharSourceRange characters = clang::Lexer::makeFileCharRange(tokens, sources, language);
  if (characters.isInvalid()) {
    const clang::CharSourceRange whole = sources.getExpansionRange(tokens);
    characters = clang::Lexer::getAsCharRange(whole, sources, language);
  }
  Range found;
  found.file = file_number(reading, sources, characters.getBegin().getRawEncoding());
  found.begin = sources.getFileOffset(characters.getBegin());
  found.end = sources.getFileOffset(characters.getEnd());
  return found;
}

Range range_of_statement(clang::ASTContext& context, Reading& reading, const clang::Stmt* statement) {
  Range found = range_of(context, reading, statement->getSourceRange());
  if (found.file < 0) return found;
  const std::string& text = reading.unit.files[static_cast<std::size_t>(found.file)].text;
  if (found.end > found.begin && (text[found.end - 1] == '}' || text[found.end - 1] == ';') &&
      !llvm::isa<clang::Expr>(statement) && !llvm::isa<clang::DoStmt>(statement))
    return found;
  std::uint32_t at = found.end;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n')) ++at;
  if (at < text.size() && text[at] == ';') found.end = at + 1;
  return found;
}

std::string written_type(clang::ASTContext& context, const clang::QualType& type) {
  std::string text = "@";
  type.getAsStringInternal(text, policy_of(context));
  return text;
}

Variable describe_variable(clang::ASTContext& context, const clang::ValueDecl* declaration) {
  Variable variable;
  variable.name = declaration->getNameAsString();
  const auto* value = llvm::dyn_cast<clang::VarDecl>(declaration);
  variable.binding = value == nullptr;
  if (value != nullptr && value->isStaticLocal()) {
    variable.kind = Variable::Kind::local_static;
  } else if (value != nullptr && value->hasGlobalStorage()) {
    variable.kind = Variable::Kind::global;
  } else if (llvm::isa<clang::ParmVarDecl>(declaration)) {
    variable.kind = Variable::Kind::parameter;
  }
  const clang::QualType type = declaration->getType();
  const clang::QualType plain = type.getNonReferenceType();
  variable.reference = type->isReferenceType();
  variable.pack = declaration->isParameterPack();
  if (type->isDependentType()) return variable;
  variable.array = plain->isArrayType();
  variable.pointer = plain->isPointerType();
  variable.scalar = plain->isScalarType();
  variable.real = plain->isRealFloatingType();
  variable.constant = plain.isConstQualified();
  variable.type = written_type(context, plain);
  variable.pointer_type = written_type(context, context.getPointerType(plain));
  variable.bytes = !context.getLangOpts().CPlusPlus ||
                   (plain.isTriviallyCopyableType(context) && plain.isDestructedType() == clang::QualType::DK_none);
  variable.internal = value != nullptr && value->hasGlobalStorage() && !value->isExternallyVisible();
  if (!context.getLangOpts().CPlusPlus) variable.type_problem = problem_of(plain);
  if (plain->isVariablyModifiedType()) describe_lengths(context, plain, variable);
  return variable;
}

void describe_function(clang::ASTContext& context, const clang::FunctionDecl* function, TaskFunction& callee) {
  callee.found = true;
  callee.returns = !function->getReturnType()->isVoidType();
  if (llvm::isa<clang::CXXMethodDecl>(function)) callee.problem = "it is a member";
  if (function->getDescribedFunctionTemplate() != nullptr) callee.problem = "it is a template";
  if (function->isVariadic()) callee.problem = "it takes any number of arguments";
  callee.parameters.clear();
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    const clang::QualType type = parameter->getType();
    if (type->isReferenceType()) callee.problem = "it has a parameter by reference; take a pointer";
    if (parameter->getName().empty()) callee.problem = "a parameter has no name";
    callee.parameters.push_back(
        {parameter->getNameAsString(), written_type(context, type.getUnqualifiedType()), type->isPointerType()});
  }
}

const clang::Stmt* loop_in(const clang::Stmt* statement) {
  for (;;) {
    if (statement == nullptr) return nullptr;
    if (llvm::isa<clang::ForStmt>(statement) || llvm::isa<clang::CXXForRangeStmt>(statement)) return statement;
    if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
      statement = attributed->getSubStmt();
      continue;
    }
    const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement);
    if (block == nullptr) return nullptr;
    statement = nullptr;
    for (const clang::Stmt* child : block->body()) {
      if (llvm::isa<clang::NullStmt>(child)) continue;
      if (statement != nullptr) return nullptr;
      statement = child;
    }
  }
}

void describe_loop(clang::ASTContext& context, Reading& reading, const clang::ForStmt* statement, Loop& loop) {
  LoopReader(context, reading, loop).read(statement);
}

}  // namespace heddlec
