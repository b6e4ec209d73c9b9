#include "model/palette.h"
#include "ui/document/search.h"
#include "ui/format.h"
#include "ui/inspectors/bar_row.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/model_survey.h"
#include "ui/inspectors/sections.h"
#include "ui/inspectors/words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QLabel>

#include <algorithm>
#include <map>
#include <ranges>

namespace ui {

namespace {

constexpr std::size_t typesShown = 12;

QString opsetText(const model::Model& model)
{
    QStringList texts;
    for (const auto& opset : model.opsets)
        texts += (opset.domain.empty() ? QStringLiteral("ai.onnx") : plain(opset.domain, 80))
            + QStringLiteral(" %1").arg(opset.version);
    return texts.join(QStringLiteral(", "));
}

void addCosts(FactList& list, const model::Analysis& analysis)
{
    list.add(Inspector::tr("Parameters"), countText(analysis.parameters));
    list.add(Inspector::tr("Weights"), bytesText(analysis.weightBytes));
    addWork(list, analysis.total, analysis.unknownCosts, analysis.assumedSizes());
}

void addHash(FactList& list, const InspectorTarget& target)
{
    if (target.model.path.empty())
        return;
    auto* survey = &ModelSurvey::of(target.document, target.context.jobs);
    const auto name = Inspector::tr("SHA-256");
    if (!survey->hash().isEmpty())
        list.add(name, survey->hash())->setFocusPolicy(Qt::ClickFocus); // so that Ctrl+C copies it
    else if (survey->isHashing())
        list.addQuiet(name, Inspector::tr("computing…"));
    else
        list.addLink(name, Inspector::tr("compute"), [survey] { survey->computeHash(); })
            ->setObjectName("computeHash");
}

struct TypeCount {
    std::string_view domain;
    std::string_view type;
    std::size_t count = 0;
};

template <typename Nodes>
std::vector<TypeCount> countTypes(const model::Model& model, const Nodes& nodes)
{
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> counts;
    for (const auto id : nodes)
        ++counts[{ model.node(id).domain, model.node(id).type }];
    std::vector<TypeCount> result;
    for (const auto& [key, count] : counts)
        result.push_back({ key.first, key.second, count });
    std::ranges::stable_sort(result, std::greater<> {}, &TypeCount::count);
    return result;
}

/// The query for a type: `type:Conv`, with a domain term if it is not ONNX's default domain.
QString queryFor(const TypeCount& type)
{
    auto query = QStringLiteral("type:\"%1\"");
    if (type.type.find_first_of(" \"*") == std::string_view::npos)
        query = QStringLiteral("type:%1");
    query
        = query.arg(QString::fromUtf8(type.type.data(), static_cast<qsizetype>(type.type.size())));
    if (!type.domain.empty())
        query += QStringLiteral(" domain:")
            + QString::fromUtf8(type.domain.data(), static_cast<qsizetype>(type.domain.size()));
    return query;
}

QWidget* makeTypeRow(
    const InspectorTarget& target, const TypeCount& type, std::size_t most, QWidget* parent)
{
    auto* row = new BarRow(plain(type.type, 80), countText(type.count),
        static_cast<double>(type.count) / static_cast<double>(most),
        model::Palette::instance().category(type.domain, type.type), parent);
    row->setObjectName(QStringLiteral("operator-") + row->text());
    row->setFollowable(Inspector::tr("Find them"));
    QObject::connect(row, &BarRow::clicked, row,
        target.link(
            [query = queryFor(type)](Document& shown, QObject*) { shown.search()->ask(query); }));
    return row;
}

SectionBody makeTypeList(
    const InspectorTarget& target, const std::vector<TypeCount>& types, QWidget* parent)
{
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget);
    const auto addRow = [=](const TypeCount& type) {
        column->addWidget(makeTypeRow(target, type, types.front().count, widget));
    };
    std::ranges::for_each(types | std::views::take(typesShown), addRow);
    if (types.size() > typesShown) {
        auto* rest = new QWidget(widget);
        auto* below = makeColumn(rest);
        for (const auto& type : types | std::views::drop(typesShown))
            below->addWidget(makeTypeRow(target, type, types.front().count, rest));
        rest->hide();
        auto* more = new ElidedLabel(Inspector::tr("and %n more types", nullptr,
                                         static_cast<int>(types.size() - typesShown)),
            ElidedLabel::Look::Secondary, widget);
        more->setLink(true);
        QObject::connect(more, &ElidedLabel::activated, rest, [more, rest] {
            rest->show();
            more->hide();
        });
        column->addWidget(more);
        column->addWidget(rest);
    }
    return { widget, Inspector::tr("%n type(s)", nullptr, static_cast<int>(types.size())) };
}

std::vector<TypeCount> countTypes(const model::ModelStatistics& statistics)
{
    std::vector<TypeCount> types;
    for (const auto& count : statistics.operators)
        types.push_back({ count.domain, count.type, count.nodes });
    return types;
}

} // namespace

