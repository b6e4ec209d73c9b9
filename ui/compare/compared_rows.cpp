#include "ui/compare/compared_table.h"

#include "model/palette.h"
#include "ui/compare/comparison_table.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/verify/verify_text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>
#include <cmath>

// The contents of the tables of a comparison.

namespace ui {

using Cell = ComparedTable::Cell;
using Content = ComparedTable::Content;
using Row = ComparedTable::Row;

namespace {

QString changeWord(model::NodeChange change)
{
    static constexpr std::array words { QT_TR_NOOP("removed"), QT_TR_NOOP("added"),
        QT_TR_NOOP("changed"), QT_TR_NOOP("renamed") };
    return tr(words[static_cast<std::size_t>(change)]);
}

QByteArray changeTone(model::NodeChange change)
{
    static constexpr std::array tones { "warning", "good", "info", "textSecondary" };
    return tones[static_cast<std::size_t>(change)];
}

QString typesText(const std::string& a, const std::string& b)
{
    return a.empty() || b.empty() || a == b ? plain(a.empty() ? b : a) : plain(a + " → " + b);
}

/// The node labels of both models, computed once.
struct Labels {
    std::vector<std::string> a;
    std::vector<std::string> b;
};

Row structureRow(const model::NodeDifference& row, const Compared& compared, const Labels& labels)
{
    const auto& a = compared.sides[0].model;
    const auto& b = compared.sides[1].model;
    QStringList what;
    for (const auto& words : row.what)
        what << plain(words);
    const auto typeA = row.a.isValid() ? a->node(row.a).type : std::string();
    const auto typeB = row.b.isValid() ? b->node(row.b).type : std::string();
    const auto& node = row.b.isValid() ? b->node(row.b) : a->node(row.a);
    Row result;
    result.nodes = { row.a, row.b };
    result.category = static_cast<int>(model::Palette::instance().category(node.domain, node.type));
    const auto label = [](model::NodeId id, const std::vector<std::string>& all) {
        return id.isValid() ? plain(all[id.value()]) : notMeasuredText();
    };
    result.cells = { { label(row.a, labels.a) }, { label(row.b, labels.b) },
        { typesText(typeA, typeB) }, { changeWord(row.change), {}, changeTone(row.change) },
        { what.join(QStringLiteral(" · ")) } };
    return result;
}

Row tensorRow(const ComparedTensor& tensor, std::size_t place)
{
    const auto& difference = tensor.value.difference;
    const bool isMeasured = difference.tolerance.has_value();
    const bool hasPlace = isMeasured && !difference.where.empty();
    const auto number = [&](bool isKnown, double value) {
        return isKnown ? Cell { errorText(value), value } : Cell { notMeasuredText(), -1.0 };
    };
    const auto name = tensor.nameB == tensor.value.name || tensor.nameB.empty()
        ? plain(tensor.value.name)
        : plain(tensor.value.name + " → " + tensor.nameB);
    Row row;
    row.nodes = tensor.nodes;
    row.isDifference = !difference.isWithin;
    row.cells = { { plain(tensor.node), static_cast<qulonglong>(place) }, { name },
        { typeText(tensor.value) },
        { beyondText(difference), static_cast<qulonglong>(difference.beyond) },
        number(isMeasured, difference.largestAbsolute), { toleranceText(difference) },
        {
            hasPlace         ? plain(difference.where)
                : isMeasured ? notMeasuredText()
                             : plain(difference.message),
        },
        number(hasPlace, difference.expected), number(hasPlace, difference.found),
        { difference.isWithin ? tr("within") : tr("past tolerance"), {},
            difference.isWithin ? QByteArray("textSecondary") : QByteArray("error") } };
    return row;
}

} // namespace

Content structureRows(const Compared& compared)
{
    Content content { { { tr("In A") }, { tr("In B") }, { tr("Type") }, { tr("Structure") },
                          { tr("What differs") } },
        { 260, 260, 190, 90, 300 } };
    if (compared.structure == nullptr)
        return content;
    const Labels labels { model::nodeLabels(*compared.sides[0].model),
        model::nodeLabels(*compared.sides[1].model) };
    for (const auto& words : compared.structure->models)
        content.rows.push_back({ { { tr("the model") }, { tr("the model") }, { notMeasuredText() },
                                     { changeWord(model::NodeChange::Changed), {},
                                         changeTone(model::NodeChange::Changed), {} },
                                     { plain(words) } },
            {}, true, {} });
    for (const auto& row : compared.structure->nodes)
        content.rows.push_back(structureRow(row, compared, labels));
    return content;
}

Content tensorRows(const ComparedNumbers& numbers)
{
    Content content {
        { { tr("Node") }, { tr("Tensor") }, { tr("Shape and type") },
            { tr("Past"), Qt::AlignRight }, { tr("Largest difference"), Qt::AlignRight },
            { tr("Allowed"), Qt::AlignRight }, { tr("Worst element") }, { tr("A"), Qt::AlignRight },
            { tr("B"), Qt::AlignRight }, { tr("Outcome") } },
        { 230, 200, 120, 120, 140, 210, 110, 90, 90, 100 }
    };
    for (std::size_t i = 0; i < numbers.tensors.size(); ++i)
        content.rows.push_back(tensorRow(numbers.tensors[i], i));
    return content;
}

Content typeRows(const Compared& compared)
{
    Content content { { { tr("Operators") }, { tr("Rows"), Qt::AlignRight },
                          { tr("A"), Qt::AlignRight }, { tr("B"), Qt::AlignRight },
                          { tr("Difference"), Qt::AlignRight } },
        { 360, 70, 100, 100, 140 } };
    if (compared.time == nullptr)
        return content;
    double largest = 0;
    for (const auto& part : compared.time->waterfall.parts)
        largest = std::max(largest, std::abs(double(part.differenceNs())));
    for (const auto& part : compared.time->waterfall.parts) {
        const auto difference = double(part.differenceNs());
        const bool isOperators = part.kind == profiler::WaterfallPart::Kind::Operators;
        const auto tone = part.isNoise ? QByteArray("textSecondary") : QByteArray();
        content.rows.push_back({ { { plain(part.label) },
                                     { isOperators ? QString::number(part.rows) : notMeasuredText(),
                                         static_cast<qulonglong>(part.rows) },
                                     { durationText(double(part.aNs)), double(part.aNs) },
                                     { durationText(double(part.bNs)), double(part.bNs) },
                                     { signedDuration(difference), std::abs(difference), tone,
                                         largest > 0 ? std::abs(difference) / largest : 0 } },
            {}, !part.isNoise, {} });
    }
    return content;
}

Content settingRows(const Compared& compared)
{
    Content content { { { tr("What differs") }, { tr("A") }, { tr("B") }, { tr("Kind") },
                          { tr("Effect") } },
        { 200, 260, 260, 100, 240 } };
    if (compared.time == nullptr)
        return content;
    for (const auto& row : compared.time->settings)
        content.rows.push_back(
            { { { plain(row.name) }, { plain(row.a) }, { plain(row.b) },
                  { QString::fromUtf8(profiler::settingKindName(row.kind).data()) },
                  { row.isAllowed ? tr("verdicts are still given")
                                  : tr("verdicts are not comparable"),
                      {}, row.isAllowed ? QByteArray("textSecondary") : QByteArray("warning") } },
                {}, !row.isAllowed, {} });
    return content;
}

} // namespace ui
