#include "ui/run/target_box.h"

#include "profiler/remote/program_files.h"
#include "profiler/remote/remote_host.h"
#include "ui/document/settings.h"
#include "ui/format.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/plain_text.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

namespace ui {

namespace {

constexpr auto hostsKey = "remote/hosts";
constexpr auto programKey = "remote/program";
constexpr qsizetype mostHosts = 12; ///< that are remembered
constexpr qsizetype longestText = 400; // characters

QStringList rememberedHosts()
{
    return settings::value(hostsKey).split(u' ', Qt::SkipEmptyParts); // names have no spaces
}

void remember(const QString& host)
{
    auto hosts = rememberedHosts();
    hosts.removeAll(host);
    hosts.prepend(host);
    settings::setValue(hostsKey, hosts.mid(0, mostHosts).join(u' '));
}

void forget(const QString& host)
{
    auto hosts = rememberedHosts();
    hosts.removeAll(host);
    settings::setValue(hostsKey, hosts.join(u' '));
}

} // namespace

QStringList targetArguments(const QString& host)
{
    if (host.isEmpty())
        return {};
    QStringList list { QStringLiteral("--target"), QStringLiteral("ssh:") + host };
    if (const auto program = settings::value(programKey); !program.isEmpty())
        list << QStringLiteral("--target-program") << program;
    return list;
}

QString onlyHereText(const QString& host)
{
    return host.isEmpty()
        ? QString()
        : TargetBox::tr("only this computer does it; the Run panel has chosen %1").arg(host);
}

TargetBox::TargetBox(QWidget* parent)
    : QWidget(parent)
    , m_computer(new QComboBox(this))
    , m_note(new NoteLabel(this))
    , m_program(new QPushButton(tr("Program"), this))
{
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    m_computer->setObjectName("target");
    m_computer->setEditable(true);
    m_computer->setInsertPolicy(QComboBox::NoInsert);
    m_computer->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_computer->lineEdit()->setPlaceholderText(tr("host, or user@host"));
    m_computer->setToolTip(toolTipOf(
        tr("Where Profile measures: on this computer, or on one that ssh reaches. Choose a host, "
           "or type its name as you would give it to ssh.")));
    form->addRow(tr("Computer"), m_computer);
    auto policy = m_note->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored); // a long text must not widen the panel
    m_note->setSizePolicy(policy);
    m_note->setObjectName("targetNote");
    form->addRow(QString(), m_note);
    buildMenu();
    form->addRow(QString(), m_program);
    connect(m_computer, &QComboBox::activated, this,
        [this](int index) { choose(m_computer->itemData(index).toString()); });
    connect(m_computer->lineEdit(), &QLineEdit::editingFinished, this, [this] {
        const auto text = m_computer->currentText().trimmed();
        choose(text == m_computer->itemText(0) ? QString() : text);
    });
    fillHosts();
    refresh();
}

void TargetBox::buildMenu()
{
    m_program->setObjectName("targetProgram");
    m_program->setToolTip(tr("Which program is copied there, and what is remembered"));
    auto* menu = new QMenu(m_program);
    connect(menu->addAction(tr("Copy the Program of a Folder…")), &QAction::triggered, this,
        &TargetBox::chooseProgram);
    auto* own = menu->addAction(tr("Copy This Program"));
    connect(own, &QAction::triggered, this, [this] {
        settings::forget(programKey);
        refresh();
    });
    menu->addSeparator();
    auto* forgotten = menu->addAction(tr("Forget This Host"));
    connect(forgotten, &QAction::triggered, this, [this] {
        forget(m_host);
        choose({});
    });
    m_program->setMenu(menu);
}

void TargetBox::chooseProgram()
{
    const auto folder = QFileDialog::getExistingDirectory(this,
        tr("Folder with bin/opscope-cli for the other computer"), settings::value(programKey));
    if (folder.isEmpty())
        return;
    const auto program = profiler::programFilesIn(folder.toStdString());
    m_problem = program ? QString() : upperFirst(plain(program.error().message(), longestText));
    if (program)
        settings::setValue(programKey, folder);
    refresh();
}

void TargetBox::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_reader.start([this](const std::stop_token&) -> LatestWorker::Delivery {
        QStringList hosts;
        for (const auto& host : profiler::hostsOfConfig(profiler::userSshConfig()))
            hosts.append(QString::fromStdString(host));
        return [this, hosts] {
            m_configured = hosts;
            fillHosts();
        };
    });
}

void TargetBox::fillHosts()
{
    const QSignalBlocker blocker(m_computer);
    const auto typed = m_computer->currentText();
    const bool isTyping = m_computer->lineEdit()->hasFocus() && m_computer->count() > 0;
    m_computer->clear();
    m_computer->addItem(tr("This computer"), QString());
    auto hosts = rememberedHosts() + m_configured;
    if (!m_host.isEmpty())
        hosts.append(m_host);
    hosts.removeDuplicates();
    for (const auto& host : hosts)
        m_computer->addItem(host, host);
    m_computer->setCurrentIndex(std::max(0, m_computer->findData(m_host)));
    if (isTyping)
        m_computer->setEditText(typed);
}

void TargetBox::show(const QString& host)
{
    if (host == m_host)
        return;
    m_host = host;
    m_problem.clear();
    fillHosts();
    refresh();
}

/// A name that cannot be a host is told, and the choice stays as it was.
void TargetBox::choose(const QString& text)
{
    const auto checked = text.isEmpty()
        ? support::Result<profiler::RemoteHost>(profiler::RemoteHost {})
        : profiler::remoteHost("ssh:" + text.toStdString());
    m_problem = checked ? QString() : upperFirst(plain(checked.error().message(), longestText));
    const bool isNew = checked && text != m_host;
    if (isNew) {
        m_host = text;
        if (!text.isEmpty())
            remember(text);
    }
    if (checked)
        fillHosts();
    refresh();
    if (isNew)
        emit edited();
}

void TargetBox::refresh()
{
    const auto program = settings::value(programKey);
    QString text = m_problem;
    if (text.isEmpty() && !m_host.isEmpty())
        text = program.isEmpty()
            ? tr("Profile and Check only run there, by ssh with your keys and configuration. This "
                 "program, the model and its inputs are copied there once.")
            : tr("Profile and Check only run there, by ssh with your keys and configuration. The "
                 "program in %1, the model and its inputs are copied there once.")
                  .arg(plain(program.toStdString(), longestText));
    m_note->setText(breakable(text));
    m_note->setVisible(!text.isEmpty());
    m_program->setVisible(!m_host.isEmpty());
}

} // namespace ui
