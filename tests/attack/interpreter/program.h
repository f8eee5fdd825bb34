// A program as the interpreter runs it: a tree of statements, read from text of one statement a line (README.md). C and
// C++.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { k_cells = 16, k_flags = 16, k_most_deps = 300, k_most_threads = 16 };

enum Kind {
  k_program,
  k_parallel,
  k_task,
  k_taskwait,
  k_waitdep,
  k_group,
  k_yield,
  k_work,
  k_sleep,
  k_set,
  k_wait,
  k_meet,
  k_fulfil,
  k_taskloop,
  k_taskred,
  k_for,
  k_sections,
  k_single,
  k_barrier,
  k_critical,
  k_chain,
  k_deep,
  k_cgroup,
  k_cparallel,
  k_cfor,
  k_copies,
  k_awaits,
  k_kinds
};
static const char* const k_kind_names[k_kinds] = {
    "program", "parallel", "task",  "taskwait", "waitdep",  "group",     "yield", "work",     "sleep",
    "set",     "wait",     "meet",  "fulfil",   "taskloop", "taskred",   "for",   "sections", "single",
    "barrier", "critical", "chain", "deep",     "cgroup",   "cparallel", "cfor",  "copies",   "awaits"};

enum Attribute {
  a_id,
  a_threads,
  a_each,
  a_repeat,
  a_if,
  a_final,
  a_priority,
  a_form,
  a_fp,
  a_fn,
  a_detach,
  a_tied,
  a_us,
  a_flag,
  a_how,
  a_n,
  a_chunk,
  a_schedule,
  a_nowait,
  a_ordered,
  a_grain,
  a_pieces,
  a_nogroup,
  a_reduce,
  a_allmem,
  a_at,
  a_many,
  a_attributes
};
static const char* const k_attribute_names[a_attributes] = {
    "id",     "threads", "each",  "repeat", "if",      "final",  "priority", "form",  "fp",
    "fn",     "detach",  "tied",  "us",     "flag",    "how",    "n",        "chunk", "schedule",
    "nowait", "ordered", "grain", "pieces", "nogroup", "reduce", "allmem",   "at",    "many"};

enum Mode { m_in, m_out, m_inout, m_mx, m_set, m_modes };
static const char* const k_mode_names[m_modes] = {"in", "out", "inout", "mx", "set"};

/// Who fulfils the event of a task that is detached.
enum Detached { d_no, d_itself, d_outside, d_statement };

typedef struct Node Node;
typedef struct Scope Scope;
struct Node {
  enum Kind kind;
  int line;
  long attribute[a_attributes];
  int count[m_modes];  // of dependences of each mode
  int cell[m_modes][k_most_deps];
  Node *parent, *first, *last, *next;
  long slots;             // how often it may be executed at most
  Scope** scopes;         // what each execution leaves behind, for the oracle
  unsigned char* hits;    // of loops: how often each iteration ran
  Node* next_of_program;  // all statements, for fulfil and to release them
};

typedef struct Program {
  Node* root;
  Node* all;
  Node* by_id[4096];
  int wrong;  // mistakes that were told
} Program;

static void refuse_line(int line, const char* what, const char* word) {
  fprintf(stderr, "attack: line %d: %s '%s'\n", line, what, word);
  exit(2);
}

static int index_of(const char* const* names, int count, const char* name, size_t length) {
  for (int i = 0; i < count; ++i)
    if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0) return i;
  return -1;
}

static void read_cells(Node* node, int mode, char* text) {
  for (char* word = text; *word != '\0';) {
    if (node->count[mode] == k_most_deps) refuse_line(node->line, "too many dependences", text);
    node->cell[mode][node->count[mode]++] = (int)strtol(word, &word, 10);
    if (*word == ',') ++word;
  }
}

static void read_word(Node* node, char* word) {
  char* const equals = strchr(word, '=');
  if (equals == NULL) refuse_line(node->line, "no value", word);
  const size_t length = (size_t)(equals - word);
  const int mode = index_of(k_mode_names, m_modes, word, length);
  if (mode >= 0) {
    read_cells(node, mode, equals + 1);
    return;
  }
  const int attribute = index_of(k_attribute_names, a_attributes, word, length);
  if (attribute < 0) refuse_line(node->line, "unknown attribute", word);
  node->attribute[attribute] = strtol(equals + 1, NULL, 10);
}

static Node* new_node(Program* program, Node* parent, char* text, int line) {
  Node* const node = (Node*)calloc(1, sizeof *node);
  node->line = line;
  node->parent = parent;
  node->attribute[a_if] = 1;
  node->attribute[a_repeat] = 1;
  char* rest = NULL;
  char* word = strtok_r(text, " \n", &rest);
  const int kind = index_of(k_kind_names, k_kinds, word, strlen(word));
  if (kind < 0) refuse_line(line, "unknown statement", word);
  node->kind = (enum Kind)kind;
  while ((word = strtok_r(NULL, " \n", &rest)) != NULL) read_word(node, word);
  node->next_of_program = program->all;
  program->all = node;
  if (node->attribute[a_id] != 0) program->by_id[node->attribute[a_id] % 4096] = node;
  if (parent == NULL) return node;
  *(parent->first == NULL ? &parent->first : &parent->last->next) = node;
  return parent->last = node;
}

static int has_body(enum Kind kind) {
  return kind == k_program || kind == k_parallel || kind == k_task || kind == k_group;
}

static void count_slots(Node* node) {
  const Node* const parent = node->parent;
  node->slots = parent == NULL ? 1 : parent->slots;
  if (parent != NULL && parent->kind == k_parallel && parent->attribute[a_each]) node->slots *= k_most_threads;
  if (node->kind == k_task) node->slots *= node->attribute[a_repeat];
  node->scopes = (Scope**)calloc((size_t)node->slots * k_most_threads, sizeof(Scope*));
  if (node->kind == k_taskloop || node->kind == k_for)
    node->hits = (unsigned char*)calloc((size_t)(node->slots * node->attribute[a_n]), 1);
  for (Node* child = node->first; child != NULL; child = child->next) count_slots(child);
}

/// Reads up to the end of one program. @returns whether there was one
static int read_program(FILE* file, Program* program, int* line) {
  static char text[16384];
  memset(program, 0, sizeof *program);
  Node* open = NULL;
  while (fgets(text, sizeof text, file) != NULL) {
    ++*line;
    char* const start = text + strspn(text, " \n");
    if (*start == '\0' || *start == '#') continue;
    if (strncmp(start, "end", 3) == 0) {
      if (open == NULL) refuse_line(*line, "nothing is open", start);
      open = open->parent;
      if (open == NULL) break;
      continue;
    }
    Node* const node = new_node(program, open, start, *line);
    if (program->root == NULL) program->root = node;
    if (has_body(node->kind)) open = node;
  }
  if (program->root != NULL) count_slots(program->root);
  return program->root != NULL;
}
