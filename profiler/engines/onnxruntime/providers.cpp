#include "profiler/engines/onnxruntime/providers.h"

#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace profiler::ort {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view providerSuffix = "ExecutionProvider";
constexpr std::string_view providerPrefix = "provider:";
constexpr std::string_view cpuProvider = "cpu";

/// Providers that AppendExecutionProvider spells differently than GetAvailableProviders does.
struct ProviderSpelling {
    std::string_view word;
    const char* name;
};
constexpr std::array providerSpellings { ProviderSpelling { "xnnpack", "XNNPACK" },
    ProviderSpelling { "webgpu", "WebGPU" }, ProviderSpelling { "azure", "AZURE" },
    ProviderSpelling { "js", "JS" }, ProviderSpelling { "nvtensorrtrtx", "NvTensorRtRtx" } };

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (auto& letter : lower)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return lower;
}

std::string_view withoutSuffix(std::string_view provider)
{
    if (provider.ends_with(providerSuffix))
        provider.remove_suffix(providerSuffix.size());
    return provider;
}

/// Returns the names as the library spells them: `CUDAExecutionProvider`.
Result<std::vector<std::string>> providerNames(const Library& library)
{
    char** list = nullptr;
    int count = 0;
    TRY(library.call<GetAvailableProviders>(&list, &count));
    std::vector<std::string> names;
    for (int i = 0; list != nullptr && i < count; ++i)
        if (list[i] != nullptr)
            names.emplace_back(list[i]);
    TRY(library.call<ReleaseAvailableProviders>(list, count));
    return names;
}

/// Keys and values of `provider:KEY=VALUE`.
struct ProviderOptions {
    std::vector<const char*> keys;
    std::vector<const char*> values;
};

ProviderOptions providerOptions(const std::map<std::string, std::string, std::less<>>& options)
{
    ProviderOptions found;
    for (const auto& [name, value] : options)
        if (name.starts_with(providerPrefix)) {
            found.keys.push_back(name.c_str() + providerPrefix.size());
            found.values.push_back(value.c_str());
        }
    return found;
}

/// Adds a provider whose options are an object of its own: CUDA and TensorRT.
template <typename Create, typename Update, typename Append, typename Release>
Result<void> addWithObject(
    const Library& library, SessionOptions* target, const ProviderOptions& options)
{
    using Object = std::remove_pointer_t<typename Create::Made>;
    const Owned<Object, Release> made(library, TRY(library.make<Create>()));
    TRY(library.call<Update>(
        made.get(), options.keys.data(), options.values.data(), options.keys.size()));
    return library.call<Append>(target, made.get());
}

} // namespace

Result<std::vector<std::string>> availableProviders(const Library& library)
{
    auto names = TRY(providerNames(library));
    for (auto& name : names)
        name = lowerCase(withoutSuffix(name));
    // ONNX Runtime lists the CPU last, as the one that takes what is left.
    std::ranges::reverse(names);
    return names;
}

Result<void> addProvider(const Library& library, SessionOptions* target,
    const std::map<std::string, std::string, std::less<>>& options)
{
    const auto given = options.find("provider");
    const auto word = given != options.end() ? lowerCase(withoutSuffix(given->second))
                                             : std::string(cpuProvider);
    const auto more = providerOptions(options);
    if (word == cpuProvider && !more.keys.empty())
        return failAs(ErrorKind::Usage, "--engine-option ", providerPrefix, more.keys.front(),
            " needs a provider other than the CPU, for example provider=cuda");
    if (word == cpuProvider)
        return {};
    const auto names = TRY(providerNames(library));
    const auto found = std::ranges::find_if(
        names, [&](const auto& name) { return lowerCase(withoutSuffix(name)) == word; });
    if (found == names.end())
        return failAs(ErrorKind::Usage, "--engine-option provider is ",
            support::quote(given->second), ", but this library of ONNX Runtime ", library.version(),
            " has only ", support::joined(TRY(availableProviders(library)), ", "));
    if (word == "cuda")
        return addWithObject<CreateCudaOptions, UpdateCudaOptions, AppendCuda, ReleaseCudaOptions>(
            library, target, more);
    if (word == "tensorrt")
        return addWithObject<CreateTensorRtOptions, UpdateTensorRtOptions, AppendTensorRt,
            ReleaseTensorRtOptions>(library, target, more);
    const auto row = std::ranges::find(providerSpellings, word, &ProviderSpelling::word);
    const std::string name(
        row != providerSpellings.end() ? std::string_view(row->name) : withoutSuffix(*found));
    return library.call<AppendExecutionProvider>(
        target, name.c_str(), more.keys.data(), more.values.data(), more.keys.size());
}

} // namespace profiler::ort
