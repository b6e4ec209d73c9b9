#pragma once

#include "model/support/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

/// Shared libraries that are opened while the program runs.
namespace support {

/// Address of a function of a shared library. Becomes a pointer to a function of any type.
struct FunctionAddress {
    void* address = nullptr; ///< null if the library has no such function

    template <typename Function>
    requires std::is_function_v<Function>
    operator Function*() const { return reinterpret_cast<Function*>(address); }
};

/// Opens a shared library without making its symbols visible to others (dlopen). Fails with the
/// loader's reason.
Result<void*> openSharedLibrary(const std::filesystem::path& file);

/// Finds a function of an open library.
FunctionAddress findFunction(void* library, const char* name);

/// Looks up functions by name, and notes the first that is missing. It is the first member of a
/// table of functions, which the others are initialised by:
///
///     struct Table {
///         Symbols symbols;
///         int (*create)(void** handle) = symbols("cudnnCreate");
///     };
///     const Table table { Symbols(find) };
///
/// Without `find` all functions are null; tests set them to their own.
class Symbols {
public:
    using Find = std::function<void*(const char* name)>;

    Symbols() = default;
    explicit Symbols(Find find)
        : m_find(std::move(find))
    {
    }

    FunctionAddress operator()(const char* name)
    {
        const auto found = optional(name);
        if (found.address == nullptr && m_missing.empty())
            m_missing = name;
        return found;
    }
    /// The same for a function that may be absent.
    FunctionAddress optional(const char* name) const { return { m_find ? m_find(name) : nullptr }; }
    /// The first name that was not found; empty if all were.
    const std::string& missing() const { return m_missing; }

private:
    Find m_find;
    std::string m_missing;
};

} // namespace support
