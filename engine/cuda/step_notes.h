#pragma once

#include "engine/device/device.h"
#include "model/support/result.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace engine::cuda {

/// The steps that a device may be working on: those begun since the last wait for the device. A
/// failure of a kernel is noticed only at the next wait, or at a call before it; one of these steps
/// caused it. For one run at a time.
class StepNotes {
public:
    /// `kernel` and `node` must live until the next call of waited().
    void begin(std::string_view kernel, std::string_view node);
    /// The device has finished all steps.
    void waited() { m_count = 0; }
    /// Returns the error for a code after which nothing runs on the device any more (isSticky), as
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

/// The notes of this module's device.
StepNotes& stepNotes();

/// A call of CUDA that failed.
struct CallFailure {
    int code;
    std::string_view what; ///< what was tried: `copying 4 MB to the device`
    std::string_view words; ///< CUDA's text for `code`
};
/// Returns the error of a failed call, as ErrorKind::Resource. `device` is called only if the
/// module has no code for it.
support::Error callFailed(
    const CallFailure& failure, const std::function<DeviceDescription()>& device);

} // namespace engine::cuda
