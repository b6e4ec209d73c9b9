#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler::cupti {

/// `_Z4initPf` -> `init(float*)`. A name that is not mangled is returned unchanged.
std::string demangled(std::string_view name);

/// `cudaLaunchKernel_v7000` -> `cudaLaunchKernel`; `cuMemAlloc_v2` is returned unchanged.
std::string_view withoutVersion(std::string_view function);

/// Names of kernels and functions, each stored once. They are looked up by text, never by address:
/// code may be unloaded, and other code may be loaded at the same address.
class Names {
public:
    /// Index of a kernel's name; demangles the name when it is new.
    std::uint32_t kernel(std::string_view mangled);
    /// Index of a function's name.
    std::uint32_t function(std::string_view name);
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
    std::uint32_t idOf(Ids& ids, std::string_view key, std::string (*shown)(std::string_view));

    std::vector<std::string> m_names;
    Ids m_kernels; ///< by their mangled names
    Ids m_functions;
};

} // namespace profiler::cupti
