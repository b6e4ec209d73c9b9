#pragma once

#include "model/edit/save.h"

#include <QDialog>
#include <QString>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ui {

class Document;

/// Asks where and how an edited model is saved. The first suggestion is a new file. The opened
/// file, or another one that exists, is only replaced after a question.
class SaveModelDialog : public QDialog {
    Q_OBJECT

public:
    explicit SaveModelDialog(const Document& document, QWidget* parent = nullptr);

    QString path() const;
    model::edit::SaveOptions options() const;
    /// Whether the edits are noted in the metadata of the model.
    bool notesEdits() const;

    void accept() override;

private:
    QWidget* makeFields(bool hasEdits);
    void browse();
    void refresh();
    bool mayReplace();

    QString m_opened; ///< path of the opened file
    QLineEdit* m_path;
    QComboBox* m_weights;
    QSpinBox* m_threshold;
    QCheckBox* m_notesEdits;
    QLabel* m_note;
    QPushButton* m_save = nullptr;
};

} // namespace ui
