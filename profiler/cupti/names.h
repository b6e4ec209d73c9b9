#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler::cupti {

/// `_Z4initPf` -> `init(float*)`; what is no mangled name stays as it is.
std::string demangled(std::string_view name);

/// `cudaLaunchKernel_v7000` -> `cudaLaunchKernel`; `cuMemAlloc_v2` stays.
std::string_view withoutVersion(std::string_view function);

/// Names of kernels and functions, each once. Kept by their words, never by their address: the code
/// that they came from may be unloaded, and another may lie there.
class Names {
public:
    /// Demangles a kernel's name when it is first seen.
    std::uint32_t kernel(std::string_view mangled);
    std::uint32_t function(std::string_view name);
    const std::vector<std::string>& all() const { return m_names; }
    std::vector<std::string> take() &&;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };
    using Ids = std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>>;
    std::uint32_t add(Ids& ids, std::string_view key, std::string shown);

    std::vector<std::string> m_names;
    Ids m_kernels; ///< by their mangled names
    Ids m_functions;
};

} // namespace profiler::cupti
