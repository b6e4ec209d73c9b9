#pragma once

#include "app/cli/command_files.h"
#include "model/support/json.h"
#include "model/support/result.h"
#include "model/support/text.h"

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace profiler {
class RemoteShell;
}

/// Types for the commands of opscope-cli. Options are plain data, so only program.cpp includes the
/// parser library.
namespace cli {

/// What a command does with the file named by the value of an option.
enum class FileUse { None, Input, Output, OutputFolder };

struct Option {
    std::string flag; ///< `--runs`
    std::string value; ///< name of the value in the help (`N`); empty: a switch
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

/// Options and positionals of a command line.
class Arguments {
public:
    void set(std::string name, std::vector<std::string> values)
    {
        m_values.emplace_back(std::move(name), std::move(values));
    }

    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Returns the last value given; nothing if the option is absent.
    std::optional<std::string> text(std::string_view name) const;
    std::string text(std::string_view name, std::string_view fallback) const
    {
        return text(name).value_or(std::string(fallback));
    }
    std::vector<std::string> all(std::string_view name) const;
    /// Returns an integer. Fails with ErrorKind::Usage, naming option and value, if the value is
    /// not an integer in [low, high].
    template <std::integral T = std::int64_t>
    support::Result<T> integer(std::string_view name, std::type_identity_t<T> fallback,
        std::type_identity_t<T> low, std::type_identity_t<T> high) const
    {
        return static_cast<T>(TRY(whole(name, static_cast<std::int64_t>(fallback),
            static_cast<std::int64_t>(low), static_cast<std::int64_t>(high))));
    }
    /// Returns a number; nothing without the option. Fails with ErrorKind::Usage if the value is
    /// not a finite number of at least 0.
    support::Result<std::optional<double>> real(std::string_view name) const;

private:
    support::Result<std::int64_t> whole(
        std::string_view name, std::int64_t fallback, std::int64_t low, std::int64_t high) const;
    const std::vector<std::string>* find(std::string_view name) const;
    std::vector<std::pair<std::string, std::vector<std::string>>> m_values;
};

/// Parses a number; nothing for other text.
std::optional<double> numberOf(std::string_view text);
/// The same for finite numbers of at least 0.
std::optional<double> amountOf(std::string_view text);

/// Returns the position of a word among the expected ones. Fails with ErrorKind::Usage: `--theme is
/// "blue", expected light or dark`.
support::Result<std::size_t> placeOfWord(
    std::string_view option, std::string_view word, const std::vector<std::string_view>& expected);

enum class Format { Text, Json, Csv, Markdown };
enum class Colours { Off, On };

/// Input of every command: arguments, chosen format, the target of results, the stop token of
/// Ctrl+C.
struct Invocation {
    Arguments arguments;
    Format format = Format::Text;
    bool isQuiet = false;
    std::stop_token stop;
    Colours colours = Colours::Off; ///< colours in text (`--color`)
    /// Unit of all times in tables (`--unit`); nothing = each time has its own.
    std::optional<support::TimeUnit> unit;
    CommandFiles files; ///< files that are read and written
    std::shared_ptr<profiler::RemoteShell> remote; ///< computer of `--target`; null: this one
    std::string* captured = nullptr; ///< collects what print() is given, instead of stdout

    /// Returns a duration as text for a table.
    std::string duration(double ns, int digits = 3) const;
    /// Writes a result: to `-o FILE` (with AtomicFile) if given, otherwise to stdout.
    support::Result<void> write(std::string_view document) const;
    /// Writes to stdout. Fails with ErrorKind::File if not everything could be written.
    support::Result<void> print(std::string_view text) const;
    /// Writes a message to stderr; nothing with --quiet.
    void printStatus(std::string_view line) const;
};

/// Exit codes (docs/command-line.md).
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
/// The error of a command during which another program truncated a mapped file.
support::Error truncatedFile();
/// Writes an error to stderr, also with --quiet.
void printError(const support::Error& error);
/// Writes the member `error` of a JSON document: kind and message.
void writeError(support::JsonWriter& json, const support::Error& error);
/// Returns the name used in JSON: `usage`, `file`, `unsupported` ...
std::string_view kindName(support::ErrorKind kind);

struct Command {
    std::string name;
    std::string summary;
    std::vector<Positional> positionals;
    std::vector<Option> options; ///< without the common ones
    std::vector<std::string> examples; ///< two examples, without the program's name
    std::vector<Format> formats; ///< supported formats; the first is the default
    /// Runs the command. Returns the exit code, or an Error that exitCodeOf maps.
    support::Result<int> (*run)(const Invocation&) = nullptr;
    bool readsModels = true; ///< takes `--plugin`
    FileUse output = FileUse::Output; ///< what `-o` names: a file, or OutputFolder
    bool limitsTime = false; ///< has timeLimitOption(), and is stopped when that time is over
    bool usesCache = false; ///< keeps measured times or temporary files in the user's cache
    bool startsPrograms = false;
    /// Starts what must keep the rights that the sandbox takes. May be null.
    support::Result<void> (*beforeSandbox)(Invocation&) = nullptr;
    /// Where the command may write (docs/security.md): to its outputs, anywhere, or as an ordinary
    /// program.
    enum class Sandbox { Outputs, AnyFile, None } sandbox = Sandbox::Outputs;
};

/// Returns all commands in the order of the help.
std::span<const Command> commands();

/// Returns the long name of an option: `--output` of `-o,--output`.
std::string longName(const Option& option);
/// Returns the options of a command and those that all commands have.
std::vector<Option> optionsOf(const Command& command);

/// A command with its options, ready to run.
struct ParsedCommand {
    const Command* command = nullptr;
    Invocation invocation;
};
/// Parses the words of a command line behind the program's name. Fails with ErrorKind::Usage.
support::Result<ParsedCommand> parseCommand(const std::vector<std::string>& words);

/// Parses the command line and runs the command. Returns the exit code.
int runProgram(int argc, char** argv);

} // namespace cli
