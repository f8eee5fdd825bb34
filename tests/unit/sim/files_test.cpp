// The readers of machines and of task graphs: what is wrong is refused with its place, whatever it is.
#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "sim/graph_file.hpp"
#include "sim/json.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle::sim;

const std::filesystem::path k_machines = HEDDLE_MACHINES;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

template <class Read>
void expect_refused(Read read, const std::string& text, const std::string& words) {
  const auto result = read(text, "file");
  ASSERT_FALSE(result.ok()) << words;
  EXPECT_NE(result.error().what.find(words), std::string::npos) << result.error().what;
  EXPECT_TRUE(result.error().what.starts_with("file:")) << result.error().what;
  EXPECT_FALSE(result.error().hint.empty());
}

TEST(MachineFile, every_machine_that_comes_with_heddle_is_read) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(k_machines)) {
    if (entry.path().extension() != ".toml") continue;  // topologies are hwloc's
    const auto machine = read_machine(entry.path().string());
    ASSERT_TRUE(machine.ok()) << machine.error().what;
    EXPECT_FALSE(machine.value().about.empty());
    ++files;
  }
  EXPECT_GE(files, 4);
}

TEST(MachineFile, what_is_wrong_is_refused_with_its_line) {
  const std::string good = text_of(k_machines / "knl7230.toml");
  ASSERT_TRUE(parse_machine(good, "file").ok());
  expect_refused(parse_machine, replaced(good, "\ntransfer =", "\ntrnsfer ="), "unknown field 'trnsfer' in [line]");
  expect_refused(parse_machine, replaced(good, "\npause =", "\n# pause ="), "'system.pause' is missing");
  expect_refused(parse_machine, replaced(good, "cores = {value = 64", "cores = {value = 0"), "'cores' is 0");
  expect_refused(parse_machine, replaced(good, "cores = {value = 64", "cores = {value = -3"), "'cores' is -3");
  expect_refused(parse_machine, replaced(good, "cores = {value = 64", "cores = {value = 1.5"), "'cores' is malformed");
  expect_refused(parse_machine, replaced(good, ", source = ", ", sauce = "), "is malformed");
  expect_refused(parse_machine, replaced(good, "[system]", "[systems]"), "unknown field 'systems'");
  expect_refused(parse_machine, replaced(good, "about = ", "about : "), "file:2");
  const std::string letter = "\xc6\xb9";  // toml++ took it for unreachable
  expect_refused(parse_machine, replaced(good, "\npause = ", "\npause = 10=" + letter), "a letter that is not ASCII");
  EXPECT_TRUE(parse_machine(replaced(good, "about = \"", "# " + letter + "\nabout = \"" + letter), "file").ok());
}

constexpr const char* k_graph = R"({"format":"heddle-graph","version":1,"program":"app","duration_ns":500,"workers":2,
 "tasks_in_trace":5,
 "tasks":[
  {"id":0,"name":"main","source":null,"line":null,"process":1,"parent":null,"implicit":true,"threads":1,"priority":0,"final":false,"undeferred":false,"detachable":false,"worker":0,"created_ns":0,"ready_ns":null,"started_ns":0,"ended_ns":null,"duration_ns":100,"offset_ns":0,"accesses":[],"waits":[]},
  {"id":1,"name":"f","source":null,"line":null,"process":1,"parent":0,"implicit":true,"threads":2,"priority":0,"final":false,"undeferred":false,"detachable":false,"worker":0,"created_ns":0,"ready_ns":null,"started_ns":0,"ended_ns":null,"duration_ns":50,"offset_ns":40,"accesses":[],"waits":[]},
  {"id":2,"name":"f","source":null,"line":null,"process":1,"parent":0,"implicit":true,"threads":2,"priority":0,"final":false,"undeferred":false,"detachable":false,"worker":1,"created_ns":0,"ready_ns":null,"started_ns":0,"ended_ns":null,"duration_ns":7000,"offset_ns":40,"accesses":[],"waits":[]},
  {"id":3,"name":"a","source":null,"line":null,"process":1,"parent":1,"implicit":false,"threads":0,"priority":0,"final":false,"undeferred":false,"detachable":false,"worker":1,"created_ns":0,"ready_ns":0,"started_ns":0,"ended_ns":9,"duration_ns":300,"offset_ns":10,"accesses":[{"address":"0x10","bytes":8,"mode":"out"}],"waits":[]},
  {"id":4,"name":"b","source":null,"line":null,"process":1,"parent":1,"implicit":false,"threads":0,"priority":0,"final":false,"undeferred":false,"detachable":false,"worker":1,"created_ns":0,"ready_ns":0,"started_ns":0,"ended_ns":9,"duration_ns":200,"offset_ns":20,"accesses":[{"address":"0x10","bytes":8,"mode":"in"}],"waits":[{"offset_ns":5,"for":"window"}]}
 ],
 "dependences":[[3,4]]})";

