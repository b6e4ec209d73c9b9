#include "engine/cuda/rtc_compiler.h"

#include <algorithm>
#include <array>

namespace engine::cuda {

using support::fail;
using support::Result;

namespace {

/// Products and sums are not contracted to fma: a chain gives the same results as its operators one
/// by one.
constexpr std::array options { "--std=c++20", "--fmad=false", "--disable-warnings",
    "--device-as-default-execution-space" };

/// The option for the newest code that the device runs. PTX if NVRTC does not know the device.
struct Target {
    std::string option;
    bool isPtx = false;
};

Target targetOf(const RtcApi& api, int capability)
{
    const bool isKnown = std::ranges::find(api.archs, capability) != api.archs.end();
    if (isKnown)
        return { "--gpu-architecture=sm_" + std::to_string(capability) };
    const auto above = std::ranges::upper_bound(api.archs, capability);
    const auto nearest = above == api.archs.begin() ? api.archs.front() : *(above - 1);
    return { "--gpu-architecture=compute_" + std::to_string(nearest), true };
}

class Program {
public:
    explicit Program(const RtcApi& api)
        : m_api(api)
    {
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program()
    {
        if (m_program != nullptr)
            m_api.destroy(&m_program);
    }

    Result<CompiledCode> compile(const std::string& source, const Target& target)
    {
        std::vector<const char*> texts;
        std::vector<const char*> names;
        for (const auto& header : embeddedHeaders()) {
            texts.push_back(header.text);
            names.push_back(header.name);
        }
        if (const int code = m_api.create(&m_program, source.c_str(), "opscope_chain.cu",
                static_cast<int>(names.size()), texts.data(), names.data());
            code != 0)
            return fail("NVRTC takes no program: error ", code);
        std::vector<const char*> arguments(options.begin(), options.end());
        arguments.push_back(target.option.c_str());
        const int code
            = m_api.compile(m_program, static_cast<int>(arguments.size()), arguments.data());
        if (code != 0)
            return fail(
                "NVRTC ", m_api.versionText, " does not compile it: error ", code, "; ", log());
        return target.isPtx ? read(m_api.ptxBytes, m_api.ptx, true)
                            : read(m_api.cubinBytes, m_api.cubin, false);
    }

private:
    Result<CompiledCode> read(
        int (*bytes)(void*, std::size_t*), int (*get)(void*, char*), bool isPtx) const
    {
        std::size_t size = 0;
        if (bytes(m_program, &size) != 0 || size == 0)
            return fail("NVRTC made no code");
        CompiledCode code { std::string(size, '\0'), isPtx };
        if (get(m_program, code.bytes.data()) != 0)
            return fail("NVRTC does not give its code");
        return code;
    }

    std::string log() const
    {
        constexpr std::size_t maxCharacters = 2000;
        std::size_t size = 0;
        if (m_api.logBytes(m_program, &size) != 0 || size <= 1)
            return "it does not say why";
        std::string text(size, '\0');
        m_api.log(m_program, text.data());
        text.resize(std::min(text.find('\0'), maxCharacters));
        return text;
    }

    const RtcApi& m_api;
    void* m_program = nullptr;
};

} // namespace

Result<CompiledCode> compileSource(const RtcApi& api, const std::string& source, int capability)
{
    return Program(api).compile(source, targetOf(api, capability));
}

std::string compilerIdentity(const RtcApi& api, int capability)
{
    std::string text = "NVRTC " + api.versionText + " " + targetOf(api, capability).option;
    for (const char* option : options)
        text += std::string(" ") + option;
    for (const auto& header : embeddedHeaders())
        text += std::string("\n") + header.name + "\n" + header.text;
    return text;
}

} // namespace engine::cuda
