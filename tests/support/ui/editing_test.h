#pragma once

#include "model/model.h"
#include "tests/support/ui/driven_window.h"
#include "ui/edit/edits.h"

#include <QTemporaryDir>

#include <functional>
#include <memory>
#include <string>

namespace ui {
class CanvasView;
class Document;
class ModelEditor;
}

/// Base of tests that edit models in the real window, besides QObject.
class EditingTest {
protected:
    /// To be called once, before the first window.
    void isolate() { DrivenWindow::isolate(m_settings); }
    /// Opens a window. Its files are in a new folder, or in that of the window before.
    enum class Folder { New, Same };
    void startWindow(Folder folder = Folder::New);
    /// Closes the window. If it is still shown, its edits are discarded, because it would ask.
    void endWindow();

    QString path(const char* name) const { return m_files->filePath(QString::fromLatin1(name)); }
    ui::Document* document() { return m_driven->window().currentDocument(); }
    ui::ModelEditor& editor();
    const model::Model& model();
    /// The graph of the shown document.
    ui::CanvasView* canvas();
    /// The node of this name; invalid if there is none.
    model::NodeId node(const std::string& name);

    /// Writes a file with a model (tests/support/graph_text.h), opens it, and unfolds all groups.
    void openText(const char* name, const std::string& graph);
    /// Presses the button that turns editing on.
    void turnOn();
    void select(const std::string& node);
    /// Applies an edit. The test fails if it is refused.
    void apply(ui::ModelEdit edit);
    void apply(const char* operation, const std::function<void(support::JsonWriter&)>& arguments)
    {
        apply(ui::makeEdit(operation, arguments));
    }
    void rename(const std::string& node, const std::string& to);
    void trigger(const char* action);
    /// Saves the model by the dialog of *Save Model As*.
    void saveAs(const QString& target);

    std::unique_ptr<DrivenWindow> m_driven;

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_files;
};

/// Presses the button with this text, without its mnemonic.
void pressButton(QWidget& dialog, const QString& text);
/// Saves pictures of a dialog in both themes: `screenshots/NAME-dark.png` and `-light.png`.
void shootDialog(QWidget& dialog, const QString& name);
