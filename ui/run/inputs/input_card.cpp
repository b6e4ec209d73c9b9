#include "ui/run/inputs/input_card.h"

#include "engine/inputs/input_spec.h"
#include "model/npy.h"
#include "model/onnx/tensor_file.h"
#include "ui/run/inputs/image_box.h"
#include "ui/run/run_settings.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QSignalBlocker>

namespace ui {

namespace {

constexpr qint64 maxBytesRead = 64LL << 20;
const QString filePrefix = QStringLiteral("file:");
const QString imagePrefix = QStringLiteral("image:");
const QStringList tensorSuffixes { QStringLiteral("npy"), QStringLiteral("pb") };
const QStringList imageSuffixes { QStringLiteral("png"), QStringLiteral("jpg"),
    QStringLiteral("jpeg"), QStringLiteral("webp"), QStringLiteral("bmp"), QStringLiteral("tif"),
    QStringLiteral("tiff"), QStringLiteral("jp2"), QStringLiteral("j2k"), QStringLiteral("ppm"),
    QStringLiteral("pgm"), QStringLiteral("pbm") };

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

/// Reads the tensor of a .npy or .pb file.
support::Result<model::DataTensor> readTensor(const QString& path, model::ElementType element)
{
    if (path.endsWith(QStringLiteral(".npy")))
        return model::readNpy(path.toStdString(), element);
    auto value = TRY(model::onnx::readTensorFile(path.toStdString()));
    return std::move(value.tensor);
}

std::string fileProblem(const model::ValueType& type, const QString& path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return InputCard::tr("There is no file %1.").arg(path).toStdString();
    if (!tensorSuffixes.contains(file.suffix()) || !type.isTensor() || !type.shape
        || file.size() > maxBytesRead)
        return {};
    const auto tensor = readTensor(path, type.element);
    if (!tensor)
        return tensor.error().message();
    if (type.element != model::ElementType::Undefined && tensor->element != type.element)
        return InputCard::tr("%1 has the type %2, the input takes %3.")
            .arg(file.fileName(), plain(model::name(tensor->element)),
                plain(model::name(type.element)))
            .toStdString();
    if (fits(*type.shape, tensor->dims))
        return {};
    return InputCard::tr("%1 has the shape %2, the input takes %3.")
        .arg(file.fileName(),
            QString::fromStdString(model::shapeText(model::shapeOf(tensor->dims))),
            QString::fromStdString(model::shapeText(*type.shape)))
        .toStdString();
}

QString patterns(const QStringList& suffixes)
{
    return QStringLiteral("*.") + suffixes.join(QStringLiteral(" *."));
}

QString imageSpec(const std::filesystem::path& file, const QString& options)
{
    const auto text = imagePrefix + QString::fromStdString(file.string());
    return options.isEmpty() ? text : text + u',' + options;
}

bool isImage(const engine::InputSpec& spec)
{
    return spec.source == engine::InputSpec::Source::Image;
}

/// The dropped file as a spec; empty if it is neither a picture nor a tensor.
QString droppedSpec(const QMimeData& data)
{
    const auto urls = data.urls();
    const auto path = urls.size() == 1 ? urls.first().toLocalFile() : QString();
    const auto suffix = QFileInfo(path).suffix().toLower();
    if (imageSuffixes.contains(suffix))
        return imagePrefix + path;
    return tensorSuffixes.contains(suffix) ? filePrefix + path : QString();
}

} // namespace

std::string inputProblem(const model::ValueType& type, const QString& spec)
{
    if (spec.startsWith(filePrefix))
        return fileProblem(type, spec.mid(filePrefix.size()));
    const auto parsed = engine::inputSpecFromText(spec.toStdString());
    return parsed ? std::string() : parsed.error().message();
}

InputCard::InputCard(JobRunner& jobs, ShownInput input, QWidget* parent)
    : QFrame(parent)
    , m_jobs(jobs)
    , m_input(std::move(input))
    , m_choice(new QComboBox(this))
    , m_note(makeWrappedLabel({}, "secondary", this))
    , m_problem(makeWrappedLabel({}, nullptr, this))
{
    setProperty("card", true);
    setAcceptDrops(true);
    setObjectName(QStringLiteral("input-") + m_input.name);
    auto* lines = makeColumn(this, { 8, 6, 8, 6 }, styleSpacing);
    lines->addWidget(makeLabel(plain(m_input.name.toStdString(), maxNameCharacters)
            + QStringLiteral("   ") + plain(model::typeText(m_input.type), maxNameCharacters),
        nullptr, this));
    m_choice->setEditable(true);
    m_choice->addItems(
        { QStringLiteral("random"), QStringLiteral("random:0..1"), QStringLiteral("zeros"),
            QStringLiteral("ones"), tr("file…"), tr("picture…"), tr("output of a run…") });
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setAccessibleName(m_input.name);
    m_choice->setToolTip(toolTipOf(tr("A picture, .npy or .pb file can also be dropped here")));
    lines->addWidget(m_choice);
    m_note->setObjectName(QStringLiteral("note-") + m_input.name);
    m_note->hide();
    lines->addWidget(m_note);
    m_problem->setObjectName(QStringLiteral("problem-") + m_input.name);
    m_problem->setProperty("tone", QStringLiteral("error"));
    lines->addWidget(m_problem);
    showText();
    showSpec();
    connect(m_choice, &QComboBox::currentTextChanged, this, &InputCard::take);
}

void InputCard::setEditable(bool isEditable)
{
    m_choice->setEnabled(isEditable);
    setAcceptDrops(isEditable);
    if (m_image != nullptr)
        m_image->setEnabled(isEditable);
}

void InputCard::setNote(const QString& text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

QString InputCard::askForFile(const QString& title, const QString& filter, const QString& prefix)
{
    const auto file = QFileDialog::getOpenFileName(this, title.arg(m_input.name), {}, filter);
    return file.isEmpty() ? m_input.spec : prefix + file;
}

void InputCard::take(const QString& text)
{
    if (text == tr("file…"))
        return use(askForFile(
            tr("Values of %1"), tr("Tensors (%1)").arg(patterns(tensorSuffixes)), filePrefix));
    if (text == tr("picture…"))
        return use(askForFile(
            tr("Picture for %1"), tr("Pictures (%1)").arg(patterns(imageSuffixes)), imagePrefix));
    if (text == tr("output of a run…")) {
        showText();
        emit outputRequested();
        return;
    }
    use(text);
}

void InputCard::use(const QString& spec)
{
    m_input.spec = spec;
    if (const auto parsed = engine::inputSpecFromText(spec.toStdString());
        parsed && isImage(*parsed)) {
        const auto own = QString::fromStdString(engine::imagePreparationText(parsed->image));
        if (own.isEmpty())
            m_input.spec = imageSpec(parsed->file, m_input.preparation);
        else
            m_input.preparation = own;
        emit preparationEdited(m_input.name, m_input.preparation);
    }
    if (m_choice->currentText() != spec) // else it is being typed
        showText();
    showSpec();
    emit edited(m_input.name, m_input.spec);
}

void InputCard::takeOptions()
{
    const auto parsed = engine::inputSpecFromText(m_input.spec.toStdString());
    if (!parsed)
        return;
    m_input.preparation = m_image->options();
    m_input.spec = imageSpec(parsed->file, m_input.preparation);
    emit preparationEdited(m_input.name, m_input.preparation);
    showText();
    showSpec();
    emit edited(m_input.name, m_input.spec);
}

/// Shows the spec in the choice; of a picture only the file.
void InputCard::showText()
{
    const auto parsed = engine::inputSpecFromText(m_input.spec.toStdString());
    const QSignalBlocker blocker(m_choice);
    m_choice->setEditText(parsed && isImage(*parsed) ? imageSpec(parsed->file, {}) : m_input.spec);
}

/// Shows what is wrong with the spec, and the fields of a picture.
void InputCard::showSpec()
{
    const auto parsed = engine::inputSpecFromText(m_input.spec.toStdString());
    const bool hasImage = parsed && isImage(*parsed);
    showProblem(plain(inputProblem(m_input.type, m_input.spec), 300));
    if (hasImage && m_image == nullptr) {
        m_image = new ImageBox(m_jobs, m_input.name, m_input.type, this);
        layout()->addWidget(m_image);
        connect(m_image, &ImageBox::edited, this, &InputCard::takeOptions);
        connect(m_image, &ImageBox::checked, this, &InputCard::showProblem);
    }
    if (m_image != nullptr)
        m_image->setVisible(hasImage);
    if (hasImage)
        m_image->show(*parsed, m_input.dims);
}

void InputCard::showProblem(const QString& text)
{
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

void InputCard::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedSpec(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void InputCard::dropEvent(QDropEvent* event)
{
    const auto spec = droppedSpec(*event->mimeData());
    if (spec.isEmpty())
        return;
    event->acceptProposedAction();
    use(spec);
}

} // namespace ui
