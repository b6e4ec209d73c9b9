#include "ui/dialogs/about_dialog.h"

#include "model/process/confinement.h"
#include "ui/translation/text.h"
#include "ui/widgets/labels.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace ui {

namespace {

/// Shows a modal dialog with a short text and, below it, a longer one that scrolls.
void showText(QWidget* parent, const QString& title, const QString& lead, const QString& body)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(title);
    auto* column = new QVBoxLayout(&dialog);
    column->addWidget(makeWrappedLabel(lead, nullptr, &dialog));
    if (!body.isEmpty()) {
        auto* text = new QPlainTextEdit(body, &dialog);
        text->setReadOnly(true);
        text->setMinimumSize(640, 320);
        column->addWidget(text);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    column->addWidget(buttons);
    dialog.exec();
}

QString installedText(const QString& name)
{
    const QDir beside(QCoreApplication::applicationDirPath());
    for (const auto* folder : { "../share/doc/opscope/third_party/", "../share/doc/opscope/",
             "../../../packaging/third_party/", "../../../docs/" }) {
        QFile file(beside.absoluteFilePath(QString::fromLatin1(folder) + name));
        if (file.open(QIODevice::ReadOnly))
            return QString::fromUtf8(file.readAll());
    }
    return {};
}

QString sandboxText()
{
    const auto kernel = support::confinementSupport();
    if (kernel.isComplete())
        return tr(
            "Models run in a sandbox: the process that runs one can write its results only, start "
            "no program and reach no network.");
    return tr(
        "The sandbox in which models run is incomplete on this machine: the kernel has no %1.")
        .arg(QString::fromStdString(kernel.missing()));
}

} // namespace

void showAbout(QWidget* parent)
{
    showText(parent, tr("About Opscope"),
        tr("Opscope %1\n\nSee an ONNX model, run it, and know where the time goes.\n\nLicence: "
           "Apache-2.0. Built on the work of others, listed below.\n\n%2")
            .arg(QCoreApplication::applicationVersion(), sandboxText()),
        installedText(QStringLiteral("NOTICE.md")));
}

void showGuide(QWidget* parent)
{
    showText(parent, tr("Guide"),
        tr("From a file to the operator that takes the time. Help, Keys lists every key; "
           "Ctrl+Shift+P finds every command by its name."),
        tr("1. Open\nDrop a file on the window, or Ctrl+O. A model that is open already comes to "
           "the front. What was found wrong stands in Problems; F8 steps through it.\n\n"
           "2. Look\nDrag moves the graph, the wheel zooms, a double click or Space unfolds a "
           "group. Arrow keys walk from operator to operator along the flow. The inspector says "
           "what is selected; \"view\" shows the numbers of a tensor. Alt+Left goes back to what "
           "was looked at before, in whichever tab.\n\n"
           "3. Find\nCtrl+F: words, type:Conv, attr:axis<0, in:1x*, size>1MiB. F3 goes to the "
           "next one.\n\n"
           "4. Run\nIn the Run panel give named dimensions a size and choose inputs. Profile "
           "(Ctrl+R) runs the model several times and records every operator. A model without its "
           "weights runs with random ones: times are real, results are not.\n\n"
           "5. Read the times\nOperators lists them, slowest first; each figure has its 95 % "
           "interval. Timeline shows when each ran, Flame where the time adds up, Roofline what "
           "the machine would allow, Memory what was live. F4, T colours the graph by time.\n\n"
           "6. Compare\nCtrl+Shift+C compares with another model or run. A change is called one "
           "only where the measurements show it.\n\n"
           "7. Keep\nRuns, Save profile writes a measurement to a file of yours. Ctrl+E writes a "
           "report that opens in any browser and again here."));
}

void showPrivacy(QWidget* parent)
{
    showText(parent, tr("Privacy"),
        tr("Nothing leaves this machine.\n\nOpscope has no network code: no account, no "
           "telemetry, no check for updates. A test of every build proves that no program of ours "
           "links a network library or opens a socket.\n\nModels run in a process of their own. "
           "The files that you open are never written. Recent files, the tabs that were open and "
           "settings are kept in one file of your user folder. Recent files can be cleared or "
           "switched off on the welcome page, the tabs in Preferences."),
        {});
}

void showMeasured(QWidget* parent)
{
    showText(parent, tr("What is measured"),
        tr("Wall is the time of one run from the first step to the last. Operators + not in any "
           "operator − overlap = wall, taken from the median run. A figure with two ends (or ±, "
           "where it reaches as far down as up) is a median with its 95 % interval; where there "
           "are too few runs for one, it says how many there were."),
        installedText(QStringLiteral("numbers.md")));
}

} // namespace ui
