#include "ui/window/tabs/history.h"

#include "ui/document/document.h"
#include "ui/window/tabs/document_tabs.h"

#include <QScopedValueRollback>

namespace ui {

namespace {

constexpr qsizetype maxSteps = 500;

} // namespace

History::History(DocumentTabs* tabs, QObject* parent)
    : QObject(parent)
    , m_tabs(tabs)
{
    connect(tabs, &DocumentTabs::currentChanged, this, &History::tabChanged);
}

void History::follow(Document* document)
{
    auto* selection = document->selection();
    connect(selection, &Selection::remembered, this, [this, document] {
        if (!m_isGoing)
            add({ m_page, m_page, document, 1 });
    });
    connect(selection, &Selection::historyChanged, this, &History::changed);
}

void History::tabChanged()
{
    auto* before = m_page.data();
    m_page = m_tabs->currentWidget();
    if (!m_isGoing && before != nullptr && m_page != nullptr && before != m_page)
        add({ before, m_page, nullptr, 0 });
    emit changed();
}

void History::add(Step step)
{
    if (m_isJoining && m_hasJoined && m_done > 0) {
        auto& last = m_steps[m_done - 1];
        last.to = step.to;
        if (step.document != nullptr) {
            last.document = step.document;
            last.selections += step.selections;
        }
        return;
    }
    m_hasJoined = m_isJoining;
    m_steps.resize(m_done); // a new step removes the steps ahead
    m_steps.append(std::move(step));
    if (m_steps.size() > maxSteps)
        m_steps.removeFirst();
    m_done = m_steps.size();
    emit changed();
}

/// True if the tab of the step is still open and its document remembers the selection.
bool History::canTake(const Step& step, Way way) const
{
    const auto* tab = way == Way::Back ? step.from.data() : step.to.data();
    if (tab == nullptr || m_tabs->indexOf(tab) < 0)
        return false;
    if (step.from != step.to)
        return true;
    if (step.document == nullptr)
        return false;
    const auto* selection = step.document->selection();
    return way == Way::Back ? selection->canGoBack() : selection->canGoForward();
}

qsizetype History::next(Way way) const
{
    if (way == Way::Back) {
        for (qsizetype i = m_done - 1; i >= 0; --i) {
            if (canTake(m_steps[i], way))
                return i;
        }
        return -1;
    }
    for (qsizetype i = m_done; i < m_steps.size(); ++i) {
        if (canTake(m_steps[i], way))
            return i;
    }
    return -1;
}

bool History::canGoBack() const { return next(Way::Back) >= 0; }
bool History::canGoForward() const { return next(Way::Forward) >= 0; }

void History::go(Way way)
{
    const auto at = next(way);
    if (at < 0)
        return;
    const QScopedValueRollback guard(m_isGoing, true);
    m_done = way == Way::Back ? at : at + 1;
    const auto step = m_steps[at];
    m_tabs->setCurrentWidget(way == Way::Back ? step.from : step.to);
    for (int i = 0; i < step.selections && step.document != nullptr; ++i)
        way == Way::Back ? step.document->selection()->goBack()
                         : step.document->selection()->goForward();
    emit changed();
}

void History::goBack() { go(Way::Back); }
void History::goForward() { go(Way::Forward); }

History::SingleStepScope::SingleStepScope(History& history)
    : m_history(history)
{
    m_history.m_isJoining = true;
    m_history.m_hasJoined = false;
}

History::SingleStepScope::~SingleStepScope() { m_history.m_isJoining = false; }

} // namespace ui
