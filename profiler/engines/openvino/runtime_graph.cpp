#include "profiler/engines/openvino/runtime_graph.h"

#include "model/support/catch_exceptions.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <ostream>
#include <streambuf>
#include <vector>

namespace profiler::openvino {

using support::ErrorKind;
using support::failAs;

namespace {

constexpr std::size_t maxGraphBytes = std::size_t { 512 } << 20;
constexpr std::uint8_t latestVersion = 0; // Serialize::Version::UNSPECIFIED

/// Collects what a stream writes, up to `most` bytes. More bytes are an error of the stream.
class LimitedBuffer final : public std::streambuf {
public:
    explicit LimitedBuffer(std::size_t most)
        : m_most(most)
    {
    }
    std::string& text() { return m_text; }

protected:
    int_type overflow(int_type letter) override
    {
        if (traits_type::eq_int_type(letter, traits_type::eof()))
            return traits_type::not_eof(letter);
        const char byte = traits_type::to_char_type(letter);
        return xsputn(&byte, 1) == 1 ? letter : traits_type::eof();
    }
    std::streamsize xsputn(const char* bytes, std::streamsize count) override
    {
        if (static_cast<std::size_t>(count) > m_most - m_text.size())
            return 0;
        m_text.append(bytes, static_cast<std::size_t>(count));
        return count;
    }
    /// Tells the position, which is always the end.
    pos_type seekoff(off_type, std::ios_base::seekdir, std::ios_base::openmode) override
    {
        return pos_type(static_cast<off_type>(m_text.size()));
    }

private:
    std::size_t m_most;
    std::string m_text;
};

/// Memory for an `ov::pass::Serialize`, whose size is not known (below 1 KiB in 2026.4). It is
/// never destroyed, because the destructor's address is not known either.
void* serializerMemory()
{
    struct alignas(64) Memory {
        std::array<std::byte, 4096> bytes {};
    };
    static std::vector<std::unique_ptr<Memory>> all;
    return all.emplace_back(std::make_unique<Memory>()).get();
}

/// Whether the object begins with two pointers, as a std::shared_ptr does. The handle of a model
/// holds one as its first member.
bool beginsWithPointers(const Model* model)
{
    std::array<std::uintptr_t, 2> words {};
    std::memcpy(words.data(), model, sizeof words);
    return std::ranges::all_of(
        words, [](auto word) { return word > 4096 && word % alignof(void*) == 0; });
}

} // namespace

support::Result<std::string> runtimeGraph(const Api& api, const CompiledModel* compiled)
{
    if (api.constructSerializer == nullptr || api.serialize == nullptr)
        return failAs(ErrorKind::Unsupported,
            "this OpenVINO has no ov::pass::Serialize as 2024.4 to 2026.4 have it: the graph that "
            "it executes cannot be read");
    Model* executed = nullptr;
    TRY(check(api, api.runtimeModel(compiled, &executed),
        "OpenVINO does not give the graph that it executes"));
    const Owned<Model> owned(executed, api.freeModel);
    if (executed == nullptr || !beginsWithPointers(executed))
        return failAs(ErrorKind::Unsupported,
            "this OpenVINO keeps its models in an unknown form: the graph that it executes cannot "
            "be read");
    LimitedBuffer xml(maxGraphBytes);
    LimitedBuffer weights(maxGraphBytes);
    std::ostream xmlStream(&xml);
    std::ostream weightStream(&weights);
    return support::catchExceptions(
        "writing the graph that OpenVINO executes", [&]() -> support::Result<std::string> {
            auto* const serializer = serializerMemory();
            api.constructSerializer(serializer, xmlStream, weightStream, latestVersion);
            api.serialize(serializer, executed);
            if (!xmlStream.good() || !weightStream.good())
                return failAs(ErrorKind::Resource,
                    "the graph that OpenVINO executes has more than ",
                    support::bytesText(maxGraphBytes));
            if (!xml.text().starts_with("<?xml"))
                return failAs(ErrorKind::Unsupported, "OpenVINO wrote ",
                    support::bytesText(xml.text().size()),
                    " that are no XML where it was asked for the graph that it executes");
            return std::move(xml.text());
        });
}

} // namespace profiler::openvino
