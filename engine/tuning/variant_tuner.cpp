#include "engine/tuning/variant_tuner.h"

#include "engine/kernel/memory.h"
#include "engine/tuning/timing_context.h"
#include "model/support/text.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

namespace engine {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How long one plan and one step may be timed.
struct TimingLimits {
    std::chrono::nanoseconds perPlan;
    std::chrono::nanoseconds perStep; ///< enough after `rounds`
    int rounds = 0; ///< at least, each with one run of every variant
};
constexpr TimingLimits shortLimits { milliseconds(1000), milliseconds(20), 3 };
constexpr TimingLimits longLimits { milliseconds(10'000), milliseconds(100), 7 };
constexpr int maxTimingRounds = 50;
/// One round decides if its runs take at least this, and one variant is faster by this factor.
/// After another round this is so for shorter runs too.
constexpr std::chrono::nanoseconds longRun = milliseconds(10);
constexpr std::chrono::nanoseconds shortRun = milliseconds(1);
constexpr double clearFactor = 1.5;

const TimingLimits& limitsOf(Tuning mode) { return mode == Tuning::On ? longLimits : shortLimits; }

/// Returns the model of the processor as a file name: `cpu-amd-epyc-9b14`.
std::string processorClass()
{
    std::ifstream file("/proc/cpuinfo");
    std::string name;
    for (std::string line; name.empty() && std::getline(file, line);) {
        if (line.starts_with("model name"))
            name = line.substr(std::min(line.find(':') + 1, line.size()));
    }
    std::string text = "cpu";
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0)
            text += static_cast<char>(std::tolower(byte));
        else if (text.back() != '-')
            text += '-';
    }
    return text;
}

std::filesystem::path cacheFile(const std::filesystem::path& folder)
{
    return folder.empty() ? folder : folder / (processorClass() + ".json");
}

/// Fills floats with numbers from -1 to 1, other elements with zeros.
void fillNoise(Tensor& tensor)
{
    if (tensor.element() != ElementType::Float) {
        std::memset(tensor.data, 0, static_cast<std::size_t>(tensor.type.bytes()));
        return;
    }
    std::uint32_t state = 1;
    for (auto& element : tensor.as<float>()) {
        state = state * 1664525u + 1013904223u;
        element = static_cast<float>(state >> 8) / float(1 << 23) - 1.0F;
    }
}

Result<RuntimeValue> timingInput(const InputType& type, MemoryPool& pool)
{
    if (!type.isPresent())
        return RuntimeValue();
    if (type.constant != nullptr)
        return RuntimeValue { *type.constant };
    if (type.kind != InputType::Kind::Tensor || type.tensor.element == ElementType::String)
        return fail("only tensors of numbers have noise");
    auto tensor = TRY(pool.allocate(type.tensor.element, type.tensor.dims));
    fillNoise(tensor);
    return RuntimeValue { std::move(tensor) };
}

/// Returns the nanoseconds for which threads of this process could run but had no processor, all
/// threads together (/proc/…/schedstat). 0 where the system does not count them.
double waitedNs()
{
    double sum = 0;
    std::error_code failed;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", failed)) {
        std::ifstream file(thread.path() / "schedstat");
        double ran = 0;
        double waited = 0;
        if (file >> ran >> waited)
            sum += waited;
    }
    return sum;
}

/// Measures one run of a kernel, from construction on.
class RunTime {
public:
    RunTime()
        : m_waitedNs(waitedNs())
        , m_usedNs(usedNs())
        , m_start(Clock::now())
    {
    }
    struct Measured {
        double ns = 0;
        bool isReliable = false;
    };
    /// Returns the time passed or, if threads waited for a processor that did other work, the
    /// processor time of all threads divided by their number. That is not reliable for several
    /// threads: some may have waited for the others by spinning.
    Measured end(int threads) const
    {
        constexpr double smallShare = 0.1;
        const auto passed
            = std::chrono::duration<double, std::nano>(Clock::now() - m_start).count();
        const auto used = (usedNs() - m_usedNs) / std::max(threads, 1);
        if (waitedNs() - m_waitedNs < passed * smallShare)
            return { passed, true };
        return { std::min(passed, used), threads == 1 };
    }

private:
    /// Processor time of all threads.
    static double usedNs()
    {
        timespec now {};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
    }

    double m_waitedNs;
    double m_usedNs;
    Clock::time_point m_start;
};

} // namespace

struct VariantTuner::Candidate {
    const KernelVariant* variant = nullptr;
    std::unique_ptr<Kernel> kernel;
    double ns = std::numeric_limits<double>::infinity(); ///< of the shortest run
    bool isReliable = false; ///< one run was
};

VariantTuner::VariantTuner(Tuning mode, const std::filesystem::path& folder)
    : m_mode(mode)
    , m_cache(cacheFile(folder))
{
}

bool VariantTuner::useFirstVariants()
{
    m_usesFirst = m_usesFirst || m_tookAnother;
    return std::exchange(m_tookAnother, false);
}

Result<std::unique_ptr<Kernel>> VariantTuner::choose(
    const KernelRequest& request, const std::string& key, std::span<const KernelVariant> variants)
{
    if (m_mode == Tuning::Off || m_usesFirst || variants.size() == 1)
        return variants.front().prepare();
    const auto name = key + ", " + std::to_string(request.settings.threads) + " threads";
    if (const auto timed = m_timed.find(name); timed != m_timed.end())
        return remembered(timed->second, variants);
    const auto* const known = m_mode == Tuning::Auto ? m_cache.find(name) : nullptr;
    if (known != nullptr)
        return remembered(*known, variants);
    if (m_spent < limitsOf(m_mode).perPlan)
        return fastest(request, name, variants);
    ++m_untimed;
    return variants.front().prepare();
}

