// SPDX-License-Identifier: Apache-2.0
// A thread that advances messages, so that the computing thread need not call MPI for that.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace groundswell {

class ProgressThread {
 public:
  // `progress` advances messages and returns whether any are in flight; over MPI it needs
  // ThreadLevel::multiple.
  explicit ProgressThread(std::function<bool()> progress);
  // Ends the thread, which never waits for another process.
  ~ProgressThread();
  ProgressThread(const ProgressThread&) = delete;
  ProgressThread& operator=(const ProgressThread&) = delete;

  // To be called when messages have been started.
  void wake();
  // Whether messages are in flight. Rethrows the exception with which the thread has ended, if there is one.
  bool is_under_way();

 private:
  void drive();

  std::function<bool()> progress_;
  std::mutex mutex_;  // protects the members below
  std::condition_variable changed_;
  bool is_under_way_ = false, has_new_ = false, ends_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace groundswell
