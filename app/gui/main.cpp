#include "app/build/build_facts.h"
#include "app/build/bundled_data.h"
#include "ui/engines/chosen_libraries.h"
#include "ui/plugins/operator_plugins.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>

int main(int argc, char** argv)
{
    app::useBundledData();
    const QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Opscope"));
    QApplication::setApplicationVersion(QString::fromStdString(app::buildFacts()));
    QApplication::setDesktopFileName(QStringLiteral("opscope"));
    ui::Translations::install();

    QCommandLineParser options;
    options.setApplicationDescription(ui::tr("Viewer, engine and profiler for ONNX models"));
    options.addHelpOption();
    options.addVersionOption();
    options.addPositionalArgument(QStringLiteral("FILE"),
        ui::tr("Models (.onnx) or profiles (.opscope) to open"), QStringLiteral("[FILE…]"));
    const QCommandLineOption noRestore(
        QStringLiteral("no-restore"), ui::tr("Start without the tabs of the last session"));
    options.addOption(noRestore);
    options.process(application);

    ui::useChosenLibraries();
    ui::Theme::instance().apply();
    ui::OperatorPlugins::instance().start();
    auto* window = ui::MainWindow::make();
    for (const auto& path : options.positionalArguments())
        window->openFile(path);
    window->show();
    if (options.positionalArguments().isEmpty() && !options.isSet(noRestore))
        window->restoreTabs();
    window->offerLeftRecordings();
    return QApplication::exec();
}
