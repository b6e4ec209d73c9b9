// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"
#include "tests/support/wire.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtEndian>

using namespace testing;

namespace {

/// A server and the caller's side of its messages.
class Server {
public:
    Server()
    {
        m_process.start(QString::fromStdString(cliProgram().string()), { "serve", "--stdio" });
    }
    ~Server()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(cliPatienceMs))
            m_process.kill();
    }

    void sendBytes(const QByteArray& bytes)
    {
        m_process.write(bytes);
        m_process.waitForBytesWritten(cliPatienceMs);
    }
    void send(const QJsonObject& request)
    {
        const auto text = QJsonDocument(request).toJson(QJsonDocument::Compact);
        sendBytes(head(static_cast<quint32>(text.size()), 0) + text);
    }
    static QByteArray head(quint32 length, quint32 payload)
    {
        QByteArray bytes(8, '\0');
        qToLittleEndian(length, bytes.data());
        qToLittleEndian(payload, bytes.data() + 4);
        return bytes;
    }

    /// The next message; empty at the end.
    QJsonObject receive()
    {
        const auto first = read(8);
        if (first.size() < 8)
            return {};
        const auto length = qFromLittleEndian<quint32>(first.data());
        return QJsonDocument::fromJson(read(length)).object();
    }
    QJsonObject ask(const QJsonObject& request)
    {
        send(request);
        return receive();
    }

    /// Closes the input and returns the exit code.
    int end()
    {
        m_process.closeWriteChannel();
        return codeAtEnd();
    }
    int codeAtEnd()
    {
        return m_process.waitForFinished(cliPatienceMs)
                && m_process.exitStatus() == QProcess::NormalExit
            ? m_process.exitCode()
            : -1;
    }

private:
    QByteArray read(qint64 count)
    {
        while (m_process.bytesAvailable() < count && m_process.waitForReadyRead(cliPatienceMs)) { }
        return m_process.read(count);
    }
    QProcess m_process;
};

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

