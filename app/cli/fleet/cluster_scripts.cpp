#include "app/cli/fleet/cluster_scripts.h"

#include "model/process/child_program.h"
#include "model/support/json.h"
#include "model/support/shell_words.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <set>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// Slurm's MaxArraySize is 1001 where nobody changed it.
constexpr std::int64_t mostArrayTasks = 1000;

/// Returns the class that all jobs have; empty if none has one.
Result<std::string> onlyClass(const Plan& plan)
{
    std::set<std::string> classes;
    for (const auto& job : plan.jobs)
        classes.insert(job.machineClass);
    if (classes.size() == 1)
        return *classes.begin();
    return failAs(ErrorKind::Usage, "the plan has jobs of ", classes.size(),
        " classes of machines (",
        support::joined(classes, ", ",
            [](const std::string& name) { return name.empty() ? "none" : support::quote(name); }),
        "), a script is for one: make a plan for each with plan make --machine-class");
}

/// Name of the plan in the letters that clusters allow, at most 40.
std::string labelOf(const fs::path& plan)
{
    constexpr std::size_t longest = 40;
    std::string label;
    for (const char c : support::lowered(plan.stem().string())) {
        const bool isAllowed = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (isAllowed)
            label += c;
        else if (!label.empty() && label.back() != '-')
            label += '-';
    }
    label = label.substr(0, longest);
    while (label.ends_with('-'))
        label.pop_back();
    return label.empty() ? "plan" : label;
}

std::string programOf(const Arguments& arguments)
{
    return arguments.text("--program", support::childProgram().string());
}

/// A word of a `#SBATCH` line, which no shell reads.
Result<std::string> directiveWord(std::string_view what, const std::string& word)
{
    const bool isPlain = std::ranges::all_of(word, [](unsigned char c) {
        return std::isalnum(c) != 0
            || std::string_view("-_.,:%+&|*()[]").find(static_cast<char>(c))
            != std::string_view::npos;
    });
    if (isPlain)
        return word;
    return failAs(ErrorKind::Usage, what, " is ", support::quote(word),
        ", expected letters, digits and - _ . , for a line of Slurm");
}

/// Characters that JSON may hold and YAML would take for a line break, or refuse.
bool mustBeEscaped(char32_t c)
{
    return (c >= 0x7F && c <= 0xA0) || c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0xFFFE
        || c == 0xFFFF;
}

/// A text as a double-quoted scalar of YAML. JSON's strings are such scalars.
std::string yamlText(std::string_view text)
{
    std::string quoted;
    support::JsonWriter json(quoted);
    json.value(text);
    json.flush();
    std::string escaped;
    for (std::string_view rest = quoted; !rest.empty();) {
        const auto point = support::firstCodePoint(rest);
        std::array<char, 8> code {};
        std::snprintf(code.data(), code.size(), "\\u%04X", static_cast<unsigned>(point.value));
        escaped
            += mustBeEscaped(point.value) ? code.data() : std::string(rest.substr(0, point.bytes));
        rest.remove_prefix(point.bytes);
    }
    return escaped;
}

/// An argument of a container. Kubernetes expands `$(NAME)` in it, and takes `$$` for `$`.
std::string containerWord(std::string_view word)
{
    std::string escaped;
    for (const char c : word)
        escaped += c == '$' ? "$$" : std::string(1, c);
    return yamlText(escaped);
}

bool isBelow(const fs::path& file, const fs::path& folder)
{
    const auto inside = file.lexically_relative(folder);
    return !inside.empty() && *inside.begin() != "..";
}

/// Number of processors of a container: `--cpus`, else the most threads that a job has.
Result<std::int64_t> processorsOf(const Arguments& arguments, const Plan& plan)
{
    std::int64_t threads = 0;
    bool isKnown = true;
    for (const auto& job : plan.jobs) {
        isKnown = isKnown && job.threads.value_or(0) > 0;
        threads = std::max(threads, job.threads.value_or(0));
    }
    constexpr std::int64_t most = 4096;
    const auto given = TRY(arguments.integer("--cpus", 0, 0, most));
    if (given > 0)
        return given;
    if (isKnown)
        return threads;
    return failAs(ErrorKind::Usage,
        "a job has no number of threads: say by --cpus how many processors a container gets");
}

} // namespace

