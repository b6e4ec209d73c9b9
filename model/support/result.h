#pragma once

#include <cassert>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace support {

/// The kind of an Error. Programs map it to an exit code (docs/command-line.md). Nothing else
/// depends on it.
enum class ErrorKind {
    Failed, ///< none of the other kinds
    Usage, ///< the caller asked for something invalid
    File, ///< a file cannot be read or written, is malformed or refused
    Unsupported, ///< the model cannot run: operators, dimensions or weights are missing
    Resource, ///< device or memory is not available
    Cancelled, ///< the user stopped it
};

/// The reason for a failure: a message that is written where the failure occurs and gets context on
/// the way up. Style: lower case, no full stop, with values: `input 1 of Conv "stem" has rank 3,
/// expected 4`.
class Error {
public:
    explicit Error(std::string message, ErrorKind kind = ErrorKind::Failed)
        : m_message(std::move(message))
        , m_kind(kind)
    {
    }

    const std::string& message() const { return m_message; }
    ErrorKind kind() const { return m_kind; }

    /// Prefixes the message with context: `context: message`.
    Error within(std::string_view context) &&
    {
        m_message = std::string(context) + ": " + m_message;
        return std::move(*this);
    }

    /// Replaces the kind.
    Error as(ErrorKind kind) &&
    {
        m_kind = kind;
        return std::move(*this);
    }

private:
    std::string m_message;
    ErrorKind m_kind;
};

/// Makes an Error from parts that can be streamed: `return fail("rank ", rank, ", expected 4");`
template <typename... Parts>
[[nodiscard]] Error fail(const Parts&... parts)
{
    std::ostringstream text;
    (text << ... << parts);
    return Error(std::move(text).str());
}

/// As fail, with a kind: `return failAs(ErrorKind::File, path, ": not found");`
template <typename... Parts>
[[nodiscard]] Error failAs(ErrorKind kind, const Parts&... parts)
{
    return fail(parts...).as(kind);
}

/// A value or the Error that prevented it. Converts implicitly from both, so that functions return
/// either.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) // NOLINT(google-explicit-constructor): returning a value must stay plain
        : m_state(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error) // NOLINT(google-explicit-constructor)
        : m_state(std::in_place_index<1>, std::move(error))
    {
    }
    template <typename U>
    requires(
        std::is_convertible_v<U&&,
            T> && !std::is_same_v<std::remove_cvref_t<U>, T> && !std::is_same_v<std::remove_cvref_t<U>, Error> && !std::is_same_v<std::remove_cvref_t<U>, Result<T>>)
        Result(U&& value) // NOLINT(google-explicit-constructor)
        : m_state(std::in_place_index<0>, std::forward<U>(value))
    {
    }

    explicit operator bool() const { return m_state.index() == 0; }

    T& operator*() & { return valueOf(*this); }
    const T& operator*() const& { return valueOf(*this); }
    T&& operator*() && { return std::move(valueOf(*this)); }
    T* operator->() { return &valueOf(*this); }
    const T* operator->() const { return &valueOf(*this); }

    const Error& error() const&
    {
        assert(m_state.index() == 1 && "error() of a Result that holds a value");
        return *std::get_if<1>(&m_state);
    }
    Error&& error() &&
    {
        assert(m_state.index() == 1 && "error() of a Result that holds a value");
        return std::move(*std::get_if<1>(&m_state));
    }

    /// Adds context to the error, if there is one.
    Result within(std::string_view context) &&
    {
        if (*this)
            return std::move(*this);
        return std::move(*this).error().within(context);
    }

private:
    template <typename Self>
    static auto& valueOf(Self& self)
    {
        assert(self.m_state.index() == 0 && "value of a Result that holds an error");
        return *std::get_if<0>(&self.m_state);
    }

    std::variant<T, Error> m_state;
};

/// Success without a value, or the reason for the failure.
template <>
class [[nodiscard]] Result<void> : public Result<std::monostate> {
public:
    Result()
        : Result<std::monostate>(std::monostate {})
    {
    }
    Result(Error error) // NOLINT(google-explicit-constructor)
        : Result<std::monostate>(std::move(error))
    {
    }
    Result within(std::string_view context) &&
    {
        if (*this)
            return {};
        return std::move(*this).error().within(context);
    }
};

} // namespace support

/// Evaluates to the value of a Result, or returns its Error from the enclosing function. Use one
/// per statement. In a braced list it must come first, and it must not appear in the initialiser of
/// a `new` expression: GCC 12 does not destroy what was built before the return.
#define TRY(expression)                                                                            \
    __extension__({                                                                                \
        auto tryResult = (expression);                                                             \
        if (!tryResult)                                                                            \
            return std::move(tryResult).error();                                                   \
        *std::move(tryResult);                                                                     \
    })
