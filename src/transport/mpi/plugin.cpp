// MPI as a transport: two-sided messages, MPI_THREAD_SERIALIZED, a communicator for messages and one for data.
//
// Built once for each MPI, against its mpi.h, and loaded by load.cpp. After the start no call of MPI's that waits is
// made, but for MPI_Finalize.
#include "transport/transport.hpp"

#include <mpi.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

namespace heddle::transport {

namespace {

constexpr int k_message = 0;                                // tags of the communicator for messages
constexpr int k_get = 1;                                    // "send me these ranges"
constexpr int k_data_tags = 32768;                          // MPI promises tags up to 32,767
constexpr std::size_t k_most_piece = std::size_t{1} << 28;  // bytes of one transfer: counts of MPI's are ints

struct GetHead {
  int tag;
  std::uint32_t count;
};

class Mpi final : public Transport {
 public:
  Mpi() {
    MPI_Comm_dup(MPI_COMM_WORLD, &messages_);
    MPI_Comm_dup(MPI_COMM_WORLD, &data_);
    int number = 0;
    MPI_Comm_rank(messages_, &number);
    rank_ = static_cast<unsigned>(number);
    MPI_Comm_size(messages_, &number);
    ranks_ = static_cast<unsigned>(number);
  }

  void send(unsigned to, const char* bytes, std::size_t count) noexcept override {
    post(to, k_message, {bytes, count});
  }

  void fetch(unsigned from, const MemoryRange* ranges, std::size_t count, void* what) noexcept override {
    auto* const fetch = new Fetch{what, 0};
    std::vector<MemoryRange> piece;
    std::size_t bytes = 0;
    for (std::size_t index = 0; index < count; ++index) {
      MemoryRange left = ranges[index];
      while (left.bytes != 0) {
        const std::size_t most = std::min(left.bytes, k_most_piece - bytes);
        piece.push_back({left.begin, most});
        bytes += most;
        left.begin += most;
        left.bytes -= most;
        if (bytes == k_most_piece) {
          get(from, piece, *fetch);
          piece.clear();
          bytes = 0;
        }
      }
    }
    if (!piece.empty()) get(from, piece, *fetch);
  }

  bool poll(Receiver& receiver) noexcept override {
    bool any = receive(receiver);
    any = test_fetches(receiver) || any;
    test_sends();
    return any;
  }

  void sleep(std::uint64_t ns) noexcept override {
    constexpr std::uint64_t k_second = 1'000'000'000;
    const timespec time{static_cast<time_t>(ns / k_second), static_cast<long>(ns % k_second)};
    ::nanosleep(&time, nullptr);
  }

  void end(int status) noexcept override {
    if (status != 0) MPI_Abort(MPI_COMM_WORLD, status);
    while (!sends_.empty()) test_sends();
    MPI_Comm_free(&messages_);
    MPI_Comm_free(&data_);
    MPI_Finalize();
  }

  void exchange(const void* own, void* all, std::size_t bytes) noexcept override {
    MPI_Allgather(own, static_cast<int>(bytes), MPI_BYTE, all, static_cast<int>(bytes), MPI_BYTE, messages_);
  }

 private:
  struct Bytes {
    const char* begin;
    std::size_t count;
  };
  struct Sending {
    MPI_Request request;
    std::unique_ptr<char[]> bytes;  // null: data, straight from their place
  };
  struct Receiving {
    MPI_Request request;
    std::unique_ptr<char[]> bytes;
    std::size_t count;
    unsigned from;
    int tag;
  };
  struct Fetch {
    void* what;
    unsigned left;  // pieces under way
  };
  struct Piece {
    MPI_Request request;
    Fetch* fetch;
  };

  void post(unsigned to, int tag, Bytes message) {
    Sending sending{MPI_REQUEST_NULL, std::make_unique<char[]>(message.count)};
    std::memcpy(sending.bytes.get(), message.begin, message.count);
    MPI_Isend(sending.bytes.get(), static_cast<int>(message.count), MPI_BYTE, static_cast<int>(to), tag, messages_,
              &sending.request);
    sends_.push_back(std::move(sending));
  }

