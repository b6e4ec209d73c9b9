#pragma once

#include <memory>
#include <new>

namespace support {

/// Releases an object of very many small parts on a background thread. Destroying a model of
/// 100,000 nodes takes a tenth of a second; neither the window nor the caller that cancelled a job
/// should wait for it. The thread ends with the process, after all objects are released.
void releaseLater(std::shared_ptr<const void> thing);

/// Makes an object that releaseLater releases after its last owner is gone.
template <typename T>
std::shared_ptr<T> makeReleasedLater()
{
    return std::shared_ptr<T>(new T(), [](T* thing) {
        try {
            releaseLater(std::shared_ptr<const void>(
                thing, [](const void* p) { delete static_cast<const T*>(p); }));
        } catch (const std::bad_alloc&) {
            // No memory for the second pointer, which then has deleted the object here.
        }
    });
}

} // namespace support
