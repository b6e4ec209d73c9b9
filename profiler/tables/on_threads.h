#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <stop_token>
#include <system_error>
#include <thread>

namespace profiler {

/// Calls `work(i)` once for every i below `count`, on the calling thread and, if `useSecondThread`,
/// also on a second thread that ends before this returns. Ends early if a stop is requested.
/// Different calls of `work` must not write to the same data. Throws what `work` throws.
///
/// Code below `ui` never leaves a thread running after a call returns. Used for tables of millions
/// of spans whose rows are independent of each other.
template <typename Work>
void onTwoThreads(
    std::size_t count, bool useSecondThread, const std::stop_token& stop, const Work& work)
{
    std::atomic<std::size_t> next = 0;
    const auto take = [&] {
        for (auto i = next++; i < count && !stop.stop_requested(); i = next++)
            work(i);
    };
    std::exception_ptr failure; // exception of the other thread
    {
        std::jthread other; // joined at the end of this scope
        try {
            if (useSecondThread && count > 1)
                other = std::jthread([&] {
                    try {
                        take();
                    } catch (...) {
                        failure = std::current_exception();
                    }
                });
        } catch (const std::system_error&) {
            // No thread could be started; this thread does all the work.
        }
        take();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace profiler
