#include "app/cli/profiling/target.h"

#include "app/cli/profiling/run_options.h"
#include "engine/inputs/input_spec.h"
#include "model/support/text.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <set>
#include <thread>

#include <unistd.h>

namespace cli {

using profiler::RemoteFile;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// Options that stay here: they say where to measure, name files of this computer that travel with
/// the model, or are about what is made of the profile.
constexpr std::array<std::string_view, 19> ofThisComputer { "--target", "--target-program",
    "--settings", "--allow-folder", "--replace", "--json-progress", "--by", "--report", "--trace",
    "--sarif", "--strict", "--end-with-stdin", "--sandbox", "--format", "--output", "--force",
    "--quiet", "--color", "--unit" };

/// A word of the command line there: text, the path of an input file there, text.
struct RemoteWord {
    std::string before;
    std::string file {};
    std::string after {};
};

/// The files that options name, and the words in which their paths are those of the target.
class RemoteInputs {
public:
    /// Adds an option with its value.
    Result<void> add(const std::string& flag, const std::string& value)
    {
        m_words.push_back({ flag });
        if (flag == "--input")
            return addInput(value);
        if (flag == "--data")
            return addFolder(value);
        if (flag == "--plugin")
            m_words.push_back({ "", addFile(value), "" });
        else
            m_words.push_back({ value });
        return {};
    }
    void addSwitch(const std::string& flag) { m_words.push_back({ flag }); }

    const std::vector<RemoteFile>& files() const { return m_files; }
    std::vector<std::string> words(const std::string& folder) const
    {
        std::vector<std::string> texts;
        for (const auto& word : m_words)
            texts.push_back(
                word.before + (word.file.empty() ? "" : folder + "/" + word.file) + word.after);
        return texts;
    }

private:
    /// Returns the name there: a number, with the extension, by which formats are told apart.
    std::string addFile(const fs::path& path)
    {
        auto extension = path.extension().string();
        std::erase_if(extension, [](char byte) { return byte == ',' || byte == '\n'; });
        m_files.push_back({ std::to_string(m_files.size()) + extension, path });
        return m_files.back().name;
    }

    Result<void> addInput(const std::string& text)
    {
        const auto pair = TRY(splitInput(text));
        const auto spec = TRY(engine::inputSpecFromText(pair.value).within("--input " + pair.key));
        const auto file = spec.file.string();
        const auto at = file.empty() ? std::string::npos : pair.value.find(file);
        if (at == std::string::npos)
            m_words.push_back({ text });
        else
            m_words.push_back({ pair.key + "=" + pair.value.substr(0, at), addFile(spec.file),
                pair.value.substr(at + file.size()) });
        return {};
    }

    /// Values in `--data` are `input_<i>.pb` and `NAME.npy`; other files of the folder stay here.
    Result<void> addFolder(const fs::path& folder)
    {
        const auto name = "data" + std::to_string(m_files.size());
        std::error_code failure;
        std::vector<fs::path> found;
        for (const auto& entry : fs::directory_iterator(folder, failure)) {
            const auto extension = entry.path().extension();
            if (entry.is_regular_file(failure) && (extension == ".pb" || extension == ".npy"))
                found.push_back(entry.path());
        }
        if (found.empty())
            return failAs(ErrorKind::File, "--data ", folder.string(),
                failure ? ": " + failure.message() : " has no input_<i>.pb and no NAME.npy");
        std::ranges::sort(found);
        for (const auto& path : found)
            m_files.push_back({ name + "/" + path.filename().string(), path });
        m_words.push_back({ "", name, "" });
        return {};
    }

