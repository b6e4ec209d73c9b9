#include "ui/undo/undo_log.h"

#include "ui/document/document.h"

#include <QUndoCommand>
#include <QUndoStack>

#include <utility>

namespace ui {

namespace {

/// A step that has already been done when it is pushed.
class DoneStep : public QUndoCommand {
public:
    DoneStep(UndoLog::Step step, std::uint64_t number)
        : QUndoCommand(step.text)
        , m_step(std::move(step))
        , m_number(number)
    {
    }

    void undo() override { m_step.undo(); }
    void redo() override
    {
        if (std::exchange(m_isDone, false))
            return; // QUndoStack::push() calls redo()
        m_step.redo();
    }
    std::uint64_t number() const { return m_number; }

private:
    UndoLog::Step m_step;
    std::uint64_t m_number;
    bool m_isDone = true;
};

constexpr int maxSteps = 200; // per stack

/// The number of the step at an index of the stack; 0 if there is none.
std::uint64_t numberAt(const QUndoStack* stack, int index)
{
    if (stack == nullptr || index < 0 || index >= stack->count())
        return 0;
    return static_cast<const DoneStep*>(stack->command(index))->number();
}

} // namespace

UndoLog::UndoLog(QObject* parent)
    : QObject(parent)
    , m_window(new QUndoStack(this))
{
    m_window->setUndoLimit(maxSteps);
    m_group.addStack(m_window);
}

QUndoStack* UndoLog::stackOf(Document* document)
{
    if (document == nullptr)
        return m_window;
    auto*& stack = m_stacks[document];
    if (stack == nullptr) {
        stack = new QUndoStack(this);
        stack->setUndoLimit(maxSteps);
        m_group.addStack(stack);
        connect(document, &QObject::destroyed, this, [this](const QObject* gone) {
            auto* left = m_stacks.take(gone);
            if (m_active == left)
                m_active = nullptr;
            delete left;
            emit changed();
        });
    }
    return stack;
}

void UndoLog::add(Document* document, Step step)
{
    if (m_isStepping)
        return;
    stackOf(document)->push(new DoneStep(std::move(step), ++m_steps));
    emit changed();
}

void UndoLog::forget(Document* document)
{
    stackOf(document)->clear();
    emit changed();
}

void UndoLog::activate(Document* document)
{
    m_active = document == nullptr ? nullptr : stackOf(document);
    emit changed();
}

QUndoStack* UndoLog::nextToUndo() const
{
    const auto last = [](const QUndoStack* stack) {
        return stack == nullptr ? 0 : numberAt(stack, stack->index() - 1);
    };
    auto* later = last(m_active) > last(m_window) ? m_active : m_window;
    return last(later) > 0 ? later : nullptr;
}

/// Of both stacks, the one with the earlier next step: it was undone last.
QUndoStack* UndoLog::nextToRedo() const
{
    const auto next = [](const QUndoStack* stack) {
        return stack == nullptr ? 0 : numberAt(stack, stack->index());
    };
    if (next(m_active) == 0 || next(m_window) == 0)
        return next(m_active) > 0 ? m_active : next(m_window) > 0 ? m_window : nullptr;
    return next(m_active) < next(m_window) ? m_active : m_window;
}

void UndoLog::run(QUndoStack* stack, void (QUndoGroup::*step)())
{
    if (stack == nullptr)
        return;
    m_group.setActiveStack(stack);
    m_isStepping = true;
    (m_group.*step)();
    m_isStepping = false;
    emit changed();
}

void UndoLog::undo() { run(nextToUndo(), &QUndoGroup::undo); }

void UndoLog::redo() { run(nextToRedo(), &QUndoGroup::redo); }

QString UndoLog::undoText() const
{
    const auto* stack = nextToUndo();
    return stack == nullptr ? QString() : stack->undoText();
}

QString UndoLog::redoText() const
{
    const auto* stack = nextToRedo();
    return stack == nullptr ? QString() : stack->redoText();
}

} // namespace ui
