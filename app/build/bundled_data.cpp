#include "app/build/bundled_data.h"

#include <cstdlib>
#include <filesystem>

namespace app {

namespace fs = std::filesystem;

namespace {

/// `data` is used if the system has no `systems`; an empty name: always.
void use(const char* variable, const fs::path& data, const char* systems)
{
    std::error_code ignored;
    if (fs::exists(data, ignored) && (*systems == '\0' || !fs::exists(systems, ignored)))
        ::setenv(variable, data.c_str(), 0);
}

} // namespace

void useBundledData()
{
    std::error_code failure;
    const auto program = fs::read_symlink("/proc/self/exe", failure);
    if (failure)
        return;
    const auto root = program.parent_path().parent_path();
    use("GVBINDIR", root / "lib/opscope/graphviz", "");
    use("FONTCONFIG_FILE", root / "share/opscope/fonts/fonts.conf", "/etc/fonts/fonts.conf");
    use("XKB_CONFIG_ROOT", root / "share/opscope/xkb", "/usr/share/X11/xkb");
}

} // namespace app