Result<std::string> slurmScript(
    const Arguments& arguments, const Plan& plan, const ClusterPaths& paths)
{
    const auto count = static_cast<std::int64_t>(plan.jobs.size());
    const auto chunk = TRY(
        arguments.integer("--chunk", (count + mostArrayTasks - 1) / mostArrayTasks, 1, count));
    const auto tasks = (count + chunk - 1) / chunk;
    const auto parallel = TRY(arguments.integer("--parallel", 0, 0, 100'000));
    const auto name = TRY(onlyClass(plan));
    const auto constraint = TRY(directiveWord("the class of machines", name));
    const auto limit = TRY(directiveWord("--time", arguments.text("--time", "")));
    std::string text = "#!/bin/bash\n";
    const auto directive = [&](const std::string& line) { text += "#SBATCH --" + line + "\n"; };
    directive("job-name=opscope-" + labelOf(paths.plan));
    directive("array=0-" + std::to_string(tasks - 1)
        + (parallel > 0 ? "%" + std::to_string(parallel) : ""));
    if (!constraint.empty())
        directive("constraint=" + constraint);
    if (!limit.empty())
        directive("time=" + limit);
    directive("exclusive");
    directive("requeue");
    directive("signal=B:TERM@30");
    directive("output=/dev/null");
    text
        += "# The results and the reasons of failures are files of the folder: `plan status` shows "
           "them.\n"
           "# exec: the program itself gets the signal of Slurm.\n";
    const auto command = [&](std::string_view action) {
        return "exec " + support::shellQuoted(programOf(arguments)) + " plan " + std::string(action)
            + " " + support::shellQuoted(paths.plan.string());
    };
    const auto target = " --to " + support::shellQuoted(paths.folder.string());
    const auto machine
        = constraint.empty() ? "" : " --machine-class " + support::shellQuoted(constraint);
    if (chunk == 1)
        return text + command("run-job") + " \"$SLURM_ARRAY_TASK_ID\"" + target + "\n";
    text += "first=$((SLURM_ARRAY_TASK_ID * " + std::to_string(chunk) + "))\n";
    text += "last=$((first + " + std::to_string(chunk - 1) + " < " + std::to_string(count)
        + " ? first + " + std::to_string(chunk - 1) + " : " + std::to_string(count - 1) + "))\n";
    return text + command("run") + " --jobs \"$first-$last\"" + machine + target + "\n";
}

Result<std::string> kubernetesManifest(
    const Arguments& arguments, const Plan& plan, const ClusterPaths& paths)
{
    const auto image = arguments.text("--image", "");
    const auto claim = arguments.text("--claim", "");
    if (image.empty() || claim.empty())
        return failAs(ErrorKind::Usage,
            "a manifest needs --image, a container image with "
            "opscope-cli, and --claim, the persistent volume claim with plan, models and results");
    const fs::path mount = arguments.text("--mount", paths.plan.parent_path().string());
    for (const auto& path : { paths.plan, paths.folder }) {
        if (support::validUtf8(path.string()) != path.string())
            return failAs(ErrorKind::Usage, path.string(), " is not UTF-8, which a manifest needs");
        if (!isBelow(path, mount))
            return failAs(ErrorKind::Usage, path.string(), " is not below --mount ", mount.string(),
                ", where containers see the volume");
    }
    const auto name = TRY(onlyClass(plan));
    const auto processors = TRY(processorsOf(arguments, plan));
    const auto count = plan.jobs.size();
    const auto parallel = TRY(arguments.integer("--parallel", 1, 1, 100'000));
    const auto label = "opscope-" + labelOf(paths.plan);
    const auto resources = "{cpu: \"" + std::to_string(processors)
        + "\", memory: " + yamlText(arguments.text("--memory", "4Gi")) + "}";
    std::string text = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: " + label + "\nspec:\n"
        + "  completionMode: Indexed\n  completions: " + std::to_string(count)
        + "\n  parallelism: " + std::to_string(parallel)
        + "\n  backoffLimitPerIndex: 3\n  maxFailedIndexes: " + std::to_string(count) + "\n"
        + "  podFailurePolicy:\n    rules:\n"
          "    # A node that is drained is no failure of the job.\n"
          "    - action: Ignore\n      onPodConditions: [{type: DisruptionTarget}]\n"
          "    # Wrong usage, a bad file, a model that cannot run: trying again changes nothing.\n"
          "    - action: FailIndex\n      onExitCodes: {containerName: measure, operator: In, "
          "values: [2, 3, 4]}\n"
        + "  template:\n    metadata:\n      labels: {app: " + label + "}\n    spec:\n"
        + "      restartPolicy: Never\n      terminationGracePeriodSeconds: 30\n";
    if (!name.empty())
        text += "      nodeSelector: {opscope/machine-class: " + yamlText(name) + "}\n";
    text += "      # One measurement on a node.\n"
            "      affinity:\n        podAntiAffinity:\n"
            "          requiredDuringSchedulingIgnoredDuringExecution:\n"
            "          - topologyKey: kubernetes.io/hostname\n"
            "            labelSelector: {matchLabels: {app: "
        + label + "}}\n      containers:\n      - name: measure\n        image: " + yamlText(image)
        + "\n        command:\n";
    for (const auto& word : { containerWord(arguments.text("--program", "opscope-cli")),
             yamlText("plan"), yamlText("run-job"), containerWord(paths.plan.string()),
             yamlText("$(JOB_COMPLETION_INDEX)"), yamlText("--to"),
             containerWord(paths.folder.string()) })
        text += "        - " + word + "\n";
    text += "        # Equal requests and limits, whole processors: the pod has its processors for "
            "itself.\n        resources:\n          requests: "
        + resources + "\n          limits: " + resources
        + "\n        volumeMounts:\n        - {name: fleet, mountPath: " + yamlText(mount.string())
        + "}\n        - {name: memory, mountPath: /dev/shm}\n      volumes:\n"
        + "      - {name: fleet, persistentVolumeClaim: {claimName: " + yamlText(claim) + "}}\n"
        + "      - {name: memory, emptyDir: {medium: Memory}}\n";
    return text;
}

std::vector<Option> clusterOptions()
{
    return { { "--program", "FILE",
                 "slurm, kubernetes: opscope-cli on the machines of the cluster (default: this "
                 "program; in an image the one on the path)" },
        { "--parallel", "N",
            "slurm: most tasks at a time; kubernetes: pods at a time (default: 1)" },
        { "--chunk", "N", "slurm: jobs of one task (default: so that the array has 1,000 tasks)" },
        { "--time", "TIME", "slurm: time limit of a task: 10:00" },
        { "--image", "NAME", "kubernetes: container image with opscope-cli" },
        { "--claim", "NAME", "kubernetes: volume claim with plan, models and results" },
        { "--mount", "DIR", "kubernetes: where containers see it (default: the plan's folder)" },
        { "--cpus", "N", "kubernetes: processors of a pod (default: most threads of a job)" },
        { "--memory", "BYTES", "kubernetes: memory of a pod (default: 4Gi)" } };
}

} // namespace cli
