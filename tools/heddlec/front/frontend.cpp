#include "tools/heddlec/front/frontend.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/Utils.h>

#include "tools/heddlec/front/reading.hpp"
#include "tools/heddlec/read/loop_head.hpp"

namespace heddlec {

namespace {

/// The directive behind which this place is the first, or null.
const Directive* directive_before(const Reading& reading, int file, std::uint32_t offset) {
  for (const Directive& directive : reading.unit.directives) {
    if (directive.text.file != file || directive.name == "skipped") continue;
    const std::string& text = reading.unit.files[static_cast<std::size_t>(file)].text;
    if (skip_blanks(text, directive.text.end) == offset) return &directive;
  }
  return nullptr;
}

const char* family_word(Family family) {
  static constexpr const char* k_words[] = {"omp", "oss", "myrmics", "heddle"};
  return k_words[static_cast<int>(family)];
}

class Listener : public clang::DiagnosticConsumer {
 public:
  explicit Listener(Reading& reading) : reading_(reading) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& given) override {
    DiagnosticConsumer::HandleDiagnostic(level, given);
    if (level < clang::DiagnosticsEngine::Error && level != clang::DiagnosticsEngine::Note) return;
    llvm::SmallString<128> text;
    given.FormatDiagnostic(text);
    Diagnostic diagnostic;
    diagnostic.text = text.str().str();
    if (given.hasSourceManager() && given.getLocation().isValid()) fill_place(given, diagnostic);
    if (level == clang::DiagnosticsEngine::Note) {
      if (listening_ && !reading_.unit.diagnostics.empty() && diagnostic.place.file.find('<') != 0)
        reading_.unit.diagnostics.back().notes.push_back({diagnostic.place, diagnostic.text});
      return;
    }
    listening_ = true;
    reading_.unit.diagnostics.push_back(diagnostic);
  }

 private:
  void fill_place(const clang::Diagnostic& given, Diagnostic& diagnostic) {
    const clang::SourceManager& sources = given.getSourceManager();
    const clang::SourceLocation at = sources.getExpansionLoc(given.getLocation());
    diagnostic.place = place_of(sources, at.getRawEncoding());
    const int file = file_number(reading_, sources, at.getRawEncoding());
    if (file < 0) return;
    const Directive* const before = directive_before(reading_, file, sources.getFileOffset(at));
    if (before == nullptr || diagnostic.text.find("expected") != 0) return;
    diagnostic.place = before->place;
    diagnostic.text =
        std::string("expected a statement after '#pragma ") + family_word(before->family) + " " + before->name + "'";
  }

  Reading& reading_;
  bool listening_ = false;
};

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, Reading& reading) : compiler_(compiler), reading_(reading) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!compiler_.getDiagnostics().hasErrorOccurred()) visit_unit(context, reading_);
  }
  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    return compiler_.getSourceManager().isInSystemHeader(declaration->getLocation());
  }

 private:
  clang::CompilerInstance& compiler_;
  Reading& reading_;
};

class Action : public clang::ASTFrontendAction {
 public:
  explicit Action(Reading& reading) : reading_(reading) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    reading_.unit.cxx = compiler.getLangOpts().CPlusPlus;
    register_pragmas(compiler, reading_);
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    return std::make_unique<Consumer>(compiler, reading_);
  }

 private:
  Reading& reading_;
};

/// A directive that Clang read, but that came to no statement.
void check_found(Reading& reading) {
  for (const Directive& directive : reading.unit.directives) {
    const bool outside =
        directive.name == "dialect" || directive.name == "assert" || directive.name == "declare reduction";
    if (directive.found || outside) continue;
    Diagnostic lost;
    lost.place = directive.place;
    lost.text = std::string("'#pragma ") + family_word(directive.family) + " " + directive.name +
                "' stands where no statement can be translated; put it into a function's body";
    reading.unit.diagnostics.push_back(lost);
  }
}

bool has_errors(const Unit& unit) {
  for (const Diagnostic& diagnostic : unit.diagnostics)
    if (diagnostic.severity == Severity::error) return true;
  return false;
}

}  // namespace

int file_number(Reading& reading, const clang::SourceManager& sources, std::uint32_t place) {
  const clang::FileID id = sources.getFileID(sources.getExpansionLoc(clang::SourceLocation::getFromRawEncoding(place)));
  const auto known = reading.files_by_id.find(id.getHashValue());
  if (known != reading.files_by_id.end()) return known->second;
  const auto entry = sources.getFileEntryRefForID(id);
  const auto buffer = sources.getBufferOrNone(id);
  if (!entry || !buffer) return -1;
  const int number = static_cast<int>(reading.unit.files.size());
  reading.unit.files.push_back({entry->getName().str(), buffer->getBuffer().str(), id == sources.getMainFileID()});
  reading.files_by_id[id.getHashValue()] = number;
  return number;
}

Place place_of(const clang::SourceManager& sources, std::uint32_t place) {
  const clang::PresumedLoc told =
      sources.getPresumedLoc(sources.getExpansionLoc(clang::SourceLocation::getFromRawEncoding(place)));
  if (told.isInvalid()) return {};
  return {told.getFilename(), told.getLine(), told.getColumn()};
}

std::unique_ptr<clang::DiagnosticConsumer> make_listener(Reading& reading) {
  return std::make_unique<Listener>(reading);
}

bool read_unit(const FrontOptions& options, Unit& unit) {
  Reading reading{options, unit, {}, {}, options.switches};
  std::vector<const char*> arguments{"clang"};
  for (const std::string& argument : options.arguments) arguments.push_back(argument.c_str());
  const auto listener = make_listener(reading);
  auto engine = clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, listener.get(), false);
  clang::CreateInvocationOptions how;
  how.Diags = engine;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(arguments, how);
  if (invocation == nullptr) return false;
  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.createDiagnostics(listener.get(), false);
  if (!compiler.hasDiagnostics()) return false;
  Action action(reading);
  compiler.ExecuteAction(action);
  if (!has_errors(unit)) check_found(reading);
  return !has_errors(unit);
}

}  // namespace heddlec
