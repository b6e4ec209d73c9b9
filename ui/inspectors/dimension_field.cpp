#include "ui/inspectors/dimension_field.h"

#include "ui/document/document.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/run/run_controller.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int typingPauseMs = 400;
constexpr int fieldWidth = 110;
constexpr std::size_t usersNamed = 4;
constexpr std::int64_t largest = 1'000'000'000;

} // namespace

DimensionField::DimensionField(
    Context& context, Document& document, const model::FreeDimension& dimension, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_name(dimension.name)
    , m_line(new QLineEdit(this))
    , m_error(makeText({}, this))
{
    auto* column = makeColumn(this, { 0, 0, 0, 4 }, 2);
    auto* row = new QHBoxLayout;
    auto* name = new ElidedLabel(plain(m_name, 100), ElidedLabel::Look::Body, this);
    row->addWidget(name, 1);
    m_line->setFixedWidth(fieldWidth);
    m_line->setObjectName(QStringLiteral("dimension-") + QString::fromStdString(m_name));
    m_line->setAccessibleName(plain(m_name, 100));
    m_line->setClearButtonEnabled(true);
    m_line->setPlaceholderText(tr("not bound"));
    m_line->setAlignment(Qt::AlignRight);
    if (const auto bound = document.binding().find(m_name); bound != document.binding().end())
        m_line->setText(QString::number(bound->second));
    row->addWidget(m_line);
    column->addLayout(row);
    m_error->setObjectName(m_line->objectName() + QStringLiteral("-error"));
    m_error->setProperty("tone", "error");
    m_error->hide();
    column->addWidget(m_error);
    QStringList users;
    for (const auto value : dimension.usedBy) {
        if (users.size() < static_cast<qsizetype>(usersNamed))
            users += plain(document.model()->value(value).name, 60);
    }
    auto text = tr("used by %1").arg(users.join(QStringLiteral(", ")));
    if (dimension.usedBy.size() > usersNamed)
        text += tr(" and %n more", nullptr, static_cast<int>(dimension.usedBy.size() - usersNamed));
    column->addWidget(new ElidedLabel(text, ElidedLabel::Look::Secondary, this));
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(m_line, &QLineEdit::textChanged, this, &DimensionField::check);
    connect(m_line, &QLineEdit::returnPressed, this, &DimensionField::apply);
    connect(&m_typing, &QTimer::timeout, this, &DimensionField::apply);
}

std::optional<std::int64_t> DimensionField::sizeOf(const QString& text)
{
    bool isNumber = false;
    const auto size = text.trimmed().toLongLong(&isNumber);
    return isNumber && size >= 0 && size <= largest ? std::optional<std::int64_t>(size)
                                                    : std::nullopt;
}

void DimensionField::check()
{
    const auto text = m_line->text().trimmed();
    const bool isGood = text.isEmpty() || sizeOf(text);
    m_error->setVisible(!isGood);
    if (isGood)
        return m_typing.start();
    m_typing.stop();
    m_error->setText(tr("%1 is no size: expected a whole number from 0 to 1,000,000,000")
                         .arg(plain(text.toStdString(), 30)));
    restyle(*m_error);
}

void DimensionField::apply()
{
    m_typing.stop();
    const auto text = m_line->text().trimmed();
    const auto size = sizeOf(text);
    if (!text.isEmpty() && !size)
        return;
    auto binding = m_document.binding();
    if (size)
        binding[m_name] = *size;
    else
        binding.erase(m_name);
    bindRun(QString::fromStdString(m_name), size);
    m_document.setBinding(std::move(binding));
}

/// Uses the size for runs too, so that the displayed shapes are those that run.
void DimensionField::bindRun(const QString& name, std::optional<std::int64_t> size)
{
    if (m_context.runs == nullptr)
        return;
    auto& dims = m_context.runs->settingsOf(&m_document).dims;
    if (size)
        dims.insert(name, *size);
    else
        dims.remove(name);
    m_context.runs->settingsEdited(&m_document);
}

} // namespace ui
