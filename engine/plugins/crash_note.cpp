#include "engine/plugins/crash_note.h"

#include <array>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace engine::plugins {

namespace {

thread_local CrashNote::Words currentWords;

// Uses only functions that a signal handler may call.
void writeText(const char* text)
{
    std::size_t left = std::strlen(text);
    while (left > 0) {
        const auto written = ::write(STDERR_FILENO, text, left);
        if (written <= 0)
            return;
        text += written;
        left -= static_cast<std::size_t>(written);
    }
}

void writeNote(int signal)
{
    const auto& words = currentWords;
    if (words.library != nullptr) {
        for (const char* part : { "the plug-in ", words.library, " crashed in ", words.callback })
            writeText(part);
        if (*words.operatorName != '\0') {
            for (const char* part : { " of ", words.operatorName })
                writeText(part);
        }
        if (*words.node != '\0') {
            for (const char* part : { " (node ", words.node, ")" })
                writeText(part);
        }
        writeText("\n");
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal); // delivered when this handler returns
}

} // namespace

CrashNote::CrashNote(const std::string& library, std::string_view callback,
    const std::string& operatorName, const char* node)
    : m_outer(currentWords)
{
    // Callbacks are named by literals, which end with a zero byte.
    currentWords = { library.c_str(), callback.data(), operatorName.c_str(), node };
}

CrashNote::~CrashNote() { currentWords = m_outer; }

void reportCrashes()
{
    for (const int signal : std::array { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT }) {
        struct sigaction action { };
        action.sa_handler = writeNote;
        ::sigaction(signal, &action, nullptr);
    }
}

} // namespace engine::plugins