    std::vector<RemoteFile> m_files;
    std::vector<RemoteWord> m_words;
};

/// The model with its external weights, in the folders in which it looks for them. Weights that are
/// missing here are missing there, too; the program there says what that means.
Result<std::vector<RemoteFile>> modelFiles(const Invocation& invocation)
{
    const fs::path path = invocation.arguments.text("MODEL", "");
    const auto model = TRY(openChosen(invocation, path));
    const auto options = TRY(openOptions(invocation.arguments));
    std::error_code failure;
    const auto absolute = fs::absolute(path, failure);
    // Profiles name the file and, for model.onnx, its folder.
    const auto folder = absolute.parent_path().filename();
    const auto beside = folder.empty() ? fs::path("model") : folder;
    std::vector<RemoteFile> files { { (beside / absolute.filename()).string(), absolute } };
    std::set<std::string> known;
    for (const auto& tensor : model->tensors) {
        const auto& location = tensor.ref.file;
        if (location.empty() || !known.insert(location).second)
            continue;
        const auto checked = model->store->check(tensor);
        if (!checked && checked.error().kind() == ErrorKind::Unsupported)
            continue;
        TRY(checked);
        const auto replaced = options.replacedFiles.find(location);
        files.push_back({ (beside / location).lexically_normal().string(),
            replaced != options.replacedFiles.end() ? replaced->second
                                                    : absolute.parent_path() / location });
    }
    return files;
}

Result<profiler::ProgramFiles> chosenProgram(const Arguments& arguments)
{
    if (const auto folder = arguments.text("--target-program"))
        return profiler::programFilesIn(*folder);
    return profiler::ownProgramFiles(arguments.text("--device", "cpu") == "cpu"
            ? profiler::DeviceModule::LeaveOut
            : profiler::DeviceModule::Take);
}

Result<RemoteInputs> passedOn(const Invocation& invocation, const Command& command)
{
    RemoteInputs inputs;
    const auto& arguments = invocation.arguments;
    for (const auto& option : optionsOf(command)) {
        const auto flag = longName(option);
        if (!arguments.has(flag) || std::ranges::find(ofThisComputer, flag) != ofThisComputer.end())
            continue;
        if (option.value.empty())
            inputs.addSwitch(flag);
        for (const auto& value : arguments.all(flag))
            TRY(inputs.add(flag, value));
    }
    return inputs;
}

Result<profiler::RemoteJob> jobFor(const Invocation& invocation, const Command& command)
{
    if (invocation.arguments.has("--sweep"))
        return failAs(ErrorKind::Usage,
            "--sweep measures on this computer only: leave --target out, or give each size by "
            "--dim");
    profiler::RemoteJob job;
    auto files = TRY(modelFiles(invocation));
    job.model = TRY(profiler::remoteFolder("model", std::move(files), invocation.stop));
    const auto inputs = TRY(passedOn(invocation, command));
    if (!inputs.files().empty())
        job.inputs = TRY(profiler::remoteFolder("inputs", inputs.files(), invocation.stop));
    job.program = TRY(chosenProgram(invocation.arguments));
    job.hasProfile = !invocation.arguments.has("--check-only");
    job.words = { command.name, job.model.name + "/" + job.model.files.front().name };
    std::ranges::move(inputs.words(job.inputs.name), std::back_inserter(job.words));
    for (const auto* word : { "--end-with-stdin", "--json-progress", "--quiet" })
        job.words.emplace_back(word);
    return job;
}

/// Tells what is done, in lines for people and as events.
class TargetProgress {
public:
    TargetProgress(const Invocation& invocation, const JsonProgress& progress, std::string host)
        : m_invocation(invocation)
        , m_progress(progress)
        , m_host(std::move(host))
    {
    }

    void operator()(std::string_view what, std::uint64_t done, std::uint64_t total)
    {
        constexpr std::uint64_t unit = 1'000'000; // MB, so that a bar has few steps
        if (m_what != what)
            m_invocation.printStatus(total == 0
                    ? std::string(what) + " " + m_host
                    : std::string(what) + " " + support::bytesText(total) + " to " + m_host);
        else if (done / unit == m_done)
            return;
        m_what = what;
        m_done = done / unit;
        m_progress.phase(total == 0 ? m_what : m_what + " (MB)", m_done, total / unit);
    }

private:
    const Invocation& m_invocation;
    const JsonProgress& m_progress;
    std::string m_host;
    std::string m_what;
    std::uint64_t m_done = 0;
};

} // namespace

std::vector<Option> targetOptions()
{
    return { { "--target", "ssh:HOST",
                 "measure on this computer, by the system's ssh with its keys and configuration; "
                 "this program, the model and its inputs are copied there once" },
        { "--target-program", "DIR",
            "with --target: copy the program of this folder (an installation of the preset "
            "portable) instead of this one" } };
}

Result<void> startTarget(Invocation& invocation)
{
    const auto target = invocation.arguments.text("--target");
    if (!target && invocation.arguments.has("--target-program"))
        return failAs(
            ErrorKind::Usage, "--target-program says what is copied to a target: add --target");
    if (!target)
        return {};
    const auto host = TRY(profiler::remoteHost(*target));
    invocation.remote = TRY(profiler::RemoteShell::start(host));
    return {};
}

Result<profiler::RemoteOutcome> measureOnTarget(
    const Invocation& invocation, const Command& command, const JsonProgress& progress)
{
    auto& shell = *invocation.remote;
    const auto job = jobFor(invocation, command);
    auto outcome = job ? profiler::profileRemotely(shell, *job, invocation.stop,
                       { TargetProgress(invocation, progress, shell.host().name),
                           [&](const support::JsonValue& event) {
                               progress.forward(event, "on " + shell.host().name + ": ");
                           } })
                       : Result<profiler::RemoteOutcome>(job.error());
    const bool isReported = shell.messages().error().has_value(); // it was forwarded
    if (!outcome && !isReported)
        progress.error(outcome.error(), {});
    if (outcome && outcome->passedOver > 0)
        invocation.printStatus(support::countOf(outcome->passedOver, "message", "messages")
            + " of progress came too fast or were too long, and were passed over");
    return outcome;
}

Option endWithStdinOption()
{
    return { "--end-with-stdin", "",
        "stop as by Ctrl+C when standard input ends: for programs that start this one" };
}

void watchStandardInput(const Arguments& arguments)
{
    if (!arguments.has("--end-with-stdin"))
        return;
    // As the thread that waits for signals, it lasts as long as the process.
    std::thread([] {
        std::array<char, 256> ignored;
        ssize_t count = 0;
        do
            count = ::read(STDIN_FILENO, ignored.data(), ignored.size());
        while (count > 0 || (count < 0 && errno == EINTR));
        ::kill(::getpid(), SIGTERM);
    }).detach();
}

} // namespace cli
