#include "ui/run/device_note.h"

#include <QComboBox>
#include <QStandardItemModel>

namespace ui {

DeviceNote::DeviceNote(QComboBox& devices, QWidget* parent)
    : NoteLabel(parent)
    , m_devices(devices)
{
    m_answer.text = tr("checking for a GPU…");
    refresh();
    connect(&m_probe, &DeviceProbe::answered, this, &DeviceNote::take);
}

void DeviceNote::showEvent(QShowEvent* event)
{
    NoteLabel::showEvent(event);
    ask();
}

void DeviceNote::ask() { m_probe.start(); }

void DeviceNote::take(const DeviceProbe::Answer& answer)
{
    m_answer = answer;
    refresh();
    emit answered(answer);
}

void DeviceNote::setHost(const QString& host)
{
    m_host = host;
    refresh();
}

void DeviceNote::refresh()
{
    auto answer = m_answer;
    if (!m_host.isEmpty())
        answer = { true, {}, tr("if %1 has a GPU").arg(m_host), {} };
    const auto text = answer.isUsable ? tr("CUDA: %1").arg(answer.text)
                                      : tr("No CUDA device: %1").arg(answer.text);
    setText(text);
    const auto advice = answer.advice.isEmpty() ? QString() : u'\n' + answer.advice;
    const auto toolTip = (text + advice).toHtmlEscaped();
    setToolTip(toolTip);
    const int cuda = m_devices.findData(QStringLiteral("cuda"));
    m_devices.setItemData(cuda, toolTip, Qt::ToolTipRole);
    m_devices.setItemText(
        cuda, answer.isUsable || answer.code.isEmpty() ? tr("CUDA") : tr("CUDA, not usable here"));
    // Without a GPU the entry stays in the list, disabled, so that the reason can be read.
    if (auto* items = qobject_cast<QStandardItemModel*>(m_devices.model()))
        items->item(cuda)->setEnabled(answer.isUsable);
}

} // namespace ui
