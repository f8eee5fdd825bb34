// Fabric: messages between cores. A message keeps its sender and its receiver busy for a while, is under way for
// another, and needs a credit: at most so many are under way to one core or wait there; who sends one more waits.
//
// Used by the cores of one engine. Messages of one sender to one receiver arrive in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "platform/sim/engine.hpp"
#include "platform/sim/ring.hpp"

namespace heddle::platform::sim {

struct MessageCosts {
  Cycles send = 100;     // the sender is busy
  Cycles latency = 60;   // then it is under way
  Cycles receive = 100;  // the receiver is busy
  std::uint32_t credits = 64;
};

template <class Message>
class Fabric {
 public:
  Fabric(Engine& engine, const MessageCosts& costs)
      : engine_(engine), costs_(costs), inboxes_(engine.machine().cores) {}

  void send(CoreId to, Message message) {
    Inbox& inbox = inboxes_[to];
    while (inbox.messages.size() + inbox.coming >= costs_.credits) {
      inbox.senders.push(engine_.self());
      engine_.sleep("waits for a credit");
    }
    ++inbox.coming;
    engine_.work(costs_.send);
    --inbox.coming;
    const Cycles arrival = engine_.now() + costs_.latency;
    inbox.messages.push({arrival, std::move(message)});
    if (inbox.waits) engine_.wake(to, arrival + costs_.receive);
  }

  /// The next message to the running core; sleeps until there is one. The credit is free once it is received.
  Message receive() {
    Inbox& inbox = inboxes_[engine_.self()];
    engine_.work(0);
    const Cycles ready = engine_.now();
    while (inbox.messages.empty()) {
      inbox.waits = true;
      engine_.sleep("waits for a message");
      inbox.waits = false;
    }
    // Who slept was woken when it has received the message too.
    engine_.sleep_until(std::max(ready, inbox.messages.front().arrival) + costs_.receive, "receives a message");
    Message message = std::move(inbox.messages.front().message);
    inbox.messages.pop();
    if (!inbox.senders.empty()) {
      engine_.wake(inbox.senders.front(), engine_.now() + costs_.latency);
      inbox.senders.pop();
    }
    return message;
  }

 private:
  struct SentMessage {
    Cycles arrival;
    Message message;
  };
  struct Inbox {
    Ring<SentMessage> messages;
    std::uint32_t coming = 0;  // being sent
    bool waits = false;        // its core does
    Ring<CoreId> senders;
  };

  Engine& engine_;
  const MessageCosts costs_;
  std::vector<Inbox> inboxes_;
};

}  // namespace heddle::platform::sim
