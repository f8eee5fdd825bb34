// The raw trace: what is written is read, and what is no whole trace is told, never read beyond its end.
#include "format/trace.hpp"

#include <gtest/gtest.h>
#include <cstring>
#include <vector>

namespace {

using namespace heddle::format;

using Bytes = std::vector<std::byte>;

void append(Bytes& file, const void* from, std::size_t count) {
  const auto* bytes = static_cast<const std::byte*>(from);
  file.insert(file.end(), bytes, bytes + count);
}

void append_records(Bytes& file, std::uint32_t worker, const std::vector<Record>& records) {
  ChunkHead head;
  head.kind = ChunkKind::records;
  head.worker = worker;
  head.bytes = static_cast<std::uint32_t>(records.size() * sizeof(Record));
  append(file, &head, sizeof head);
  append(file, records.data(), head.bytes);
}

Record started(std::uint64_t task) { return {.time_ns = 5 * task, .task = task, .event = Event::task_started}; }

TEST(Trace, ChunksComeBackInOrderWithTheirRecords) {
  Bytes file;
  append_records(file, 3, {started(1), started(2)});
  append_records(file, 7, {started(9)});
  TraceReader reader(file);
  const auto first = reader.next();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->head.worker, 3u);
  ASSERT_EQ(first->record_count(), 2u);
  EXPECT_EQ(first->record(1).task, 2u);
  EXPECT_EQ(first->record(1).time_ns, 10u);
  const auto second = reader.next();
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->record(0).event, Event::task_started);
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_EQ(reader.flaw(), TraceFlaw::none);
  EXPECT_EQ(reader.position(), file.size());
}

TEST(Trace, AnEmptyFileHasNoChunkAndNoFlaw) {
  TraceReader reader({});
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_EQ(reader.flaw(), TraceFlaw::none);
}

TEST(Trace, WhereverAFileIsCutTheChunksBeforeAreGoodAndTheCutIsTold) {
  Bytes file;
  append_records(file, 0, {started(1)});
  const std::size_t whole = file.size();
  append_records(file, 1, {started(2), started(3)});
  for (std::size_t size = whole + 1; size < file.size(); ++size) {
    const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    TraceReader reader(cut);
    EXPECT_TRUE(reader.next().has_value());
    EXPECT_FALSE(reader.next().has_value());
    EXPECT_EQ(reader.flaw(), TraceFlaw::cut_off) << size;
    EXPECT_EQ(reader.position(), whole);
  }
}

TEST(Trace, AnotherVersionIsRefused) {
  Bytes file;
  append_records(file, 0, {started(1)});
  const std::uint32_t version = k_trace_version + 1;
  std::memcpy(file.data() + offsetof(ChunkHead, version), &version, sizeof version);
  TraceReader reader(file);
  EXPECT_FALSE(reader.next().has_value());
  EXPECT_EQ(reader.flaw(), TraceFlaw::other_version);
}

TEST(Trace, ForeignBytesAreRefusedHoweverFewTheyAre) {
  const char text[] = "#!/bin/sh\necho no trace, and long enough for a head\n";
  for (std::size_t size = 1; size < sizeof text; ++size) {
    Bytes file;
    append(file, text, size);
    TraceReader reader(file);
    EXPECT_FALSE(reader.next().has_value());
    EXPECT_EQ(reader.flaw(), TraceFlaw::foreign) << size;
  }
}

TEST(Trace, HalfARecordAtTheEndOfAChunkIsNotCounted) {
  Bytes file;
  ChunkHead head;
  head.kind = ChunkKind::records;
  head.bytes = sizeof(Record) + 7;
  append(file, &head, sizeof head);
  file.resize(file.size() + head.bytes);
  TraceReader reader(file);
  const auto chunk = reader.next();
  ASSERT_TRUE(chunk.has_value());
  EXPECT_EQ(chunk->record_count(), 1u);
}

}  // namespace
