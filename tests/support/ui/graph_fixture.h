#pragma once

#include "tests/support/paths.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/jobs/job_runner.h"
#include "ui/window/actions.h"

#include <QTemporaryDir>
#include <QTest>

#include <initializer_list>
#include <memory>

/// The graph of one document without the main window, and all that it needs. Base of test classes.
struct GraphFixture {
    GraphFixture() { ui::settings::useFolder(m_settings.path()); }

    /// To be called by init(); checks these actions.
    void makeContext(std::initializer_list<const char*> checked = {})
    {
        m_window = std::make_unique<QWidget>();
        m_jobs = std::make_unique<ui::JobRunner>();
        m_actions = std::make_unique<ui::ActionTable>(m_window.get());
        for (const auto* id : checked)
            m_actions->action(QString::fromLatin1(id))->setChecked(true);
        m_context.reset(new ui::Context { *m_jobs, *m_actions });
    }

    /// To be called by cleanup().
    void reset()
    {
        m_view.reset();
        m_document.reset();
        m_context.reset();
        m_actions.reset();
        m_jobs.reset();
        m_window.reset();
    }

    void openFile(const QString& path)
    {
        m_view.reset();
        m_document = std::make_unique<ui::Document>(path, *m_jobs);
        QTRY_VERIFY(m_document->scene() != nullptr);
        QTRY_VERIFY(m_jobs->isIdle());
        m_view = std::make_unique<ui::GraphView>(*m_context, m_document.get());
        m_view->resize(1100, 800);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        m_view->canvas()->setFocus();
        QTRY_VERIFY(m_jobs->isIdle());
    }

    void openSample(const char* sample)
    {
        const auto path = testing::sourceDir() / "resources/samples" / sample / "model.onnx";
        openFile(QString::fromStdString(path.string()));
    }

    void trigger(const char* id) { m_actions->action(QString::fromLatin1(id))->trigger(); }

    QTemporaryDir m_settings;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<ui::JobRunner> m_jobs;
    std::unique_ptr<ui::ActionTable> m_actions;
    std::unique_ptr<ui::Context> m_context;
    std::unique_ptr<ui::Document> m_document;
    std::unique_ptr<ui::GraphView> m_view;
};
