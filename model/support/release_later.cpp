#include "model/support/release_later.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <pthread.h>

namespace support {

namespace {

/// True when the thread does not exist: at the program's end, when static objects release what they
/// own, or in a forked child, where the thread's mutex may be locked forever.
std::atomic<bool> isOver = false;
[[maybe_unused]] const int handlesForks = ::pthread_atfork(nullptr, nullptr, [] { isOver = true; });

class Releaser {
public:
    ~Releaser()
    {
        isOver = true;
        m_thread.request_stop();
    }

    void add(std::shared_ptr<const void> thing)
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_things.push_back(std::move(thing));
        }
        m_wake.notify_one();
    }

private:
    void run(const std::stop_token& stop)
    {
        std::vector<std::shared_ptr<const void>> things;
        std::unique_lock lock(m_mutex);
        while (m_wake.wait(lock, stop, [this] { return !m_things.empty(); })) {
            things.swap(m_things);
            lock.unlock();
            things.clear();
            lock.lock();
        }
    }

    std::mutex m_mutex; // guards m_things
    std::condition_variable_any m_wake;
    std::vector<std::shared_ptr<const void>> m_things;
    std::jthread m_thread { [this](const std::stop_token& stop) { run(stop); } }; // joined first
};

} // namespace

void releaseLater(std::shared_ptr<const void> thing)
{
    if (isOver)
        return;
    try {
        static Releaser releaser;
        releaser.add(std::move(thing));
    } catch (const std::exception&) {
        // The thread or memory is not available: the object is released on this thread.
    }
}

} // namespace support