TEST(GraphFile, the_creating_thread_becomes_the_program_and_the_rest_is_said) {
  const auto graph = parse_graph(k_graph, "file");
  ASSERT_TRUE(graph.ok()) << graph.error().what;
  const Program& program = graph.value();
  ASSERT_EQ(program.tasks.size(), 2u);
  EXPECT_EQ(program.own_ns, 150u);
  EXPECT_EQ(program.tasks[0].offset_ns, 50u);
  EXPECT_EQ(program.tasks[1].offset_ns, 60u);
  EXPECT_NE(program.tasks[0].kind, program.tasks[1].kind);
  EXPECT_EQ(program.tasks[1].accesses[0].mode, heddle::graph::Mode::in);
  EXPECT_EQ(program.critical_path_ns(), 50u + 300 + 200 + 60);  // the end of the region waits for both
  ASSERT_EQ(program.left_out.size(), 1u);
  EXPECT_NE(program.left_out[0].find("7 us"), std::string::npos);
}

TEST(GraphFile, a_recording_of_a_busy_host_is_in_doubt) {
  const auto doubts = [](const char* waited) {
    const auto graph = parse_graph(replaced(k_graph, "\"workers\":2,", std::string("\"workers\":2,") + waited), "file");
    return graph.ok() ? graph.value().doubts.size() : 9u;
  };
  EXPECT_EQ(doubts(""), 0u);  // of before, when nobody asked
  EXPECT_EQ(doubts("\"waited_for_cpu_ns\":0,"), 0u);
  EXPECT_EQ(doubts("\"waited_for_cpu_ns\":49,"), 0u);
  EXPECT_EQ(doubts("\"waited_for_cpu_ns\":50,"), 1u);  // a twentieth of two workers' 500 ns
  EXPECT_EQ(doubts("\"waited_for_cpu_ns\":-1,"), 9u);
}

// As k_graph, its two tasks as EDTs.
std::string graph_of_edts(const std::string& first, const std::string& second) {
  std::string text =
      replaced(k_graph, R"("accesses":[{"address":"0x10","bytes":8,"mode":"out"}],"waits":[])",
               R"("accesses":[],"waits":[],"scope":null,"affinity":0,"ready_by":null,"slots":[)" + first + "]");
  text = replaced(text,
                  R"("accesses":[{"address":"0x10","bytes":8,"mode":"in"}],"waits":[{"offset_ns":5,"for":"window"}])",
                  R"("accesses":[],"waits":[],"scope":"0x5","affinity":null,"ready_by":null,"slots":[)" + second + "]");
  return replaced(text, "[[3,4]]", "[]");
}

std::string slot(const std::string& mode, const std::string& from = "") {
  return R"({"slot":0,"mode":")" + mode + R"(","block":"0x4c00000001","bytes":64,"event":null,"from":[)" + from + "]}";
}

TEST(GraphFile, edts_wait_for_who_has_filled_their_slots_and_take_blocks_by_classes) {
  const auto path_of = [](const std::string& first, const std::string& second) {
    const auto graph = parse_graph(graph_of_edts(first, second), "file");
    EXPECT_TRUE(graph.ok()) << graph.error().what;
    return graph.ok() ? graph.value().critical_path_ns() : 0;
  };
  constexpr std::uint64_t k_apart = 50 + 300 + 60;  // the first one alone is as long
  constexpr std::uint64_t k_behind = k_apart + 200;
  EXPECT_EQ(path_of(slot("RO"), slot("RO")), k_apart);
  EXPECT_EQ(path_of(slot("RO"), slot("RO", "3")), k_behind);
  EXPECT_EQ(path_of(slot("RW"), slot("RW")), k_apart);
  EXPECT_EQ(path_of(slot("CONST"), slot("CONST")), k_apart);
  EXPECT_EQ(path_of(slot("RW"), slot("CONST")), k_behind);
  EXPECT_EQ(path_of(slot("EW"), slot("EW")), k_behind);
  EXPECT_EQ(path_of(slot("EW"), slot("RO")), k_apart);
  const auto graph = parse_graph(graph_of_edts(slot("RW"), slot("RO")), "file");
  EXPECT_EQ(graph.value().tasks[0].bytes, 64u);
}

