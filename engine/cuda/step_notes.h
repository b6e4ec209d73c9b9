#pragma once

#include "engine/device/device.h"
#include "model/support/result.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace engine::cuda {

/// Which steps a device may be working on: those begun since somebody last waited for it. A kernel
/// that fails is noticed at the next wait, or at any call after; who is to blame is then one of
/// these. One run at a time.
class StepNotes {
public:
    /// `kernel` and `node` live until the next wait().
    void begin(std::string_view kernel, std::string_view node);
    /// The device has done all of them.
    void waited() { m_count = 0; }
    /// For an answer after which nothing runs on the device any more (isSticky), as
    /// ErrorKind::Resource: `kernel cuda Relu of node relu_3 failed (illegal address) …`
    support::Error failure(int code) const;

private:
    struct Note {
        std::string_view kernel;
        std::string_view node;
    };
    std::size_t m_count = 0; ///< begun since the last wait
    Note m_first;
    Note m_last;
};

/// Those of this module's device.
StepNotes& stepNotes();

/// An answer of CUDA that is no success.
struct CallFailure {
    int code;
    std::string_view what; ///< was tried: `copying 4 MB to the device`
    std::string_view words; ///< CUDA's
};
/// As ErrorKind::Resource. `device` is asked where code for it is missing.
support::Error callFailed(
    const CallFailure& failure, const std::function<DeviceDescription()>& device);

} // namespace engine::cuda
