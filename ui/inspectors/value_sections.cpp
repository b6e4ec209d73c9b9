#include "model/tensor_store.h"
#include "ui/format.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/widgets/plain_text.h"

#include <QVBoxLayout>

namespace ui {

namespace {

constexpr std::size_t readersShown = 50;

std::optional<std::uint64_t> bytesOf(const model::ValueType& type)
{
    const auto count
        = type.isTensor() && type.shape ? model::elementCount(*type.shape) : std::nullopt;
    return count ? model::packedBytes(type.element, *count) : std::nullopt;
}

QString placeText(const model::TensorRef& ref)
{
    using Place = model::TensorRef::Place;
    switch (ref.place) {
    case Place::ModelFile:
        return Inspector::tr("in the model file, byte %1").arg(countText(ref.offset));
    case Place::ExternalFile:
        return Inspector::tr("%1, byte %2").arg(plain(ref.file, 120), countText(ref.offset));
    case Place::Memory:
    case Place::Strings:
        return Inspector::tr("in the model file, as fields");
    case Place::None:
        break;
    }
    return Inspector::tr("missing");
}

/// The place of a tensor's data, or what is stored of a sparse tensor.
QString storedText(const model::Tensor& tensor)
{
    if (tensor.sparse == nullptr)
        return placeText(tensor.ref);
    return Inspector::tr("sparse, %1 values")
        .arg(countText(model::elementCount(tensor.sparse->values.dims).value_or(0)));
}

void addTypeFacts(FactList& list, const model::ValueType& type)
{
    if (type.isTensor()) {
        list.add(Inspector::tr("Shape"),
            type.shape ? plain(model::shapeText(*type.shape), 400) : QStringLiteral("?"));
        if (const auto count = type.shape ? model::elementCount(*type.shape) : std::nullopt)
            list.add(Inspector::tr("Elements"), countText(*count));
    }
    list.add(Inspector::tr("Type"), plain(model::onnxTypeText(type), 400));
    if (const auto bytes = bytesOf(type))
        list.add(Inspector::tr("Size"), bytesText(*bytes));
    if (!type.denotation.empty())
        list.add(Inspector::tr("Denotation"), plain(type.denotation));
}

QString nodeText(const InspectorTarget& target, model::NodeId node)
{
    return plain(target.model.node(node).type, 60) + QStringLiteral("  ")
        + plain(target.document.nodeText(node));
}

} // namespace

SectionBody makeValueFacts(const InspectorTarget& target, QWidget* parent)
{
    const auto* value = target.value();
    if (value == nullptr)
        return nullptr;
    auto* list = new FactList(parent);
    addTypeFacts(*list, target.type(target.valueId()));
    if (value->initializer.isValid()) {
        const auto& tensor = target.model.tensor(value->initializer);
        list->add(Inspector::tr("Stored"), storedText(tensor));
        const auto problem = target.model.store != nullptr ? target.model.store->problem(tensor)
                                                           : tensor.ref.problem;
        if (!problem.empty())
            list->add(Inspector::tr("Not readable"), plain(problem, 1000))->setTone("error");
    }
    for (const auto& [key, content] : value->metadata)
        list->add(plain(key, 100), plain(content, 1000));
    return list;
}

SectionBody makeReaders(const InspectorTarget& target, QWidget* parent)
{
    const auto* value = target.value();
    if (value == nullptr)
        return nullptr;
    auto* list = new FactList(parent);
    if (value->producer.isValid())
        list->addLink(Inspector::tr("Produced by"), nodeText(target, value->producer),
            target.toNode(value->producer));
    for (std::size_t i = 0; i < std::min(value->uses.size(), readersShown); ++i) {
        const auto& use = value->uses[i];
        list->addLink(i == 0 ? Inspector::tr("Read by") : QString(), nodeText(target, use.node),
            target.toNode(use.node));
    }
    if (value->uses.size() > readersShown)
        list->addQuiet({},
            Inspector::tr(
                "and %n more", nullptr, static_cast<int>(value->uses.size() - readersShown)));
    if (value->uses.empty())
        list->addQuiet(Inspector::tr("Read by"),
            value->isOutput ? Inspector::tr("none (output of the graph)")
                            : Inspector::tr("nobody"));
    return { list, Inspector::tr("%n reader(s)", nullptr, static_cast<int>(value->uses.size())) };
}

} // namespace ui
