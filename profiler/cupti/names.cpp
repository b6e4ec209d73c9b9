#include "profiler/cupti/names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <utility>

namespace profiler::cupti {

std::string demangled(std::string_view name)
{
    struct Free {
        void operator()(char* text) const { std::free(text); }
    };
    std::string plain(name);
    int status = 0;
    const std::unique_ptr<char, Free> text(
        abi::__cxa_demangle(plain.c_str(), nullptr, nullptr, &status));
    return status == 0 && plain.starts_with("_Z") ? std::string(text.get()) : plain;
}

std::string_view withoutVersion(std::string_view function)
{
    // Versions of the runtime are `_v` and four or more digits. `_v2` of the driver is a different
    // function.
    const auto last = function.rfind("_v");
    if (last == std::string_view::npos)
        return function;
    const auto digits = function.substr(last + 2);
    const bool isVersion
        = digits.size() >= 4 && digits.find_first_not_of("0123456789") == std::string_view::npos;
    return isVersion ? function.substr(0, last) : function;
}

std::uint32_t Names::idOf(Ids& ids, std::string_view key, std::string (*shown)(std::string_view))
{
    if (const auto found = ids.find(key); found != ids.end())
        return found->second;
    const auto id = static_cast<std::uint32_t>(m_names.size());
    m_names.push_back(shown(key));
    ids.emplace(key, id);
    return id;
}

std::uint32_t Names::kernel(std::string_view mangled)
{
    return idOf(m_kernels, mangled, demangled);
}

std::uint32_t Names::function(std::string_view name)
{
    return idOf(m_functions, name, [](std::string_view text) { return std::string(text); });
}

std::vector<std::string> Names::take() &&
{
    m_kernels.clear();
    m_functions.clear();
    return std::exchange(m_names, {});
}

} // namespace profiler::cupti
