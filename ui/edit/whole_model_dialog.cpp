#include "ui/edit/whole_model_dialog.h"

#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/edit/run_file.h"
#include "ui/jobs/job_runner.h"
#include "ui/translation/text.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>

namespace ui {

namespace {

constexpr int listWidth = 270; // pixels
constexpr int usualWidth = 820;
constexpr int usualHeight = 520;

/// Names of dimensions of the inputs.
QStringList dimensionsOf(const Document& document)
{
    QStringList names;
    if (document.analysis() != nullptr)
        for (const auto& dimension : document.analysis()->freeDimensions)
            names += QString::fromStdString(dimension.name);
    return names;
}

} // namespace

WholeModelDialog::WholeModelDialog(Document& document, JobRunner& jobs, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_jobs(jobs)
    , m_list(new QListWidget(this))
    , m_title(makeLabel({}, "heading", this))
    , m_summary(makeWrappedLabel({}, "secondary", this))
    , m_preview(new QPlainTextEdit(this))
{
    setObjectName("wholeModel");
    setWindowTitle(tr("Change the Whole Model"));
    auto* column = makeColumn(this, { 20, 18, 20, 14 }, 12);
    auto* row = makeRow(nullptr, {}, 16);
    m_list->setObjectName("wholeModelList");
    m_list->setAccessibleName(tr("Operations"));
    m_list->setFixedWidth(listWidth);
    for (const auto& operation : wholeModelOperations())
        m_list->addItem(tr(operation.title));
    row->addWidget(m_list);
    row->addWidget(makeDetails(), 1);
    column->addLayout(row, 1);
    m_apply = addDialogButtons(*this, *column, tr("Apply"));
    connect(m_apply, &QPushButton::clicked, this, &WholeModelDialog::apply);
    resize(usualWidth, usualHeight);
    connect(m_list, &QListWidget::currentRowChanged, this, &WholeModelDialog::choose);
    prepareRunFile(document, RunFileReader::Opscope,
        [dialog = QPointer(this)](const support::Result<std::shared_ptr<const RunFile>>& file) {
            if (dialog == nullptr)
                return;
            if (file)
                dialog->m_file = *file;
            else
                dialog->m_failure = QString::fromStdString(file.error().message());
            dialog->refresh();
        });
    m_list->setCurrentRow(0);
}

WholeModelDialog::~WholeModelDialog() { m_jobs.cancelAll(this); }

QWidget* WholeModelDialog::makeDetails()
{
    auto* details = new QWidget(this);
    auto* column = makeColumn(details, {}, 10);
    column->addWidget(m_title);
    column->addWidget(m_summary);
    auto* fields = new QWidget(details);
    m_form = new QFormLayout(fields);
    m_form->setContentsMargins(0, 0, 0, 0);
    column->addWidget(fields);
    column->addWidget(makeLabel(tr("What would change"), "secondary", details));
    m_preview->setObjectName("wholeModelPreview");
    m_preview->setAccessibleName(tr("What would change"));
    m_preview->setReadOnly(true);
    column->addWidget(m_preview, 1);
    return details;
}

void WholeModelDialog::choose(int row)
{
    if (row < 0)
        return;
    m_chosen = &wholeModelOperations()[static_cast<std::size_t>(row)];
    m_values.clear();
    m_title->setText(tr(m_chosen->title));
    m_summary->setText(tr(m_chosen->summary));
    while (m_form->rowCount() > 0)
        m_form->removeRow(0);
    for (const auto& field : m_chosen->fields) {
        auto* const widget = makeField(field);
        widget->setAccessibleName(tr(field.label));
        if (field.kind == OperationField::Kind::Flag)
            m_form->addRow(widget);
        else
            m_form->addRow(tr(field.label), widget);
    }
    refresh();
}

QWidget* WholeModelDialog::makeField(const OperationField& field)
{
    using Kind = OperationField::Kind;
    const auto name = QString::fromLatin1(field.name);
    if (field.kind == Kind::Flag) {
        auto* const box = new QCheckBox(tr(field.label));
        box->setObjectName(name);
        connect(box, &QCheckBox::toggled, this,
            [this, name](bool isOn) { set(name, isOn ? QStringLiteral("true") : QString()); });
        return box;
    }
    if (field.kind == Kind::Choice || field.kind == Kind::Dimension) {
        auto* const box = new QComboBox;
        box->setObjectName(name);
        box->addItems(field.kind == Kind::Dimension
                ? dimensionsOf(m_document)
                : QString::fromLatin1(field.choices).split(u' ', Qt::SkipEmptyParts));
        m_values[name] = box->currentText();
        connect(box, &QComboBox::currentTextChanged, this,
            [this, name](const QString& text) { set(name, text); });
        return box;
    }
    if (field.kind == Kind::File || field.kind == Kind::Folder)
        return makeFileField(name, field.kind == Kind::Folder);
    auto* const line = new QLineEdit(QString::fromLatin1(field.choices));
    line->setObjectName(name);
    m_values[name] = line->text();
    if (field.kind == Kind::List)
        line->setPlaceholderText(tr("names, separated by commas"));
    connect(line, &QLineEdit::textChanged, this,
        [this, name](const QString& text) { set(name, text); });
    return line;
}

QWidget* WholeModelDialog::makeFileField(const QString& name, bool isFolder)
{
    auto* const button = new QPushButton(tr("Choose…"));
    button->setObjectName(name);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, name, button, isFolder] {
        const auto beside = QFileInfo(m_document.path()).absolutePath();
        const auto file = isFolder
            ? QFileDialog::getExistingDirectory(this, tr("Choose a folder with inputs"), beside)
            : QFileDialog::getOpenFileName(
                this, tr("Choose a model"), beside, tr("Models (*.onnx);;All files (*)"));
        if (file.isEmpty())
            return;
        button->setText(QFileInfo(file).fileName());
        set(name, file);
    });
    return button;
}

