#include "ui/run/inputs/shape_field.h"

#include "model/inference/input_shapes.h"
#include "model/support/text.h"
#include "ui/run/run_settings.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr std::size_t maxFields = 12;

}

ShapeField::ShapeField(const QString& input, const QString& shape, QWidget* parent)
    : QWidget(parent)
    , m_input(input)
    , m_text(new QLineEdit(shape))
    , m_note(makeWrappedLabel())
{
    auto* rows = makeColumn(this, {}, 2);
    auto* line = new QHBoxLayout;
    line->addWidget(makeLabel(QString::fromStdString(
                        support::sanitise(support::elideMiddle(input.toStdString(), 48)))),
        1);
    m_text->setPlaceholderText(QStringLiteral("1x8x64"));
    m_text->setObjectName(QStringLiteral("shape-") + input);
    m_text->setAccessibleName(tr("Shape of %1").arg(input));
    line->addWidget(m_text, 1);
    rows->addLayout(line);
    m_note->setObjectName(QStringLiteral("shapeNote-") + input);
    rows->addWidget(m_note);
    connect(m_text, &QLineEdit::textChanged, this, &ShapeField::judge);
    judge();
}

void ShapeField::judge()
{
    const auto text = m_text->text().trimmed();
    const auto shape = model::shapeFromText(text.toStdString());
    const bool isGood = text.isEmpty() || shape;
    m_note->setText(text.isEmpty() ? tr("The model declares no shape: a run needs one, or a file.")
            : shape                ? QString()
                                   : QString::fromStdString(shape.error().message()));
    m_note->setVisible(!m_note->text().isEmpty());
    m_note->setProperty("tone", isGood ? QVariant() : QVariant(QStringLiteral("error")));
    m_note->setProperty("secondary", isGood);
    restyle(*m_note);
    if (isGood)
        emit given(m_input, text);
}

std::size_t addShapeFields(QVBoxLayout& column, const model::Model& model,
    const RunSettings& settings,
    const std::function<void(const QString& input, const QString& shape)>& given)
{
    std::size_t fields = 0;
    for (const auto id : model.main().inputs) {
        const auto& value = model.value(id);
        const bool isOpen = value.type.isTensor() && !value.type.shape;
        if (!isOpen || value.initializer.isValid() || fields == maxFields)
            continue;
        const auto name = QString::fromStdString(value.name);
        auto* field = new ShapeField(name, settings.shapes.value(name));
        field->setEnabled(settings.dataFolder.isEmpty());
        QObject::connect(field, &ShapeField::given, given);
        column.addWidget(field);
        ++fields;
    }
    return fields;
}

} // namespace ui
