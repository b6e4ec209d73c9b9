#include <QTest>

#include "model/checks/finding_rules.h"
#include "model/model.h"
#include "profiler/linter/linter.h"
#include "profiler/record/benchmark.h"
#include "profiler/statistics/run_shape.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"
#include "ui/problems/problem_actions.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/window/actions.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTabBar>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace {

constexpr QChar opening(u'«');
constexpr QChar closing(u'»');

/// Puts brackets around each text that goes through tr() and has a translation, but Qt's own.
class BracketTranslator : public QTranslator {
public:
    explicit BracketTranslator(const ui::Translations& known)
        : m_known(known)
    {
    }
    bool isEmpty() const override { return false; }
    QString translate(
        const char* context, const char* text, const char* disambiguation, int n) const override
    {
        if ((context != nullptr && context[0] == 'Q')
            || m_known.translate(context, text, disambiguation, n).isEmpty())
            return {};
        return opening + QString::fromUtf8(text).replace(QStringLiteral("(s)"), n == 1 ? "" : "s")
            + closing;
    }

private:
    const ui::Translations& m_known;
};

/// A text of the window and where it is, for the list of what is wrong.
struct Shown {
    QString text;
    QString where;
};

QString placeOf(const QObject* object)
{
    QStringList names;
    for (; object != nullptr && names.size() < 3; object = object->parent())
        if (!object->objectName().isEmpty() || names.isEmpty())
            names.prepend(
                QLatin1String(object->metaObject()->className()) + u' ' + object->objectName());
    return names.join(QStringLiteral(" > "));
}

void addHeader(const QHeaderView& header, QList<Shown>& shown)
{
    if (header.model() == nullptr)
        return;
    for (int i = 0; i < header.count(); ++i)
        for (const auto role : { Qt::DisplayRole, Qt::ToolTipRole })
            shown.append({ header.model()->headerData(i, header.orientation(), role).toString(),
                placeOf(&header) });
}

