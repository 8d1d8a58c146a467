// SPDX-License-Identifier: Apache-2.0
// Methods that use memory shared by the ranks of a node: "shared_window" sends one message per pair of ranks
// on different nodes, "node_aware" one message per pair of nodes.
#pragma once

#include "halo/message_methods.hpp"
#include "halo/node_messages.hpp"
#include "halo/shared_links.hpp"

namespace groundswell {

class SharedWindow final : public HaloMethod {
 public:
  explicit SharedWindow(const HaloContext& context)
      : HaloMethod(context), near_(context_), far_(context_, near_.reached()) {}
  void start(const HaloRows& rows) override;
  bool is_ready() override;
  void withdraw() override {
    near_.withdraw();
    far_.withdraw();
  }

 private:
  SharedLinks near_;
  PointToPointFree far_;
};

class NodeAware final : public HaloMethod {
 public:
  explicit NodeAware(const HaloContext& context)
      : HaloMethod(context), near_(context_), far_(context_, near_.reached()) {}
  void start(const HaloRows& rows) override;
  bool is_ready() override;
  void withdraw() override {
    near_.withdraw();
    far_.withdraw();
  }

 private:
  SharedLinks near_;
  NodeMessages far_;
};

}  // namespace groundswell
