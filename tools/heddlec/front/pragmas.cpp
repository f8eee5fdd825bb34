// Directives become statements that Clang can type: `#pragma oss task in(x)` is read as `while (((void)(x), 1))` round
// the statement behind it, one that stands alone as `while (((void)(x), 0));`. So Clang's own parser and Sema type
// every expression of a clause where it stands, with the user's tokens and columns, in templates, lambdas and macros,
// too; and the body needs no captured statement, which refuses structured bindings. docs/decisions says why this way.
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/LexDiagnostic.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

#include "tools/heddlec/front/reading.hpp"
#include "tools/heddlec/read/loop_head.hpp"
#include "tools/heddlec/read/read_directive.hpp"

namespace heddlec {

namespace {

using clang::SourceLocation;
namespace tok = clang::tok;

SourceLocation location(std::uint32_t at) { return SourceLocation::getFromRawEncoding(at); }

/// Makes tokens for the parser: the user's own where there are any.
class TokenMaker {
 public:
  TokenMaker(clang::Preprocessor& preprocessor, const std::vector<clang::Token>& own, SourceLocation introducer)
      : preprocessor_(preprocessor), own_(own), introducer_(introducer) {}

  void punctuation(tok::TokenKind kind, SourceLocation at) {
    clang::Token token;
    token.startToken();
    token.setKind(kind);
    token.setLocation(at);
    made_.push_back(token);
  }
  void punctuation(tok::TokenKind kind) { punctuation(kind, introducer_); }

  void word(const std::string& text) {
    clang::Token token;
    token.startToken();
    clang::IdentifierInfo* const identifier = preprocessor_.getIdentifierInfo(text);
    token.setKind(identifier->getTokenID());
    token.setIdentifierInfo(identifier);
    token.setLocation(introducer_);
    made_.push_back(token);
  }

  void number(const std::string& text) {
    clang::Token token;
    token.startToken();
    token.setKind(tok::numeric_constant);
    preprocessor_.CreateString(text, token, introducer_, introducer_);
    made_.push_back(token);
  }

  void given(const Token& token) {
    for (const clang::Token& own : own_) {
      if (own.getLocation().getRawEncoding() == token.at && preprocessor_.getSpelling(own) == token.text) {
        made_.push_back(own);
        return;
      }
    }
    static const std::map<std::string, tok::TokenKind> k_kinds{
        {"(", tok::l_paren}, {")", tok::r_paren}, {"[", tok::l_square}, {"]", tok::r_square},
        {"*", tok::star},    {"-", tok::minus},   {"+", tok::plus},     {",", tok::comma}};
    const auto known = k_kinds.find(token.text);
    if (known != k_kinds.end()) {
      punctuation(known->second, location(token.at));
    } else {
      number(token.text);
    }
  }

  /// (void)(tokens)
  void probe(const Probe& probe) {
    if (!probe.loop_variable.empty() && !probe.loop_type.empty()) return in_loop(probe);
    cast(probe.tokens);
  }

  void own(const clang::Token& token) { made_.push_back(token); }

  void enter(bool expand = false) {
    auto stream = std::make_unique<clang::Token[]>(made_.size());
    std::copy(made_.begin(), made_.end(), stream.get());
    preprocessor_.EnterTokenStream(std::move(stream), made_.size(), /*DisableMacroExpansion=*/!expand,
                                   /*IsReinject=*/false);
  }

 private:
  void cast(const Tokens& tokens) {
    punctuation(tok::l_paren);
    word("void");
    punctuation(tok::r_paren);
    punctuation(tok::l_paren);
    for (const Token& token : tokens) given(token);
    punctuation(tok::r_paren);
  }

  /// ({ long i = 0; (void)(tokens); })
  void in_loop(const Probe& probe) {
    punctuation(tok::l_paren);
    punctuation(tok::l_brace);
    std::string one;
    for (const char c : probe.loop_type + " ") {
      if (c != ' ') {
        one += c;
        continue;
      }
      if (!one.empty()) word(one);
      one.clear();
    }
    word(probe.loop_variable);
    punctuation(tok::equal);
    number("0");
    punctuation(tok::semi);
    cast(probe.tokens);
    punctuation(tok::semi);
    punctuation(tok::r_brace);
    punctuation(tok::r_paren);
  }

