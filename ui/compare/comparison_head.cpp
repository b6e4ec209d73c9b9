#include "ui/compare/comparison_head.h"

#include "profiler/tables/metadata.h"
#include "ui/compare/comparison_table.h"
#include "ui/document/document.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/verify/verify_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace ui {

using profiler::Comparison;

namespace {

QString duration(const profiler::Distribution& time)
{
    return time.samples > 0 ? durationText(time.median, 4) : notMeasuredText();
}

/// One figure of the head.
struct Figure {
    const char* name; ///< object name of its label, for tests and the style sheet
    QString title;
    QString value;
    QString detail;
    QByteArray tone {}; ///< colour token of the value
};

QWidget* makeFigure(const Figure& figure, QWidget* parent)
{
    auto* widget = new QWidget(parent);
    auto* column = makeColumn(widget, {}, 1);
    column->addWidget(makeLabel(figure.title, "secondary", widget));
    auto* value = makeLabel(figure.value, "heading", widget);
    value->setObjectName(figure.name);
    if (!figure.tone.isEmpty())
        value->setProperty("tone", figure.tone);
    value->setFont(scaledFont(value->font(), 1.35));
    value->setToolTip(toolTipOf(figure.value));
    column->addWidget(value);
    auto* detail = new ElidedLabel(figure.detail, ElidedLabel::Look::Secondary, widget);
    detail->setMinimumWidth(
        std::min(200, detail->fontMetrics().horizontalAdvance(figure.detail) + 4));
    column->addWidget(detail);
    column->addStretch();
    return widget;
}

QWidget* makeSide(const char* letter, const ComparedSide& side, QWidget* parent)
{
    auto* line = new QWidget(parent);
    auto* row = makeRow(line, {}, 8);
    row->addWidget(makeLabel(QString::fromLatin1(letter), "secondary", line));
    auto* name = new ElidedLabel(side.title, ElidedLabel::Look::Strong, line);
    name->setObjectName(QStringLiteral("title") + QLatin1String(letter));
    name->setMinimumWidth(
        std::min(200, name->fontMetrics().horizontalAdvance(side.title) * 11 / 10 + 8));
    row->addWidget(name);
    row->addWidget(makeLabel(side.detail, "secondary", line));
    row->addStretch();
    return line;
}

QString differencesText(const Comparison& comparison)
{
    QStringList words;
    for (const auto& row : comparison.settings)
        words << QStringLiteral("%1: %2 → %3").arg(plain(row.name), plain(row.a), plain(row.b));
    return words.join(QStringLiteral(" · "));
}

QLabel* makeSettingsState(const Compared& compared, QWidget* parent)
{
    const auto* time = compared.time.get();
    const bool isSame = time == nullptr || time->settings.empty();
    auto* state = makeStateChip(time == nullptr ? ComparisonHead::tr("not measured")
            : isSame                            ? ComparisonHead::tr("same machine and settings")
            : time->isComparable()              ? ComparisonHead::tr("settings differ")
                                   : ComparisonHead::tr("settings differ: not comparable"),
        time == nullptr ? "info"
            : isSame    ? "good"
                        : "warning",
        parent);
    state->setObjectName("settingsState");
    if (time != nullptr)
        state->setToolTip(toolTipOf(differencesText(*time)));
    return state;
}

QString methodText(const Comparison& comparison)
{
    if (comparison.method == profiler::Method::Interleaved)
        return ComparisonHead::tr(
            "measured in turns, %n round(s)", nullptr, static_cast<int>(comparison.rounds));
    return ComparisonHead::tr("not interleaved: differences below %1 are not significant")
        .arg(shareText(comparison.spread));
}

Figure wallFigure(const Compared& compared)
{
    const auto title = ComparisonHead::tr("Wall, median");
    if (compared.time != nullptr) {
        const auto& wall = compared.time->wall;
        return { "wallFigure", title,
            QStringLiteral("%1 → %2").arg(duration(wall.a), duration(wall.b)),
            methodText(*compared.time) };
    }
    return { "wallFigure", title, notMeasuredText(),
        ComparisonHead::tr("not measured on both sides") };
}

Figure changeFigure(const Compared& compared)
{
    const auto title = ComparisonHead::tr("Change");
    if (compared.time == nullptr)
        return { "changeFigure", title, notMeasuredText(), {} };
    const auto& wall = compared.time->wall;
    auto detail = verdictText(wall.verdict);
    if (wall.interval)
        detail += QStringLiteral(", 95 % ") + QString::fromStdString(intervalText(wall));
    return { "changeFigure", title, QString::fromStdString(profiler::ratioText(wall.ratio)), detail,
        verdictTone(wall.verdict) };
}

std::optional<std::uint64_t> weightBytes(const ComparedSide& side)
{
    if (side.profile != nullptr)
        if (const auto bytes = side.profile->metadata.integer(profiler::keys::modelWeightBytes))
            return static_cast<std::uint64_t>(std::max<std::int64_t>(0, *bytes));
    if (side.document != nullptr && side.document->analysis() != nullptr
        && side.document->model() == side.model)
        return side.document->analysis()->weightBytes;
    return std::nullopt;
}

Figure weightsFigure(const Compared& compared)
{
    const auto title = ComparisonHead::tr("Weights");
    const auto a = weightBytes(compared.sides[0]);
    const auto b = weightBytes(compared.sides[1]);
    const auto text = [](const std::optional<std::uint64_t>& bytes) {
        return bytes ? bytesText(*bytes) : notMeasuredText();
    };
    if (a == b)
        return { "weightsFigure", title, text(a), ComparisonHead::tr("the same") };
    const auto change = a && b && *a > 0
        ? QString::fromStdString(profiler::ratioText((double(*b) - double(*a)) / double(*a)))
        : QString();
    return { "weightsFigure", title, QStringLiteral("%1 → %2").arg(text(a), text(b)), change };
}

Figure alignedFigure(const Compared& compared)
{
    const auto title = ComparisonHead::tr("Aligned nodes");
    const auto words = [&](std::size_t aligned, std::size_t all, const QString& detail) {
        return Figure { "alignedFigure", title,
            ComparisonHead::tr("%1 of %2").arg(countText(aligned), countText(all)), detail };
    };
    if (compared.structure != nullptr && !compared.isOneModel()) {
        const auto& counts = compared.structure->counts;
        using model::NodeChange;
        return words(compared.structure->alignment.pairs, compared.sides[0].model->nodes.size(),
            ComparisonHead::tr("%1 removed · %2 added · %3 changed")
                .arg(countText(counts[std::size_t(NodeChange::Removed)]),
                    countText(counts[std::size_t(NodeChange::Added)]),
                    countText(counts[std::size_t(NodeChange::Changed)])));
    }
    if (compared.time == nullptr)
        return { "alignedFigure", title, notMeasuredText(), {} };
    const auto& alignment = compared.time->alignment;
    return words(alignment.aligned, alignment.nodesA,
        ComparisonHead::tr("%1 only in A · %2 only in B")
            .arg(countText(alignment.onlyA.size()), countText(alignment.onlyB.size())));
}

Figure numbersFigure(const ComparedNumbers& numbers)
{
    const auto title = ComparisonHead::tr("First past tolerance");
    if (numbers.tensors.empty())
        return { "firstPastFigure", title, notMeasuredText(),
            ComparisonHead::tr("no aligned tensors") };
    if (!numbers.firstPastTolerance)
        return { "firstPastFigure", title, ComparisonHead::tr("none"),
            ComparisonHead::tr(
                "%n tensor(s) compared", nullptr, static_cast<int>(numbers.tensors.size())),
            "good" };
    const auto& tensor = numbers.tensors[*numbers.firstPastTolerance];
    const auto& difference = tensor.value.difference;
    return { "firstPastFigure", title, plain(tensor.node, 28),
        difference.tolerance
            ? ComparisonHead::tr("%1, allowed %2")
                  .arg(errorText(difference.largestAbsolute), toleranceText(difference))
            : plain(difference.message),
        "warning" };
}

} // namespace

