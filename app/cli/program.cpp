#include "app/build/build_facts.h"
#include "app/cli/command.h"
#include "app/cli/sandbox.h"
#include "app/cli/settings_file.h"
#include "app/cli/time_limit.h"

#include "engine/plugins/operator_plugin.h"
#include "model/support/atomic_file.h"
#include "model/support/catch_exceptions.h"
#include "model/support/json.h"
#include "model/support/log.h"
#include "model/support/text.h"
#include "model/support/truncated_files.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace cli {

using support::Error;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

struct FormatName {
    Format format;
    std::string_view name;
};
constexpr std::array<FormatName, 4> formatNames { { { Format::Text, "text" },
    { Format::Json, "json" }, { Format::Csv, "csv" }, { Format::Markdown, "markdown" } } };

std::string listOf(const std::vector<Format>& formats)
{
    return support::joined(formats, "|",
        [&](const auto format) { return formatNames[static_cast<std::size_t>(format)].name; });
}

/// Storage for the values of one command. Must live while the parser runs.
struct Slots {
    std::map<std::string, std::vector<std::string>> values;
    std::map<std::string, bool> switches;
};

void declare(CLI::App& app, const Command& command, Slots& slots)
{
    for (const auto& positional : command.positionals) {
        auto* option
            = app.add_option(positional.name, slots.values[positional.name], positional.help)
                  ->required(positional.count != Positional::Count::ZeroOrOne);
        option->expected(positional.count == Positional::Count::ZeroOrOne ? 0 : 1,
            positional.count == Positional::Count::OneOrMore ? 100000 : 1);
        // Otherwise the first of two positionals takes both words.
        option->allow_extra_args(positional.count != Positional::Count::One);
    }
    for (const auto& option : optionsOf(command)) {
        const auto name = longName(option);
        if (option.value.empty()) {
            app.add_flag(option.flag, slots.switches[name], option.help);
            continue;
        }
        auto* declared
            = app.add_option(option.flag, slots.values[name], option.help)->type_name(option.value);
        declared->expected(1)->allow_extra_args(false); // the next word may be a positional
        declared->multi_option_policy(
            option.isRepeatable ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
    }
    std::string examples = "Examples:\n";
    for (const auto& example : command.examples)
        examples += "  opscope-cli " + example + "\n";
    app.footer(examples);
}

/// Returns whether some command has this option.
bool isOfSomeCommand(std::string_view flag)
{
    return std::ranges::any_of(commands(), [&](const Command& command) {
        return std::ranges::find(command.options, flag, &Option::flag) != command.options.end();
    });
}

/// Adds the options of the settings file to those of the command line, which win. Options of other
/// commands are passed over: the same file serves `run` and `profile`.
Result<void> mergeSettings(Slots& slots, const Command& command)
{
    const auto files = slots.values.find(settingsOption().flag);
    if (files == slots.values.end() || files->second.empty())
        return {};
    const auto& file = files->second.back();
    std::map<std::string, std::vector<std::string>> read;
    for (const auto& line : TRY(readSettingsFile(file))) {
        const auto option = std::ranges::find(command.options, line.flag, &Option::flag);
        const auto place = file + ":" + std::to_string(line.number) + ": " + line.flag;
        if (option == command.options.end() && isOfSomeCommand(line.flag))
            continue;
        if (option == command.options.end() || line.flag == settingsOption().flag)
            return failAs(ErrorKind::Usage, place, " is no option of runs");
        if (option->value.empty() != line.value.empty())
            return failAs(ErrorKind::Usage, place,
                option->value.empty() ? " takes no value" : " needs a value: ", option->value);
        if (option->value.empty())
            slots.switches[line.flag] = true;
        else
            read[line.flag].push_back(line.value);
    }
    for (auto& [flag, values] : read) {
        const auto option = std::ranges::find(command.options, flag, &Option::flag);
        auto& given = slots.values[flag];
        if (given.empty() || option->isRepeatable)
            given.insert(given.begin(), values.begin(), values.end());
    }
    return {};
}

Arguments collect(const Slots& slots)
{
    Arguments arguments;
    for (const auto& [name, values] : slots.values) {
        if (!values.empty())
            arguments.set(name, values);
    }
    for (const auto& [name, isSet] : slots.switches) {
        if (isSet)
            arguments.set(name, {});
    }
    return arguments;
}

Result<Format> chosenFormat(const Arguments& arguments, const Command& command)
{
    const auto name = arguments.text("--format");
    if (!name)
        return command.formats.front();
    for (const auto& row : formatNames) {
        if (row.name == *name
            && std::ranges::find(command.formats, row.format) != command.formats.end())
            return row.format;
    }
    return failAs(
        ErrorKind::Usage, "--format is \"", *name, "\", expected ", listOf(command.formats));
}

Result<Colours> chosenColours(const Arguments& arguments)
{
    enum { Auto, Never, Always };
    const auto when = TRY(
        placeOfWord("--color", arguments.text("--color", "auto"), { "auto", "never", "always" }));
    const bool isTerminal = !arguments.has("--output") && ::isatty(STDOUT_FILENO) != 0
        && std::getenv("NO_COLOR") == nullptr;
    return when == Always || (when == Auto && isTerminal) ? Colours::On : Colours::Off;
}

Result<std::optional<support::TimeUnit>> chosenUnit(const Arguments& arguments)
{
    using support::TimeUnit;
    const auto name = arguments.text("--unit");
    if (!name)
        return std::optional<TimeUnit>();
    return std::optional(
        static_cast<TimeUnit>(TRY(placeOfWord("--unit", *name, { "ns", "us", "ms", "s" }))));
}

/// Loads plugins before the command reads any model, so that it knows their operators.
Result<void> loadPlugins(const Arguments& arguments)
{
    const auto files = arguments.all("--plugin");
    if (!files.empty())
        engine::reportPluginCrashes();
    for (const auto& file : files)
        TRY(engine::loadOperatorPlugin(file));
    return {};
}

Result<void> printed(std::string_view text)
{
    return support::writeAll(STDOUT_FILENO, text, "to stdout");
}

int report(const Error& error, Format format)
{
    printError(error);
    if (format == Format::Json) {
        const auto document
            = support::jsonLine([&](support::JsonWriter& json) { writeError(json, error); });
        // If this fails too, the exit code is still that of the first error.
        static_cast<void>(printed(document + "\n"));
    }
    return exitCodeOf(error.kind());
}

/// Turns Ctrl+C and SIGTERM into a stop request. A waiting thread does this, because a signal
/// handler must not. A second signal ends the program at once: a command may wait for something
/// that no stop request reaches, such as the reader of a FIFO.
class Interrupt {
public:
    Interrupt()
    {
        sigemptyset(&m_signals);
        sigaddset(&m_signals, SIGINT);
        sigaddset(&m_signals, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
        m_waiter = std::thread([this] {
            int signal = 0;
            sigwait(&m_signals, &signal);
            m_source.request_stop();
            sigwait(&m_signals, &signal);
            ::_exit(exitInterrupted);
        });
        m_waiter.detach();
    }
    std::stop_token token() const { return m_source.get_token(); }

private:
    sigset_t m_signals {};
    std::stop_source m_source;
    std::thread m_waiter;
};

/// Runs a command. Fails if another program truncated a mapped file during it: the result is then
/// invalid, whether or not the command failed.
Result<int> runChecked(const Command& command, Invocation& invocation)
{
    auto code = support::catchExceptions(
        command.name, [&] { return runWithinTime(command, invocation); });
    if (support::lostPages() == 0)
        return code;
    TRY(support::checkLostPages());
    return truncatedFile();
}

/// Sets the arguments, with those of a settings file, and what the options of all commands say.
Result<void> readArguments(Invocation& invocation, const Command& command, Slots& slots)
{
    TRY(mergeSettings(slots, command));
    invocation.arguments = collect(slots);
    const auto& arguments = invocation.arguments;
    invocation.format = TRY(chosenFormat(arguments, command));
    invocation.colours = TRY(chosenColours(arguments));
    invocation.unit = TRY(chosenUnit(arguments));
    invocation.isQuiet = arguments.has("--quiet");
    invocation.files = TRY(CommandFiles::of(command, arguments));
    return {};
}

/// Enters the sandbox first, so that it holds for plugins too.
Result<void> enter(const Command& command, Invocation& invocation)
{
    if (command.beforeSandbox != nullptr)
        TRY(command.beforeSandbox(invocation));
    TRY(enterSandbox(command, invocation));
    return loadPlugins(invocation.arguments);
}

int runCommand(const Command& command, Slots& slots)
{
    Invocation invocation;
    if (const auto isRead = readArguments(invocation, command, slots); !isRead)
        return report(isRead.error(), invocation.format);
    if (const auto isReady = enter(command, invocation); !isReady)
        return report(isReady.error(), invocation.format);
    static Interrupt interrupt; // static: its thread waits until the process ends
    invocation.stop = interrupt.token();
    // Must come after the handlers for plugin crashes are installed.
    support::surviveTruncatedFiles();
    const auto code = runChecked(command, invocation);
    return code ? *code : report(code.error(), invocation.format);
}

} // namespace

std::string longName(const Option& option) { return option.flag.substr(option.flag.find("--")); }

std::vector<Option> optionsOf(const Command& command)
{
    auto options = command.options;
    if (command.readsModels)
        options.push_back({ "--plugin", "FILE",
            "load operators of your own from this library (runs its code); may be repeated",
            true });
    if (command.sandbox != Command::Sandbox::None)
        options.push_back(sandboxOption());
    // Repeatable: the last value counts.
    options.insert(options.end(),
        { { "--format", "FORMAT", "how the result is written: " + listOf(command.formats), true },
            { "-o,--output", "FILE", "write the result to this file instead of stdout", true },
            { "--force", "", "write a file even where the command reads it: its content is lost" },
            { "--quiet", "", "say nothing on stderr but errors" },
            { "--color", "WHEN", "colours of text: auto (on a terminal), never or always", true },
            { "--unit", "UNIT", "one unit for all times in tables: ns, us, ms or s", true } });
    return options;
}

std::string_view kindName(ErrorKind kind)
{
    static constexpr std::array<std::string_view, 6> names { "failed", "usage", "file",
        "unsupported", "resource", "cancelled" };
    return names[static_cast<std::size_t>(kind)];
}

int exitCodeOf(ErrorKind kind)
{
    static constexpr std::array codes { exitFinding, exitUsage, exitFile, exitCannotRun,
        exitResource, exitInterrupted };
    return codes[static_cast<std::size_t>(kind)];
}

Error truncatedFile()
{
    return failAs(ErrorKind::File,
        "a file was truncated while it was read; another program is probably writing it, so try "
        "again later");
}

void printError(const Error& error)
{
    std::cerr << "opscope-cli: " << support::sanitise(error.message(), support::Lines::Several)
              << '\n';
}

void writeError(support::JsonWriter& json, const Error& error)
{
    json.key("error").object(
        { { "kind", kindName(error.kind()) }, { "message", error.message() } });
}

Result<void> Invocation::write(std::string_view document) const
{
    if (const auto target = arguments.text("--output"))
        return support::writeFile(*target, document);
    return print(document);
}

Result<void> Invocation::print(std::string_view text) const
{
    if (captured == nullptr)
        return printed(text);
    captured->append(text);
    return {};
}

std::string Invocation::duration(double ns, int digits) const
{
    const auto style
        = format == Format::Csv ? support::NumberStyle::File : support::NumberStyle::Window;
    if (!unit)
        return support::durationText(ns, digits, style);
    return support::durationNumber(ns, *unit, digits, style) + " "
        + std::string(support::unitName(*unit));
}

void Invocation::printStatus(std::string_view line) const
{
    if (!isQuiet)
        std::cerr << line << '\n';
}

namespace {

/// The parser of all commands, with the values that it found.
class Parser {
public:
    Parser()
    {
        m_app.set_version_flag("--version", [] { return "opscope-cli " + app::buildFacts(); });
        m_app.require_subcommand(1);
        m_app.footer(
            "Exit codes: 0 done, 1 finding, 2 wrong usage, 3 file unreadable or refused, 4 "
            "model cannot run, 5 device or memory missing,\n"
            "6 undecided, 130 interrupted. `opscope-cli COMMAND --help` tells the options of a "
            "command.");
        for (const auto& command : commands()) {
            auto* sub = m_app.add_subcommand(command.name, command.summary);
            declare(*sub, command, m_slots[command.name]);
        }
    }

    CLI::App& app() { return m_app; }

    /// The command that was parsed; null if there is none.
    const Command* command() const
    {
        const auto found = std::ranges::find_if(
            commands(), [&](const Command& command) { return m_app.got_subcommand(command.name); });
        return found == commands().end() ? nullptr : &*found;
    }
    Slots& slots(const Command& command) { return m_slots.at(command.name); }

private:
    CLI::App m_app { "Looks into ONNX models, runs them on this machine and says where the time "
                     "goes.",
        "opscope-cli" };
    std::map<std::string, Slots> m_slots;
};

} // namespace

Result<ParsedCommand> parseCommand(const std::vector<std::string>& words)
{
    Parser parser;
    try {
        // The library wants them reversed.
        parser.app().parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
        return failAs(ErrorKind::Usage, error.what());
    }
    ParsedCommand parsed { parser.command(), {} };
    TRY(readArguments(parsed.invocation, *parsed.command, parser.slots(*parsed.command)));
    TRY(loadPlugins(parsed.invocation.arguments));
    return parsed;
}

int runProgram(int argc, char** argv)
{
    Parser parser;
    try {
        parser.app().parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // The library throws for --help as well; its exit code is then 0.
        std::ostringstream help;
        const int code = parser.app().exit(error, help);
        if (const auto done = printed(help.str()); !done)
            return report(done.error(), Format::Text);
        return code == 0 ? exitDone : exitUsage;
    }
    const auto* const command = parser.command();
    if (command == nullptr)
        return exitUsage;
    const auto code = support::catchExceptions(command->name,
        [&]() -> Result<int> { return runCommand(*command, parser.slots(*command)); });
    return code ? *code : report(code.error(), Format::Text);
}

} // namespace cli
