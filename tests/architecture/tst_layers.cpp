#include "tests/architecture/layer_rules.h"
#include "tests/support/paths.h"

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace architecture;

namespace {

const QStringList layers { "app", "ui", "model", "layout", "engine", "profiler", "tests" };
const QStringList extensions { ".h", ".cpp", ".cu", ".cuh" };

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

/// Calls `visit(path from the root, text)` for each source file of the tree.
template <typename Visitor>
void forEachSource(Visitor visit)
{
    for (const auto& layer : layers) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(
                 testing::sourceDir() / layer.toStdString())) {
            if (entry.is_regular_file()
                && extensions.contains(QString::fromStdString(entry.path().extension().string())))
                visit(entry.path().lexically_relative(testing::sourceDir()).generic_string(),
                    textOf(entry.path()));
        }
    }
}

/// Lines that build something before a TRY, in braces or by `new`: GCC 12 does not destroy it when
/// TRY returns.
QList<int> leakingTries(const std::string& text)
{
    static const QRegularExpression braces(
        R"((\w+|[>(,=])\s*\{(?:[^{};]|\{(?:[^{};]|\{[^{};]*\})*\})*,)"
        R"((?:[^{};]|\{(?:[^{};]|\{[^{};]*\})*\})*\bTRY\()"
        R"(|\bnew [\w:]+[({][^;]*\bTRY\()",
        QRegularExpression::DotMatchesEverythingOption);
    static const QSet<QString> beforeBlock { "else", "do", "try", "const", "noexcept", "mutable",
        "override" };
    QList<int> lines;
    const auto source = QString::fromStdString(text);
    for (const auto& match : braces.globalMatch(source)) {
        const auto before = source.left(match.capturedEnd(1)).section(u'\n', -1);
        const bool isBlock = beforeBlock.contains(match.captured(1)) || before.contains("->");
        if (!isBlock)
            lines << 1 + static_cast<int>(source.left(match.capturedStart()).count(u'\n'));
    }
    return lines;
}

}

class TestLayers : public QObject {
    Q_OBJECT
private slots:
    void readsIncludeLines();
    void judgesAnInclude_data();
    void judgesAnInclude();
    void seesNetworkCalls();
    void everyIncludeKeepsToItsLayer();
    void noSourceOpensASocket();
    void seesTriesThatLeak_data();
    void seesTriesThatLeak();
    void noTryLeaksWhatStandsBeforeItInBraces();
};

void TestLayers::readsIncludeLines()
{
    const auto includes = includesOf(
        "// #include \"a.h\"\n#include \"model/graph.h\" // why\n  #  include <vector>\nint x;\n");
    QCOMPARE(includes.size(), size_t(2));
    QCOMPARE(includes[0].header, std::string("model/graph.h"));
    QVERIFY(includes[0].quoted);
    QCOMPARE(includes[0].line, 2);
    QCOMPARE(includes[1].header, std::string("vector"));
    QVERIFY(!includes[1].quoted);
}

void TestLayers::judgesAnInclude_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("allowed");

    const auto good = [](const char* file, const char* line) {
        QTest::newRow(qPrintable(QString("good: %1 %2").arg(file, line))) << file << line << true;
    };
    const auto bad = [](const char* file, const char* line) {
        QTest::newRow(qPrintable(QString("bad: %1 %2").arg(file, line))) << file << line << false;
    };

    good("model/graph.h", "#include <vector>");
    good("model/graph.cpp", "#include \"model/support/result.h\"");
    good("model/support/mapped_file.cpp", "#include <sys/mman.h>");
    good("model/onnx/parser.cpp", "#include \"onnx.pb.h\"");
    good("layout/layered.cpp", "#include \"model/graph.h\"");
    good("layout/graphviz/graphviz_dot.cpp", "#include <graphviz/gvc.h>");
    bad("layout/graphviz/graphviz.cpp", "#include <graphviz/gvc.h>");
    good("engine/cpu/onednn.h", "#include <oneapi/dnnl/dnnl.hpp>");
    good("engine/cpu/isa/gemm.cpp", "#include <xsimd/xsimd.hpp>");
    good("engine/cuda/backend.cpp", "#include <cuda_runtime.h>");
    good("engine/cuda/kernels/block_scan.h", "#include <cub/block/block_scan.cuh>");
    good("engine/cuda/backend.cpp", "#include \"profiler/device/device_collector.h\"");
    good("profiler/cupti/records.cpp", "#include <cupti_activity.h>");
    good("engine/device/plugin.cpp", "#include <dlfcn.h>");
    good("profiler/record/recorder.cpp", "#include \"engine/run/observer.h\"");
    good("engine/functors/unary.h", "#include \"engine/functors/device.h\"");
    good("engine/functors/unary.h", "#include <cmath>");
    good("ui/window/main_window.cpp", "#include <QMainWindow>");
    good("ui/window/main_window.cpp", "#include \"profiler/tables/profile.h\"");
    good("app/gui/main.cpp", "#include \"ui/window/main_window.h\"");
    good("app/cli/main.cpp", "#include <CLI/CLI.hpp>");
    good("engine/plugins/answers.h", "#include \"packaging/dev/opscope_operator.h\"");
    good("tests/ui/tst_canvas.cpp", "#include \"tst_canvas.moc\"");

    bad("model/graph.cpp", "#include \"layout/scene/scene.h\"");
    bad("model/graph.cpp", "#include <QString>");
    bad("model/graph.cpp", "#include <QtCore/qglobal.h>");
    bad("model/graph.cpp", "#include <google/protobuf/message.h>");
    bad("model/graph.cpp", "#include <re2/re2.h>");
    bad("model/graph.cpp", "#include \"graph.h\"");
    bad("layout/layered.cpp", "#include \"engine/plan/plan.h\"");
    bad("layout/scene/scene.h", "#include <graphviz/cgraph.h>");
    bad("engine/plan/plan.cpp", "#include \"profiler/record/recorder.h\"");
    bad("engine/plan/plan.cpp", "#include <cuda_runtime.h>");
    bad("engine/plan/plan.cpp", "#include <thrust/sort.h>");
    bad("engine/plan/plan.cpp", "#include \"engine/cuda/backend.h\"");
    bad("engine/device/plugin.cpp", "#include <cuda.h>");
    bad("engine/device/plugin.cpp", "#include \"profiler/device/device_collector.h\"");
    bad("profiler/record/recorder.cpp", "#include <cupti_activity.h>");
    bad("profiler/record/recorder.cpp", "#include \"profiler/cupti/records.h\"");
    bad("tests/support/gpu/host_backend.cpp", "#include <cuda_runtime.h>");
    bad("engine/functors/unary.h", "#include \"engine/program/shapes.h\"");
    bad("engine/functors/unary.h", "#include <vector>");
    bad("engine/functors/unary.h", "#include <functional>");
    bad("engine/cpu/kernels/conv.cpp", "#include <dnnl.hpp>");
    bad("engine/cuda/backend.cpp", "#include \"profiler/record/recorder.h\"");
    bad("profiler/record/recorder.cpp", "#include \"engine/cpu/backend.h\"");
    bad("profiler/record/recorder.cpp", "#include \"ui/format.h\"");
    bad("profiler/record/recorder.cpp", "#include \"recorder.moc\"");
    bad("ui/window/main_window.cpp", "#include <oneapi/dnnl/dnnl.hpp>");
    bad("ui/window/main_window.cpp", "#include \"engine/reference/conv.h\"");
    bad("ui/window/main_window.cpp", "#include \"app/cli/command.h\"");
    bad("ui/window/main_window.cpp", "#include <QNetworkAccessManager>");
    bad("app/cli/main.cpp", "#include \"ui/format.h\"");
    bad("app/cli/main.cpp", "#include <QCoreApplication>");
    bad("app/gui/main.cpp", "#include \"model/graph.h\"");
    bad("model/support/log.cpp", "#include <sys/socket.h>");
    bad("model/graph.cpp", "#include <boost/graph/graph.hpp>");
    bad("ui/plugins/plugin_list.cpp", "#include \"packaging/dev/opscope_operator.h\"");
    bad("tools/x.cpp", "#include <vector>");
}