ComparisonHead::ComparisonHead(QWidget* parent)
    : QWidget(parent)
    , m_row(new QHBoxLayout(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_row->setContentsMargins(12, 8, 12, 6);
    m_row->setSpacing(6);
    m_figures = new QWidget(this);
    m_row->addWidget(m_figures, 1);
    const auto button = [&](const QString& text, const char* name, auto asked) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(name);
        connect(made, &QPushButton::clicked, this, asked);
        m_row->addWidget(made, 0, Qt::AlignTop);
        return made;
    };
    m_measure = button(tr("Measure both"), "measureBoth", &ComparisonHead::measureRequested);
    button(tr("Swap"), "swapSides", &ComparisonHead::swapRequested);
    button(tr("Export…"), "exportComparison", &ComparisonHead::exportRequested);
}

void ComparisonHead::setMeasureBlocker(const QString& reason)
{
    m_measure->setEnabled(reason.isEmpty());
    m_measure->setToolTip(reason.isEmpty()
            ? toolTipOf(
                tr("Runs both alternately, so that other load on the machine affects both equally"))
            : toolTipOf(reason));
}

void ComparisonHead::show(const Compared& compared, const ComparedNumbers* numbers)
{
    auto* head = new QWidget(this);
    auto* row = makeRow(head, {}, 20);
    // A wide head must not widen the window.
    head->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* names = makeColumn(nullptr, {}, 2);
    names->addWidget(makeSide("A", compared.sides[0], head));
    names->addWidget(makeSide("B", compared.sides[1], head));
    names->addWidget(makeSettingsState(compared, head), 0, Qt::AlignLeft);
    row->addLayout(names);
    for (const auto& figure : { wallFigure(compared), changeFigure(compared),
             weightsFigure(compared), alignedFigure(compared) })
        row->addWidget(makeFigure(figure, head));
    if (numbers != nullptr)
        row->addWidget(makeFigure(numbersFigure(*numbers), head));
    row->addStretch();
    delete m_row->replaceWidget(m_figures, head);
    m_figures->deleteLater();
    m_figures = head;
    m_measure->setVisible(compared.hasModels() && !compared.isOneModel());
    fitFigures();
}

void ComparisonHead::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitFigures();
}

/// Hides the less important figures if the head is too narrow: a truncated number would be misread.
void ComparisonHead::fitFigures()
{
    const auto room = width() - m_row->minimumSize().width();
    QList<QWidget*> spare;
    for (const auto* name : { "weightsFigure", "alignedFigure", "firstPastFigure" })
        if (const auto* value = m_figures->findChild<QLabel*>(QString::fromLatin1(name))) {
            spare << value->parentWidget();
            spare.last()->setVisible(true);
        }
    for (auto* figure : spare) {
        m_figures->layout()->invalidate();
        if (m_figures->layout()->minimumSize().width() <= room)
            return;
        figure->setVisible(false);
    }
}

} // namespace ui
