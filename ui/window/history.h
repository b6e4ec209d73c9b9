#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QTabWidget;
class QWidget;

namespace ui {

class Document;

/// What was looked at in one window, across its tabs: Back and Forward (ux.md 3). A step is another
/// selection in a document, another tab, or both at once. Steps whose tab was closed are passed
/// over. The selections themselves are kept by each document's Selection.
class History : public QObject {
    Q_OBJECT

public:
    History(QTabWidget* tabs, QObject* parent);

    /// Notes what is selected in this document from now on.
    void follow(Document* document);

    bool canGoBack() const;
    bool canGoForward() const;
    void goBack();
    void goForward();

    /// What happens while one of these lives is one step.
    class OneStep {
    public:
        explicit OneStep(History& history);
        ~OneStep();
        OneStep(const OneStep&) = delete;
        OneStep& operator=(const OneStep&) = delete;

    private:
        History& m_history;
    };

signals:
    void changed();

private:
    struct Step {
        QPointer<QWidget> from; ///< tab
        QPointer<QWidget> to;
        QPointer<Document> document; ///< whose selection changed; null if none did
        int selections = 0; ///< steps of its Selection
    };
    enum class Way { Back, Forward };

    void tabChanged();
    void add(Step step);
    bool canTake(const Step& step, Way way) const;
    qsizetype next(Way way) const; ///< index of the step that would be taken; -1 if there is none
    void go(Way way);

    QTabWidget* m_tabs;
    QPointer<QWidget> m_page; ///< the tab in front
    QList<Step> m_steps;
    qsizetype m_done = 0; ///< steps before this one can be gone back
    bool m_isGoing = false;
    bool m_isJoining = false;
    bool m_hasJoined = false;
};

} // namespace ui
