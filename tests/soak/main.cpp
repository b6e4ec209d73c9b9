#include "tests/soak/driver.h"
#include "tests/soak/log.h"
#include "tests/support/paths.h"
#include "ui/document/settings.h"
#include "ui/run/run_controller.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDesktopServices>
#include <QDir>
#include <QTemporaryDir>

#include <array>

// Uses the window at random for as long as it is asked to:
//
//     soak --minutes 60 FOLDER     opens the files of the folder, which are changed: give it copies
//     soak --seed 7 --actions 300  repeats the first actions of seed 7
//
// Prints each action before it begins. Ends with 1 if something outlives its tab, if memory grows
// or if the event loop stands still; tests/soak/run.sh prepares and starts it.

namespace {

/// Takes addresses that the window would open in a browser or file manager.
class NoDesktop : public QObject {
    Q_OBJECT

public slots:
    void take(const QUrl& url) { soak::say("would open %s", qPrintable(url.toString())); }
};

constexpr std::array schemes { "http", "https", "file", "mailto" };

soak::Options optionsOf(const QCommandLineParser& parser)
{
    soak::Options options;
    options.seed = parser.value(QStringLiteral("seed")).toULongLong();
    options.actions = parser.value(QStringLiteral("actions")).toInt();
    options.minutes = parser.value(QStringLiteral("minutes")).toDouble();
    options.restEveryMinutes = parser.value(QStringLiteral("rest")).toDouble();
    options.warmMinutes = parser.value(QStringLiteral("warm")).toDouble();
    options.isLimited = !parser.isSet(QStringLiteral("no-limits"));
    return options;
}

void addOptions(QCommandLineParser& parser)
{
    const auto add = [&](const char* name, const char* text, const char* value) {
        parser.addOption({ QLatin1String(name), QLatin1String(text), QStringLiteral("N"),
            QLatin1String(value) });
    };
    add("seed", "Draw the actions with this seed", "1");
    add("actions", "End after this number of actions", "0");
    add("minutes", "End after this time", "0");
    add("rest", "Minutes between two rests, where everything is closed and measured", "2");
    add("warm", "Minutes after which memory may not grow", "10");
    parser.addOption({ QStringLiteral("no-limits"),
        QStringLiteral("Delays and growth are printed, but no failures") });
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("FOLDER"), QStringLiteral("Files to open"));
}

/// Nothing of the user is read or written.
void isolate(const QTemporaryDir& folder)
{
    for (const auto* name : { "HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
             "XDG_DATA_HOME", "XDG_RUNTIME_DIR" }) {
        const auto path = folder.filePath(QString::fromLatin1(name));
        QDir().mkpath(path);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv(name, path.toLocal8Bit());
    }
    ui::settings::useFolder(folder.filePath(QStringLiteral("settings")));
    ui::settings::setLanguage(QStringLiteral("en"));
    ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
}

} // namespace

int main(int argc, char** argv)
{
    const QTemporaryDir folder;
    isolate(folder);
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    QCommandLineParser parser;
    addOptions(parser);
    parser.process(application);
    soak::sayQtMessages();
    NoDesktop desktop;
    for (const auto* scheme : schemes)
        QDesktopServices::setUrlHandler(QLatin1String(scheme), &desktop, "take");

    const auto options = optionsOf(parser);
    soak::say("seed %llu", static_cast<unsigned long long>(options.seed));
    QDir().mkpath(folder.filePath(QStringLiteral("files")));
    const auto arguments = parser.positionalArguments();
    soak::Files files(arguments.value(0, folder.filePath(QStringLiteral("files"))));
    ui::Theme::instance().apply();
    soak::Driver driver(options, files);
    driver.start();
    QApplication::exec();
    for (const auto* scheme : schemes)
        QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    return driver.report() ? 0 : 1;
}

#include "main.moc"
