#include "ui/compare/compared_numbers.h"

#include "model/support/json.h"
#include "ui/verify/verification.h"

#include <algorithm>
#include <unordered_map>

namespace ui {

std::size_t ComparedNumbers::pastTolerance() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        tensors, [](const ComparedTensor& tensor) { return !tensor.value.difference.isWithin; }));
}

support::Result<ComparedNumbers> readNumbers(std::string_view json, const Compared& compared)
{
    const auto document = TRY(support::parseJson(json));
    if (!document.has("numbers"))
        return support::fail("the comparison has no numbers in it");
    std::unordered_map<std::string, model::NodeId> nodes;
    const auto labels = model::nodeLabels(*compared.sides[0].model);
    for (std::size_t i = 0; i < labels.size(); ++i)
        nodes.emplace(labels[i], model::NodeId(i));
    const auto& found = document["numbers"];
    ComparedNumbers numbers;
    numbers.notKept
        = static_cast<std::size_t>(std::max<std::int64_t>(0, found["not_kept"].integerOr(0)));
    for (const auto& entry : found["tensors"].items()) {
        auto row = readRow(entry);
        ComparedTensor tensor;
        tensor.node = entry["node"].stringOr("");
        tensor.nameB = entry["name_b"].stringOr("");
        tensor.value = std::move(*row.value);
        if (const auto node = nodes.find(tensor.node); node != nodes.end())
            tensor.nodes = compared.pairOf(0, node->second);
        if (!numbers.firstPastTolerance && !tensor.value.difference.isWithin)
            numbers.firstPastTolerance = numbers.tensors.size();
        numbers.tensors.push_back(std::move(tensor));
    }
    return numbers;
}

} // namespace ui