void addWork(FactList& list, const model::Cost& cost, std::size_t unknown, const std::string& sizes)
{
    const auto least = unknown > 0 ? QStringLiteral("≥ ") : QString();
    auto hint = Inspector::tr("A multiply-add counts as two.");
    if (unknown > 0)
        hint += u'\n'
            + Inspector::tr("%n node(s) could not be counted.", nullptr, static_cast<int>(unknown));
    list.add(Inspector::tr("Work"), least + workText(static_cast<double>(cost.flops())))
        ->setHint(hint);
    list.add(Inspector::tr("Least traffic"), least + bytesText(cost.bytes()))
        ->setHint(Inspector::tr("Every operand read or written once."));
    if (!sizes.empty())
        list.addQuiet(Inspector::tr("Counted for"), plain(sizes, 200));
    if (unknown > 0)
        list.addQuiet(Inspector::tr("Not counted"),
            Inspector::tr("%n node(s)", nullptr, static_cast<int>(unknown)));
}

SectionBody makeModelFacts(const InspectorTarget& target, QWidget* parent)
{
    if (!target.isModel())
        return nullptr;
    const auto& model = target.model;
    auto* list = new FactList(parent);
    list->add(Inspector::tr("Nodes"), countText(model.nodes.size()));
    if (model.graphs.size() > 1 + model.functions.size())
        list->add(Inspector::tr("Subgraphs"),
            countText(model.graphs.size() - 1 - model.functions.size()));
    if (!model.functions.empty())
        list->add(Inspector::tr("Functions"), countText(model.functions.size()));
    if (const auto analysis = target.document.analysis())
        addCosts(*list, *analysis);
    list->add(Inspector::tr("Opsets"), opsetText(model));
    list->add(Inspector::tr("IR version"), QString::number(model.irVersion));
    if (!model.producerName.empty())
        list->add(
            Inspector::tr("Producer"), plain(model.producerName + " " + model.producerVersion));
    if (!model.domain.empty())
        list->add(Inspector::tr("Domain"), plain(model.domain));
    if (model.modelVersion != 0)
        list->add(Inspector::tr("Version"), QString::number(model.modelVersion));
    if (model.trainingGraphs > 0)
        list->add(Inspector::tr("Training graphs"), countText(model.trainingGraphs));
    if (model.fileBytes > 0)
        list->add(Inspector::tr("File"), bytesText(model.fileBytes));
    addHash(*list, target);
    return list;
}

SectionBody makeModelOperators(const InspectorTarget& target, QWidget* parent)
{
    if (target.isModel() && !target.model.nodes.empty()) {
        const auto* counts = ModelSurvey::of(target.document, target.context.jobs).counts();
        return counts != nullptr ? makeTypeList(target, countTypes(counts->statistics), parent)
                                 : makeSecondaryText(Inspector::tr("Counting…"), parent);
    }
    if (const auto nodes = target.nodes(); !nodes.empty())
        return makeTypeList(target, countTypes(target.model, nodes), parent);
    const auto* graph = target.graph();
    return graph != nullptr && !graph->nodes.empty()
        ? makeTypeList(target, countTypes(target.model, graph->nodes), parent)
        : nullptr;
}

SectionBody makeModelMetadata(const InspectorTarget& target, QWidget* parent)
{
    const auto* metadata = target.isModel() ? &target.model.metadata
        : target.node() != nullptr          ? &target.node()->metadata
                                            : nullptr;
    if (metadata == nullptr || metadata->empty())
        return nullptr;
    auto* list = new FactList(parent);
    for (const auto& [key, value] : *metadata)
        list->add(plain(key, 200), plain(value, 2000));
    return list;
}

SectionBody makeGraphFacts(const InspectorTarget& target, QWidget* parent)
{
    const auto* graph = target.graph();
    if (graph == nullptr)
        return nullptr;
    auto* list = new FactList(parent);
    list->add(Inspector::tr("Nodes"), countText(graph->nodes.size()));
    list->add(Inspector::tr("Inputs"), countText(graph->inputs.size()));
    list->add(Inspector::tr("Outputs"), countText(graph->outputs.size()));
    list->add(Inspector::tr("Weights"), countText(graph->initializers.size()));
    if (!graph->captures.empty())
        list->add(Inspector::tr("Values from outside"), countText(graph->captures.size()));
    if (graph->owner.isValid())
        list->addLink(Inspector::tr("Belongs to"), plain(target.document.nodeText(graph->owner)),
            target.link(
                [owner = graph->owner](Document& shown, QObject*) { shown.reveal(owner); }));
    return list;
}

} // namespace ui
