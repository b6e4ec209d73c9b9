#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <stop_token>
#include <system_error>
#include <thread>

namespace profiler {

/// Calls `work(i)` once for every i below `count`, on the calling thread and, if that is worth it,
/// on a second one that ends before this returns. Ends early when stopped. What `work` writes for
/// one i, no other may touch. Throws what `work` throws.
///
/// Code below `ui` never leaves a thread running after a call returns. This one is for tables of
/// millions of spans, whose rows have nothing to do with each other.
template <typename Work>
void onTwoThreads(std::size_t count, bool isWorthIt, const std::stop_token& stop, const Work& work)
{
    std::atomic<std::size_t> next = 0;
    const auto take = [&] {
        for (auto i = next++; i < count && !stop.stop_requested(); i = next++)
            work(i);
    };
    std::exception_ptr failure; // of the other thread
    {
        std::jthread other; // joined at the end of this scope
        try {
            if (isWorthIt && count > 1)
                other = std::jthread([&] {
                    try {
                        take();
                    } catch (...) {
                        failure = std::current_exception();
                    }
                });
        } catch (const std::system_error&) {
            // No thread to be had: this one does all.
        }
        take();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace profiler