/// The texts that widgets show, but names and numbers in the cells of tables.
QList<Shown> shownIn(const QWidget& window)
{
    QList<Shown> shown;
    for (auto* action : window.findChildren<QAction*>()) {
        shown.append({ action->text(), placeOf(action) });
        shown.append({ action->toolTip(), placeOf(action) });
    }
    for (auto* widget : window.findChildren<QWidget*>()) {
        const auto add = [&](const QString& text) { shown.append({ text, placeOf(widget) }); };
        // Qt's own buttons, and what the engine says about devices.
        if (!widget->isVisible() || widget->inherits("CloseButton")
            || widget->inherits("ui::DeviceNote"))
            continue;
        add(widget->toolTip());
        add(widget->accessibleName());
        add(widget->accessibleDescription());
        if (const auto* label = qobject_cast<QLabel*>(widget))
            add(label->text());
        else if (const auto* button = qobject_cast<QAbstractButton*>(widget))
            add(button->text());
        else if (const auto* group = qobject_cast<QGroupBox*>(widget))
            add(group->title());
        else if (const auto* dock = qobject_cast<QDockWidget*>(widget))
            add(dock->windowTitle());
        else if (const auto* line = qobject_cast<QLineEdit*>(widget))
            add(line->placeholderText());
        else if (const auto* box = qobject_cast<QComboBox*>(widget))
            for (int i = 0; i < box->count(); ++i)
                add(box->itemText(i));
        else if (const auto* tabs = qobject_cast<QTabBar*>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                add(tabs->tabText(i));
        else if (const auto* header = qobject_cast<QHeaderView*>(widget))
            addHeader(*header, shown);
    }
    return shown;
}

/// Words that are no text of the window: names in the model, of its operators and files.
std::set<QString> namesOf(const model::Model& model)
{
    std::set<QString> names;
    const auto add = [&](const std::string& name) {
        static const QRegularExpression apart(QStringLiteral("[^A-Za-z]+"));
        for (const auto& word : QString::fromStdString(name).split(apart))
            names.insert(word);
    };
    const auto addAll = [&](const model::Metadata& metadata) {
        for (const auto& [key, value] : metadata) {
            add(key);
            add(value);
        }
    };
    for (const auto& node : model.nodes) {
        add(node.doc);
        addAll(node.metadata);
        add(node.name);
        add(node.type);
        add(node.domain);
        for (const auto& attribute : node.attributes)
            add(attribute.name);
    }
    for (const auto& value : model.values) {
        add(value.name);
        add(value.doc);
        addAll(value.metadata);
        add(model::typeText(value.type));
    }
    for (const auto& graph : model.graphs) {
        add(graph.name);
        addAll(graph.metadata);
    }
    for (const auto& function : model.functions) {
        add(function.doc);
        addAll(function.metadata);
    }
    addAll(model.metadata);
    for (const auto& import : model.opsets)
        add(import.domain);
    add(model.producerName);
    add(model.doc);
    return names;
}

/// What is the same in all languages: names of programs and formats, units, keys, element types.
bool isName(const QString& word)
{
    static const std::set<QString> names { QStringLiteral("Opscope"), QStringLiteral("ONNX"),
        QStringLiteral("CPU"), QStringLiteral("GPU"), QStringLiteral("FLOP"),
        QStringLiteral("GFLOP"), QStringLiteral("MFLOP"), QStringLiteral("kFLOP"),
        QStringLiteral("oneDNN"), QStringLiteral("onnx"), QStringLiteral("opscope"),
        QStringLiteral("Graphviz"), QStringLiteral("Ctrl"), QStringLiteral("Shift"),
        QStringLiteral("Alt"), QStringLiteral("Esc"), QStringLiteral("Del"), QStringLiteral("Home"),
        QStringLiteral("End"), QStringLiteral("Backspace"), QStringLiteral("English"),
        QStringLiteral("Deutsch"), QStringLiteral("ai"), QStringLiteral("tensor"), // as in files
        // Settings, written as on the command line.
        QStringLiteral("random"), QStringLiteral("zeros"), QStringLiteral("ones"),
        QStringLiteral("strict"), QStringLiteral("TF") };
    static const QRegularExpression unitOrType(
        QStringLiteral("^([kKMGT]?i?B|[nµm]?s|fp\\d*|bf|uint|int|float|ms|p|x|N)$"));
    return names.contains(word) || unitOrType.match(word).hasMatch();
}

/// The words of a text that did not go through tr().
QStringList wordsOutside(const QString& text, const std::set<QString>& names)
{
    static const QRegularExpression tags(QStringLiteral("<[^<>]*>"));
    QString outside;
    int depth = 0;
    const auto plain = QString(text).remove(tags);
    for (const auto letter : plain) {
        depth += letter == opening ? 1 : letter == closing ? -1 : 0;
        outside += depth == 0 && letter != closing ? letter : QChar(u' ');
    }
    static const QRegularExpression apart(QStringLiteral("[^A-Za-z]+"));
    QStringList words;
    for (const auto& word : outside.split(apart, Qt::SkipEmptyParts))
        if (word.size() > 1 && !isName(word) && !names.contains(word))
            words += word;
    return words;
}

QChar mnemonicOf(const QString& text)
{
    const auto at = QString(text).replace(QStringLiteral("&&"), QStringLiteral("  ")).indexOf(u'&');
    return at >= 0 && at + 1 < text.size() ? text[at + 1].toLower() : QChar();
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;

    static std::unique_ptr<ui::Translations> texts(const QString& language)
    {
        auto translator = std::make_unique<ui::Translations>();
        if (!translator->load(
                QStringLiteral("opscope_") + language, QStringLiteral(":/translations")))
            return nullptr;
        return translator;
    }
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        for (const auto& language : ui::languages().subspan(1))
            QTest::newRow(language.code) << QString::fromLatin1(language.code);
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        ui::Translations::install();
    }

    void rulesHaveSentencesInEachLanguage_data() { addLanguages(); }
    void rulesHaveSentencesInEachLanguage()
    {
        QFETCH(QString, language);
        const auto translator = texts(language);
        QVERIFY(translator != nullptr);
        QStringList missing;
        const auto look = [&](std::string_view id) {
            const std::string key(id);
            if (translator->translate("rule", key.c_str(), nullptr, -1).isEmpty())
                missing += QString::fromStdString(key);
        };
        for (const auto& rule : model::checks::allFindingRules())
            look(rule.code);
        for (const auto& rule : profiler::lintRules())
            look(rule.id);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u' ')));
    }

    void aMessageHasTheSentenceOfItsRuleBeforeIt()
    {
        support::Diagnostic finding;
        finding.code = "input-undefined";
        finding.message = "value \"x\" is not there";
        QCOMPARE(ui::findingText(finding, 100), QStringLiteral("Value \"x\" is not there"));
        QCOMPARE(ui::ruleSentence(finding.code).text,
            QStringLiteral("a node reads a value that nothing defines"));
        QVERIFY(ui::ruleSentence("no-such-rule").text.isEmpty());
        const auto german = texts(QStringLiteral("de"));
        QVERIFY(german != nullptr);
        QCoreApplication::installTranslator(german.get());
        const auto shown = ui::findingText(finding, 100);
        const auto rule = ui::ruleSentence(finding.code);
        QCoreApplication::removeTranslator(german.get());
        QVERIFY(rule.isTranslated);
        QVERIFY2(shown.endsWith(QStringLiteral(": value \"x\" is not there")), qPrintable(shown));
        QVERIFY2(shown.startsWith(rule.text.left(1).toUpper()), qPrintable(shown));
    }

    void pluralsFollowTheLanguage()
    {
        const auto german = texts(QStringLiteral("de"));
        QVERIFY(german != nullptr);
        QCoreApplication::installTranslator(german.get());
        const auto one = ui::tr("%n thread(s)", nullptr, 1);
        const auto three = ui::tr("%n thread(s)", nullptr, 3);
        QCoreApplication::removeTranslator(german.get());
        QCOMPARE(one, QStringLiteral("1 Thread"));
        QCOMPARE(three, QStringLiteral("3 Threads"));
        QCOMPARE(ui::tr("%n thread(s)", nullptr, 3), QStringLiteral("3 threads"));
    }

    void theSystemsLanguageIsTakenIfNoneWasChosen()
    {
        for (const auto& language : ui::languages()) {
            ui::settings::setLanguage(QString::fromLatin1(language.code));
            QCOMPARE(ui::windowLanguage().code, language.code);
        }
        ui::settings::setLanguage(QStringLiteral("tlh")); // a newer version may know it
        const QLocale system = QLocale::system();
        const auto expected = system.language() == QLocale::German ? "de"
            : system.language() == QLocale::Chinese                ? "zh_CN"
                                                                   : "en";
        QCOMPARE(ui::windowLanguage().code, expected);
        ui::settings::setLanguage(QStringLiteral("en"));
    }

    /// As tst_every_key does for English.
    void menuEntriesHaveMnemonicsOfTheirOwn_data() { addLanguages(); }
    void menuEntriesHaveMnemonicsOfTheirOwn()
    {
        QFETCH(QString, language);
        const auto translator = texts(language);
        QVERIFY(translator != nullptr);
        QStringList wrong;
        std::map<QString, std::map<QChar, QString>> taken;
        const auto take = [&](const QString& menu, const QString& text) {
            const auto key = mnemonicOf(text);
            auto& holder = taken[menu][key];
            if (key.isNull())
                wrong += menu + QStringLiteral(": no mnemonic in ") + text;
            else if (!holder.isEmpty() && holder != text)
                wrong += menu + QStringLiteral(": %1 in %2 and %3").arg(key).arg(holder, text);
            holder = text;
        };
        QCoreApplication::installTranslator(translator.get());
        std::set<QString> menus;
        for (const auto& spec : ui::ActionTable::specs()) {
            take(QString::fromLatin1(spec.menu), ui::ActionTable::tr(spec.text));
            menus.insert(QString::fromLatin1(spec.menu));
        }
        for (const auto& menu : menus)
            take(menu.section(u'/', 0, -2), ui::menuTitle(menu));
        QCoreApplication::removeTranslator(translator.get());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    /// What the statistics say of runs depends on how quiet the machine is.
    void eachSentenceAboutRunsGoesThroughTr()
    {
        const auto german = texts(QStringLiteral("de"));
        QVERIFY(german != nullptr);
        BracketTranslator brackets(*german);
        QCoreApplication::installTranslator(&brackets);
        std::vector<profiler::RunShape> shapes(5);
        shapes[0].shift = profiler::LevelShift();
        shapes[1].levels = profiler::TwoLevels();
        shapes[2].drift = profiler::Drift();
        shapes[3].isInOrder = true;
        shapes[4].spread = 0.058;
        constexpr std::array<std::uint32_t, 1> numbers { 1 };
        QStringList outside;
        for (const auto& shape : shapes) {
            const auto text = ui::sentenceText(profiler::shapeText(shape, numbers));
            QVERIFY(text.startsWith(opening));
            outside += wordsOutside(text, {});
        }
        for (std::size_t end = 0;
             end <= static_cast<std::size_t>(profiler::BenchmarkEnd::RecorderFull); ++end) {
            const std::string name(
                profiler::benchmarkEndName(static_cast<profiler::BenchmarkEnd>(end)));
            const auto text
                = ui::sentenceText({ "%0: %1 of %2 runs were recorded", { "3", "100" }, name });
            QCOMPARE(text,
                QStringLiteral("««%1»: 3 of 100 runs were recorded»")
                    .arg(QString::fromStdString(name)));
        }
        QCoreApplication::removeTranslator(&brackets);
        QCOMPARE(outside, QStringList());
        QCoreApplication::installTranslator(german.get());
        QCOMPARE(ui::sentenceText(profiler::shapeText(shapes[4], numbers)),
            QStringLiteral("die Läufe streuen um 5.8 %: die Zahlen sind Richtwerte (andere Last, "
                           "Takt, Temperatur)"));
        QCoreApplication::removeTranslator(german.get());
    }

    /// Opens the window with each text in brackets, and looks for words outside of them.
    void everyTextOfTheWindowGoesThroughTr()
    {
        const auto german = texts(QStringLiteral("de"));
        QVERIFY(german != nullptr);
        BracketTranslator brackets(*german);
        QCoreApplication::installTranslator(&brackets);
        DrivenWindow driven;
        auto* const document = driven.open(DrivenWindow::sample("control-flow"));
        QVERIFY(document != nullptr);
        QVERIFY(driven.profile(document, 3));
        auto names = namesOf(*document->model());
        QStringList wrong;
        const auto look = [&] {
            driven.settle();
            for (const auto& [text, where] : shownIn(driven.window()))
                if (const auto words = wordsOutside(text, names); !words.isEmpty())
                    wrong += QStringLiteral("%1: \"%2\" (%3)")
                                 .arg(where, text.left(120), words.join(u' '));
        };
        for (auto* dock : driven.window().findChildren<QDockWidget*>()) {
            driven.showPanel(dock->objectName());
            look();
        }
        for (const auto kind : { ui::SelectedItem::Kind::Node, ui::SelectedItem::Kind::Value }) {
            document->selection()->select({ kind, 0 });
            look();
        }
        QCoreApplication::removeTranslator(&brackets);
        wrong.removeDuplicates();
        for (const auto& text : wrong)
            qWarning("%s", qPrintable(text));
        QCOMPARE(wrong.size(), 0);
    }
};

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
