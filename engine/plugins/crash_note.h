#pragma once

#include <string>
#include <string_view>

namespace engine::plugins {

/// Marks that this thread runs code of a plug-in, as long as the object lives. If the process
/// crashes, library, callback and node are written to stderr. The texts must live as long as the
/// note.
class CrashNote {
public:
    CrashNote(const std::string& library, std::string_view callback,
        const std::string& operatorName, const char* node);
    CrashNote(const CrashNote&) = delete;
    CrashNote& operator=(const CrashNote&) = delete;
    ~CrashNote();

    struct Words {
        const char* library = nullptr; ///< null: not in a plug-in
        const char* callback = "";
        const char* operatorName = "";
        const char* node = "";
    };

private:
    Words m_outer; // restored by the destructor; callbacks do not nest today
};

/// Installs signal handlers that report a crash inside a plug-in before the process ends.
void reportCrashes();

} // namespace engine::plugins