  clang::Preprocessor& preprocessor_;
  const std::vector<clang::Token>& own_;
  const SourceLocation introducer_;
  std::vector<clang::Token> made_;
};

Tokens plain(clang::Preprocessor& preprocessor, const std::vector<clang::Token>& tokens) {
  Tokens all;
  for (const clang::Token& token : tokens)
    all.push_back({preprocessor.getSpelling(token), token.getLocation().getRawEncoding(), token.hasLeadingSpace()});
  return all;
}

/// A macro whose whole text is one _Pragma is as good as the directive.
bool is_whole_macro(clang::Preprocessor& preprocessor, SourceLocation at) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  const SourceLocation use = sources.getExpansionLoc(at);
  clang::Token name;
  if (clang::Lexer::getRawToken(use, name, sources, preprocessor.getLangOpts(), false)) return false;
  const clang::IdentifierInfo* const identifier = preprocessor.getIdentifierInfo(preprocessor.getSpelling(name));
  const clang::MacroInfo* const macro = preprocessor.getMacroInfo(identifier);
  return macro != nullptr && macro->getNumTokens() == 4 && macro->getReplacementToken(0).is(tok::identifier);
}

class Handler : public clang::PragmaHandler {
 public:
  Handler(const char* word, Family family, Reading& reading)
      : PragmaHandler(word), family_(family), reading_(reading) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token& first) override {
    std::vector<clang::Token> own;
    clang::Token token = first;
    for (preprocessor.Lex(token); token.isNot(tok::eod) && token.isNot(tok::eof); preprocessor.Lex(token))
      own.push_back(token);
    const Tokens tokens = plain(preprocessor, own);
    if (is_reduction(tokens)) remember_reduction(preprocessor, introducer, tokens);
    if (family_ == Family::omp && (!is_ours(tokens) || is_reduction(tokens)))
      return check_backends(preprocessor, introducer.Loc, tokens);
    Directive directive;
    directive.at = introducer.Loc.getRawEncoding();
    directive.switches = reading_.switches;
    directive.candidate = family_ == Family::omp && !reading_.switches && !is_extension(tokens);
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    directive.place = place_of(sources, directive.at);
    if (sources.isInSystemHeader(introducer.Loc)) return;
    if (directive.candidate && introducer.Loc.isMacroID()) return note_opaque(sources, introducer.Loc, tokens);
    if (!find_text(preprocessor, {introducer, token.getLocation()}, directive)) return;
    const auto wrong = directive.candidate && !is_candidate(tokens)
                           ? std::optional(Misread{directive.at, "", "", 0})
                           : read_directive(tokens, {family_, reading_.switches}, directive);
    if (wrong && directive.candidate) {
      reading_.unit.opaque.push_back({directive.text, directive.place, shown_words(tokens), wrong->text});
      return;
    }
    if (wrong) return complain(sources, *wrong);
    if (directive.name == "dialect" || directive.name == "assert") remember(directive);
    add(preprocessor, directive, own);
  }

 private:
  struct Extent {
    clang::PragmaIntroducer introducer;
    SourceLocation end;
  };

  bool is_ours(const Tokens& tokens) const {
    const std::vector<std::string> words = words_of(tokens);
    if (words.empty()) return false;
    if (reading_.switches) {
      static const std::string k_switches =
          " parallel for taskloop task single master masked sections section barrier taskwait ";
      return k_switches.find(" " + words[0] + " ") != std::string::npos;
    }
    return is_extension(tokens) || reading_.options.statics;
  }

  /// A directive out of a macro: heddlec cannot translate it, and nobody may overlook it.
  void note_opaque(const clang::SourceManager& sources, SourceLocation at, const Tokens& tokens) {
    const SourceLocation use = sources.getExpansionLoc(at);
    Opaque opaque;
    opaque.text.file = file_number(reading_, sources, use.getRawEncoding());
    opaque.text.begin = opaque.text.end = sources.getFileOffset(use);
    opaque.place = place_of(sources, use.getRawEncoding());
    opaque.words = shown_words(tokens);
    opaque.problem = "it comes out of a macro";
    reading_.unit.opaque.push_back(opaque);
  }

