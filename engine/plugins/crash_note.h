#pragma once

#include <string>
#include <string_view>

namespace engine::plugins {

/// While it lives, this thread is in code of a plug-in: should the process crash, its last words on
/// stderr name the library, the callback and the node. The texts must live as long as the note.
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
    Words m_outer; // a callback never nests today, but a note inside a note must not lose the first
};

/// From now on a crash of this process inside a plug-in says so before it ends it.
void tellOfCrashes();

} // namespace engine::plugins
