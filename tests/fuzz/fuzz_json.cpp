#include "model/support/json.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace support;

namespace {

/// Writes what it hears, so that reading and writing check each other.
class Echo : public JsonHandler {
public:
    explicit Echo(std::string& out)
        : m_writer(out)
    {
    }

    bool null() override { return m_writer.null(), true; }
    bool boolean(bool value) override { return m_writer.value(value), true; }
    bool number(std::string_view text) override { return m_writer.raw(text), true; }
    bool string(std::string_view text) override { return m_writer.value(text), true; }
    bool beginObject() override { return m_writer.beginObject(), true; }
    bool key(std::string_view name) override { return m_writer.key(name), true; }
    bool endObject() override { return m_writer.endObject(), true; }
    bool beginArray() override { return m_writer.beginArray(), true; }
    bool endArray() override { return m_writer.endArray(), true; }

private:
    JsonWriter m_writer;
};

bool echo(std::string_view text, std::string& out)
{
    Echo handler(out);
    return static_cast<bool>(readJson(text, handler));
}

}

/// Whatever is read can be written, and what was written reads back as the same text.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    std::string once;
    std::string twice;
    if (echo(text, once) && (!echo(once, twice) || once != twice))
        std::abort();
    (void)parseJson(text);
    return 0;
}