Result<std::unique_ptr<Kernel>> VariantTuner::remembered(
    const TunedChoice& known, std::span<const KernelVariant> variants)
{
    const auto found = std::ranges::find(variants, known.configuration, &KernelVariant::name);
    if (found == variants.end() || found == variants.begin()) {
        auto kernel = TRY(variants.front().prepare());
        if (found == variants.begin())
            kernel->setNotTaken(runnersUpOf(known));
        return kernel;
    }
    auto chosen = found->prepare();
    if (chosen) {
        m_tookAnother = true;
        (*chosen)->setNotTaken(runnersUpOf(known));
        return chosen;
    }
    auto kernel = TRY(variants.front().prepare());
    kernel->setNotTaken({ found->name + ": " + chosen.error().message() });
    return kernel;
}

Result<std::unique_ptr<Kernel>> VariantTuner::fastest(
    const KernelRequest& request, const std::string& key, std::span<const KernelVariant> variants)
{
    const auto start = Clock::now();
    std::vector<Candidate> candidates;
    std::vector<std::string> notTaken;
    for (const auto& variant : variants) {
        auto kernel = variant.prepare();
        if (!kernel && candidates.empty())
            return kernel;
        if (kernel)
            candidates.push_back({ &variant, std::move(*kernel) });
        else
            notTaken.push_back(variant.name + ": " + kernel.error().message());
    }
    if (candidates.size() > 1) {
        const auto timed = timeInTurns(request, candidates);
        m_spent += Clock::now() - start;
        if (!timed) {
            candidates.resize(1);
            notTaken.push_back("no variant was timed: " + timed.error().message());
        }
    }
    if (candidates.size() > 1) {
        std::vector<TimedCandidate> timed;
        for (std::size_t i = 0; i < candidates.size(); ++i)
            timed.push_back({ i, candidates[i].kernel->implementation(),
                candidates[i].variant->name, candidates[i].ns });
        const auto choice = chooseFastest(timed);
        std::ranges::move(runnersUpOf(choice), std::back_inserter(notTaken));
        std::swap(candidates.front(), candidates[timed.front().index]);
        m_tookAnother = m_tookAnother || timed.front().index > 0;
        m_timed.emplace(key, choice);
        const auto saved = remember(key, choice, candidates);
        if (!saved)
            notTaken.push_back("the choice is not remembered: " + saved.error().message());
    }
    candidates.front().kernel->setNotTaken(std::move(notTaken));
    return std::move(candidates.front().kernel);
}

Result<void> VariantTuner::remember(
    const std::string& key, const TunedChoice& choice, std::span<const Candidate> candidates)
{
    if (!std::ranges::all_of(candidates, &Candidate::isReliable))
        return fail("other programs took the processor");
    return m_cache.add(key, choice);
}

/// Runs the candidates in turns, so that what else the machine does hits all of them.
Result<void> VariantTuner::timeInTurns(
    const KernelRequest& request, std::vector<Candidate>& candidates)
{
    const auto pool = currentPoolOrNew();
    std::vector<MemoryPool::Block> blocks;
    TimingContext context(
        [&](std::size_t bytes) -> Result<std::span<std::byte>> {
            blocks.push_back(TRY(pool->allocate(bytes)));
            return std::span(blocks.back().data, bytes);
        },
        request.settings.threads);
    for (const auto& input : request.inputs)
        context.addInput(TRY(timingInput(input, *pool)));
    const auto start = Clock::now();
    for (int round = 0; round < maxTimingRounds; ++round) {
        for (auto& candidate : candidates) {
            context.restart();
            const RunTime time;
            TRY(candidate.kernel->run(context));
            const auto run = time.end(request.settings.threads);
            candidate.ns = std::min(candidate.ns, run.ns);
            candidate.isReliable = candidate.isReliable || run.isReliable;
        }
        if (isDecided(candidates, round, Clock::now() - start))
            break;
    }
    return {};
}

bool VariantTuner::isDecided(
    std::span<const Candidate> candidates, int round, std::chrono::nanoseconds spent) const
{
    std::vector<double> times;
    std::ranges::transform(candidates, std::back_inserter(times), &Candidate::ns);
    std::ranges::sort(times);
    const auto longEnough = static_cast<double>((round == 0 ? longRun : shortRun).count());
    const bool isClear = m_mode == Tuning::Auto && times.front() > longEnough
        && times[1] > times.front() * clearFactor;
    const auto& limits = limitsOf(m_mode);
    const bool isEnough = round + 1 >= limits.rounds && spent >= limits.perStep;
    return isClear || isEnough || m_spent + spent >= limits.perPlan;
}

std::vector<std::string> VariantTuner::notices() const
{
    std::vector<std::string> lines;
    const auto limit = support::durationText(static_cast<double>(limitsOf(m_mode).perPlan.count()));
    if (!m_timed.empty())
        lines.push_back("kernels were chosen by timing them for "
            + support::countOf(m_timed.size(), "kind of step", "kinds of steps") + " in "
            + support::durationText(static_cast<double>(m_spent.count())) + "; after " + limit
            + " none is begun");
    if (m_untimed > 0)
        lines.push_back("no time was left to choose kernels for "
            + support::countOf(m_untimed, "step", "steps") + " by timing them (--tune on allows "
            + support::durationText(static_cast<double>(longLimits.perPlan.count())) + ")");
    if (m_usesFirst)
        lines.push_back("the memory limit leaves no room for kernels that take more of it, such as "
                        "Winograd convolutions");
    return lines;
}

} // namespace engine
