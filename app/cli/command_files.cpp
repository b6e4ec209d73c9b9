#include "app/cli/command_files.h"

#include "app/cli/command.h"
#include "model/support/atomic_file.h"

#include <algorithm>
#include <array>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

namespace {

/// Returns the files that a value may name: `FILE`, `LOCATION=FILE`, `NAME=file:FILE`,
/// `NAME=image:FILE,nchw`. Wrong candidates do not exist as files and do no harm.
std::vector<fs::path> filesIn(const std::string& value)
{
    auto tail = value.substr(value.rfind('=') + 1);
    for (const std::string_view kind : { "file:", "image:" })
        if (tail.starts_with(kind))
            tail.erase(0, kind.size());
    return { value, tail, tail.substr(0, tail.rfind(',')) };
}

bool isSame(const fs::path& a, const fs::path& b)
{
    std::error_code ignored;
    return fs::equivalent(a, b, ignored);
}

/// True if a file below a folder has a type that commands read from folders.
bool isReadFrom(const fs::path& folder, const fs::path& file)
{
    constexpr std::array<std::string_view, 3> read { ".onnx", ".pb", ".npy" };
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored) || !fs::is_regular_file(file, ignored))
        return false;
    const auto whole = fs::canonical(file, ignored);
    const auto inside = whole.lexically_relative(fs::canonical(folder, ignored));
    return !inside.empty() && *inside.begin() != ".."
        && std::ranges::find(read, whole.extension().string()) != read.end();
}

Result<void> checkApart(const NamedFile& input, const NamedFile& output)
{
    if (!isSame(input.path, output.path) && !isReadFrom(input.path, output.path))
        return {};
    return failAs(ErrorKind::Usage, output.option, " ", output.path.string(),
        " would overwrite what ", input.option, " reads (", input.path.string(),
        "): choose another name, or add --force");
}

Result<void> checkPlace(const NamedFile& output, FileUse use)
{
    std::error_code ignored;
    if (use == FileUse::OutputFolder && fs::is_directory(output.path, ignored))
        return {};
    // The parent of a new folder must exist, like that of a file.
    TRY(support::outputPlace(use == FileUse::OutputFolder ? withoutSlash(output.path) : output.path)
            .within(output.option));
    return {};
}

} // namespace

Result<CommandFiles> CommandFiles::of(const Command& command, const Arguments& arguments)
{
    CommandFiles files;
    if (arguments.has("--force"))
        files.m_overwrite = Overwrite::Force;
    for (const auto& positional : command.positionals)
        if (positional.use == FileUse::Input)
            TRY(files.addInput(positional.name, arguments));
    TRY(files.addInputs(command.options, arguments));
    TRY(files.addInput("--plugin", arguments));
    const auto addOutputs = [&](const std::string& name, FileUse use) -> Result<void> {
        for (const auto& value : arguments.all(name)) {
            const NamedFile output { name == "--output" ? "-o" : name, value };
            TRY(files.addOutput(output));
            TRY(checkPlace(output, use));
        }
        return {};
    };
    TRY(addOutputs("--output", command.output));
    for (const auto& option : command.options)
        if (option.use == FileUse::Output || option.use == FileUse::OutputFolder)
            TRY(addOutputs(option.flag, option.use));
    return files;
}

Result<void> CommandFiles::addInputs(std::span<const Option> options, const Arguments& arguments)
{
    for (const auto& option : options)
        if (option.use == FileUse::Input)
            TRY(addInput(option.flag, arguments));
    return {};
}

Result<void> CommandFiles::addInput(const std::string& option, const Arguments& arguments)
{
    for (const auto& value : arguments.all(option))
        for (auto& path : filesIn(value)) {
            NamedFile input { option, std::move(path) };
            TRY(checkInput(input));
            m_inputs.push_back(std::move(input));
        }
    return {};
}

Result<void> CommandFiles::checkInput(const NamedFile& input) const
{
    if (m_overwrite == Overwrite::Refuse)
        for (const auto& output : m_outputs)
            TRY(checkApart(input, output));
    return {};
}

Result<void> CommandFiles::checkOutput(const NamedFile& output) const
{
    if (m_overwrite == Overwrite::Refuse)
        for (const auto& input : m_inputs)
            TRY(checkApart(input, output));
    return {};
}

Result<void> CommandFiles::addOutput(NamedFile output)
{
    TRY(checkOutput(output));
    std::error_code ignored;
    const auto wholeOf = [&](const fs::path& path) {
        return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
    };
    for (const auto& other : m_outputs) {
        const bool isOneFile = fs::is_regular_file(output.path, ignored)
            ? isSame(other.path, output.path)
            : !fs::exists(output.path, ignored) && wholeOf(other.path) == wholeOf(output.path);
        if (isOneFile)
            return failAs(ErrorKind::Usage, other.option, " and ", output.option, " are one file, ",
                output.path.string(), ": name two");
    }
    m_outputs.push_back(std::move(output));
    return {};
}

fs::path withoutSlash(const fs::path& folder)
{
    return folder.has_filename() ? folder : folder.parent_path();
}

Result<void> makeOutputFolder(const fs::path& folder)
{
    std::error_code error;
    fs::create_directory(folder, error);
    if (error || !fs::is_directory(folder, error))
        return failAs(ErrorKind::File, "cannot make the folder ", folder.string(), ": ",
            error ? error.message() : "a file has its name");
    return {};
}

} // namespace cli