  /// A directive of which a static region can be made.
  static bool is_candidate(const Tokens& tokens) {
    static const std::string k_candidates =
        " parallel for taskloop task single master masked sections section barrier taskwait taskgroup ";
    return k_candidates.find(" " + words_of(tokens)[0] + " ") != std::string::npos;
  }

  /// The first words, which name it.
  static std::string shown_words(const Tokens& tokens) {
    std::string all;
    for (const std::string& word : words_of(tokens)) {
      if (all.size() + word.size() > 40) break;  // a line of a message is enough
      all += (all.empty() ? "" : " ") + word;
    }
    return all;
  }

  bool is_reduction(const Tokens& tokens) const {
    return (family_ == Family::omp || family_ == Family::oss) && tokens.size() > 1 && tokens[0].text == "declare" &&
           tokens[1].text == "reduction";
  }

  void remember_reduction(clang::Preprocessor& preprocessor, const clang::PragmaIntroducer& introducer,
                          const Tokens& tokens) {
    if (preprocessor.getSourceManager().isInSystemHeader(introducer.Loc)) return;
    UserReduction reduction;
    const auto wrong = read_reduction(tokens, reduction);
    if (!wrong) {
      reading_.unit.reductions.push_back(reduction);
    } else if (family_ == Family::oss) {
      complain(preprocessor.getSourceManager(), *wrong);
    }
  }

  /// What the compiler behind us translates, and would leave out without -fopenmp.
  void check_backends(clang::Preprocessor& preprocessor, SourceLocation at, const Tokens& tokens) {
    const std::vector<std::string> words = words_of(tokens);
    if (words.empty() || !reading_.switches || reading_.options.openmp) return;
    static const std::string k_needed = " critical atomic ordered flush target teams taskgroup taskyield ";
    if (k_needed.find(" " + words[0] + " ") == std::string::npos ||
        preprocessor.getSourceManager().isInSystemHeader(at))
      return;
    complain(preprocessor.getSourceManager(),
             {at.getRawEncoding(),
              "'#pragma omp " + words[0] + "' is translated by the compiler behind heddlec; add -fopenmp", "", 0});
  }

  /// Which part of which file the directive is.
  bool find_text(clang::Preprocessor& preprocessor, const Extent& extent, Directive& directive) {
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    const SourceLocation at = extent.introducer.Loc;
    const bool macro = at.isMacroID();
    if (macro && (sources.isMacroArgExpansion(at) || !is_whole_macro(preprocessor, at))) {
      complain(sources,
               {directive.at, "a directive in the arguments or among the text of a macro is not supported; move it out",
                "", 0});
      return false;
    }
    const SourceLocation from = macro ? sources.getExpansionLoc(at) : at;
    const auto [file, begin] = sources.getDecomposedLoc(from);
    directive.text.file = file_number(reading_, sources, from.getRawEncoding());
    if (directive.text.file < 0) return false;
    directive.text.begin = begin;
    const std::string& text = reading_.unit.files[static_cast<std::size_t>(directive.text.file)].text;
    if (macro) {
      directive.text.end = sources.getFileOffset(sources.getExpansionRange(at).getEnd());
      directive.text.end +=
          clang::Lexer::MeasureTokenLength(sources.getExpansionRange(at).getEnd(), sources, preprocessor.getLangOpts());
    } else if (extent.introducer.Kind == clang::PIK__Pragma) {
      directive.text.end = end_of_call(text, begin);
    } else {
      directive.text.end = end_of_directive(text, begin);
    }
    return true;
  }

  void complain(const clang::SourceManager& sources, const Misread& wrong) {
    Diagnostic diagnostic;
    diagnostic.place = place_of(sources, wrong.at);
    diagnostic.text = wrong.text;
    diagnostic.replacement = wrong.replacement;
    diagnostic.replaced = wrong.replaced;
    reading_.unit.diagnostics.push_back(diagnostic);
  }

