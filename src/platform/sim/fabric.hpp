// Fabric: messages between cores. A message keeps its sender and its receiver busy for a while, is under way for
// another, and needs a credit: at most so many are under way to one core or wait there; who sends one more waits. What
// it costs may depend on the two cores.
//
// Used by the cores of one engine. Messages of one sender to one receiver arrive in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
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
  using CostsBetween = std::function<MessageCosts(CoreId from, CoreId to)>;

  Fabric(Engine& engine, const MessageCosts& costs) : Fabric(engine, [costs](CoreId, CoreId) { return costs; }) {}
  Fabric(Engine& engine, CostsBetween costs)
      : engine_(engine), costs_(std::move(costs)), inboxes_(engine.machine().cores) {}

  void send(CoreId to, Message message) {
    Inbox& inbox = inboxes_[to];
    const MessageCosts costs = costs_(engine_.self(), to);
    while (inbox.messages.size() + inbox.coming >= costs.credits) {
      inbox.senders.push(engine_.self());
      engine_.sleep("waits for a credit");
    }
    ++inbox.coming;
    engine_.work(costs.send);
    --inbox.coming;
    const Cycles arrival = engine_.now() + costs.latency;
    inbox.messages.push({arrival, costs, std::move(message)});
    if (inbox.waits) engine_.wake(to, arrival + costs.receive);
  }

  /// Whether there is a message to the running core, maybe still under way.
  bool any() const noexcept { return !inboxes_[engine_.self()].messages.empty(); }

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
    const MessageCosts costs = inbox.messages.front().costs;
    engine_.sleep_until(std::max(ready, inbox.messages.front().arrival) + costs.receive, "receives a message");
    Message message = std::move(inbox.messages.front().message);
    inbox.messages.pop();
    if (!inbox.senders.empty()) {
      engine_.wake(inbox.senders.front(), engine_.now() + costs.latency);
      inbox.senders.pop();
    }
    return message;
  }

 private:
  struct SentMessage {
    Cycles arrival;
    MessageCosts costs;
    Message message;
  };
  struct Inbox {
    Ring<SentMessage> messages;
    std::uint32_t coming = 0;  // being sent
    bool waits = false;        // its core does
    Ring<CoreId> senders;
  };

  Engine& engine_;
  const CostsBetween costs_;
  std::vector<Inbox> inboxes_;
};

}  // namespace heddle::platform::sim