void WholeModelDialog::set(const QString& argument, const QString& value)
{
    m_values[argument] = value;
    refresh();
}

void WholeModelDialog::showFailure(const QString& why) { m_preview->setPlainText(upperFirst(why)); }

void WholeModelDialog::refresh()
{
    m_apply->setEnabled(false);
    m_operations.clear();
    m_jobs.cancelAll(this);
    if (!m_failure.isEmpty())
        return showFailure(m_failure);
    if (m_chosen == nullptr || m_file == nullptr)
        return m_preview->setPlainText(tr("Reading the model"));
    m_preview->setPlainText(tr("Computing what would change"));
    struct Previewed {
        EditPreview preview;
        std::vector<model::edit::Operation> operations;
    };
    auto options = m_document.openOptions();
    options.allowedFolders.emplace_back(QFileInfo(m_document.path()).absolutePath().toStdString());
    m_jobs.start<Previewed>(
        this, QStringLiteral("preview"), tr("Computing a preview"),
        [chosen = m_chosen, values = m_values, file = m_file, options](
            std::stop_token stop, const support::Progress&) -> support::Result<Previewed> {
            const auto path = file->path().toStdString();
            Previewed made;
            made.operations = TRY(operationsFor(*chosen, values, path, options, stop));
            made.preview = TRY(previewOf(path, options, made.operations, stop));
            return made;
        },
        [this](support::Result<Previewed> made) {
            if (!made)
                return showFailure(QString::fromStdString(made.error().message()));
            m_operations = std::move(made->operations);
            m_preview->setPlainText(previewText(made->preview));
            m_apply->setEnabled(true);
        });
}

void WholeModelDialog::apply()
{
    if (m_operations.empty() || m_document.editor() == nullptr)
        return;
    m_apply->setEnabled(false);
    m_document.editor()->setOn(true);
    ModelEdit edit;
    edit.operations = m_operations;
    if (m_operations.size() > 1)
        edit.text = tr(m_chosen->title);
    m_document.editor()->apply(
        std::move(edit), [dialog = QPointer(this)](const support::Result<void>& done) {
            if (dialog == nullptr)
                return;
            if (done)
                return dialog->accept();
            dialog->showFailure(QString::fromStdString(done.error().message()));
        });
}

} // namespace ui