  void remember(const Directive& directive) {
    if (directive.clauses.empty() || directive.name != "dialect") return;
    reading_.switches = text_of(directive.clauses[0].values[0]) == "switches";
  }

  void add(clang::Preprocessor& preprocessor, Directive& directive, const std::vector<clang::Token>& own) {
    const std::string& text = reading_.unit.files[static_cast<std::size_t>(directive.text.file)].text;
    know_loop_variable(directive, loop_head(text, directive.text.end));
    if (directive.family == Family::oss && directive.name == "task") {
      directive.callee = function_head(text, directive.text.end);
      directive.callee.head.file = directive.text.file;
    }
    if (directive.family == Family::omp && directive.name.find("parallel ") == 0)
      return add_combined(preprocessor, directive, own);
    const int number = static_cast<int>(reading_.unit.directives.size());
    reading_.directives_at[directive.at] = number;
    TokenMaker maker(preprocessor, own, location(directive.at));
    const bool outside =
        directive.name == "dialect" || directive.name == "assert" || directive.name == "declare reduction";
    if (!directive.callee.name.empty()) {
      directive.alone = directive.calls = true;
      probe_function(preprocessor, maker, directive);
    } else if (!outside) {
      loop_round(maker, directive);
      maker.enter();
    }
    reading_.unit.directives.push_back(directive);
  }

  /// `static inline void probe(parameters) { while (((void)(in), 0)); }` in front of the function: so its parameters
  /// are known to the clauses, with the tokens of its own.
  static void probe_function(clang::Preprocessor& preprocessor, TokenMaker& maker, const Directive& directive) {
    for (const char* word : {"static", "inline", "void"}) maker.word(word);
    maker.word("heddlec_probe_" + std::to_string(directive.at));
    const clang::SourceManager& sources = preprocessor.getSourceManager();
    const clang::FileID file = sources.getFileID(sources.getExpansionLoc(location(directive.at)));
    const llvm::StringRef text = sources.getBufferData(file);
    clang::Lexer lexer(sources.getLocForStartOfFile(file), preprocessor.getLangOpts(), text.begin(),
                       text.begin() + directive.callee.head.end, text.end());
    int depth = 0;
    clang::Token token;
    do {
      if (lexer.LexFromRawLexer(token)) break;
      if (token.is(tok::raw_identifier)) preprocessor.LookUpIdentifierInfo(token);
      if (token.is(tok::l_paren)) ++depth;
      if (token.is(tok::r_paren)) --depth;
      maker.own(token);
    } while (depth > 0);
    maker.punctuation(tok::l_brace);
    loop_round(maker, directive);
    maker.punctuation(tok::r_brace);
    maker.enter(/*expand=*/true);  // a length of a parameter may be a macro
  }

  static void loop_round(TokenMaker& maker, const Directive& directive) {
    maker.word("while");
    maker.punctuation(tok::l_paren);
    maker.punctuation(tok::l_paren);
    for (const Probe& probe : directive.probes) {
      maker.probe(probe);
      maker.punctuation(tok::comma);
    }
    maker.number(directive.alone ? "0" : "1");
    maker.punctuation(tok::r_paren);
    maker.punctuation(tok::r_paren);
    if (directive.alone) maker.punctuation(tok::semi);
  }

  /// `parallel for`: a region, and a loop in it. The second begins one letter behind the first, where no token is.
  void add_combined(clang::Preprocessor& preprocessor, const Directive& both, const std::vector<clang::Token>& own) {
    static const std::string k_of_region = " num_threads private firstprivate if proc_bind copyin ";
    Directive region = both, inner = both;
    region.name = "parallel";
    inner.name = both.name.substr(9);
    inner.at = both.at + 1;
    inner.text.begin = inner.text.end;
    const auto of_region = [](const Clause& clause) {
      return k_of_region.find(" " + clause.name + " ") != std::string::npos;
    };
    std::erase_if(region.clauses, [&](const Clause& clause) { return !of_region(clause); });
    std::erase_if(inner.clauses,
                  [&](const Clause& clause) { return of_region(clause) && clause.name != "firstprivate"; });
    TokenMaker outside(preprocessor, own, location(region.at)), inside(preprocessor, own, location(inner.at));
    loop_round(inside, inner);
    inside.enter();  // what is entered last is read first
    loop_round(outside, region);
    outside.enter();
    for (const Directive& one : {region, inner}) {
      reading_.directives_at[one.at] = static_cast<int>(reading_.unit.directives.size());
      reading_.unit.directives.push_back(one);
    }
  }

