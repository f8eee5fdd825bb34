// What the sources of the front end share while a file is read. Clang's types are named only.
#pragma once

#include <map>
#include <memory>

#include "tools/heddlec/front/frontend.hpp"

namespace clang {
class ASTContext;
class CompilerInstance;
class DiagnosticConsumer;
class FunctionDecl;
class SourceManager;
class ValueDecl;
}  // namespace clang

namespace heddlec {

/// One run of Clang over one file.
struct Reading {
  const FrontOptions& options;
  Unit& unit;
  std::map<std::uint32_t, int> directives_at;  // by the place of the introducer
  std::map<std::uint32_t, int> files_by_id;    // Clang's number of a file to ours
  bool switches = false;                       // the dialect here
};

/// The number of the file in unit.files, made when first needed; -1 for what is no file.
int file_number(Reading& reading, const clang::SourceManager& sources, std::uint32_t place);

/// Where a token is, as people are told.
Place place_of(const clang::SourceManager& sources, std::uint32_t place);

/// The directives' handlers, to be called when the file begins.
void register_pragmas(clang::CompilerInstance& compiler, Reading& reading);

/// Fills the unit from what Clang has made of it.
void visit_unit(clang::ASTContext& context, Reading& reading);

/// What Clang's declarations are called in the unit.
struct Numbers {
  std::map<const clang::ValueDecl*, int> variables;
  std::map<const clang::FunctionDecl*, int> functions;
};

/// What functions and the statements of directives do to storage: unit.effects.
void find_effects(clang::ASTContext& context, Reading& reading, Numbers& numbers);

/// Takes Clang's errors into the unit, in our words where they are about our directives.
std::unique_ptr<clang::DiagnosticConsumer> make_listener(Reading& reading);

}  // namespace heddlec
