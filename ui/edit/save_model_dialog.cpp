#include "ui/edit/save_model_dialog.h"

#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace ui {

namespace {

constexpr int dialogWidth = 560; // pixels
constexpr int largestThresholdKiB = 1 << 20;

/// `FOLDER/model-edited.onnx`, or with a number if that exists.
QString suggestedPath(const QString& opened)
{
    const QFileInfo file(opened);
    const auto base = file.completeBaseName() + QStringLiteral("-edited");
    auto name = base + QStringLiteral(".onnx");
    for (int i = 2; QFileInfo::exists(file.dir().filePath(name)); ++i)
        name = QStringLiteral("%1-%2.onnx").arg(base).arg(i);
    return file.dir().filePath(name);
}

bool isSameFile(const QString& a, const QString& b)
{
    const auto canonical = QFileInfo(a).canonicalFilePath();
    return !canonical.isEmpty() && canonical == QFileInfo(b).canonicalFilePath();
}

/// `IR version 8, opset ai.onnx 17`: what the file will state.
QString statedVersions(const model::Model& model)
{
    QStringList opsets;
    for (const auto& opset : model.opsets)
        opsets
            += QStringLiteral("%1 %2")
                   .arg(opset.domain.empty() ? QStringLiteral("ai.onnx") : plain(opset.domain, 60))
                   .arg(opset.version);
    return SaveModelDialog::tr("The file states IR version %1, opset %2.")
        .arg(model.irVersion)
        .arg(opsets.isEmpty() ? SaveModelDialog::tr("none") : opsets.join(QStringLiteral(", ")));
}

} // namespace

SaveModelDialog::SaveModelDialog(const Document& document, QWidget* parent)
    : QDialog(parent)
    , m_opened(document.path())
    , m_path(new QLineEdit(suggestedPath(document.path()), this))
    , m_weights(new QComboBox(this))
    , m_threshold(new QSpinBox(this))
    , m_notesEdits(new QCheckBox(tr("Note the edits in the metadata (%1)")
                                     .arg(plain(std::string(model::edit::historyKey))),
          this))
    , m_note(makeWrappedLabel({}, "secondary", this))
{
    setObjectName("saveModel");
    setWindowTitle(tr("Save Model As"));
    auto* column = makeColumn(this, { 20, 18, 20, 14 }, 12);
    column->addWidget(makeFields(document.editor() != nullptr && document.editor()->count() > 0));
    column->addWidget(makeWrappedLabel(statedVersions(*document.model()), "secondary", this));
    column->addWidget(m_note);
    m_save = addDialogButtons(*this, *column, tr("Save"));
    connect(m_save, &QPushButton::clicked, this, &SaveModelDialog::accept);
    setMinimumWidth(dialogWidth);
    refresh();
}

QWidget* SaveModelDialog::makeFields(bool hasEdits)
{
    auto* fields = new QWidget(this);
    auto* form = new QFormLayout(fields);
    form->setContentsMargins(0, 0, 0, 0);
    auto* row = makeRow(nullptr, {}, 6);
    m_path->setObjectName("savePath");
    row->addWidget(m_path, 1);
    auto* browse = new QPushButton(tr("Browse…"), this);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &SaveModelDialog::browse);
    row->addWidget(browse);
    form->addRow(tr("File"), row);
    m_weights->setObjectName("saveWeights");
    for (const auto& text : { tr("Where they are"), tr("In the model file"),
             tr("In one file beside the model"), tr("In a file for each tensor") })
        m_weights->addItem(text); // in the order of model::edit::ExternalData
    form->addRow(tr("Weights"), m_weights);
    m_threshold->setObjectName("saveThreshold");
    m_threshold->setRange(0, largestThresholdKiB);
    m_threshold->setValue(1);
    m_threshold->setSuffix(tr(" KiB"));
    form->addRow(tr("Smaller ones stay inside"), m_threshold);
    m_notesEdits->setObjectName("saveNotesEdits");
    m_notesEdits->setEnabled(hasEdits);
    form->addRow(QString(), m_notesEdits);
    connect(m_path, &QLineEdit::textChanged, this, &SaveModelDialog::refresh);
    connect(m_weights, &QComboBox::currentIndexChanged, this, &SaveModelDialog::refresh);
    return fields;
}

QString SaveModelDialog::path() const
{
    return QFileInfo(m_path->text().trimmed()).absoluteFilePath();
}

model::edit::SaveOptions SaveModelDialog::options() const
{
    model::edit::SaveOptions options;
    options.externalData = static_cast<model::edit::ExternalData>(m_weights->currentIndex());
    options.thresholdBytes = static_cast<std::uint64_t>(m_threshold->value()) << 10;
    return options;
}

bool SaveModelDialog::notesEdits() const { return m_notesEdits->isChecked(); }

void SaveModelDialog::browse()
{
    const auto chosen = QFileDialog::getSaveFileName(this, tr("Save model as"), path(),
        tr("Models (*.onnx);;All files (*)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (!chosen.isEmpty())
        m_path->setText(chosen);
}

void SaveModelDialog::refresh()
{
    const auto options = this->options();
    m_threshold->setEnabled(options.externalData == model::edit::ExternalData::One
        || options.externalData == model::edit::ExternalData::Many);
    const bool isEmpty = m_path->text().trimmed().isEmpty();
    const auto folder = QFileInfo(path()).absolutePath();
    QString note;
    if (!isEmpty && !QFileInfo(folder).isDir())
        note = tr("There is no folder %1.").arg(plain(folder.toStdString(), 200));
    else if (!isEmpty && isSameFile(path(), m_opened))
        note = tr("This is the opened file: it will be replaced.");
    if (m_save != nullptr)
        m_save->setEnabled(!isEmpty && QFileInfo(folder).isDir());
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

bool SaveModelDialog::mayReplace()
{
    if (!QFileInfo::exists(path()))
        return true;
    QMessageBox box(QMessageBox::Warning, tr("Replace the file?"), {}, QMessageBox::Cancel, this);
    box.setObjectName("replaceFile");
    box.setTextFormat(Qt::PlainText);
    box.setText(isSameFile(path(), m_opened)
            ? tr("%1 is the file that was opened. Replacing it loses the model as it was.")
                  .arg(plain(path().toStdString(), 200))
            : tr("%1 exists already.").arg(plain(path().toStdString(), 200)));
    auto* replace = box.addButton(tr("Replace"), QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == replace;
}

void SaveModelDialog::accept()
{
    if (m_save->isEnabled() && mayReplace())
        QDialog::accept();
}

} // namespace ui
