// SPDX-License-Identifier: Apache-2.0
// A sender with a progress thread, so that the computing thread need not call MPI to advance messages.
#pragma once

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "transport/shipment.hpp"

namespace groundswell {

class DrivenSender final : public ShipmentSender {
 public:
  // Over MPI this needs ThreadLevel::multiple.
  explicit DrivenSender(std::unique_ptr<ShipmentSender> sender);
  // Ends the thread, which never waits for another process, and then destroys the sender.
  ~DrivenSender() override;
  DrivenSender(const DrivenSender&) = delete;
  DrivenSender& operator=(const DrivenSender&) = delete;

  void send(const std::string& note, const std::vector<Packet>& packets, bool is_last) override;
  // Rethrows the exception with which the thread has ended, if there is one.
  bool progress() override;
  std::optional<std::string> look_for_answer() override { return sender_->look_for_answer(); }
  SendCounts counts() const override { return sender_->counts(); }

 private:
  void drive();

  std::unique_ptr<ShipmentSender> sender_;
  std::mutex mutex_;  // protects the members below
  std::condition_variable changed_;
  bool is_under_way_ = false, has_new_ = false, ends_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace groundswell
