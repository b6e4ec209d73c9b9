#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Reads the elements of an XML text in order, without its character data. Fails for document types
/// and CDATA, for text that is not well-formed, and beyond the limits below. Source: XML 1.0.
///
///     XmlReader xml(text);
///     while (TRY(xml.next()) != XmlReader::Kind::Done)
///         ...
class XmlReader {
public:
    static constexpr std::size_t maxDepth = 64;
    static constexpr std::size_t maxAttributes = 256; ///< of an element

    enum class Kind { Start, End, Done };

    /// The text must stay as long as the reader is used.
    explicit XmlReader(std::string_view text)
        : m_text(text)
    {
    }

    /// Goes to the next start or end of an element. `<a/>` has both.
    support::Result<Kind> next();
    /// Names of the open elements, outermost first. After an End the ended element is not open.
    const std::vector<std::string_view>& path() const { return m_path; }
    /// Value of an attribute of the element that started last, with references resolved.
    std::optional<std::string> attribute(std::string_view name) const;

private:
    struct Attribute {
        std::string_view name;
        std::string_view value; ///< as written
    };

    support::Result<bool> skipMarkup();
    support::Result<void> readEnd();
    support::Result<void> readStart();
    support::Result<Attribute> readAttribute();
    std::string_view readName();
    void skipBlanks();
    template <typename... Parts>
    support::Error failHere(const Parts&... parts) const;

    std::string_view m_text;
    std::size_t m_position = 0;
    std::vector<std::string_view> m_path;
    std::vector<Attribute> m_attributes;
    bool m_isEmptyElement = false; ///< the latest start was `<a/>`
    bool m_hasRoot = false;
};

} // namespace profiler
