// Work on batches by several threads, with input and output in order.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace dotwire::cli {

// `fill(batch)` makes the next input on the calling thread and is false when there is none; `work(batch)` runs on any
// thread; `show(batch)` sees the batches in their order on the calling thread, and stops all by false. No more than two
// batches a thread are held, and they are used again. What a thread throws is thrown here.
template <class Batch, class Fill, class Work, class Show>
void run_in_order(unsigned jobs, Fill fill, Work work, Show show) {
  enum class State { Free, Filled, Taken, Done };
  struct Slot {
    Batch batch;
    State state = State::Free;
    std::exception_ptr thrown;
  };
  if (jobs <= 1) {
    Batch batch;
    while (fill(batch)) {
      work(batch);
      if (!show(batch)) return;
    }
    return;
  }

  std::vector<Slot> slots(std::size_t{jobs} * 2);
  std::mutex mutex;
  std::condition_variable filled;
  std::condition_variable done;
  std::size_t taken = 0;  // batches that threads have begun
  std::size_t made = 0;   // batches that were filled
  bool over = false;

  const auto worker = [&] {
    std::unique_lock lock(mutex);
    for (;;) {
      filled.wait(lock, [&] { return over || taken < made; });
      if (over) return;
      Slot& slot = slots[taken++ % slots.size()];
      slot.state = State::Taken;
      lock.unlock();
      try {
        work(slot.batch);
      } catch (...) {
        slot.thrown = std::current_exception();
      }
      lock.lock();
      slot.state = State::Done;
      done.notify_one();
    }
  };
  std::vector<std::thread> threads;
  const auto stop = [&] {
    {
      const std::lock_guard lock(mutex);
      over = true;
    }
    filled.notify_all();
    for (std::thread& thread : threads) thread.join();
  };
  try {
    for (unsigned i = 0; i < jobs; ++i) threads.emplace_back(worker);
    bool more = true;
    for (std::size_t shown = 0;;) {
      while (more && made - shown < slots.size()) {
        Slot& slot = slots[made % slots.size()];
        more = fill(slot.batch);
        if (!more) break;
        {
          const std::lock_guard lock(mutex);
          slot.state = State::Filled;
          ++made;
        }
        filled.notify_one();
      }
      if (shown == made) break;
      Slot& slot = slots[shown % slots.size()];
      {
        std::unique_lock lock(mutex);
        done.wait(lock, [&] { return slot.state == State::Done; });
        slot.state = State::Free;
      }
      if (slot.thrown) std::rethrow_exception(slot.thrown);
      ++shown;
      if (!show(slot.batch)) break;
    }
  } catch (...) {
    stop();
    throw;
  }
  stop();
}

}  // namespace dotwire::cli