  const Family family_;
  Reading& reading_;
};

/// Notes which files are read, which parts are left out, and takes the parser's place for `omp`.
class Watcher : public clang::PPCallbacks {
 public:
  Watcher(clang::CompilerInstance& compiler, Reading& reading) : compiler_(compiler), reading_(reading) {}

  void FileChanged(SourceLocation, FileChangeReason, clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (taken_) return;
    taken_ = true;
    static clang::EmptyPragmaHandler by_name(
        "omp");  // the preprocessor looks for the name; the parser keeps its object
    compiler_.getPreprocessor().RemovePragmaHandler(&by_name);
    compiler_.getPreprocessor().AddPragmaHandler(new Handler("omp", Family::omp, reading_));
  }

  void InclusionDirective(SourceLocation hash, const clang::Token&, llvm::StringRef, bool, clang::CharSourceRange name,
                          clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef, const clang::Module*,
                          bool, clang::SrcMgr::CharacteristicKind kind) override {
    if (!file) return;
    reading_.unit.opened.push_back((kind == clang::SrcMgr::C_User ? "" : "\1") + file->getName().str());
    if (kind != clang::SrcMgr::C_User) return;
    const clang::SourceManager& sources = compiler_.getSourceManager();
    Inclusion inclusion;
    inclusion.text.file = file_number(reading_, sources, hash.getRawEncoding());
    inclusion.text.begin = sources.getFileOffset(name.getBegin());
    inclusion.text.end =
        inclusion.text.begin + clang::Lexer::MeasureTokenLength(name.getBegin(), sources, compiler_.getLangOpts());
    if (name.getEnd().isValid() && name.getBegin().isFileID())
      inclusion.text.end = sources.getFileOffset(name.getEnd());
    pending_.push_back({inclusion, file->getName().str()});
  }

  void SourceRangeSkipped(clang::SourceRange range, SourceLocation) override {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    if (sources.isInSystemHeader(range.getBegin())) return;
    const int file = file_number(reading_, sources, range.getBegin().getRawEncoding());
    if (file < 0) return;
    Directive skipped;
    skipped.name = "skipped";
    skipped.text = {file, sources.getFileOffset(range.getBegin()), sources.getFileOffset(range.getEnd())};
    skipped.place = place_of(sources, range.getBegin().getRawEncoding());
    skipped.alone = skipped.found = true;
    reading_.unit.directives.push_back(skipped);
  }

  void EndOfMainFile() override {
    for (auto& [inclusion, path] : pending_) {
      for (std::size_t file = 0; file < reading_.unit.files.size(); ++file)
        if (reading_.unit.files[file].path == path) inclusion.target = static_cast<int>(file);
      if (inclusion.target >= 0) reading_.unit.inclusions.push_back(inclusion);
    }
  }

 private:
  clang::CompilerInstance& compiler_;
  Reading& reading_;
  bool taken_ = false;
  std::vector<std::pair<Inclusion, std::string>> pending_;
};

}  // namespace

void register_pragmas(clang::CompilerInstance& compiler, Reading& reading) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  const std::string families = "," + reading.options.families + ",";
  const auto add = [&](const char* word, Family family) {
    if (families.find("," + std::string(word) + ",") != std::string::npos)
      preprocessor.AddPragmaHandler(new Handler(word, family, reading));
  };
  add("oss", Family::oss);
  add("myrmics", Family::myrmics);
  add("heddle", Family::heddle);
  preprocessor.addPPCallbacks(std::make_unique<Watcher>(compiler, reading));
}

}  // namespace heddlec