  // One place after the other, as one message: MPI gathers and scatters.
  static MPI_Datatype type_of(const MemoryRange* ranges, std::size_t count) {
    std::vector<int> lengths(count);
    std::vector<MPI_Aint> places(count);
    for (std::size_t index = 0; index < count; ++index) {
      lengths[index] = static_cast<int>(ranges[index].bytes);
      MPI_Get_address(ranges[index].begin, &places[index]);
    }
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed(static_cast<int>(count), lengths.data(), places.data(), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    return type;
  }

  void get(unsigned from, const std::vector<MemoryRange>& ranges, Fetch& fetch) {
    next_tag_ = (next_tag_ + 1) % k_data_tags;
    MPI_Datatype type = type_of(ranges.data(), ranges.size());
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(MPI_BOTTOM, 1, type, static_cast<int>(from), next_tag_, data_, &request);
    MPI_Type_free(&type);  // the transfer keeps it
    pieces_.push_back({request, &fetch});
    ++fetch.left;
    const GetHead head{next_tag_, static_cast<std::uint32_t>(ranges.size())};
    std::vector<char> message(sizeof head + ranges.size() * sizeof(MemoryRange));
    std::memcpy(message.data(), &head, sizeof head);
    std::memcpy(message.data() + sizeof head, ranges.data(), ranges.size() * sizeof(MemoryRange));
    post(from, k_get, {message.data(), message.size()});
  }

  void give(unsigned to, const char* message) {
    GetHead head;
    std::memcpy(&head, message, sizeof head);
    std::vector<MemoryRange> ranges(head.count);
    std::memcpy(ranges.data(), message + sizeof head, ranges.size() * sizeof(MemoryRange));
    MPI_Datatype type = type_of(ranges.data(), ranges.size());
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(MPI_BOTTOM, 1, type, static_cast<int>(to), head.tag, data_, &request);
    MPI_Type_free(&type);
    sends_.push_back({request, nullptr});
  }

  // What has come is handed on in the order in which it was matched, which is the order of each sender.
  bool receive(Receiver& receiver) {
    for (;;) {
      int found = 0;
      MPI_Message message = MPI_MESSAGE_NULL;
      MPI_Status status;
      MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, messages_, &found, &message, &status);
      if (found == 0) break;
      int count = 0;
      MPI_Get_count(&status, MPI_BYTE, &count);
      Receiving one{MPI_REQUEST_NULL, std::make_unique<char[]>(static_cast<std::size_t>(count) + 1),
                    static_cast<std::size_t>(count), static_cast<unsigned>(status.MPI_SOURCE), status.MPI_TAG};
      MPI_Imrecv(one.bytes.get(), count, MPI_BYTE, &message, &one.request);
      receives_.push_back(std::move(one));
    }
    bool any = false;
    while (!receives_.empty()) {
      int done = 0;
      MPI_Test(&receives_.front().request, &done, MPI_STATUS_IGNORE);
      if (done == 0) break;
      const Receiving one = std::move(receives_.front());
      receives_.pop_front();
      if (one.tag == k_get) {
        give(one.from, one.bytes.get());
      } else {
        receiver.arrived(one.from, one.bytes.get(), one.count);
      }
      any = true;
    }
    return any;
  }

  bool test_fetches(Receiver& receiver) {
    bool any = false;
    for (std::size_t index = 0; index < pieces_.size();) {
      int done = 0;
      MPI_Test(&pieces_[index].request, &done, MPI_STATUS_IGNORE);
      if (done == 0) {
        ++index;
        continue;
      }
      Fetch* const fetch = pieces_[index].fetch;
      pieces_[index] = pieces_.back();
      pieces_.pop_back();
      any = true;
      if (--fetch->left != 0) continue;
      receiver.fetched(fetch->what);
      delete fetch;
    }
    return any;
  }

  void test_sends() {
    for (std::size_t index = 0; index < sends_.size();) {
      int done = 0;
      MPI_Test(&sends_[index].request, &done, MPI_STATUS_IGNORE);
      if (done == 0) {
        ++index;
        continue;
      }
      if (index + 1 != sends_.size()) sends_[index] = std::move(sends_.back());
      sends_.pop_back();
    }
  }

  MPI_Comm messages_ = MPI_COMM_NULL;
  MPI_Comm data_ = MPI_COMM_NULL;
  std::vector<Sending> sends_;
  std::deque<Receiving> receives_;
  std::vector<Piece> pieces_;
  int next_tag_ = 0;
};

const char* name_of_level(int level) {
  return level == MPI_THREAD_SINGLE ? "MPI_THREAD_SINGLE" : "MPI_THREAD_FUNNELED";
}

// A program that calls MPI itself does so at the same time as the thread that polls, which SERIALIZED forbids, and ends
// MPI while ranks are still to part.
bool start(OpenReport& opened) {
  int there = 0;
  MPI_Initialized(&there);
  if (there != 0) {
    std::snprintf(opened.why, sizeof opened.why,
                  "the program has initialised MPI itself, which does not go together yet, leave MPI_Init away or set "
                  "HEDDLE_MPI=off");
    return false;
  }
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
  if (level >= MPI_THREAD_SERIALIZED) return true;
  std::snprintf(opened.why, sizeof opened.why,
                "MPI gives %s, and MPI_THREAD_SERIALIZED is needed, install an MPI that was built with threads",
                name_of_level(level));
  return false;
}

}  // namespace

}  // namespace heddle::transport

extern "C" [[gnu::visibility("default")]] void heddle_transport_open(heddle::transport::OpenReport* opened) {
  using namespace heddle::transport;
  if (opened->version != k_transport_version) {
    std::snprintf(opened->why, sizeof opened->why,
                  "the library and its plug-in for MPI are of different versions, install both from one build");
    return;
  }
  if (start(*opened)) opened->transport = new Mpi;
}
