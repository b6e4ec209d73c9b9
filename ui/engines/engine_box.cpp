#include "ui/engines/engine_box.h"

#include "profiler/engines/engine_options.h"
#include "ui/engines/chosen_libraries.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/plain_text.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype longestText = 400; // in characters

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

void greyForEngine(QWidget& field, const EngineChoice& chosen)
{
    constexpr const char* usualTip = "usualToolTip";
    if (!field.property(usualTip).isValid())
        field.setProperty(usualTip, field.toolTip());
    field.setEnabled(!chosen.isOther());
    field.setToolTip(
        chosen.isOther() ? toolTipOf(ownSettingText(chosen)) : field.property(usualTip).toString());
}

EngineBox::EngineBox(QWidget* parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
    , m_engine(new QComboBox(this))
    , m_note(new NoteLabel(this))
    , m_library(new QPushButton(this))
    , m_options(new QWidget(this))
    , m_optionRows(new QFormLayout(m_options))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_optionRows->setContentsMargins(0, 0, 0, 0);
    m_engine->setObjectName("engine");
    m_engine->addItem(engineTitleOf("opscope"), QStringLiteral("opscope"));
    for (const auto engine : profiler::allOtherEngines())
        m_engine->addItem(
            textOf(profiler::engineTitle(engine)), textOf(profiler::engineWord(engine)));
    m_form->addRow(tr("Engine"), m_engine);
    m_note->setObjectName("engineNote");
    auto policy = m_note->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored); // a long text must not widen the panel
    m_note->setSizePolicy(policy);
    m_form->addRow(QString(), m_note);
    buildLibraryMenu();
    m_form->addRow(QString(), m_library);
    m_form->addRow(m_options);
    connect(m_engine, &QComboBox::activated, this, &EngineBox::chooseEngine);
    rebuildOptions();
    refreshNote();
}

void EngineBox::buildLibraryMenu()
{
    m_library->setObjectName("engineLibrary");
    m_library->setText(tr("Libraries"));
    m_library->setToolTip(
        tr("Choose the library of an engine that is not found, or another version"));
    auto* menu = new QMenu(m_library);
    for (const auto engine : profiler::allOtherEngines())
        connect(menu->addAction(tr("Choose %1…").arg(textOf(profiler::engineTitle(engine)))),
            &QAction::triggered, this, [this, engine] { chooseFile(engine); });
    menu->addSeparator();
    connect(menu->addAction(tr("Look for all again")), &QAction::triggered, this, [this] {
        for (const auto engine : profiler::allOtherEngines())
            if (!chosenLibrary(engine).isEmpty())
                forgetLibrary(engine);
        find();
    });
    m_library->setMenu(menu);
}

void EngineBox::chooseFile(profiler::OtherEngine engine)
{
    const auto path = QFileDialog::getOpenFileName(this,
        tr("Choose the library of %1").arg(textOf(profiler::engineTitle(engine))),
        chosenLibrary(engine), tr("Libraries and programs (*.so* *);;All files (*)"));
    if (path.isEmpty())
        return;
    m_finder.cancel(); // it reads the environment
    const auto chosen = chooseLibrary(engine, path);
    m_problem = chosen ? QString() : plain(chosen.error().message(), longestText);
    refreshNote();
    find();
}

void EngineBox::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    find();
}

void EngineBox::find()
{
    m_finder.start([this](const std::stop_token&) -> LatestWorker::Delivery {
        std::vector<Found> found;
        for (const auto engine : profiler::allOtherEngines()) {
            const auto library = profiler::findEngineLibrary(engine);
            found.push_back(library
                    ? Found { engine, plain(library->version, 40), plain(library->where, 200), {} }
                    : Found { engine, {}, {}, plain(library.error().message(), longestText) });
        }
        return [this, found = std::move(found)] { take(found); };
    });
}

