#include "app/cli/profiling/output_summary.h"

#include "engine/kernel/element_dispatch.h"

#include <algorithm>
#include <cmath>

namespace cli {

namespace {

class Figures {
public:
    explicit Figures(OutputSummary& summary)
        : m_summary(summary)
    {
    }

    void add(double value)
    {
        if (!std::isfinite(value)) {
            ++m_summary.notFinite;
            return;
        }
        m_summary.min = m_summary.count == 0 ? value : std::min(m_summary.min, value);
        m_summary.max = m_summary.count == 0 ? value : std::max(m_summary.max, value);
        // Running mean: a sum of many large numbers would lose the small ones.
        ++m_summary.count;
        m_summary.mean += (value - m_summary.mean) / static_cast<double>(m_summary.count);
    }

private:
    OutputSummary& m_summary;
};

void addElements(const engine::Tensor& tensor, Figures& figures)
{
    using namespace engine;
    if (isSmallFloat(tensor.element()) && elementBytes(tensor.element()) == 1) {
        for (const auto code : tensor.as<std::uint8_t>())
            figures.add(static_cast<double>(decodeSmallFloat(code, tensor.element())));
        return;
    }
    const auto stored = tensor.element() == ElementType::Bool
            || tensor.element() == ElementType::Uint4 || tensor.element() == ElementType::Uint2
        ? ElementType::Uint8
        : tensor.element() == ElementType::Int4 || tensor.element() == ElementType::Int2
        ? ElementType::Int8
        : tensor.element();
    // Strings and complex numbers have no figures; visitElement returns an error for them.
    static_cast<void>(visitElement(NumberTypes {}, stored, [&]<typename T>() -> Result<void> {
        for (const auto& element : tensor.as<T>())
            figures.add(static_cast<double>(widen(element)));
        return {};
    }));
}

} // namespace

std::string valueTypeText(const engine::RuntimeValue& value)
{
    if (!value.isPresent())
        return "absent";
    if (value.isTensor())
        return engine::dimsText(value.tensor().dims()) + " "
            + std::string(model::name(value.tensor().element()));
    if (const auto* sequence
        = std::get_if<std::shared_ptr<const engine::ValueSequence>>(&value.content))
        return "sequence of " + std::to_string((*sequence)->size());
    return "map";
}

OutputSummary summarise(const engine::RuntimeValue& value)
{
    OutputSummary summary;
    summary.type = valueTypeText(value);
    if (!value.isTensor())
        return summary;
    summary.element = model::traits(value.tensor().element()).onnxName;
    summary.dims = value.tensor().dims();
    Figures figures(summary);
    addElements(value.tensor(), figures);
    return summary;
}

void writeSummary(support::JsonWriter& json, const std::string& name, const OutputSummary& summary)
{
    const auto known = [&](double value) { return support::orNull(summary.count > 0, value); };
    json.object({ { "name", name },
        { "type", summary.element.empty() ? summary.type : summary.element },
        { "shape", summary.dims }, { "mean", known(summary.mean) }, { "min", known(summary.min) },
        { "max", known(summary.max) }, { "not_finite", summary.notFinite } });
}

} // namespace cli
