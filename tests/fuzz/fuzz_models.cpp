// Real models, changed at random, through the commands of opscope-cli.
//
//     fuzz_models OUT [--seed N] [--count N] [--jobs N] [--limit-s S] [--limit-mb M] [--case N]
//     [--fresh] [PATH...]
//
// Each PATH is an .onnx file or a folder of them; without one, models of the shared test data. Each
// case changes one to four dims, attributes, constants or types of one model and runs check,
// inspect, draw and run on it, each in a process of its own that is forked here (no start-up),
// through cli::runProgram as the program itself. A case fails if a command is ended by a signal,
// takes more than S (10) seconds of processor time, hangs, or takes more than M (2048) MB. OUT
// keeps failing models with what was said on stderr, and OUT/done-SEED.txt, so that a run that was
// stopped goes on where it was, unless it is told to begin afresh. --case does one again and shows
// its words. Exit code 1 if a case failed.

#include "app/cli/command.h"
#include "model/support/catch_exceptions.h"
#include "tests/fuzz/model_mutator.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <poll.h>
#include <set>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largestModel = 2 << 20;
constexpr unsigned hangFactor = 6; ///< of the processor time, in seconds by the clock

struct Options {
    fs::path out;
    std::uint32_t seed = 1;
    std::uint32_t count = 400;
    std::uint32_t jobs = 2;
    std::uint32_t limitSeconds = 10;
    std::uint64_t limitMb = 2048;
    std::optional<std::uint32_t> only; ///< one case, again
    bool isFresh = false;
    std::vector<fs::path> models;
};

struct CommandLine {
    std::string name;
    std::vector<std::string> options;
};

/// `run` gets half of the memory and of the time, so that what it refuses is seen to be refused: a
/// Loop may have 2^63 - 1 turns. Every second case runs what the checker refuses too: kernels must
/// not rely on it.
std::array<CommandLine, 4> commandLines(std::uint32_t index)
{
    CommandLine run { "run",
        { "--memory", "1GiB", "--missing-weights", "random", "--time-limit", "4s" } };
    if (index % 2 == 1)
        run.options.insert(run.options.end(), { "--tolerate", "all" });
    return { CommandLine { "check", {} }, CommandLine { "inspect", { "--nodes" } },
        CommandLine { "draw", {} }, run };
}

std::string readAll(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

bool isSmallModel(const fs::path& path)
{
    std::error_code ignored;
    return path.extension() == ".onnx" && fs::file_size(path, ignored) <= largestModel;
}

/// Real and tiny models of the shared data; not those of single nodes.
std::vector<fs::path> sharedModels()
{
    std::vector<fs::path> found;
    const auto folder = testing::dataDir() / "models";
    std::error_code ignored;
    for (auto entry = fs::recursive_directory_iterator(folder, ignored);
         entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
        const auto name = entry->path().filename();
        if (entry->is_directory() && (name == "onnx-node" || name == "onnx-1.23"))
            entry.disable_recursion_pending();
        else if (isSmallModel(entry->path()))
            found.push_back(entry->path());
    }
    std::ranges::sort(found);
    return found;
}

std::vector<fs::path> modelsIn(const fs::path& place)
{
    if (!fs::is_directory(place))
        return { place };
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(place))
        if (isSmallModel(entry.path()))
            found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::uint32_t numberAt(int argc, char** argv, int at)
{
    std::uint32_t number = 0;
    const auto* end = at < argc ? argv[at] + std::strlen(argv[at]) : nullptr;
    if (end == nullptr || std::from_chars(argv[at], end, number).ptr != end)
        throw std::runtime_error("a number is missing behind " + std::string(argv[at - 1]));
    return number;
}

Options optionsOf(int argc, char** argv)
{
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--seed")
            options.seed = numberAt(argc, argv, ++i);
        else if (word == "--count")
            options.count = numberAt(argc, argv, ++i);
        else if (word == "--jobs")
            options.jobs = std::max(1U, numberAt(argc, argv, ++i));
        else if (word == "--limit-s")
            options.limitSeconds = numberAt(argc, argv, ++i);
        else if (word == "--limit-mb")
            options.limitMb = numberAt(argc, argv, ++i);
        else if (word == "--fresh")
            options.isFresh = true;
        else if (word == "--case")
            options.only = numberAt(argc, argv, ++i);
        else if (options.out.empty())
            options.out = word;
        else
            std::ranges::copy(modelsIn(word), std::back_inserter(options.models));
    }
    if (options.out.empty())
        throw std::runtime_error("name a folder for what fails");
    if (options.models.empty())
        options.models = sharedModels();
    return options;
}

