#include "tests/fuzz/model_mutator.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

extern "C" size_t LLVMFuzzerMutate(uint8_t* bytes, size_t size, size_t most);

/// Called by libFuzzer. Changes fields of what is a model half of the time, and bytes else.
extern "C" size_t LLVMFuzzerCustomMutator(
    uint8_t* bytes, size_t size, size_t most, unsigned int seed)
{
    if (seed % 2 == 0) {
        try {
            const std::string model(reinterpret_cast<const char*>(bytes), size);
            const auto mutated = fuzz::mutateModel(model, seed, 0).bytes;
            if (mutated.size() <= most) {
                std::memcpy(bytes, mutated.data(), mutated.size());
                return mutated.size();
            }
        } catch (const std::runtime_error&) {
            // Not a model: its bytes are changed.
        }
    }
    return LLVMFuzzerMutate(bytes, size, most);
}
