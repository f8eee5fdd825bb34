// Recorders and the file they share: everything noted arrives once, in each worker's order; trouble with the file ends
// the trace and nothing else.
#include "probe/recording.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "probe/points.hpp"

namespace {

using namespace heddle;
using format::ChunkKind;
using format::Event;
using probe::Recorder;
using probe::Recording;

/// A path of its own in a folder of its own, gone afterwards.
class File {
 public:
  File() {
    char folder[] = "/tmp/heddle-probe-XXXXXX";
    folder_ = ::mkdtemp(folder);
    path = folder_ + "/trace";
  }
  ~File() {
    ::unlink(path.c_str());
    ::rmdir(folder_.c_str());
  }
  std::string path;

 private:
  std::string folder_;
};

struct Content {
  std::map<std::uint32_t, std::vector<format::Record>> records;  // by worker, without
  std::map<std::uint32_t, std::vector<format::Record>> times;    // what the kernel says of its thread
  std::map<ChunkKind, int> chunks;
  std::map<std::uint32_t, int> processes;
  format::TraceFlaw flaw;
};

Content read(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  format::TraceReader reader(std::as_bytes(std::span(text)));
  Content content;
  while (const auto chunk = reader.next()) {
    ++content.chunks[chunk->head.kind];
    ++content.processes[chunk->head.process];
    if (chunk->head.kind != ChunkKind::records) continue;
    for (std::size_t index = 0; index < chunk->record_count(); ++index)
      (chunk->record(index).event == format::Event::scheduled ? content.times : content.records)[chunk->head.worker]
          .push_back(chunk->record(index));
  }
  content.flaw = reader.flaw();
  return content;
}

void note_many(Recorder& recorder, std::uint64_t count) {
  for (std::uint64_t number = 1; number <= count; ++number)
    recorder.note({.task = number, .event = Event::task_started});
}

void expect_all_in_order(const std::vector<format::Record>& records, std::uint64_t count) {
  ASSERT_EQ(records.size(), count);
  for (std::uint64_t index = 0; index < count; ++index) {
    ASSERT_EQ(records[index].task, index + 1);
    ASSERT_GE(records[index].time_ns, records[index == 0 ? 0 : index - 1].time_ns);
  }
}

// Linux brings a thread's times up to date when it leaves its cpu, and at ticks.
void run_for_ms(long ms) {
  timespec now{};
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while (now.tv_sec * 1000 + now.tv_nsec / 1'000'000 < ms);
}

TEST(Recording, WhatTheKernelSaysOfAThreadRisesWithItsWork) {
  const File file;
  {
    auto recording = Recording::start(file.path);
    ASSERT_TRUE(recording.ok());
    Recorder* recorder = recording.value()->recorder(3);
    std::thread([recorder] {
      for (const long ms : {30, 60}) {  // since the thread began
        note_many(*recorder, 1);
        run_for_ms(ms);
        note_many(*recorder, 2000);  // more than a buffer
      }
      recorder->end_thread();
    }).join();
  }
  const std::vector<format::Record> times = read(file.path).times[3];
  ASSERT_GE(times.size(), 2u);
  EXPECT_GT(times.front().a, 10'000'000u);
  EXPECT_GT(times.back().a, times.front().a + 10'000'000u);
  EXPECT_LT(times.back().a, 10'000'000'000u);
  for (std::size_t index = 1; index < times.size(); ++index) EXPECT_GE(times[index].b, times[index - 1].b);
}

TEST(Recording, EverythingThatFourThreadsNoteArrivesOnceAndInOrder) {
  const File file;
  constexpr std::uint64_t k_notes = 20'000;  // a dozen buffers each
  {
    auto recording = Recording::start(file.path);
    ASSERT_TRUE(recording.ok());
    std::vector<std::thread> threads;
    for (std::uint32_t worker = 0; worker < 4; ++worker) {
      Recorder* recorder = recording.value()->recorder(worker);
      threads.emplace_back([recorder] { note_many(*recorder, k_notes); });
    }
    for (std::thread& thread : threads) thread.join();
  }
  Content content = read(file.path);
  EXPECT_EQ(content.flaw, format::TraceFlaw::none);
  for (std::uint32_t worker = 0; worker < 4; ++worker) expect_all_in_order(content.records[worker], k_notes);
  EXPECT_EQ(content.chunks[ChunkKind::process], 1);
  EXPECT_GE(content.chunks[ChunkKind::mappings], 2);
  EXPECT_EQ(content.chunks[ChunkKind::end], 1);
}

TEST(Recording, TheEndMayComeWhileOthersStillNote) {
  const File file;
  auto recording = Recording::start(file.path);
  ASSERT_TRUE(recording.ok());
  Recorder* recorder = recording.value()->recorder(0);
  std::atomic<bool> begun{false};
  std::thread noting([&] {
    note_many(*recorder, 100);
    begun = true;
    note_many(*recorder, 100'000);
  });
  while (!begun) std::this_thread::yield();
  recording.value()->end();
  noting.join();
  const auto records = read(file.path).records[0];
  ASSERT_GE(records.size(), 100u);
  for (std::uint64_t index = 0; index < records.size(); ++index)
    ASSERT_EQ(records[index].task, index < 100 ? index + 1 : index - 99) << "a note is lost or comes twice";
}

TEST(Recording, AThreadThatEndsLeavesItsNotesAndItsWorkerToTheNext) {
  const File file;
  auto recording = Recording::start(file.path);
  Recorder* recorder = recording.value()->recorder(0);
  for (int life = 0; life < 2; ++life) {
    std::thread([recorder] {
      note_many(*recorder, 3);
      recorder->end_thread();
    }).join();
  }
  EXPECT_EQ(read(file.path).records[0].size(), 6u) << "in the file before the recording has ended";
}

TEST(Recording, TaskNumbersOfTwoWorkersNeverMeet) {
  const File file;
  auto recording = Recording::start(file.path);
  Recorder* left = recording.value()->recorder(0);
  Recorder* right = recording.value()->recorder(1);
  EXPECT_NE(left->new_task(), 0u) << "0 stands for no task";
  EXPECT_LT(left->new_task(), right->new_task());
  EXPECT_NE(left->new_task(), left->new_task());
}

TEST(Recording, AForkedChildRecordsUnderItsOwnNumberWithoutItsParentsNotes) {
  const File file;
  {
    auto recording = Recording::start(file.path);
    Recorder* recorder = recording.value()->recorder(0);
    note_many(*recorder, 5);
    recording.value()->before_fork();
    const pid_t child = ::fork();
    if (child == 0) {
      recording.value()->after_fork_in_child();
      note_many(*recorder, 2);
      recording.value()->end();
      ::_exit(0);
    }
    recording.value()->after_fork_in_parent();
    ::waitpid(child, nullptr, 0);
  }
  Content content = read(file.path);
  EXPECT_EQ(content.processes.size(), 2u);
  EXPECT_EQ(content.chunks[ChunkKind::process], 2);
  EXPECT_EQ(content.records[0].size(), 7u);
}

TEST(Recording, AMissingFolderIsRefusedByName) {
  const auto recording = Recording::start("/nowhere/at/all/trace");
  ASSERT_FALSE(recording.ok());
  EXPECT_NE(recording.error().what.find("/nowhere/at/all/trace"), std::string::npos);
  EXPECT_NE(recording.error().what.find("No such file"), std::string::npos);
}

TEST(Recording, AFileOfSomebodyElseIsLeftAlone) {
  const File file;
  std::ofstream(file.path) << "my thesis, the only copy; long enough to hold the head of a chunk";
  EXPECT_FALSE(Recording::start(file.path).ok());
  std::ifstream stream(file.path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}).substr(0, 9), "my thesis");
}

TEST(Recording, ATraceThatIsThereIsContinued) {
  const File file;
  for (int turn = 0; turn < 2; ++turn) {
    auto recording = Recording::start(file.path);
    ASSERT_TRUE(recording.ok());
    note_many(*recording.value()->recorder(0), 4);
  }
  EXPECT_EQ(read(file.path).records[0].size(), 8u);
}

TEST(Recording, ANewFileIsForItsOwnerAlone) {
  const File file;
  const mode_t before = ::umask(0);
  const auto recording = Recording::start(file.path);
  ::umask(before);
  struct stat status{};
  ASSERT_EQ(::stat(file.path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
}

TEST(Recording, NoFileIsMadeThroughALink) {
  const File link, target;
  ASSERT_EQ(::symlink(target.path.c_str(), link.path.c_str()), 0);
  EXPECT_FALSE(Recording::start(link.path).ok());
  EXPECT_NE(::access(target.path.c_str(), F_OK), 0);
}

TEST(Recording, WhatBelongsToSomebodyElseIsNotWrittenTo) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const File file, link;
  std::ofstream(file.path).flush();
  ASSERT_EQ(::chown(file.path.c_str(), 65534, 65534), 0);
  EXPECT_FALSE(Recording::start(file.path).ok()) << "an empty file";
  ::unlink(file.path.c_str());
  ASSERT_EQ(::mkfifo(file.path.c_str(), 0666), 0);
  ASSERT_EQ(::chown(file.path.c_str(), 65534, 65534), 0);
  const int reader = ::open(file.path.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_FALSE(Recording::start(file.path).ok()) << "a pipe";
  ::close(reader);
  ASSERT_EQ(::symlink("/dev/null", link.path.c_str()), 0);
  EXPECT_TRUE(Recording::start(link.path).ok()) << "our own link";
  ASSERT_EQ(::lchown(link.path.c_str(), 65534, 65534), 0);
  EXPECT_FALSE(Recording::start(link.path).ok()) << "a link";
}

void trace_with_standard_error_closed(const std::string& path) {
  ::close(STDERR_FILENO);
  auto recording = Recording::start(path);
  if (!recording.ok()) ::_exit(2);
  ::_exit(::fcntl(STDERR_FILENO, F_GETFD) < 0 ? 0 : 1);
}

TEST(RecordingDeathTest, ATraceDoesNotTakeThePlaceOfStandardError) {
  const File file;
  EXPECT_EXIT(trace_with_standard_error_closed(file.path), ::testing::ExitedWithCode(0), "");
}

// Each in a process of its own: the message is given once a process, and a limit cannot be taken back.
void note_into_a_full_disk() {
  auto recording = Recording::start("/dev/full");
  Recorder* recorder = recording.value()->recorder(0);
  note_many(*recorder, 10'000);
  recording.value()->end();
  ::_exit(errno == 0 ? 0 : 1);
}

TEST(RecordingDeathTest, AFullDiskEndsTheTraceWithAMessageAndNotTheProgram) {
  errno = 0;
  EXPECT_EXIT(note_into_a_full_disk(), ::testing::ExitedWithCode(0), "the trace '/dev/full' ends here: No space left");
}

void note_beyond_the_file_size_limit(const std::string& path) {
  const rlimit limit{100'000, 100'000};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  auto recording = Recording::start(path);
  note_many(*recording.value()->recorder(0), 10'000);
  recording.value()->end();
  sigset_t pending;
  ::sigpending(&pending);
  ::_exit(::sigismember(&pending, SIGXFSZ));
}

TEST(RecordingDeathTest, TheLimitOfFileSizesEndsTheTraceAndNoSignalReachesTheProgram) {
  const File file;
  EXPECT_EXIT(note_beyond_the_file_size_limit(file.path), ::testing::ExitedWithCode(0), "File too large");
  const Content content = read(file.path);
  EXPECT_EQ(content.flaw, format::TraceFlaw::cut_off);
  EXPECT_GT(content.records.at(0).size(), 1000u) << "what fitted is readable";
}

void note_into_a_closed_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) ::_exit(1);
  const std::string path = "/proc/self/fd/" + std::to_string(ends[1]);
  auto recording = Recording::start(path);
  ::close(ends[0]);
  if (!recording.ok()) ::_exit(2);
  note_many(*recording.value()->recorder(0), 10'000);
  ::_exit(0);  // not by SIGPIPE
}

TEST(RecordingDeathTest, APipeThatNobodyReadsEndsTheTraceAndNotTheProgram) {
  EXPECT_EXIT(note_into_a_closed_pipe(), ::testing::ExitedWithCode(0), "");
}

TEST(Points, WithoutARecorderNothingHappens) {
  probe::worker(nullptr, Event::task_started);
  probe::messages(nullptr, probe::Message::done, 3);
  const probe::WaitSpan wait(nullptr, probe::WaitReason::children);
  probe::IdleSpan idle(nullptr);
  idle.begin();
  idle.end();
}

TEST(Points, AnIdleSpanIsNotedOnceHoweverOftenNothingIsFound) {
  const File file;
  {
    auto recording = Recording::start(file.path);
    probe::IdleSpan idle(recording.value()->recorder(0));
    for (int look = 0; look < 5; ++look) idle.begin();
    idle.end();
    idle.end();
    idle.begin();
  }
  const auto records = read(file.path).records[0];
  ASSERT_GE(records.size(), 3u);
  EXPECT_EQ(records[0].event, Event::idle_begin);
  EXPECT_EQ(records[1].event, Event::idle_end);
  EXPECT_EQ(records[2].event, Event::idle_begin);
}

}  // namespace
