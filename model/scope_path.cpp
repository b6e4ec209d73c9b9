#include "model/scope_path.h"

#include <algorithm>

namespace model {
namespace {

constexpr std::size_t usualParts = 8;
constexpr std::string_view scopesKey = "pkg.torch.onnx.name_scopes";
constexpr std::string_view namespaceKey = "namespace";
/// Text that PyTorch's exporter writes if it knows no module.
constexpr std::string_view noModule = "_empty_nn_module_stack_from_metadata_hook";

bool isNumber(std::string_view text)
{
    return !text.empty()
        && std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
}

std::string_view property(const Metadata& metadata, std::string_view key)
{
    const auto found = std::ranges::find(
        metadata, key, [](const auto& pair) { return std::string_view(pair.first); });
    return found == metadata.end() ? std::string_view() : std::string_view(found->second);
}

/// Returns `inner` relative to `outer`: `model.layers.1` in `model` is `layers.1`.
std::string_view below(std::string_view outer, std::string_view inner)
{
    if (!outer.empty() && inner.size() > outer.size() && inner.starts_with(outer)
        && inner[outer.size()] == '.')
        inner.remove_prefix(outer.size() + 1);
    return inner;
}

std::vector<std::string_view> relativeParts(const std::vector<std::string_view>& modules)
{
    std::vector<std::string_view> parts;
    std::string_view outer;
    for (const auto module : modules) {
        if (module.empty() || module == noModule)
            continue;
        if (parts.size() < maxScopeParts)
            parts.push_back(below(outer, module));
        outer = module;
    }
    return parts;
}

/// `['', 'model', 'model.layers.1', 'silu_1']` -> model, layers.1. The last entry is the operator's
/// own name.
std::vector<std::string_view> partsOfModules(std::string_view list)
{
    std::vector<std::string_view> modules;
    for (auto from = list.find('\''); from != std::string_view::npos; from = list.find('\'')) {
        const auto to = list.find('\'', from + 1);
        if (to == std::string_view::npos)
            break;
        modules.push_back(list.substr(from + 1, to - from - 1));
        list.remove_prefix(to + 1);
    }
    if (!modules.empty())
        modules.pop_back();
    return relativeParts(modules);
}

/// `: Net/model: BertModel/model.encoder: BertEncoder/linear: aten.linear` -> model, encoder.
std::vector<std::string_view> partsOfNamespace(std::string_view text)
{
    auto modules = partsOfName(text);
    if (!modules.empty())
        modules.pop_back();
    for (auto& module : modules)
        module = module.substr(0, module.find(':')); // the first entry is `: Net`, without a name
    return relativeParts(modules);
}

} // namespace

std::vector<std::string_view> partsOfName(std::string_view name, char separator)
{
    std::vector<std::string_view> parts;
    parts.reserve(usualParts);
    while (!name.empty()) {
        const auto end
            = parts.size() + 1 < maxScopeParts ? name.find(separator) : std::string_view::npos;
        const auto part = name.substr(0, end);
        if (separator == '.' && isNumber(part) && !parts.empty())
            parts.back() = { parts.back().data(), part.data() + part.size() };
        else if (!part.empty())
            parts.push_back(part);
        if (end == std::string_view::npos)
            break;
        name.remove_prefix(end + 1);
    }
    return parts;
}

bool WrittenScopes::isUnknown() const
{
    return text.find(noModule) != std::string_view::npos && partsOf(text).empty();
}

WrittenScopes writtenScopes(const Node& node)
{
    if (const auto list = property(node.metadata, scopesKey); !list.empty())
        return { list, list.substr(0, list.rfind(", '")), partsOfModules };
    if (const auto text = property(node.metadata, namespaceKey); !text.empty())
        return { text, allButLast(text, '/'), partsOfNamespace };
    return {};
}

std::string_view allButLast(std::string_view text, char separator)
{
    const auto end = text.rfind(separator);
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

} // namespace model
