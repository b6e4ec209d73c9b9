#include "ui/compare/running_bar.h"

#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QDoubleValidator>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>

namespace ui {

namespace {

void setTone(QWidget& widget, const char* tone)
{
    widget.setProperty("tone", tone);
    restyle(widget);
}

} // namespace

RunningBar::RunningBar(CompareRunner& runner, QWidget* parent)
    : QFrame(parent)
    , m_runner(runner)
    , m_text(makeWrappedLabel({}, nullptr, this))
    , m_bar(new QProgressBar(this))
    , m_stop(new QPushButton(tr("Stop and keep"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setObjectName("comparisonRunning");
    auto* row = makeRow(this, { 12, 6, 12, 6 }, 12);
    m_text->setObjectName("runningText");
    m_bar->setTextVisible(false);
    m_bar->setMaximumWidth(260);
    m_stop->setObjectName("stopAndKeep");
    m_cancel->setObjectName("cancelComparison");
    row->addWidget(m_text, 1);
    row->addWidget(m_bar);
    row->addWidget(m_stop);
    row->addWidget(m_cancel);
    connect(m_stop, &QPushButton::clicked, &runner, &CompareRunner::stopAndKeep);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_runner.isRunning())
            m_runner.cancel();
        else
            hide(); // the bar showed a failure
    });
    hide();
}

void RunningBar::refresh()
{
    if (!m_runner.isRunning())
        return hide();
    const auto now = m_runner.progress();
    const bool isMeasuring = m_runner.kind() == CompareRunner::Kind::Measure;
    const bool isInRounds = isMeasuring && now.total > 0 && now.step == QStringLiteral("measuring");
    setTone(*this, "info");
    m_isFailure = false;
    const auto waitsFor = m_runner.waitsFor();
    m_text->setText(!waitsFor.isEmpty() ? tr("Waits for: %1").arg(waitsFor)
            : isInRounds
            ? tr("Measuring both in turns: round %1 of %2").arg(now.done).arg(now.total)
            : now.step.isEmpty() ? now.title
                                 : QStringLiteral("%1: %2").arg(now.title, now.step));
    m_bar->setRange(0, static_cast<int>(now.total));
    m_bar->setValue(static_cast<int>(now.done));
    m_bar->setVisible(waitsFor.isEmpty());
    m_stop->setVisible(isMeasuring && waitsFor.isEmpty());
    m_stop->setEnabled(isInRounds && now.done > 1);
    m_stop->setText(isInRounds && now.done > 1
            ? tr("Stop and keep %n round(s)", nullptr, static_cast<int>(now.done) - 1)
            : tr("Stop and keep"));
    m_cancel->setText(tr("Cancel"));
    show();
}

void RunningBar::showFailure(const QString& message)
{
    setTone(*this, "error");
    m_isFailure = true;
    m_text->setText(plainLines(message.toStdString()));
    m_bar->hide();
    m_stop->hide();
    m_cancel->setText(tr("Close"));
    show();
}

NumbersBar::NumbersBar(QWidget* parent)
    : QWidget(parent)
    , m_summary(makeLabel({}, "secondary", this))
    , m_relative(new QLineEdit(this))
    , m_absolute(new QLineEdit(this))
    , m_compare(new QPushButton(this))
{
    auto* row = makeRow(this, { 12, 4, 12, 4 }, 8);
    m_summary->setObjectName("numbersSummary");
    row->addWidget(m_summary, 1);
    const auto field = [&](const QString& text, QLineEdit* edit, const char* name) {
        auto* label = new QLabel(text, this);
        label->setBuddy(edit);
        auto* validator = new QDoubleValidator(0, 1e9, 17, edit);
        validator->setLocale(QLocale::c());
        edit->setValidator(validator);
        edit->setPlaceholderText(tr("rounding"));
        edit->setMaximumWidth(90);
        edit->setObjectName(name);
        edit->setAccessibleName(text);
        connect(edit, &QLineEdit::returnPressed, this, &NumbersBar::compareRequested);
        row->addWidget(label);
        row->addWidget(edit);
    };
    field(tr("Relative"), m_relative, "relativeTolerance");
    field(tr("Absolute"), m_absolute, "absoluteTolerance");
    m_compare->setObjectName("compareNumbers");
    row->addWidget(m_compare);
    connect(m_compare, &QPushButton::clicked, this, &NumbersBar::compareRequested);
    refresh(nullptr, {});
}

CompareRunner::Tolerance NumbersBar::tolerance() const
{
    const auto of = [](const QLineEdit& edit) -> std::optional<double> {
        bool isNumber = false;
        const auto value = QLocale::c().toDouble(edit.text(), &isNumber);
        return isNumber ? std::optional(value) : std::nullopt;
    };
    return { of(*m_relative), of(*m_absolute) };
}

void NumbersBar::refresh(const ComparedNumbers* numbers, const QString& blocker)
{
    if (numbers == nullptr) {
        m_summary->setText(tr("Not compared yet: both run once on the same inputs, and every "
                              "tensor of B stands beside that of A."));
    } else {
        auto text = tr("%1 compared, %2 past tolerance")
                        .arg(countOf(numbers->tensors.size(), QT_TR_NOOP("%1 tensor(s)")),
                            countText(numbers->pastTolerance()));
        if (numbers->notKept > 0)
            text += tr(", %1 exist in only one model").arg(countText(numbers->notKept));
        m_summary->setText(text);
    }
    m_compare->setText(numbers == nullptr ? tr("Compare numbers") : tr("Compare again"));
    m_compare->setEnabled(blocker.isEmpty());
    m_compare->setToolTip(toolTipOf(blocker));
}

} // namespace ui