/// An engine that was not found stays in the list, disabled, so that the reason can be read.
void EngineBox::take(const std::vector<Found>& found)
{
    m_found = found;
    refreshItems();
    refreshNote();
    emit enginesKnown();
}

void EngineBox::setHost(const QString& host)
{
    if (host == m_host)
        return;
    m_host = host;
    refreshItems();
    refreshNote();
}

void EngineBox::refreshItems()
{
    auto* items = qobject_cast<QStandardItemModel*>(m_engine->model());
    for (const auto& engine : m_found) {
        const bool isOffered = engine.reason.isEmpty() || !m_host.isEmpty();
        const int row = m_engine->findData(textOf(profiler::engineWord(engine.engine)));
        const auto title = textOf(profiler::engineTitle(engine.engine));
        m_engine->setItemText(row,
            !isOffered                                          ? tr("%1, not found").arg(title)
                : engine.version.isEmpty() || !m_host.isEmpty() ? title
                                                                : title + u' ' + engine.version);
        m_engine->setItemData(row,
            toolTipOf(!m_host.isEmpty()       ? tr("looked for on %1").arg(m_host)
                    : engine.reason.isEmpty() ? tr("found in %1").arg(engine.where)
                                              : upperFirst(engine.reason)),
            Qt::ToolTipRole);
        if (items != nullptr)
            items->item(row)->setEnabled(isOffered);
    }
}

void EngineBox::show(const EngineChoice& choice)
{
    const QSignalBlocker blocker(this);
    const bool isSameEngine = choice.name == m_choice.name;
    const bool isSame = isSameEngine && choice.options == m_choice.options;
    m_choice = choice;
    m_engine->setCurrentIndex(std::max(0, m_engine->findData(choice.name)));
    if (!isSame)
        rebuildOptions();
    refreshNote();
}

void EngineBox::chooseEngine()
{
    const auto name = m_engine->currentData().toString();
    if (name == m_choice.name)
        return;
    m_choice.name = name;
    rebuildOptions();
    refreshNote();
    emit edited();
}

void EngineBox::rebuildOptions()
{
    while (m_optionRows->rowCount() > 0)
        m_optionRows->removeRow(0);
    m_further = nullptr;
    m_problem.clear();
    const auto engine = profiler::engineOfWord(m_choice.name.toStdString());
    const auto options
        = engine ? profiler::engineOptions(*engine) : std::span<const profiler::EngineOption>();
    bool hasFreeNames = false;
    for (const auto& option : options) {
        if (option.name.ends_with(':'))
            hasFreeNames = true;
        else
            addOption(option.name, textOf(option.help), textOf(option.defaultValue), option.values);
    }
    if (hasFreeNames)
        addFurther();
    m_options->setVisible(!options.empty());
}

void EngineBox::addOption(std::string_view name, const QString& help, const QString& defaultValue,
    const std::vector<std::string_view>& values)
{
    const auto key = textOf(name);
    const auto value = m_choice.options.value(m_choice.name).value(key);
    QWidget* field = nullptr;
    if (values.empty()) {
        auto* line = new QLineEdit(value);
        line->setPlaceholderText(defaultValue);
        connect(line, &QLineEdit::editingFinished, this,
            [this, key, line] { setOption(key, line->text().trimmed()); });
        field = line;
    } else {
        auto* box = new QComboBox;
        for (const auto word : values) {
            const bool isDefault = textOf(word) == defaultValue;
            box->addItem(isDefault ? tr("%1 (default)").arg(textOf(word)) : textOf(word),
                isDefault ? QString() : textOf(word));
        }
        box->setCurrentIndex(std::max(0, box->findData(value)));
        connect(box, &QComboBox::activated, this,
            [this, key, box] { setOption(key, box->currentData().toString()); });
        field = box;
    }
    field->setObjectName(QStringLiteral("engine-option-") + key);
    field->setToolTip(toolTipOf(upperFirst(help)));
    m_optionRows->addRow(upperFirst(QString(key).replace(u'-', u' ')), field);
    field->setAccessibleName(key);
}

