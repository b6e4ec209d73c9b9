#include "tests/soak/log.h"

#include <QHash>
#include <QString>

#include <array>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <unistd.h>

namespace soak {

namespace {

constexpr int mostRepetitions = 3;

void printMessage(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    static std::mutex mutex;
    static QHash<QString, int> known;
    const std::scoped_lock lock(mutex);
    if (type == QtFatalMsg || ++known[text.left(60)] <= mostRepetitions)
        say("Qt says: %s", qPrintable(text.left(500)));
}

} // namespace

void say(const char* format, ...)
{
    static const auto start = std::chrono::steady_clock::now();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::array<char, 2000> line {};
    const int head = std::snprintf(line.data(), line.size(), "%9.3f ", time.count());
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line.data() + head, line.size() - std::size_t(head), format, arguments);
    va_end(arguments);
    ::dprintf(STDOUT_FILENO, "%s\n", line.data());
}

void sayQtMessages() { qInstallMessageHandler(printMessage); }

} // namespace soak
