#include "ui/run/recoverable_recordings_bar.h"

#include "ui/widgets/plain_text.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QLocale>
#include <QPushButton>
#include <QUrl>

namespace ui {

namespace {

/// The model's name, as `residual-cnn.onnx`; the recording's file name if the model is unknown.
QString modelText(const RecoverableRecording& left)
{
    const auto name = left.model.isEmpty() ? QFileInfo(left.file).fileName() : left.model;
    return plain(name.toStdString(), 60);
}

} // namespace

LeftRecordingsBar::LeftRecordingsBar(QWidget* parent)
    : Banner("clock", "info", parent)
    , m_restoreAll(addButton(tr("Restore all")))
{
    setObjectName("leftRecordings");
    m_restoreAll->setObjectName("restoreAll");
    auto* discard = addButton(tr("Discard"));
    discard->setObjectName("discardRecording");
    auto* folder = addButton(tr("Show in folder"));
    connect(this, &Banner::followed, this, [this] { emit restoreRequested(m_recordings.front()); });
    connect(m_restoreAll, &QPushButton::clicked, this, [this] {
        while (!m_recordings.empty())
            emit restoreRequested(m_recordings.front()); // its handler calls next()
    });
    connect(discard, &QPushButton::clicked, this,
        [this] { emit discardRequested(m_recordings.front()); });
    connect(folder, &QPushButton::clicked, this, [this] {
        QDesktopServices::openUrl(
            QUrl::fromLocalFile(QFileInfo(m_recordings.front().file).absolutePath()));
    });
    connect(this, &Banner::dismissed, this, &QWidget::hide); // it is shown again at the next start
}

void LeftRecordingsBar::offer(std::vector<RecoverableRecording> recordings)
{
    m_recordings = std::move(recordings);
    refresh();
}

void LeftRecordingsBar::add(RecoverableRecording recording)
{
    m_recordings.push_back(std::move(recording));
    refresh();
}

void LeftRecordingsBar::next()
{
    if (!m_recordings.empty())
        m_recordings.erase(m_recordings.begin());
    refresh();
}

void LeftRecordingsBar::refresh()
{
    setVisible(!m_recordings.empty());
    m_restoreAll->setVisible(m_recordings.size() > 1);
    if (m_recordings.empty())
        return;
    const auto& left = m_recordings.front();
    const bool isPart = left.file.endsWith(QStringLiteral(".part"));
    auto text = tr("%n run(s) of %1 can be restored (%2).", nullptr, left.runs)
                    .arg(modelText(left),
                        QLocale().toString(left.when, tr("d MMM, HH:mm", "format of a date")));
    if (left.isSweep)
        text = tr("A sweep of %1 with %n size(s) can be restored (%2).", nullptr, left.runs)
                   .arg(modelText(left),
                       QLocale().toString(left.when, tr("d MMM, HH:mm", "format of a date")));
    if (m_recordings.size() > 1)
        text += tr(" %n more after it.", nullptr, static_cast<int>(m_recordings.size()) - 1);
    showMessage(isPart ? tr("A recording was interrupted") : tr("A recording was not saved"), text,
        tr("Restore"));
}

} // namespace ui
