#include "ui/plugins/operator_plugins.h"

#include "engine/plugins/operator_plugin.h"
#include "model/support/text.h"
#include "ui/document/settings.h"
#include "ui/jobs/child_process.h"
#include "ui/run/run_controller.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstring>

namespace ui {

namespace {

QString errorIn(const QByteArray& document)
{
    return QJsonDocument::fromJson(document)
        .object()
        .value(QStringLiteral("error"))
        .toObject()
        .value(QStringLiteral("message"))
        .toString();
}

} // namespace

OperatorPlugins& OperatorPlugins::instance()
{
    static OperatorPlugins plugins;
    return plugins;
}

void OperatorPlugins::start()
{
    for (const auto& file : settings::operatorPlugins())
        check(file);
}

void OperatorPlugins::add(const QString& file)
{
    const auto path = QFileInfo(file).absoluteFilePath();
    check(path);
    remember();
}

void OperatorPlugins::remove(const QString& file)
{
    std::erase_if(m_entries, [&](const Entry& entry) { return entry.file == file; });
    remember();
    emit changed();
}

void OperatorPlugins::remember() const
{
    QStringList files;
    for (const auto& entry : m_entries)
        files.append(entry.file);
    settings::setOperatorPlugins(files);
}

QStringList OperatorPlugins::arguments() const
{
    QStringList list;
    for (const auto& entry : m_entries) {
        if (entry.state == State::Loaded)
            list << QStringLiteral("--plugin") << entry.file;
    }
    return list;
}

void OperatorPlugins::check(const QString& file)
{
    const auto known = std::ranges::find(m_entries, file, &Entry::file);
    if (known != m_entries.end() && known->state != State::Refused)
        return;
    if (known == m_entries.end())
        m_entries.push_back({ file, {}, {} });
    set(file, State::Checking, tr("checking"));
    auto* child = new ChildProcess({}, this);
    connect(child, &ChildProcess::ended, this, [this, file, child](const ChildResult& result) {
        checked(file, result);
        child->deleteLater();
    });
    // No operator has the domain "-": the command only tests whether the library loads.
    child->start(RunController::engineProgram(),
        { QStringLiteral("operators"), QStringLiteral("--plugin"), file, QStringLiteral("--domain"),
            QStringLiteral("-"), QStringLiteral("--format"), QStringLiteral("json") });
}

void OperatorPlugins::checked(const QString& file, const ChildResult& child)
{
    if (!child.startFailure.isEmpty())
        return set(file, State::Refused, child.startFailure);
    if (child.signal == 0 && child.exitCode == 0)
        return load(file);
    const auto talk = QString::fromUtf8(child.stderrTail).trimmed();
    if (child.signal != 0)
        return set(file, State::Refused,
            tr("the process that checked it crashed (%1). %2")
                .arg(QString::fromLocal8Bit(strsignal(child.signal)), talk.right(400)));
    auto message = errorIn(child.output);
    // Removes the prefix of `plug-in "/a/b.so": reason`, because the list shows the file.
    const auto prefix = QString::fromStdString("plug-in " + support::quote(file.toStdString()))
        + QStringLiteral(": ");
    if (message.startsWith(prefix))
        message.remove(0, prefix.size());
    set(file, State::Refused, message.isEmpty() ? talk.right(400) : message);
}

void OperatorPlugins::load(const QString& file)
{
    const bool isWanted = std::ranges::find(m_entries, file, &Entry::file) != m_entries.end();
    if (!isWanted)
        return; // it was removed in the meantime
    const auto plugin = engine::loadOperatorPlugin(file.toStdString());
    if (!plugin)
        return set(file, State::Refused, QString::fromStdString(plugin.error().message()));
    const auto name = QString::fromStdString(
        (*plugin)->version.empty() ? (*plugin)->name : (*plugin)->name + " " + (*plugin)->version);
    set(file, State::Loaded,
        tr("%1, %n operator(s)", nullptr, static_cast<int>((*plugin)->operators.size())).arg(name));
    emit loaded();
}

void OperatorPlugins::set(const QString& file, State state, const QString& words)
{
    const auto entry = std::ranges::find(m_entries, file, &Entry::file);
    if (entry == m_entries.end())
        return;
    entry->state = state;
    entry->words = words;
    emit changed();
}

} // namespace ui
