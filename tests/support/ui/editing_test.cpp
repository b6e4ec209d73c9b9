#include "tests/support/ui/editing_test.h"

#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/pages/document_page.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <algorithm>

void EditingTest::startWindow(Folder folder)
{
    if (folder == Folder::New || m_files == nullptr)
        m_files = std::make_unique<QTemporaryDir>();
    m_driven = std::make_unique<DrivenWindow>();
}

void EditingTest::endWindow()
{
    if ((*m_driven)->isVisible())
        for (const auto* page : (*m_driven)->findChildren<ui::DocumentPage*>())
            if (page->document()->editor() != nullptr)
                page->document()->editor()->discard();
    m_driven.reset();
}

ui::ModelEditor& EditingTest::editor() { return *document()->editor(); }
const model::Model& EditingTest::model() { return *document()->model(); }

ui::CanvasView* EditingTest::canvas()
{
    return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view())->canvas();
}

model::NodeId EditingTest::node(const std::string& name)
{
    const auto& nodes = model().nodes;
    const auto found = std::ranges::find(nodes, name, &model::Node::name);
    return found == nodes.end() ? model::NodeId()
                                : model::NodeId(static_cast<std::size_t>(found - nodes.begin()));
}

void EditingTest::openText(const char* name, const std::string& graph)
{
    testing::writeFile(path(name), testing::modelBytesFromText(graph));
    auto* opened = m_driven->open(path(name));
    QVERIFY(opened != nullptr);
    opened->unfoldAll();
    m_driven->settle();
}

void EditingTest::turnOn()
{
    QTest::mouseClick(m_driven->child<QPushButton>("editButton"), Qt::LeftButton);
    m_driven->settle();
    QVERIFY(editor().isOn());
}

void EditingTest::select(const std::string& name)
{
    QVERIFY2(node(name).isValid(), name.c_str());
    document()->selection()->select({ ui::SelectedItem::Kind::Node, node(name).value() });
    canvas()->setFocus();
    m_driven->settle();
}

void EditingTest::apply(ui::ModelEdit edit)
{
    std::string refusal;
    editor().apply(std::move(edit),
        [&](const support::Result<void>& done) { refusal = done ? "" : done.error().message(); });
    m_driven->settle();
    QVERIFY2(refusal.empty(), refusal.c_str());
}

void EditingTest::rename(const std::string& from, const std::string& to)
{
    apply("renameNode", [&](support::JsonWriter& json) {
        json.members({ { "node", from }, { "to", to } });
    });
    QVERIFY(node(to).isValid());
}

void EditingTest::trigger(const char* id)
{
    m_driven->action(id)->trigger();
    m_driven->settle();
}

void EditingTest::saveAs(const QString& target)
{
    answerDialog([&](QDialog& dialog) {
        dialog.findChild<QLineEdit*>(QStringLiteral("savePath"))->setText(target);
        pressButton(dialog, QStringLiteral("Save"));
    });
    trigger("file.saveAs");
}

void pressButton(QWidget& dialog, const QString& text)
{
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text().remove(u'&') == text)
            return button->click();
    QFAIL(qPrintable(QStringLiteral("the dialog has no button ") + text));
}

void shootDialog(QWidget& dialog, const QString& name)
{
    const QDir folder(QString::fromStdString((testing::buildDir() / "screenshots").string()));
    folder.mkpath(QStringLiteral("."));
    for (const auto theme : { ui::Theme::Choice::Dark, ui::Theme::Choice::Light }) {
        ui::Theme::instance().choose(theme);
        QTest::qWait(50);
        const auto ending = theme == ui::Theme::Choice::Dark ? "-dark.png" : "-light.png";
        QVERIFY(dialog.grab().save(folder.filePath(name + QLatin1String(ending))));
    }
}
