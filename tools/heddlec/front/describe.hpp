// How the front end writes down variables, types and loops of Clang's in plain words.
#pragma once

#include "tools/heddlec/front/reading.hpp"

namespace clang {
class ForStmt;
class FunctionDecl;
class QualType;
class SourceRange;
class Stmt;
class VarDecl;
class ValueDecl;
}  // namespace clang

namespace heddlec {

/// A range of the source as a piece of a file; macros are taken as they were written.
Range range_of(clang::ASTContext& context, Reading& reading, const clang::SourceRange& range);

/// The same for a statement, with the semicolon behind it.
Range range_of_statement(clang::ASTContext& context, Reading& reading, const clang::Stmt* statement);

/// All that a body behind another function has to know of a variable.
Variable describe_variable(clang::ASTContext& context, const clang::ValueDecl* declaration);

/// Type with @ in place of the name.
std::string written_type(clang::ASTContext& context, const clang::QualType& type);

/// What a task on a function has to know of it.
void describe_function(clang::ASTContext& context, const clang::FunctionDecl* function, TaskFunction& callee);

/// Reads a canonical loop; loop.problem says what is wrong with one that is not.
void describe_loop(clang::ASTContext& context, Reading& reading, const clang::ForStmt* statement, Loop& loop);

/// The loop that this statement is, perhaps in braces of its own; null if it is none.
const clang::Stmt* loop_in(const clang::Stmt* statement);

}  // namespace heddlec
