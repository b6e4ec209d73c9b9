#include "profiler/remote/remote_scripts.h"

#include "model/support/shell_words.h"

#include <filesystem>
#include <set>

namespace profiler {

using support::shellQuoted;

namespace {

/// `umask`: models may be secret. The traps also hold when the connection is cut.
constexpr std::string_view begin = R"sh(umask 077
say() { printf '%s %s\n' "$nonce" "$*"; }
space() { df -Pk . | tail -n 1; }
trap 'exit 1' HUP INT TERM PIPE
say uname "$(uname -sm)"
say glibc "$(getconf GNU_LIBC_VERSION 2>/dev/null)"
b=${XDG_CACHE_HOME:-$HOME/.cache}/opscope/remote
if mkdir -p "$b" && cd "$b"; then
    b=$(pwd)
    trap 'rm -rf "$b/part.$nonce" "$b/run.$nonce"' EXIT
    for e in $folders; do
        if test -d "$e" && touch "$e"; then say has "$e"; fi
    done
    say free "$(space)"
fi
say checked
)sh";

/// `put FILE BYTES BLOCKS PAGES REST` reads a file of that many bytes: blocks of 64 KiB, pieces of
/// 256 bytes and the rest. `dd` takes no byte of what follows. A cut connection is an early end.
constexpr std::string_view put = R"sh(put() {
    {
        { test "$3" -eq 0 || dd bs=65536 count="$3" iflag=fullblock status=none; } &&
        { test "$4" -eq 0 || dd bs=256 count="$4" iflag=fullblock status=none; } &&
        { test "$5" -eq 0 || dd bs=1 count="$5" status=none; }
    } >"$part/$1" && test "$(wc -c <"$part/$1")" -eq "$2"
}
)sh";

constexpr std::string_view endOfCopy = R"sh({ mv -T "$part" "$name" || test -d "$name"; }; then
    find . -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -rf {} +
    say copied
else
    say failed "$(space)"
    exit 1
fi
)sh";

constexpr std::string_view startProgram = R"sh(run=run.$nonce
mkdir "$run" || exit 1
x=$b/$program/bin/opscope-cli
LD_LIBRARY_PATH=$b/$program/lib/opscope
export LD_LIBRARY_PATH
"$x" --version >/dev/null 2>&1 </dev/null || LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$b/$program/lib/fallback
if v=$("$x" --version </dev/null); then say version "$(echo "$v" | head -n 1)"; else say broken; exit 1; fi
)sh";

constexpr std::string_view endOfRun = R"sh(code=$?
size=0
if test -f "$run/p.opscope"; then size=$(wc -c <"$run/p.opscope"); fi
say end "$code" $size
test "$size" -eq 0 || cat "$run/p.opscope"
)sh";

std::string assigned(std::string_view variable, std::string_view value)
{
    return std::string(variable) + "=" + shellQuoted(value) + "\n";
}

} // namespace

std::string checkScript(std::string_view nonce, std::span<const RemoteFolder> folders)
{
    std::string names;
    for (const auto& folder : folders)
        names += (names.empty() ? "" : " ") + folder.name;
    return assigned("nonce", nonce) + assigned("folders", names) + std::string(begin);
}

std::string copyScript(const RemoteFolder& folder)
{
    auto script = assigned("name", folder.name) + "part=part.$nonce\n" + std::string(put)
        + "rm -rf \"$part\"\nif mkdir \"$part\" &&\n";
    std::set<std::string> made;
    for (const auto& file : folder.files)
        if (const auto parent = std::filesystem::path(file.name).parent_path().string();
            !parent.empty() && made.insert(parent).second)
            script += "mkdir -p \"$part\"/" + shellQuoted(parent) + " &&\n";
    for (const auto& file : folder.files) {
        const auto name = shellQuoted(file.name);
        script += "put " + name;
        for (const auto number :
            { file.bytes, file.bytes / 65536, file.bytes % 65536 / 256, file.bytes % 256 })
            script += " " + std::to_string(number);
        script += " &&\n";
        if (file.isProgram)
            script += "chmod 700 \"$part\"/" + name + " &&\n";
    }
    return script + std::string(endOfCopy);
}

std::string runScript(const RemoteCommand& command)
{
    auto script = assigned("program", command.program) + std::string(startProgram) + "\"$x\"";
    for (const auto& word : command.words)
        script += " " + shellQuoted(word);
    if (command.hasProfile)
        script += " -o \"$run/p.opscope\"";
    return script + " >/dev/null\n" + std::string(endOfRun);
}

} // namespace profiler
