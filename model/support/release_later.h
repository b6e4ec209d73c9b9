#pragma once

#include <memory>

namespace support {

/// Frees something of very many small pieces on a thread of its own: a model of 100,000 nodes takes
/// a tenth of a second, which neither a window nor who cancelled a job should wait for. The thread
/// ends with the process, after everything that was handed over is freed.
void releaseLater(std::shared_ptr<const void> thing);

/// What is made is freed by releaseLater, whoever holds it last.
template <typename T>
std::shared_ptr<T> makeReleasedLater()
{
    return std::shared_ptr<T>(new T(), [](T* thing) {
        releaseLater(std::shared_ptr<const void>(
            thing, [](const void* p) { delete static_cast<const T*>(p); }));
    });
}

} // namespace support
