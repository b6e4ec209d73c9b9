#pragma once

#include "ui/edit/edit_job.h"

#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace ui {

class ModelEditor;

/// What an EditField shows and does.
struct EditFieldSpec {
    QString key; ///< names the field and its draft; equal in the next model if it is the same field
    QString name; ///< in front of the field
    QString text; ///< as the model has it
    std::string node; ///< name of the node that it belongs to; empty if to none
    std::string value; ///< the same for a value
    QString hint; ///< below the field: `2 integers > 0`
    QString tip; ///< tool tip of the name
    QStringList choices; ///< the allowed texts; empty: any text
    bool isDefault = false; ///< the model does not say it itself
    bool isChanged = false; ///< another than the default, which `reset` restores
    bool isRemovable = false; ///< `reset` removes it
    /// Returns what is wrong with a text while it is typed; empty if nothing is known against it.
    std::function<QString(const QString& text)> check;
    /// Makes the edit that sets this text.
    std::function<support::Result<ModelEdit>(const QString& text)> edit;
    std::function<support::Result<ModelEdit>()> reset; ///< may be null
};

/// A name and a field for something of the model. The text is applied by Enter, or when the field
/// loses the focus. A wrong one stays in the field with a sentence and is not applied; the editor
/// keeps it as a draft, because the inspector is made anew after each edit.
class EditField : public QWidget {
    Q_OBJECT

public:
    EditField(ModelEditor& editor, EditFieldSpec spec, QWidget* parent);

    /// Null if the field is a list of choices.
    QLineEdit* line() const { return m_line; }
    QComboBox* list() const { return m_list; }
    QLabel* refusal() const { return m_refusal; }

private:
    QWidget* makeInput();
    QWidget* makeName();
    void typed(const QString& text);
    void commit(const QString& text);
    void showRefusal(const QString& why);
    void reset();
    void apply(support::Result<ModelEdit> edit, const QString& text);

    QPointer<ModelEditor> m_editor;
    EditFieldSpec m_spec;
    QLineEdit* m_line = nullptr;
    QComboBox* m_list = nullptr;
    QLabel* m_refusal;
};

} // namespace ui
