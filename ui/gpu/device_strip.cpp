#include "ui/gpu/device_strip.h"

#include "ui/format.h"
#include "ui/gpu/gpu_report.h"
#include "ui/inspectors/elided_label.h"
#include "ui/tables/table_tools.h"
#include "ui/timeline/device_looks.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr double minShare = 0.005; // of the wall time; smaller shares are left out
constexpr int swatch = 10;
constexpr int entryGap = 14;
constexpr int swatchGap = 5;
constexpr int lineWidth = 170;

} // namespace

GapLegend::GapLegend(QWidget* parent)
    : QWidget(parent)
{
    setObjectName("gapLegend");
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void GapLegend::set(const profiler::DeviceAccount* account)
{
    m_entries.clear();
    QStringList lines;
    if (account != nullptr) {
        for (const auto cause : gapCausesShown) {
            const auto share = account->share(account->gapOf(cause));
            if (share <= 0)
                continue;
            lines.append(textOf({ cause, share }, Words::Full));
            if (share >= minShare)
                m_entries.push_back({ cause, share });
        }
    }
    std::ranges::stable_sort(m_entries, std::greater<> {}, &Entry::share);
    const auto text = lines.join(QStringLiteral("\n"));
    setAccessibleName(tr("Why the GPU was idle, of the wall: %1").arg(lines.join(u',')));
    setToolTip(
        text.isEmpty() ? QString() : toolTipOf(tr("The GPU was idle, of the wall:\n%1").arg(text)));
    setVisible(!m_entries.empty());
    updateGeometry();
    update();
}

QString GapLegend::textOf(const Entry& entry, Words words) const
{
    const auto look = gapLook(entry.cause);
    return (words == Words::Full ? look.name : look.word) + u' ' + shareText(entry.share);
}

int GapLegend::widthOf(Words words) const
{
    int width = 0;
    for (const auto& entry : m_entries)
        width += (width > 0 ? entryGap : 0) + swatch + swatchGap
            + fontMetrics().horizontalAdvance(textOf(entry, words));
    return width;
}

QSize GapLegend::sizeHint() const
{
    return { widthOf(Words::Full), std::max(swatch, fontMetrics().height()) + 2 };
}

/// Draws the legend. If the full names do not fit, uses the short ones that the gaps show.
void GapLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto words = widthOf(Words::Full) <= width() ? Words::Full : Words::Short;
    int x = 0;
    for (const auto& entry : m_entries) {
        const auto text = textOf(entry, words);
        const int wide = swatch + swatchGap + fontMetrics().horizontalAdvance(text);
        if (x + wide > width())
            break; // the tool tip has all entries
        const auto look = gapLook(entry.cause);
        const QRectF sign(x, (height() - swatch) / 2.0, swatch, swatch);
        auto ground = look.colour;
        ground.setAlphaF(0.2F);
        painter.fillRect(sign, ground);
        painter.fillRect(sign, QBrush(look.colour, Qt::BDiagPattern));
        painter.fillRect(QRectF(sign.left(), sign.bottom() - 2, sign.width(), 2), look.colour);
        painter.setPen(themeColour("textSecondary"));
        painter.drawText(QRect(x + swatch + swatchGap, 0, wide, height()),
            Qt::AlignVCenter | Qt::AlignLeft, text);
        x += wide + entryGap;
    }
}

DeviceStrip::DeviceStrip(QWidget* parent)
    : QWidget(parent)
    , m_headline(new ElidedLabel({}, ElidedLabel::Look::Strong, this))
    , m_legend(new GapLegend(this))
    , m_line(new QLineEdit(this))
    , m_previous(makeToolButton("up", tr("Previous kernel of this name (Shift+Enter)"), this))
    , m_next(makeToolButton("down", tr("Next kernel of this name (Enter)"), this))
{
    setObjectName("deviceStrip");
    auto* rows = makeColumn(this, { 10, 3, 6, 3 }, 2);
    m_first = new QHBoxLayout;
    m_second = new QHBoxLayout;
    for (auto* row : { m_first, m_second }) {
        row->setSpacing(8);
        rows->addLayout(row);
    }
    m_headline->setObjectName("gpuHeadline");
    m_first->addWidget(m_headline, 1);
    m_line->setObjectName("findKernel");
    m_line->setPlaceholderText(tr("Find kernel"));
    m_line->setAccessibleName(tr("Find kernel by name"));
    m_line->setClearButtonEnabled(true);
    m_line->setFixedWidth(lineWidth);
    m_line->addAction(icon("search", "textSecondary"), QLineEdit::LeadingPosition);
    arrange();
    connect(m_line, &QLineEdit::returnPressed, this, [this] { ask(1); });
    connect(m_line, &QLineEdit::textChanged, this, [this] { showFound(true); });
    connect(m_next, &QToolButton::clicked, this, [this] { ask(1); });
    connect(m_previous, &QToolButton::clicked, this, [this] { ask(-1); });
    auto* back = new QAction(m_line);
    back->setShortcuts(
        { QKeySequence(Qt::SHIFT | Qt::Key_Return), QKeySequence(Qt::SHIFT | Qt::Key_Enter) });
    back->setShortcutContext(Qt::WidgetShortcut);
    m_line->addAction(back);
    connect(back, &QAction::triggered, this, [this] { ask(-1); });
    hide();
}

void DeviceStrip::setReport(GpuReport* report)
{
    if (m_report != nullptr)
        m_report->disconnect(this);
    m_report = report;
    if (report != nullptr)
        connect(report, &GpuReport::changed, this, &DeviceStrip::refresh);
    refresh();
}

void DeviceStrip::refresh()
{
    const auto facts = m_report != nullptr ? m_report->facts() : nullptr;
    setVisible(facts != nullptr);
    m_legend->set(facts != nullptr ? &facts->report.account : nullptr);
    if (facts == nullptr)
        return;
    QStringList lines;
    for (const auto& headline : facts->report.headlines)
        lines.append(upperFirst(plain(headline, 400)));
    m_headline->setText(lines.isEmpty() ? QString() : lines.first());
    m_headline->setHint(lines.join(u'\n'));
    m_headline->setTone(facts->report.whole.bound == profiler::DeviceBound::Launch
            ? QByteArrayLiteral("warning")
            : QByteArray());
    arrange();
}

void DeviceStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void DeviceStrip::arrange()
{
    const auto margins = layout()->contentsMargins();
    int needed = margins.left() + margins.right() + m_headline->sizeHint().width();
    const std::array<QWidget*, 4> rest { m_legend, m_line, m_previous, m_next };
    for (const auto* widget : rest)
        needed += m_first->spacing() + widget->sizeHint().width();
    auto* row = needed <= width() ? m_first : m_second;
    if (row->indexOf(m_line) >= 0)
        return;
    for (auto* widget : rest) {
        m_first->removeWidget(widget);
        m_second->removeWidget(widget);
        row->addWidget(widget, widget == m_legend && row == m_second ? 1 : 0);
    }
}

void DeviceStrip::ask(int by)
{
    if (!m_line->text().trimmed().isEmpty())
        emit kernelRequested(m_line->text(), by);
}

void DeviceStrip::showFound(bool isFound)
{
    m_line->setProperty("tone", isFound ? QVariant() : QVariant(QStringLiteral("error")));
    m_line->setToolTip(isFound ? QString() : toolTipOf(tr("No kernel has this in its name")));
    restyle(*m_line);
}

} // namespace ui
