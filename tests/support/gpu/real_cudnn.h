#pragma once

#include "engine/cuda/cudnn/library.h"

#include <memory>
#include <string>

/// The installed cuDNN, used without a GPU: given the properties of a GPU, it proposes engines for
/// it and checks that they accept a graph. Only running needs the GPU.
namespace testing {

/// Null if cuDNN 9 is not installed.
std::unique_ptr<engine::cuda::cudnn::Library> realCudnn();

struct CudnnAnswer {
    std::string error;
    std::int64_t engines = 0; ///< engines that may support graphs of this kind
    /// Configurations that would run on such a GPU. Engines that compile kernels count only if
    /// libcuda is found. The stub of the CUDA toolkit is enough; see hasCudaStub().
    std::int64_t proposals = 0;
};
/// Asks for engines of a finished graph on a GPU of this compute capability: 80 or 90.
CudnnAnswer askCudnn(engine::cuda::cudnn::Library& library, engine::cuda::cudnn::Descriptor graph,
    int computeCapability);

/// Opens the CUDA toolkit's stub of libcuda and returns whether it exists. cuDNN lists its engines
/// only with libcuda, even if no kernel is launched.
bool hasCudaStub();

}