TEST(GraphFile, slots_that_are_wrong_are_refused) {
  const std::string good = graph_of_edts(slot("RW"), slot("RW", "3"));
  ASSERT_TRUE(parse_graph(good, "file").ok());
  expect_refused(parse_graph, replaced(good, "\"from\":[3]", "\"from\":[4]"), "EDT 4 cannot wait for task 4");
  expect_refused(parse_graph, replaced(good, "\"from\":[3]", "\"from\":[-1]"), "EDT 4 cannot wait for task -1");
  expect_refused(parse_graph, replaced(good, "\"from\":[3]", "\"frum\":[3]"), "unknown field 'frum'");
  expect_refused(parse_graph, replaced(good, "\"mode\":\"RW\"", "\"mode\":\"XW\""), "'mode' is missing, or none");
  expect_refused(parse_graph, replaced(good, "0x4c00000001", "4c"), "is no block");
  expect_refused(parse_graph, replaced(good, "\"bytes\":64", "\"bytes\":-64"), "'bytes' is -64");
  expect_refused(parse_graph, replaced(good, "\"ready_by\":null", "\"ready_by\":9"), "cannot wait for task 9");
}

TEST(GraphFile, what_is_wrong_is_refused_with_its_line) {
  const std::string good = k_graph;
  expect_refused(parse_graph, replaced(good, "heddle-graph", "graph"), "'format' is not");
  expect_refused(parse_graph, replaced(good, "\"version\":1", "\"version\":2"), "'version' is 2");
  expect_refused(parse_graph, replaced(good, "\"duration_ns\":300", "\"duration_ns\":-300"),
                 "file:7: 'duration_ns' is -300");
  expect_refused(parse_graph, replaced(good, "\"duration_ns\":300", "\"durations\":300"), "unknown field 'durations'");
  expect_refused(parse_graph, replaced(good, "\"duration_ns\":300,", ""), "'duration_ns' is missing");
  expect_refused(parse_graph, replaced(good, "\"parent\":1", "\"parent\":3"), "is not created before it");
  expect_refused(parse_graph, replaced(good, "[[3,4]]", "[[4,3]]"), "task 3 cannot wait for task 4");
  expect_refused(parse_graph, replaced(good, "\"mode\":\"in\"", "\"mode\":\"inn\""), "'inn' is no mode");
  expect_refused(parse_graph, replaced(good, "\"tasks_in_trace\":5", "\"tasks_in_trace\":50"), "5 of 50 tasks");
  expect_refused(parse_graph, replaced(good, "\"parent\":1", "\"parent\":2"), "two threads of one parallel region");
  expect_refused(parse_graph, good.substr(0, good.size() - 1), "this is not JSON");
}

// One region of two threads, which ran a loop of 100 iterations: the first 60 by one, the rest by the other.
constexpr const char* k_loops = R"({"format":"heddle-graph","version":1,"program":"app","duration_ns":500,"workers":2,
 "tasks_in_trace":3,
 "tasks":[
  {"id":0,"name":"main","source":null,"line":null,"process":1,"parent":null,"implicit":true,"threads":1,"priority":0,"final":false,"undeferred":false,"detachable":false,"worker":0,"created_ns":0,"ready_ns":null,"started_ns":0,"ended_ns":null,"duration_ns":100,"offset_ns":0,"accesses":[],"waits":[]},
  {"id":1,"name":"f","source":null,"line":null,"process":1,"parent":0,"implicit":true,"threads":2,"priority":0,"final":false,"undeferred":false,"detachable":false,"worker":0,"created_ns":0,"ready_ns":null,"started_ns":0,"ended_ns":null,"duration_ns":670,"offset_ns":40,"accesses":[],"waits":[],"loops":[{"offset_ns":50,"trip":100,"schedule":"dynamic","chunk":4,"rising":false,"ordered":false,"nowait":false,"parts":[[0,40,400],[40,60,200]]}]},
  {"id":2,"name":"f","source":null,"line":null,"process":1,"parent":0,"implicit":true,"threads":2,"priority":0,"final":false,"undeferred":false,"detachable":false,"worker":1,"created_ns":0,"ready_ns":null,"started_ns":0,"ended_ns":null,"duration_ns":4050,"offset_ns":40,"accesses":[],"waits":[],"loops":[{"offset_ns":30,"trip":100,"schedule":"dynamic","chunk":4,"rising":false,"ordered":false,"nowait":false,"parts":[[60,100,4000]]}]}
 ],
 "dependences":[]})";

TEST(GraphFile, what_threads_ran_of_a_loop_becomes_one_loop) {
  const auto graph = parse_graph(k_loops, "file");
  ASSERT_TRUE(graph.ok()) << graph.error().what;
  const Program& program = graph.value();
  EXPECT_TRUE(program.tasks.empty());
  EXPECT_EQ(program.own_ns, 100u);
  ASSERT_EQ(program.regions.size(), 1u);
  const LoopRegion& region = program.regions[0];
  EXPECT_EQ(region.offset_ns, 40u);
  EXPECT_EQ(region.after_ns, 20u) << "the mean of what both did behind it";
  ASSERT_EQ(region.loops.size(), 1u);
  const ProgramLoop& loop = region.loops[0];
  EXPECT_EQ(loop.before_ns, 40u);
  EXPECT_EQ(loop.schedule, "dynamic");
  EXPECT_EQ(loop.ns_of(0, 100), 4600u);
  EXPECT_EQ(loop.ns_of(20, 40), 200u);
  EXPECT_EQ(loop.ns_of(50, 62), 100u + 200u);
  EXPECT_EQ(program.work_ns(), 100u + 40 + 4600 + 20);
  EXPECT_EQ(program.critical_path_ns(), 100u + 40 + 100 + 20) << "the longest iteration takes 100";
}

