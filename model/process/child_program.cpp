#include "model/process/child_program.h"

namespace support {

namespace {

std::filesystem::path& chosenProgram()
{
    static std::filesystem::path program;
    return program;
}

} // namespace

std::filesystem::path childProgram()
{
    if (!chosenProgram().empty())
        return chosenProgram();
    std::error_code failure;
    return std::filesystem::read_symlink("/proc/self/exe", failure).parent_path() / "opscope-cli";
}

void useChildProgram(std::filesystem::path program) { chosenProgram() = std::move(program); }

} // namespace support
