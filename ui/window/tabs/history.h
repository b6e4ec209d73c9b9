#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QWidget;

namespace ui {

class Document;
class DocumentTabs;

/// The history of one window across its tabs, for Back and Forward. A step is another selection in
/// a document, another tab, or both. Steps whose tab was closed are skipped. Each document's
/// Selection stores the selections themselves.
class History : public QObject {
    Q_OBJECT

public:
    History(DocumentTabs* tabs, QObject* parent);

    /// Records the selections of this document from now on.
    void follow(Document* document);

    bool canGoBack() const;
    bool canGoForward() const;
    void goBack();
    void goForward();

    /// All changes during the lifetime of this object become one step.
    class SingleStepScope {
    public:
        explicit SingleStepScope(History& history);
        ~SingleStepScope();
        SingleStepScope(const SingleStepScope&) = delete;
        SingleStepScope& operator=(const SingleStepScope&) = delete;

    private:
        History& m_history;
    };

signals:
    void changed();

private:
    struct Step {
        QPointer<QWidget> from; ///< the tab before the step
        QPointer<QWidget> to;
        QPointer<Document> document; ///< the document whose selection changed; may be null
        int selections = 0; ///< how many steps its Selection made
    };
    enum class Way { Back, Forward };

    void tabChanged();
    void add(Step step);
    bool canTake(const Step& step, Way way) const;
    qsizetype next(Way way) const; ///< index of the next step in this direction; -1 if none
    void go(Way way);

    DocumentTabs* m_tabs;
    QPointer<QWidget> m_page; ///< the current tab
    QList<Step> m_steps;
    qsizetype m_done = 0; ///< number of steps that Back can undo
    bool m_isGoing = false;
    bool m_isJoining = false;
    bool m_hasJoined = false;
};

} // namespace ui