TEST(GraphFile, a_loop_schedule_that_there_is_not_is_refused_with_the_nearest) {
  const auto graph = parse_graph(replaced(k_loops, "\"dynamic\"", "\"dynamix\""), "file");
  ASSERT_FALSE(graph.ok());
  EXPECT_NE(graph.error().hint.find("(did you mean dynamic?)"), std::string::npos) << graph.error().hint;
}

TEST(GraphFile, loops_that_do_not_fit_together_keep_the_shares_of_their_threads) {
  const std::string good = k_loops;
  for (const auto& [what, by] :
       {std::pair{"[60,100,4000]", "[61,100,4000]"}, std::pair{"[60,100,4000]", "[59,100,4000]"},
        std::pair{"\"ordered\":false", "\"ordered\":true"}}) {
    const auto graph = parse_graph(replaced(good, what, by), "file");
    ASSERT_TRUE(graph.ok()) << graph.error().what;
    EXPECT_TRUE(graph.value().regions.empty());
    EXPECT_EQ(graph.value().tasks.size(), 2u);
    ASSERT_EQ(graph.value().left_out.size(), 1u);
    EXPECT_NE(graph.value().left_out[0].find("not all threads ran"), std::string::npos);
  }
}

TEST(GraphFile, malformed_loops_are_refused_with_their_line) {
  const std::string good = k_loops;
  expect_refused(parse_graph, replaced(good, "[60,100,4000]", "[60,101,4000]"), "file:6: a part of a loop is outside");
  expect_refused(parse_graph, replaced(good, "[60,100,4000]", "[60,60,4000]"), "outside of it, or empty");
  expect_refused(parse_graph, replaced(good, "[60,100,4000]", "[60,100]"), "a part of a loop is malformed");
  expect_refused(parse_graph, replaced(good, "[60,100,4000]", "[60,100,-1]"), "a part of a loop is malformed");
  expect_refused(parse_graph, replaced(good, "\"dynamic\"", "\"dynamics\""), "'schedule' is missing, or none");
  expect_refused(parse_graph, replaced(good, "\"chunk\":4", "\"chunk\":-4"), "'chunk' is -4");
  expect_refused(parse_graph, replaced(good, "\"chunk\":4", "\"chunks\":4"), "unknown field 'chunks'");
}

TEST(Json, names_of_large_objects_are_told_apart_as_those_of_small_ones) {
  std::string text = "{\"first\":0";
  for (int name = 0; name < 200'000; ++name) text += ",\"" + std::to_string(name) + "\":1";
  EXPECT_TRUE(parse_json(text + "}", "file").ok());
  EXPECT_FALSE(parse_json(text + ",\"first\":1}", "file").ok());
  EXPECT_FALSE(parse_json(text + ",\"199999\":1}", "file").ok());
  EXPECT_FALSE(parse_json("{\"a\":0,\"b\":0,\"a\":0}", "file").ok());
}

// No input may do worse than be refused.
template <class Read>
void expect_survives(Read read, const std::string& good) {
  std::mt19937_64 bits(1);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (std::uint64_t left = 1 + bits() % 3; left != 0; --left) {
      const std::size_t at = bits() % text.size();
      switch (bits() % 4) {
        case 0:
          text[at] = static_cast<char>(bits());
          break;
        case 1:
          text.erase(at, 1 + bits() % 40);
          break;
        case 2:
          text.insert(at, text.substr(bits() % text.size(), 1 + bits() % 40));
          break;
        default:
          text[at] = "{}[]\",:0-9.e\\\n="[bits() % 15];
      }
      if (text.empty()) text = " ";
    }
    const auto result = read(text, "file");
    if (result.ok()) continue;
    ++refused;
    ASSERT_TRUE(result.error().what.starts_with("file:")) << result.error().what;
  }
  EXPECT_GT(refused, 1000);
}

TEST(GraphFile, a_damaged_file_is_read_or_refused) {
  expect_survives(parse_graph, k_graph);
  expect_survives(parse_graph, k_loops);
}
TEST(MachineFile, a_damaged_file_is_read_or_refused) {
  expect_survives(parse_machine, text_of(k_machines / "vm2.toml"));
}

}  // namespace