/// In a process of its own; ends it.
[[noreturn]] void become(
    const CommandLine& line, const fs::path& model, const fs::path& errors, const Options& options)
{
    const rlimit cpu { options.limitSeconds, options.limitSeconds + 1 };
    setrlimit(RLIMIT_CPU, &cpu);
    const rlimit none { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    const int nothing = open("/dev/null", O_RDWR);
    const int file = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    std::vector<std::string> words { "opscope-cli", line.name, model.string() };
    words.insert(words.end(), line.options.begin(), line.options.end());
    std::vector<char*> pointers;
    for (auto& word : words)
        pointers.push_back(word.data());
    support::installTerminateHandler(cli::exitResource);
    std::exit(cli::runProgram(static_cast<int>(words.size()), pointers.data()));
}

struct Ended {
    std::string fault; ///< empty: as it should
    double seconds = 0;
    std::uint64_t megabytes = 0;
};

Ended waitFor(pid_t child, const Options& options)
{
    // Asking again and again would take more time than most commands do.
    const int process = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
    pollfd ending { process, POLLIN, 0 };
    const auto patience = static_cast<int>(1000 * hangFactor * options.limitSeconds);
    const bool hangs = poll(&ending, 1, patience) == 0;
    close(process);
    if (hangs)
        kill(child, SIGKILL);
    int status = 0;
    rusage used {};
    wait4(child, &status, 0, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    Ended ended { {}, seconds(used.ru_utime) + seconds(used.ru_stime),
        static_cast<std::uint64_t>(used.ru_maxrss) / 1024 };
    if (hangs)
        ended.fault = "hangs";
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        ended.fault = "takes too long";
    else if (WIFSIGNALED(status))
        ended.fault = "ended by " + std::string(strsignal(WTERMSIG(status)));
    else if (ended.megabytes > options.limitMb)
        ended.fault = "takes " + std::to_string(ended.megabytes) + " MB";
    else if (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) > cli::exitUndecided)
        ended.fault = "exit code " + std::to_string(WEXITSTATUS(status));
    return ended;
}

/// Does cases, one after the other, in a process of its own: fault by fault to OUT.
class Worker {
public:
    Worker(const Options& options, std::uint32_t number)
        : m_options(options)
        , m_model(options.out / ("worker-" + std::to_string(number) + ".onnx"))
        , m_errors(options.out / ("worker-" + std::to_string(number) + ".txt"))
        , m_done(std::fopen(doneFile(options).c_str(), "a"))
    {
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;
    ~Worker()
    {
        std::fclose(m_done);
        std::error_code ignored;
        fs::remove(m_model, ignored);
        fs::remove(m_errors, ignored);
    }

    static fs::path doneFile(const Options& options)
    {
        return options.out / ("done-" + std::to_string(options.seed) + ".txt");
    }

    void run(std::uint32_t index)
    {
        const auto& original = m_options.models[index % m_options.models.size()];
        const auto mutated = fuzz::mutateModel(readAll(original), m_options.seed, index);
        std::ofstream(m_model, std::ios::binary) << mutated.bytes;
        std::string faults;
        for (const auto& line : commandLines(index)) {
            const auto child = fork();
            if (child == 0)
                become(line, m_model, m_errors, m_options);
            const auto ended = waitFor(child, m_options);
            if (m_options.only)
                std::fprintf(stderr, "%s: %.2f s, %llu MB %s\n%s", line.name.c_str(), ended.seconds,
                    static_cast<unsigned long long>(ended.megabytes), ended.fault.c_str(),
                    readAll(m_errors).substr(0, 2000).c_str());
            if (ended.fault.empty())
                continue;
            faults += " " + line.name + " " + ended.fault + ";";
            keep(index, line.name, original, mutated, ended.fault);
        }
        // One write, so that lines of several workers do not mix.
        const auto text = std::to_string(index) + faults + "\n";
        std::fwrite(text.data(), 1, text.size(), m_done);
        std::fflush(m_done);
    }

private:
    void keep(std::uint32_t index, const std::string& command, const fs::path& original,
        const fuzz::MutatedModel& mutated, const std::string& fault)
    {
        const auto name
            = std::to_string(m_options.seed) + "-" + std::to_string(index) + "-" + command;
        std::ofstream(m_options.out / (name + ".onnx"), std::ios::binary) << mutated.bytes;
        std::ofstream words(m_options.out / (name + ".txt"));
        words << command << " " << fault << "\n" << original.string() << "\n";
        for (const auto& change : mutated.changes)
            words << change << "\n";
        words << readAll(m_errors);
        std::fprintf(stderr, "case %u: %s %s\n", index, command.c_str(), fault.c_str());
    }

    const Options& m_options;
    fs::path m_model;
    fs::path m_errors;
    std::FILE* m_done;
};

struct Tally {
    std::set<std::uint32_t> done;
    std::size_t failed = 0;
};

Tally tallyOf(const Options& options)
{
    Tally tally;
    std::ifstream lines(Worker::doneFile(options));
    for (std::string line; std::getline(lines, line);) {
        tally.done.insert(static_cast<std::uint32_t>(std::stoul(line)));
        tally.failed += line.find(' ') != std::string::npos ? 1 : 0;
    }
    return tally;
}

void runAll(const Options& options)
{
    const auto before = tallyOf(options);
    std::vector<pid_t> workers;
    for (std::uint32_t number = 0; number < options.jobs; ++number) {
        const auto child = fork();
        if (child == 0) {
            {
                Worker worker(options, number);
                for (auto i = number; i < options.count; i += options.jobs)
                    if (!before.done.contains(i))
                        worker.run(i);
            }
            std::_Exit(0);
        }
        workers.push_back(child);
    }
    for (const auto worker : workers)
        while (waitpid(worker, nullptr, 0) < 0 && errno == EINTR) { }
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const auto options = optionsOf(argc, argv);
        if (options.models.empty()) {
            std::puts("skipped: there is no shared test data, and no model was named");
            return 0;
        }
        if (options.isFresh)
            fs::remove_all(options.out);
        fs::create_directories(options.out);
        if (options.only) {
            Worker(options, *options.only).run(*options.only);
            return 0;
        }
        runAll(options);
        const auto tally = tallyOf(options);
        std::printf("%zu cases of %zu models, seed %u: %zu failed\n", tally.done.size(),
            options.models.size(), options.seed, tally.failed);
        return tally.failed == 0 && tally.done.size() >= options.count ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fuzz_models: %s\n", error.what());
        return 2;
    }
}
