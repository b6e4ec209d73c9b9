#pragma once

#include "model/support/result.h"
#include "profiler/counters/counter_kernel.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Something that the machine counts as a whole: energy of all packages, bytes of all memory
/// controllers. It includes what other programs do.
class SystemTotal {
public:
    /// Returns the sum of an event that drivers list, in the unit of the driver. The drivers are
    /// `driver` itself and `driver_0`, `driver_1` ... up to `driver_31`. Each counts on the
    /// processors of its `cpumask`. Fails with the reason if no driver lists it, or if one may not
    /// be read: then the sum would be of a part only.
    static support::Result<SystemTotal> ofDrivers(
        const CounterKernel& kernel, std::string_view driver, std::string_view event);
    /// Returns the energy of all packages in joules, from /sys/class/powercap.
    static support::Result<SystemTotal> ofPowercap(const CounterKernel& kernel);

    /// Returns the amount since the last call (or since opening); nothing if it cannot be read.
    std::optional<double> take();

private:
    struct Part {
        std::shared_ptr<const void> descriptor; ///< closes the event; null for a file
        int event = -1;
        std::string path; ///< of a file
        double scale = 1;
        double range = 0; ///< the counter starts again at 0 after so much; 0 = never
        double last = 0;
    };
    explicit SystemTotal(const CounterKernel& kernel)
        : m_kernel(&kernel)
    {
    }
    support::Result<void> add(std::string_view driver, std::string_view event);
    std::optional<double> valueOf(const Part& part) const;

    const CounterKernel* m_kernel;
    std::vector<Part> m_parts;
};

} // namespace profiler
