#pragma once

#include "ui/edit/conflict/file_conflict.h"

#include <QDialog>
#include <QPointer>

#include <memory>
#include <optional>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

class ComparedTable;
struct Context;
class Document;
class TableView;

/// Asks what becomes of the edits of a model whose file another program or window changed. Shows
/// what each side changed, and which edits fit the file as it is now.
class FileConflictDialog : public QDialog {
    Q_OBJECT

public:
    enum class Choice {
        Later,
        Copy, ///< save the edited model as another file
        Replay, ///< go on with the file as it is now, and the edits that fit it
        Discard, ///< read the file as it is now
    };

    FileConflictDialog(Document& document, Context& context, QWidget* parent = nullptr);
    ~FileConflictDialog() override;

    Choice choice() const { return m_choice; }
    /// Requires that Replay was chosen.
    ReplayedEdits takeReplayed() { return std::move(m_found->replayed); }

private:
    TableView* addTable(
        QBoxLayout& column, const QString& title, const char* name, ComparedTable* table);
    QLayout* makeButtons();
    QPushButton* addButton(const QString& text, const char* name, Choice choice);
    void find();
    /// `hasSteps`: the edits are steps that can be repeated.
    void show(FileConflict found, bool hasSteps);
    void choose(Choice choice);

    QPointer<Document> m_document;
    Context& m_context;
    Choice m_choice = Choice::Later;
    std::optional<FileConflict> m_found; ///< nothing while it is computed, and if that failed
    QLabel* m_summary;
    QLabel* m_note;
    QWidget* m_tables;
    ComparedTable* m_changes;
    ComparedTable* m_steps;
    QPushButton* m_copy = nullptr;
    QPushButton* m_replay = nullptr;
};

} // namespace ui
