#pragma once

#include "engine/cuda/cudnn/library.h"

#include <memory>
#include <string>

/// The cuDNN that is installed here, asked about a GPU that is not: it takes a description of one
/// in its place, chooses engines for it and checks that these take a graph. Only running needs
/// more.
namespace testing {

/// Null if cuDNN 9 is not here.
std::unique_ptr<engine::cuda::cudnn::Library> realCudnn();

struct CudnnAnswer {
    std::string error;
    std::int64_t engines = 0; ///< that might take graphs of this kind
    /// Configurations that would run on such a GPU. Of engines that compile a kernel only where a
    /// libcuda lies here, if only the stub of a toolkit; see hasCudaStub().
    std::int64_t proposals = 0;
};
/// Of a finished graph, on a GPU of this compute capability: 80 or 90.
CudnnAnswer askCudnn(engine::cuda::cudnn::Library& library, engine::cuda::cudnn::Descriptor graph,
    int computeCapability);

/// Opens the toolkit's stand-in for libcuda, which engines look for though nothing runs.
bool hasCudaStub();

}
