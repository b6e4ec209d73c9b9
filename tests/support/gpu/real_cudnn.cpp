#include "tests/support/gpu/real_cudnn.h"

#include "engine/cuda/cudnn/graph.h"

#include <dlfcn.h>

#include <vector>

namespace testing {

using namespace engine::cuda::cudnn;
using engine::Result;
using engine::cuda::systemLoader;

namespace {

// Constants of the library that only these tests use.
constexpr auto deviceProperties = static_cast<DescriptorType>(38);
constexpr auto propertiesJson = static_cast<Attribute>(2702);
constexpr auto heuristicProperties = static_cast<Attribute>(204);
constexpr auto characters = static_cast<AttributeType>(24);

/// Returns the properties of an A100 or an H100 in cuDNN's JSON format.
std::string propertiesOf(int computeCapability)
{
    const bool isHopper = computeCapability >= 90;
    return R"({"maxGridSize":[2147483647,65535,65535],"maxBlockSize":[1024,1024,64],)"
           R"("regsPerBlock":65536,"warpSize":32,"maxSharedMemoryPerBlock":49152,)"
           R"("reservedSharedMemoryPerBlock":1024,"maxRegistersPerSM":65536,"maxCtasPerSM":32,)"
           R"("maxThreadsPerBlock":1024,"maxThreadsPerSM":2048,"pciDeviceId":0,"isTccDriver":0,)"
           R"("supportCoopLaunch":1,"totalGlobalMem":85000000000,"smClockRateKHz":1980000,)"
           R"("memClockRateKHz":2619000,"l2CacheSize":52428800,"cudaDeviceId":0,)"
           R"("driverVer":13000,"deviceName":"NVIDIA","multiProcessorCount":)"
        + std::string(isHopper ? "132" : "108") + R"(,"maxSharedMemoryPerBlockOptin":)"
        + (isHopper ? "232448" : "166912") + R"(,"deviceVer":)"
        + std::to_string(computeCapability * 10) + "}";
}

Result<std::int64_t> proposalsOf(
    Library& library, Descriptor graph, Descriptor properties, HeuristicMode mode)
{
    constexpr std::string_view what = "a search for engines";
    const auto search = TRY(OwnedDescriptor::create(library, DescriptorType::EngineHeuristic));
    TRY(search.setDescriptor(Attribute::HeuristicGraph, graph, what));
    TRY(search.set(Attribute::HeuristicMode, AttributeType::HeuristicMode, 1, &mode, what));
    TRY(search.setDescriptor(heuristicProperties, properties, what));
    TRY(search.finalise(what));
    std::int64_t count = 0;
    TRY(library.check(library.table().backendGetAttribute(search.get(), Attribute::HeuristicResults,
                          AttributeType::Descriptor, 0, &count, nullptr),
        "a count of engines"));
    // `count` is the number of proposals, `found` the number that such a GPU can run.
    std::vector<OwnedDescriptor> configs;
    std::vector<Descriptor> raw;
    for (std::int64_t i = 0; i < count; ++i) {
        configs.push_back(TRY(OwnedDescriptor::create(library, DescriptorType::EngineConfig)));
        raw.push_back(configs.back().get());
    }
    std::int64_t found = 0;
    if (count > 0)
        TRY(library.check(
            library.table().backendGetAttribute(search.get(), Attribute::HeuristicResults,
                AttributeType::Descriptor, count, &found, raw.data()),
            "engines"));
    return found;
}

Result<CudnnAnswer> asked(Library& library, Descriptor graph, int computeCapability)
{
    CudnnAnswer answer;
    std::int64_t found = 0;
    TRY(library.check(library.table().backendGetAttribute(graph, Attribute::GraphEngineCount,
                          AttributeType::Int64, 1, &found, &answer.engines),
        "a count of engines"));
    const auto properties = TRY(OwnedDescriptor::create(library, deviceProperties));
    const auto text = propertiesOf(computeCapability);
    TRY(properties.set(propertiesJson, characters, static_cast<std::int64_t>(text.size()),
        text.data(), "the properties of a GPU"));
    TRY(properties.finalise("the properties of a GPU"));
    for (const auto mode : { HeuristicMode::A, HeuristicMode::Fallback })
        answer.proposals += TRY(proposalsOf(library, graph, properties.get(), mode));
    return answer;
}

}

std::unique_ptr<Library> realCudnn()
{
    auto library = Library::open({}, systemLoader());
    return library ? std::move(*library) : nullptr;
}

CudnnAnswer askCudnn(Library& library, Descriptor graph, int computeCapability)
{
    auto answer = asked(library, graph, computeCapability);
    return answer ? *answer : CudnnAnswer { answer.error().message() };
}

bool hasCudaStub()
{
    for (const auto* path : { "libcuda.so.1", "/usr/local/cuda/lib64/stubs/libcuda.so",
             "/usr/local/cuda-13.0/lib64/stubs/libcuda.so" }) {
        if (::dlopen(path, RTLD_NOW | RTLD_GLOBAL) != nullptr)
            return true;
    }
    return false;
}

}