/// A .npy file of floats, as NumPy writes it.
QByteArray npy(const std::vector<float>& values, const QByteArray& shape)
{
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
    while ((10 + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    QByteArray file("\x93NUMPY\x01\x00", 8);
    file += char(header.size() & 0xff);
    file += char(header.size() >> 8);
    return file + header
        + QByteArray(reinterpret_cast<const char*>(values.data()),
            static_cast<qsizetype>(values.size() * sizeof(float)));
}

/// y = x or y = -x, for two-dimensional x of any size.
QByteArray model(const std::string& type)
{
    const auto unknown = wire::bytes(1, "");
    const auto shape = wire::bytes(1, wire::number(1, 1) + wire::bytes(2, unknown + unknown));
    const auto bytes = wire::model(wire::bytes(2, "one") + wire::nodeField(type, { "x" }, { "y" })
        + wire::inputField("x", shape) + wire::outputField("y", shape));
    return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString messageOf(const QJsonObject& answer)
{
    return answer["error"].toObject()["message"].toString();
}

} // namespace

class TestServe : public QObject {
    Q_OBJECT

private slots:
    void theServerSaysWhoItIs()
    {
        Server server;
        const auto hello = server.receive();
        QCOMPARE(hello["protocol"].toInt(), 1);
        QVERIFY(hello["ops"].toArray().contains("run"));
        QCOMPARE(server.end(), 0);
    }

    void aRunGivesTheValuesOfTheCommandLine()
    {
        QTemporaryDir folder;
        const auto data = sample("residual-cnn") + "/test_data_set_0";
        QVERIFY(QDir(folder.path()).mkdir("cli"));
        QVERIFY(QDir(folder.path()).mkdir("served"));
        QCOMPARE(cli({ "run", sampleModel("residual-cnn"), "--data", data, "--save",
                         folder.filePath("cli") })
                     .code,
            0);
        Server server;
        server.receive();
        for (int id = 1; id <= 3; ++id) { // the second run finds the model ready
            const auto answer = server.ask(
                { { "id", id }, { "op", "run" }, { "model", sampleModel("residual-cnn") },
                    { "inputs", QJsonObject { { "image", data + "/input_0.pb" } } },
                    { "outputs", folder.filePath("served") } });
            QCOMPARE(answer["id"].toInt(), id);
            QVERIFY2(answer["ok"].toBool(), qPrintable(messageOf(answer)));
            const auto output = answer["result"].toObject()["outputs"].toArray()[0].toObject();
            QCOMPARE(output["name"].toString(), QString("probabilities"));
            QCOMPARE(output["file"].toString(), QString("output_0.npy"));
        }
        // The last 40 bytes of both files are the ten numbers.
        const auto served = contentOf(folder.filePath("served/output_0.npy"));
        const auto saved = contentOf(folder.filePath("cli/output_0.pb"));
        QVERIFY(served.size() > 40 && saved.contains(served.right(40)));
    }

    void inputsMayChangeTheirSizes()
    {
        QTemporaryDir folder;
        write(folder.filePath("m.onnx"), model("Neg"));
        Server server;
        server.receive();
        const std::vector<float> values { 1, -2, 3, 4, 5, -6 };
        for (const QByteArray shape : { "(2, 3)", "(3, 2)", "(1, 6)", "(2, 3)" }) {
            write(folder.filePath("x.npy"), npy(values, shape));
            const auto answer = server.ask(request(folder, "x"));
            QVERIFY2(answer["ok"].toBool(), qPrintable(messageOf(answer)));
            const auto result = contentOf(folder.filePath("output_0.npy"));
            QVERIFY2(result.contains("'shape': " + shape), result.left(80));
            QCOMPARE(result.right(24), npy({ -1, 2, -3, -4, -5, 6 }, shape).right(24));
        }
    }

    void aModelThatChangedIsReadAgain()
    {
        QTemporaryDir folder;
        write(folder.filePath("x.npy"), npy({ 1 }, "(1, 1)"));
        Server server;
        server.receive();
        for (const auto* type : { "Neg", "Identity" }) {
            write(folder.filePath("other.onnx"), model(type));
            QFile::remove(folder.filePath("m.onnx"));
            QVERIFY(QFile::rename(folder.filePath("other.onnx"), folder.filePath("m.onnx")));
            QVERIFY(server.ask(request(folder, "x"))["ok"].toBool());
            const float expected = QString(type) == "Neg" ? -1 : 1;
            QCOMPARE(contentOf(folder.filePath("output_0.npy")).right(4),
                npy({ expected }, "(1, 1)").right(4));
        }
    }

    void wrongRequestsAreAnsweredWithTheReason_data()
    {
        QTest::addColumn<QJsonObject>("request");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        const auto run
            = [](const QString& model, const QJsonObject& inputs, const QJsonArray& options = {}) {
                  return QJsonObject { { "op", "run" }, { "model", model }, { "inputs", inputs },
                      { "options", options }, { "outputs", "." } };
              };
        const QJsonObject x { { "x", "x.npy" } };
        QTest::newRow("unknown") << QJsonObject { { "op", "dance" } } << 2 << "\"dance\"";
        QTest::newRow("no model") << run("", x) << 2 << "`model`, a file";
        QTest::newRow("absent") << run("none.onnx", x) << 3 << "none.onnx";
        QTest::newRow("no input") << run("m.onnx", {}) << 2 << "input \"x\" (";
        QTest::newRow("other input")
            << run("m.onnx", { { "x", "x.npy" }, { "z", "x.npy" } }) << 2 << "no input 'z'";
        QTest::newRow("wrong rank") << run("m.onnx", { { "x", "flat.npy" } }) << 2 << "x";
        QTest::newRow("no file") << run("m.onnx", { { "x", "none.npy" } }) << 3 << "none.npy";
        QTest::newRow("option") << run("m.onnx", x, { "--frobnicate" }) << 2 << "--frobnicate";
        QTest::newRow("options") << run("m.onnx", x, { 1 }) << 2 << "`options`";
        QTest::newRow("profile") << QJsonObject { { "op", "command" },
            { "arguments", QJsonArray { "profile", "m.onnx" } } }
                                 << 2 << "inspect, check";
        QTest::newRow("command") << QJsonObject { { "op", "command" },
            { "arguments", QJsonArray { "inspect", "none.onnx" } } }
                                 << 3 << "none.onnx";
    }
    void wrongRequestsAreAnsweredWithTheReason()
    {
        QFETCH(QJsonObject, request);
        QFETCH(int, code);
        QFETCH(QString, words);
        QTemporaryDir folder;
        write(folder.filePath("m.onnx"), model("Neg"));
        write(folder.filePath("x.npy"), npy({ 1 }, "(1, 1)"));
        write(folder.filePath("flat.npy"), npy({ 1 }, "(1,)"));
        const auto before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        Server server;
        QDir::setCurrent(before);
        server.receive();
        const auto answer = server.ask(request);
        QVERIFY(!answer["ok"].toBool(true));
        QVERIFY2(messageOf(answer).contains(words), qPrintable(messageOf(answer)));
        QCOMPARE(answer["error"].toObject()["code"].toInt(), code);
        // The next request is answered as usual.
        const auto next = server.ask({ { "id", 2 }, { "op", "run" }, { "model", "m.onnx" },
            { "inputs", QJsonObject { { "x", "x.npy" } } }, { "outputs", "." } });
        QVERIFY2(next["ok"].toBool(), qPrintable(messageOf(next)));
    }

    void aCommandGivesWhatItPrints()
    {
        Server server;
        server.receive();
        const QStringList words { "inspect", sampleModel("tiny-decoder"), "--format", "json" };
        const auto answer = server.ask({ { "id", 5 }, { "op", "command" },
            { "arguments", QJsonArray::fromStringList(words) } });
        const auto result = answer["result"].toObject();
        QCOMPARE(result["code"].toInt(-1), 0);
        QCOMPARE(result["output"].toString(), cli(words).out);
    }

    void aRunCanBeCancelled()
    {
        QTemporaryDir folder;
        const auto loop = contentOf(longLoop(folder));
        QVERIFY(!loop.isEmpty());
        Server server;
        server.receive();
        server.send({ { "id", 1 }, { "op", "run" }, { "model", folder.filePath("loop.onnx") },
            { "inputs", QJsonObject() }, { "outputs", folder.path() } });
        QTest::qWait(300);
        server.send({ { "id", 2 }, { "op", "run" } });
        const auto refused = server.receive();
        QCOMPARE(refused["id"].toInt(), 2);
        QVERIFY2(messageOf(refused).contains("request 1 has no answer yet"),
            qPrintable(messageOf(refused)));
        server.send({ { "op", "cancel" }, { "id", 1 } });
        const auto answer = server.receive();
        QCOMPARE(answer["id"].toInt(), 1);
        QCOMPARE(answer["error"].toObject()["kind"].toString(), QString("cancelled"));
    }

    void theEndOfTheInputEndsARun()
    {
        QTemporaryDir folder;
        longLoop(folder);
        Server server;
        server.receive();
        server.send({ { "id", 1 }, { "op", "run" }, { "model", folder.filePath("loop.onnx") },
            { "inputs", QJsonObject() }, { "outputs", folder.path() } });
        QTest::qWait(300);
        QCOMPARE(server.end(), 0);
    }

    void aBrokenMessageEndsTheServer_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        QTest::newRow("cut head") << QByteArray("abc") << "3 bytes of its length";
        QTest::newRow("cut") << Server::head(100, 0) + "{}"
                             << "after 2 of 100 bytes";
        QTest::newRow("too long") << Server::head(0xffffffff, 0) << "4294967295 bytes";
        QTest::newRow("payload") << Server::head(2, 7) + "{}"
                                 << "7 of payload";
    }
    void aBrokenMessageEndsTheServer()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        Server server;
        server.receive();
        server.sendBytes(bytes);
        QCOMPARE(server.end(), 2);
        const auto answer = server.receive();
        QVERIFY2(messageOf(answer).contains(words), qPrintable(messageOf(answer)));
    }

    void aRequestThatIsNoObjectIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("deep") << QByteArray(100, '[');
    }
    void aRequestThatIsNoObjectIsRefused()
    {
        QFETCH(QByteArray, text);
        Server server;
        server.receive();
        server.sendBytes(Server::head(static_cast<quint32>(text.size()), 0) + text);
        QCOMPARE(server.receive()["error"].toObject()["code"].toInt(), 2);
        QCOMPARE(server.end(), 0);
    }

