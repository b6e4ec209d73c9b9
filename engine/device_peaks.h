#pragma once

#include "engine/kernel.h"

#include <string>
#include <vector>

namespace engine {

/// The ceilings of a device as they were measured on it: what a roofline is drawn under. Datasheets
/// say other numbers; these were reached here, with the library that products run with.
struct DevicePeaks {
    /// Product of two matrices in one precision.
    struct Product {
        Precision precision = Precision::Float32Strict;
        double flopsPerSecond = 0; ///< 2·m·n·k over the median time; 0 if it could not be measured
        std::string implementation; ///< `cuBLASLt 13.1.0 algorithm 66`
        std::string shape; ///< `8192×8192×8192`
        std::string reason; ///< why it could not be measured; empty if it was
    };
    double copyBytesPerSecond = 0; ///< read plus written, of a copy on the device
    std::uint64_t copyBytes = 0; ///< of one of the two blocks
    int samples = 0; ///< repetitions of each that the medians are of
    std::vector<Product> products; ///< fp32, TF32, fp16, bfloat16
};

} // namespace engine
