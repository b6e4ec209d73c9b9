#include "ui/dialogs/picture_dialog.h"

#include "ui/dialogs/export_dialog.h"
#include "ui/document/settings.h"
#include "ui/translation/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>

namespace ui {

namespace {

constexpr auto formKey = "export/pictureForm";
constexpr int smallestPercent = 5;
constexpr int largestPercent = 400;

/// Sets the object name, by which tests and the command palette find the field.
void name(QWidget* widget, const char* objectName) { widget->setObjectName(objectName); }

QString filterOf(const PictureForm& form)
{
    return QStringLiteral("%1 (*.%2)").arg(tr(form.title), QString::fromLatin1(form.suffix));
}

} // namespace

PictureDialog::PictureDialog(
    CanvasContent content, const PictureParts& parts, const QString& baseName, QWidget* parent)
    : QDialog(parent)
    , m_content(std::move(content))
    , m_part(new QComboBox(this))
    , m_form(new QComboBox(this))
    , m_theme(new QComboBox(this))
    , m_scale(new QSpinBox(this))
    , m_pages(new QComboBox(this))
    , m_path(new QLineEdit(this))
    , m_facts(makeWrappedLabel({}, "secondary", this))
{
    setWindowTitle(tr("Export picture"));
    resize(560, 0);
    offerParts(parts);
    for (const auto& form : pictureForms())
        m_form->addItem(tr(form.title), QString::fromLatin1(form.suffix));
    m_theme->addItems({ tr("Light"), tr("Dark") }); // order of model::ThemeKind
    m_theme->setCurrentIndex(Theme::instance().kind() == model::ThemeKind::Dark ? 1 : 0);
    m_scale->setRange(smallestPercent, largestPercent);
    m_scale->setValue(100);
    m_scale->setSuffix(tr(" %"));
    m_pages->addItems({ tr("Long pages, full size"), tr("One page, made smaller if it must be"),
        tr("A4 sheets, fitted to their width") }); // order of PdfPages
    const QDir folder(settings::value(exportFolderKey, QDir::homePath()));
    const auto suffix = settings::value(formKey, QStringLiteral("svg"));
    m_form->setCurrentIndex(std::max(0, m_form->findData(suffix)));
    m_path->setText(folder.absoluteFilePath(baseName + u'.' + m_form->currentData().toString()));
    name(m_part, "part");
    name(m_form, "form");
    name(m_theme, "theme");
    name(m_scale, "scale");
    name(m_pages, "pages");
    name(m_path, "path");
    name(m_facts, "facts");

    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 16, 16, 12);
    form->setSpacing(10);
    form->addRow(tr("Part"), m_part);
    form->addRow(tr("Form"), m_form);
    form->addRow(tr("Theme"), m_theme);
    form->addRow(tr("Scale", "of a picture"), m_scale);
    form->addRow(tr("Pages"), m_pages);
    form->addRow(tr("File"), pathRow());
    form->addRow(QString(), m_facts);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
    m_export->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &PictureDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);

    connect(m_form, &QComboBox::currentIndexChanged, this, &PictureDialog::formChanged);
    connect(m_part, &QComboBox::currentIndexChanged, this, &PictureDialog::update);
    connect(m_pages, &QComboBox::currentIndexChanged, this, &PictureDialog::update);
    connect(m_scale, &QSpinBox::valueChanged, this, &PictureDialog::update);
    connect(m_path, &QLineEdit::textChanged, this, &PictureDialog::update);
    update();
}

void PictureDialog::offerParts(const PictureParts& parts)
{
    const auto offer = [this](const QString& title, const layout::Rect& area) {
        m_part->addItem(title);
        m_areas.push_back(area);
    };
    offer(tr("Whole graph, folded as it is"), parts.whole);
    offer(tr("What the window shows"), parts.shown);
    if (parts.selection)
        offer(tr("Selection"), *parts.selection);
}

QWidget* PictureDialog::pathRow()
{
    auto* row = new QWidget(this);
    auto* line = makeRow(row, {}, styleSpacing);
    line->addWidget(m_path);
    auto* browse = new QPushButton(tr("Browse…"), row);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &PictureDialog::browse);
    line->addWidget(browse);
    return row;
}

/// Keeps the file name's suffix in step with the chosen format.
void PictureDialog::formChanged()
{
    const QFileInfo file(m_path->text());
    const auto isForm = [&](const PictureForm& form) {
        return file.suffix().compare(QLatin1String(form.suffix), Qt::CaseInsensitive) == 0;
    };
    const auto known = pictureForms();
    auto path = m_path->text();
    if (std::any_of(known.begin(), known.end(), isForm))
        path.chop(file.suffix().size() + 1);
    m_path->setText(path + u'.' + m_form->currentData().toString());
}

void PictureDialog::browse()
{
    const auto& form = pictureForms()[static_cast<std::size_t>(m_form->currentIndex())];
    QFileDialog dialog(this, tr("Export picture"), QFileInfo(m_path->text()).absolutePath());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setOption(QFileDialog::DontConfirmOverwrite); // asked once, when the file is written
    dialog.setNameFilter(filterOf(form));
    dialog.setDefaultSuffix(QString::fromLatin1(form.suffix));
    dialog.selectFile(QFileInfo(m_path->text()).fileName());
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        m_path->setText(dialog.selectedFiles().first());
}

void PictureDialog::update()
{
    const auto suffix = m_form->currentData().toString();
    m_scale->setEnabled(suffix != QStringLiteral("svg"));
    m_pages->setEnabled(suffix == QStringLiteral("pdf"));
    const auto facts = pictureFacts(request());
    m_facts->setText(facts);
    m_export->setEnabled(!facts.isEmpty());
}

PictureRequest PictureDialog::request() const
{
    auto path = m_path->text();
    const auto suffix = m_form->currentData().toString();
    // The suffix decides the format, so a suffix of another format gets this one appended.
    if (QFileInfo(path).suffix().compare(suffix, Qt::CaseInsensitive) != 0)
        path += u'.' + suffix;
    return { m_content,
        m_theme->currentIndex() == 1 ? model::ThemeKind::Dark : model::ThemeKind::Light,
        m_areas[static_cast<std::size_t>(m_part->currentIndex())], m_scale->value() / 100.0,
        static_cast<PdfPages>(m_pages->currentIndex()), path };
}

void PictureDialog::accept()
{
    const QFileInfo file(request().path);
    if (file.exists()
        && QMessageBox::question(this, tr("Export picture"),
               tr("%1 exists already. Replace it?").arg(file.fileName()))
            != QMessageBox::Yes)
        return;
    settings::setValue(exportFolderKey, file.absolutePath());
    settings::setValue(formKey, m_form->currentData().toString());
    QDialog::accept();
}

} // namespace ui
