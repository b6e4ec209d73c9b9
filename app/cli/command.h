#pragma once

#include "app/cli/command_files.h"
#include "model/support/json.h"
#include "model/support/result.h"
#include "model/support/text.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the commands of opscope-cli are made of. Options are data here, so that only arguments.cpp
/// includes the parser library.
namespace cli {

/// What a command does with a file that the value of an option names.
enum class FileUse { None, Input, Output, OutputFolder };

struct Option {
    std::string flag; ///< `--runs`
    std::string value; ///< name of its value in the help (`N`); empty: a switch without value
    std::string help;
    bool isRepeatable = false;
    FileUse use = FileUse::None;
};

struct Positional {
    std::string name; ///< `MODEL`
    std::string help;
    enum class Count { One, ZeroOrOne, OneOrMore } count = Count::One;
    FileUse use = FileUse::Input;
};

/// What stood on the command line.
class Arguments {
public:
    void set(std::string name, std::vector<std::string> values)
    {
        m_values.emplace_back(std::move(name), std::move(values));
    }

    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// The last value given; nothing if the option is absent.
    std::optional<std::string> text(std::string_view name) const;
    std::string text(std::string_view name, std::string_view fallback) const
    {
        return text(name).value_or(std::string(fallback));
    }
    std::vector<std::string> all(std::string_view name) const;
    /// Fails with ErrorKind::Usage, naming option and value, if it is not a number in [low, high].
    support::Result<std::int64_t> integer(
        std::string_view name, std::int64_t fallback, std::int64_t low, std::int64_t high) const;
    /// Fails as well if it is not a finite number from 0 up.
    support::Result<double> real(std::string_view name, double fallback) const;

private:
    const std::vector<std::string>* find(std::string_view name) const;
    std::vector<std::pair<std::string, std::vector<std::string>>> m_values;
};

enum class Format { Text, Json, Csv, Markdown };
enum class Colours { Off, On };

/// What every command gets: arguments, chosen format, the place for results, the stop token of
/// Ctrl+C.
struct Invocation {
    Arguments arguments;
    Format format = Format::Text;
    bool isQuiet = false;
    std::stop_token stop;
    Colours colours = Colours::Off; ///< whether text may have colours (`--color`)
    std::optional<support::TimeUnit>
        unit; ///< of all times in tables (`--unit`); else each has its own
    CommandFiles files; ///< what is read and written

    /// A duration for a table.
    std::string duration(double ns, int digits = 3) const;
    /// Writes a result: to `-o FILE` (through AtomicFile) if given, else to stdout.
    support::Result<void> write(std::string_view document) const;
    /// Writes to stdout. Fails with ErrorKind::File if it does not take everything.
    support::Result<void> print(std::string_view text) const;
    /// Talk, on stderr; nothing with --quiet.
    void say(std::string_view line) const;
};

/// Exit codes (ux.md 7).
enum ExitCode {
    exitDone = 0,
    exitFinding = 1,
    exitUsage = 2,
    exitFile = 3,
    exitCannotRun = 4,
    exitResource = 5,
    exitUndecided = 6,
    exitInterrupted = 130,
};
int exitCodeOf(support::ErrorKind kind);
/// On stderr, also with --quiet.
void sayError(const support::Error& error);
/// The member `error` of a json document: kind and message.
void writeError(support::JsonWriter& json, const support::Error& error);
/// `usage`, `file`, `unsupported` ... as written in json.
std::string_view kindName(support::ErrorKind kind);

struct Command {
    std::string name;
    std::string summary;
    std::vector<Positional> positionals;
    std::vector<Option> options; ///< besides the common ones
    std::vector<std::string> examples; ///< two, without the program's name
    std::vector<Format> formats; ///< which it can write; the first is the default
    support::Result<int> (*run)(const Invocation&)
        = nullptr; ///< the exit code, or an Error mapped by exitCodeOf
    bool isHidden = false; ///< for our own window, not in the help
    bool readsModels = true; ///< and so takes `--plugin`
};

/// All commands in the order of the help.
std::span<const Command> commands();

/// Parses and runs; what `main` returns.
int runProgram(int argc, char** argv);

} // namespace cli
