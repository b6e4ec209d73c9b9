#pragma once

#include "engine/cuda/cudnn/api.h"
#include "tests/support/gpu/fake_libraries.h"

#include <cstddef>
#include <cstring>
#include <map>
#include <vector>

/// Computes the graphs that are built with the cuDNN of tests.
namespace testing {

/// A descriptor with the attributes that were set.
struct CudnnObject {
    engine::cuda::cudnn::DescriptorType type;
    std::map<engine::cuda::cudnn::Attribute, std::vector<std::byte>> values;
    bool isFinal = false;
    std::int64_t engine = -1; ///< of a configuration or an engine
    CudnnObject* graph = nullptr;

    bool has(engine::cuda::cudnn::Attribute attribute) const { return values.contains(attribute); }
    template <typename T>
    std::vector<T> list(engine::cuda::cudnn::Attribute attribute) const
    {
        const auto found = values.find(attribute);
        if (found == values.end())
            return {};
        std::vector<T> result(found->second.size() / sizeof(T));
        std::memcpy(result.data(), found->second.data(), found->second.size());
        return result;
    }
    template <typename T>
    T one(engine::cuda::cudnn::Attribute attribute, T fallback = T()) const
    {
        const auto all = list<T>(attribute);
        return all.empty() ? fallback : all.front();
    }
    const CudnnObject& other(engine::cuda::cudnn::Attribute attribute) const
    {
        return *static_cast<CudnnObject*>(one<void*>(attribute));
    }
};

/// Runs the operations of a graph one after the other, as cuDNN's documentation describes them.
/// `memory` has the pointers of the tensors that are not virtual, by tensor id.
void runCudnnGraph(
    const CudnnObject& graph, const std::map<std::int64_t, void*>& memory, bool isTf32);

}