private:
    static QJsonObject request(const QTemporaryDir& folder, const QString& input)
    {
        return { { "id", 1 }, { "op", "run" }, { "model", folder.filePath("m.onnx") },
            { "inputs", QJsonObject { { input, folder.filePath(input + ".npy") } } },
            { "outputs", folder.path() } };
    }

    /// Writes a model whose Loop takes 900 million turns, and returns its path.
    static QString longLoop(const QTemporaryDir& folder)
    {
        const auto scalar = wire::tensorType(9, {}); // bool
        const auto body = wire::bytes(2, "body")
            + wire::nodeField("Identity", { "condition_in" }, { "condition_out" })
            + wire::inputField("number", wire::tensorType(7, {}))
            + wire::inputField("condition_in", scalar) + wire::inputField("carried_in", scalar)
            + wire::nodeField("Identity", { "carried_in" }, { "carried_out" })
            + wire::outputField("condition_out", scalar) + wire::outputField("carried_out", scalar);
        const auto graph = wire::bytes(2, "loop")
            + wire::initializerField(wire::tensor(
                "times", 7, {}, wire::bytes(9, std::string("\0\xe9\xa4\x35\0\0\0\0", 8))))
            + wire::initializerField(
                wire::tensor("yes", 9, {}, wire::bytes(9, std::string(1, '\1'))))
            + wire::nodeField(
                "Loop", { "times", "yes", "yes" }, { "y" }, wire::graphAttribute("body", body))
            + wire::outputField("y", scalar);
        const auto bytes = wire::model(graph);
        const auto path = folder.filePath("loop.onnx");
        write(path, QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())));
        return path;
    }
};

QTEST_GUILESS_MAIN(TestServe)
#include "tst_serve.moc"