/// An empty value removes the option, so that the engine has its default.
void EngineBox::setOption(const QString& name, const QString& value)
{
    auto& options = m_choice.options[m_choice.name];
    if (options.value(name) == value)
        return;
    if (value.isEmpty())
        options.remove(name);
    else
        options.insert(name, value);
    emit edited();
}

bool EngineBox::hasPrefix(const QString& option) const
{
    const auto engine = profiler::engineOfWord(m_choice.name.toStdString());
    return engine && std::ranges::any_of(profiler::engineOptions(*engine), [&](const auto& known) {
        return known.name.ends_with(':') && option.startsWith(textOf(known.name));
    });
}

/// Adds the field for options whose names are free behind a prefix: `config:KEY=VALUE`.
void EngineBox::addFurther()
{
    QStringList shown;
    const auto options = m_choice.options.value(m_choice.name);
    for (auto option = options.begin(); option != options.end(); ++option)
        if (hasPrefix(option.key()))
            shown.append(option.key() + u'=' + option.value());
    QStringList help;
    for (const auto& option :
        profiler::engineOptions(*profiler::engineOfWord(m_choice.name.toStdString())))
        if (option.name.ends_with(':'))
            help.append(textOf(option.name) + tr("KEY=VALUE: ") + textOf(option.help));
    m_further = new QLineEdit(shown.join(u' '));
    m_further->setObjectName("engineFurther");
    m_further->setPlaceholderText(tr("NAME:KEY=VALUE …"));
    m_further->setToolTip(toolTipOf(help.join(u'\n')));
    connect(m_further, &QLineEdit::editingFinished, this, &EngineBox::readFurther);
    m_optionRows->addRow(tr("Further"), m_further);
}

/// Takes all further options or, if one cannot be read, none of the changes.
void EngineBox::readFurther()
{
    const auto engine = profiler::engineOfWord(m_choice.name.toStdString());
    auto options = m_choice.options.value(m_choice.name);
    for (const auto& name : options.keys())
        if (hasPrefix(name))
            options.remove(name);
    m_problem.clear();
    for (const auto& part : m_further->text().split(u' ', Qt::SkipEmptyParts)) {
        const auto at = part.indexOf(u'=');
        const auto name = part.left(at);
        const auto value = at > 0 ? part.mid(at + 1) : QString();
        const auto checked
            = profiler::checkEngineOption(*engine, name.toStdString(), value.toStdString());
        if (at <= 0)
            m_problem = tr("%1 is not NAME:KEY=VALUE").arg(plain(part.toStdString(), 60));
        else if (!checked)
            m_problem = plain(checked.error().message(), longestText);
        options.insert(name, value);
    }
    refreshNote();
    if (!m_problem.isEmpty() || options == m_choice.options.value(m_choice.name))
        return;
    m_choice.options[m_choice.name] = options;
    emit edited();
}

/// Where the chosen engine was found, or why it cannot run.
void EngineBox::refreshNote()
{
    const auto found = std::ranges::find_if(m_found, [&](const Found& engine) {
        return textOf(profiler::engineWord(engine.engine)) == m_choice.name;
    });
    QString text;
    if (!m_problem.isEmpty())
        text = m_problem;
    else if (!m_choice.isOther())
        text = tr("Opscope's own engine, built in");
    else if (!m_host.isEmpty())
        text = tr("Looked for on %1 when the run begins").arg(m_host);
    else if (m_found.empty())
        text = tr("looking for %1…").arg(m_choice.title());
    else if (found != m_found.end() && !found->reason.isEmpty())
        text = upperFirst(found->reason);
    else if (found != m_found.end())
        text = tr("Found in %1. Runs on the CPU, in a process of its own.").arg(found->where);
    m_note->setText(breakable(text));
    m_note->setToolTip(toolTipOf(text));
}

} // namespace ui
