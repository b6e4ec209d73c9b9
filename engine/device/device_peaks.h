#pragma once

#include "engine/kernel/kernel.h"

#include <string>
#include <vector>

namespace engine {

/// Measured ceilings of a device, for a roofline. Datasheets give other numbers; these were reached
/// on this device.
///
/// Each figure is the best of several windows of the same work, timed by the device's own clock.
/// Its agreement is the rate of the middle window divided by the best one. A value far below 1
/// means that something else used the device, or that its clock fell.
struct DevicePeaks {
    /// Product of two square matrices in one precision.
    struct Product {
        Precision precision = Precision::Float32Strict;
        double flopsPerSecond = 0; ///< 2·m·n·k over the time; 0 if it could not be measured
        double agreement = 0;
        std::string implementation; ///< `cuBLASLt 13.1.0 algorithm 66`, `own kernel`
        std::string shape; ///< `8192×8192×8192`
        /// Measured with our own kernel, because of `reason`: the device can do at least this.
        bool isLowerBound = false;
        std::string reason; ///< why it or the library could not be measured; empty if it was
    };
    double copyBytesPerSecond = 0; ///< read plus written, of a copy on the device
    double copyAgreement = 0;
    std::uint64_t copyBytes = 0; ///< of one of the two blocks
    int windows = 0; ///< number of windows of each figure
    std::vector<Product> products; ///< fp32, TF32, fp16, bfloat16
};

} // namespace engine
