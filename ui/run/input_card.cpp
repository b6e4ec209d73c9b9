#include "ui/run/input_card.h"

#include "model/npy.h"
#include "ui/run/run_settings.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QSignalBlocker>

namespace ui {

namespace {

constexpr qint64 maxBytesRead = 64LL << 20;
const QString filePrefix = QStringLiteral("file:");

/// Compares a shape with sizes; named and unknown dimensions match any size.
bool fits(const model::Shape& shape, const std::vector<std::int64_t>& dims)
{
    if (shape.size() != dims.size())
        return false;
    for (std::size_t i = 0; i < dims.size(); ++i)
        if (const auto size = shape[i].value(); size && *size != dims[i])
            return false;
    return true;
}

std::string dimsText(const std::vector<std::int64_t>& dims)
{
    model::Shape shape;
    for (const auto size : dims)
        shape.push_back(model::Dimension::number(size));
    return model::shapeText(shape);
}

} // namespace

std::string inputProblem(const model::ValueType& type, const QString& spec)
{
    if (!spec.startsWith(filePrefix))
        return {};
    const auto path = spec.mid(filePrefix.size());
    const QFileInfo file(path);
    if (!file.exists())
        return InputCard::tr("There is no file %1.").arg(path).toStdString();
    if (file.suffix() != QStringLiteral("npy") || !type.isTensor() || !type.shape
        || file.size() > maxBytesRead)
        return {};
    const auto tensor = model::readNpy(path.toStdString(), type.element);
    if (!tensor)
        return tensor.error().message();
    if (fits(*type.shape, tensor->dims))
        return {};
    return InputCard::tr("%1 has the shape %2, the input takes %3.")
        .arg(file.fileName(), QString::fromStdString(dimsText(tensor->dims)),
            QString::fromStdString(model::shapeText(*type.shape)))
        .toStdString();
}

InputCard::InputCard(
    const QString& name, const model::ValueType& type, const QString& spec, QWidget* parent)
    : QFrame(parent)
    , m_name(name)
    , m_type(type)
    , m_spec(spec)
    , m_choice(new QComboBox(this))
    , m_problem(makeWrappedLabel({}, nullptr, this))
{
    setProperty("card", true);
    auto* lines = makeColumn(this, { 8, 6, 8, 6 }, styleSpacing);
    lines->addWidget(makeLabel(plain(name.toStdString(), maxNameCharacters) + QStringLiteral("   ")
            + plain(model::typeText(type), maxNameCharacters),
        nullptr, this));
    m_choice->setEditable(true);
    m_choice->addItems({ QStringLiteral("random"), QStringLiteral("random:0..1"),
        QStringLiteral("zeros"), QStringLiteral("ones"), tr("file…") });
    m_choice->setCurrentText(spec);
    m_choice->setAccessibleName(name);
    connect(m_choice, &QComboBox::currentTextChanged, this, &InputCard::take);
    lines->addWidget(m_choice);
    m_problem->setObjectName(QStringLiteral("problem-") + name);
    m_problem->setProperty("tone", QStringLiteral("error"));
    lines->addWidget(m_problem);
    const auto problem = inputProblem(m_type, m_spec);
    m_problem->setText(plain(problem, 300));
    m_problem->setVisible(!problem.empty());
}

void InputCard::setEditable(bool isEditable) { m_choice->setEnabled(isEditable); }

QString InputCard::askForFile()
{
    const auto file = QFileDialog::getOpenFileName(
        this, tr("Values of %1").arg(m_name), {}, tr("Tensors (*.npy *.pb)"));
    return file.isEmpty() ? m_spec : filePrefix + file;
}

void InputCard::take(const QString& text)
{
    m_spec = text == tr("file…") ? askForFile() : text;
    if (m_spec != text) {
        const QSignalBlocker blocker(m_choice);
        m_choice->setEditText(m_spec);
    }
    const auto problem = inputProblem(m_type, m_spec);
    m_problem->setText(plain(problem, 300));
    m_problem->setVisible(!problem.empty());
    emit edited(m_name, m_spec);
}

} // namespace ui
