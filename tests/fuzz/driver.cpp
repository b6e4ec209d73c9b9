#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

/// A fuzz target has libFuzzer's signature, so that the same source also links with
/// -fsanitize=fuzzer instead of this file.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

// Runs the target over each file of the folders and files named as arguments, and over mutations of
// it that are the same in every run. What counts is that it returns: crashes, sanitizer reports and
// CTest's time limit are the failures.
namespace {

using Bytes = std::vector<uint8_t>;

constexpr int mutationsPerFile = 200;
constexpr size_t largestMutatedFile = size_t { 1 } << 16;

char currentInput[512] = "";

extern "C" void reportInput(int signal)
{
    // Only calls that are allowed in a signal handler.
    const char prefix[] = "\nwhile running ";
    (void)!write(2, prefix, sizeof prefix - 1);
    (void)!write(2, currentInput, strlen(currentInput));
    (void)!write(2, "\n", 1);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void run(const std::filesystem::path& file, int mutation, const Bytes& bytes)
{
    std::snprintf(currentInput, sizeof currentInput, "%s, mutation %d", file.c_str(), mutation);
    // A copy of exactly this size, so that a sanitizer sees a read past the end.
    const Bytes exact(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

Bytes mutate(Bytes bytes, std::mt19937& random)
{
    const auto below
        = [&](size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random); };
    for (auto edits = 1 + below(4); edits > 0 && !bytes.empty(); --edits) {
        const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size()));
        switch (below(5)) {
        case 0:
            *at = static_cast<uint8_t>(*at ^ (1U << below(8)));
            break;
        case 1:
            *at = static_cast<uint8_t>(below(2) ? 0xff : 0x00);
            break;
        case 2:
            bytes.erase(at, bytes.end());
            break;
        case 3:
            bytes.erase(at);
            break;
        default:
            bytes.insert(at, static_cast<uint8_t>(below(256)));
        }
    }
    return bytes;
}

Bytes read(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

void runWithMutations(const std::filesystem::path& file)
{
    const auto bytes = read(file);
    run(file, 0, bytes);
    if (bytes.size() > largestMutatedFile)
        return;
    std::mt19937 random(static_cast<unsigned>(bytes.size()));
    for (int mutation = 1; mutation <= mutationsPerFile; ++mutation)
        run(file, mutation, mutate(bytes, random));
}

std::vector<std::filesystem::path> filesOf(const std::filesystem::path& place)
{
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_regular_file(place))
        files.push_back(place);
    if (!std::filesystem::is_directory(place))
        return files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
        if (entry.is_regular_file())
            files.push_back(entry.path());
    }
    return files;
}

}

int main(int count, char** arguments)
{
    for (const int signal : { SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGTERM })
        std::signal(signal, reportInput);

    size_t ran = 0;
    for (int i = 1; i < count; ++i) {
        for (const auto& file : filesOf(arguments[i])) {
            runWithMutations(file);
            ++ran;
        }
    }
    std::printf("%zu files, each with up to %d mutations\n", ran, mutationsPerFile);
    return ran == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