void TestLayers::judgesAnInclude()
{
    QFETCH(QString, file);
    QFETCH(QString, line);
    QFETCH(bool, allowed);

    const auto includes = includesOf(line.toStdString());
    QCOMPARE(includes.size(), size_t(1));
    const auto reason = refusal(file.toStdString(), includes[0]);
    QVERIFY2(reason.has_value() != allowed, reason.value_or("allowed").c_str());
}

void TestLayers::seesNetworkCalls()
{
    QCOMPARE(
        networkCalls("int s = ::socket(AF_INET, 0, 0);"), std::vector<std::string> { "socket" });
    QCOMPARE(
        networkCalls("plug.socket(1); websocket(2); // a socket"), std::vector<std::string> {});
}

void TestLayers::everyIncludeKeepsToItsLayer()
{
    QStringList faults;
    int files = 0;
    forEachSource([&](const std::string& file, const std::string& text) {
        ++files;
        for (const auto& include : includesOf(text)) {
            if (const auto reason = refusal(file, include))
                faults << QString("%1:%2: %3")
                              .arg(file.c_str())
                              .arg(include.line)
                              .arg(reason->c_str());
        }
    });
    QVERIFY(files > 0);
    QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
}

void TestLayers::noSourceOpensASocket()
{
    QStringList faults;
    forEachSource([&](const std::string& file, const std::string& text) {
        if (file.starts_with("tests/architecture/"))
            return;
        for (const auto& call : networkCalls(text))
            faults << QString("%1 calls %2()").arg(file.c_str(), call.c_str());
    });
    QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
}

void TestLayers::seesTriesThatLeak_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("leaks");
    QTest::newRow("alone") << "const Sides s { TRY(a()) };" << false;
    QTest::newRow("first") << "return Side { TRY(a(x, y)), b };" << false;
    QTest::newRow("second") << "return Side {\n  b, TRY(a()) };" << true;
    QTest::newRow("behind two levels") << "Plan plan { { a, { b[0], b[1] } }, TRY(c(d)) };" << true;
    QTest::newRow("behind braces") << "return Side { {}, b, TRY(a()) };" << true;
    QTest::newRow("two") << "const std::array s { TRY(a()), TRY(b()) };" << true;
    QTest::newRow("appended") << "list.push_back({ b, TRY(a()) });" << true;
    QTest::newRow("allocated") << "auto p = P(new Side(TRY(a())));" << true;
    QTest::newRow("arguments") << "f(b, TRY(a()));" << false;
    QTest::newRow("a block") << "else { f(b, TRY(a())); }" << false;
    QTest::newRow("a lambda") << "[&](int x) -> Result<int> { return f(b, TRY(a())); }" << false;
}

void TestLayers::seesTriesThatLeak()
{
    QFETCH(QString, text);
    QFETCH(bool, leaks);
    QCOMPARE(!leakingTries(text.toStdString()).isEmpty(), leaks);
}

void TestLayers::noTryLeaksWhatStandsBeforeItInBraces()
{
    QStringList faults;
    forEachSource([&](const std::string& file, const std::string& text) {
        if (file.starts_with("tests/architecture/"))
            return;
        for (const auto line : leakingTries(text))
            faults << QString("%1:%2").arg(file.c_str()).arg(line);
    });
    QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
}

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
