#include "tests/support/gpu/host_chains.h"

#include "engine/cuda/chain_source.h"
#include "engine/cuda/launch.h"
#include "tests/support/paths.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace testing {

namespace fs = std::filesystem;
using engine::Result;
using engine::cuda::ChainArguments;
using support::fail;

namespace {

using RunChain = void (*)(unsigned blocks, const ChainArguments& arguments);

/// Returns the functions runChain<i>: loops over blocks and threads.
std::string loopsOver(std::size_t sources)
{
    std::string text;
    for (std::size_t i = 0; i < sources; ++i) {
        const auto number = std::to_string(i);
        text += "extern \"C\" void runChain" + number
            + "(unsigned blocks, const ChainArguments& arguments)\n{\n"
              "    gridDim.x = blocks;\n"
              "    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {\n"
              "        for (threadIdx.x = 0; threadIdx.x < "
            + std::to_string(engine::cuda::chainThreads)
            + "; ++threadIdx.x)\n            opscopeChain" + number + "(arguments);\n    }\n}\n";
    }
    return text;
}

std::string wholeText(const fs::path& path)
{
    std::ifstream stream(path);
    return { std::istreambuf_iterator<char>(stream), {} };
}

}

std::string joinedSources(std::span<const std::string> sources)
{
    std::string text;
    for (std::size_t i = 0; i < sources.size(); ++i)
        text += "#define opscopeChain opscopeChain" + std::to_string(i) + "\n" + sources[i]
            + "#undef opscopeChain\n";
    return text;
}

Result<void*> compiledOnHost(std::span<const std::string> sources)
{
    static int libraries = 0;
    const auto folder
        = fs::temp_directory_path() / ("opscope_chains_" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const auto base = folder / ("chains" + std::to_string(libraries++));
    const auto source = base.string() + ".cpp";
    std::ofstream(source) << joinedSources(sources) << loopsOver(sources.size());
    // -O0 saves compile time. With contraction a product and sum would be rounded once, not twice
    // as on the device.
    const auto command = std::string(OPSCOPE_HOST_COMPILER)
        + " -std=c++20 -O0 -w -fPIC -shared -ffp-contract=off -I \"" + sourceDir().string()
        + "\" -o \"" + base.string() + ".so\" \"" + source + "\" 2> \"" + base.string() + ".log\"";
    if (std::system(command.c_str()) != 0)
        return fail("the compiler of tests does not take a chain: ",
            wholeText(base.string() + ".log").substr(0, 2000));
    void* const library = ::dlopen((base.string() + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    fs::remove_all(folder);
    if (library == nullptr)
        return fail("a chain does not load: ", ::dlerror());
    return library;
}

Result<void> HostChains::check()
{
    if (!m_refusal.empty())
        return support::failAs(support::ErrorKind::Resource, m_refusal);
    return {};
}

std::vector<std::string> HostChains::sources() const
{
    std::vector<std::string> sources;
    for (const auto& [source, function] : m_functions)
        sources.push_back(source);
    return sources;
}

void HostChains::compile(std::span<const std::string> sources)
{
    std::vector<std::string> wanted;
    for (const auto& source : sources) {
        if (!m_functions.contains(source))
            wanted.push_back(source);
    }
    if (wanted.empty())
        return;
    const auto library = compiledOnHost(wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (!library)
            m_functions.emplace(wanted[i], library.error());
        else
            m_functions.emplace(
                wanted[i], ::dlsym(*library, ("runChain" + std::to_string(i)).c_str()));
    }
}

Result<void*> HostChains::function(const std::string& source)
{
    compile({ &source, 1 });
    return m_functions.at(source);
}

Result<void> HostChains::launch(void* function, unsigned blocks, const ChainArguments& arguments)
{
    auto* const run = reinterpret_cast<RunChain>(function);
    return engine::cuda::launchOnHost(
        m_device, [run, blocks, arguments] { run(blocks, arguments); });
}

}
