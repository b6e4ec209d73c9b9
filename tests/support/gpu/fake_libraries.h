#pragma once

#include "engine/cuda/libraries.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

/// NVIDIA's libraries on a machine without a GPU: functions of the same names and contracts that
/// compute on the memory of the emulated device, as their documentation says. What they are asked
/// is checked as strictly as the documents allow; what they answer is a script.
namespace testing {

/// How cuBLASLt behaves; set before a plan is made.
struct FakeCublasLt {
    bool isThere = false;
    std::size_t version = 130100;
    std::string missingFunction; ///< one that the file does not export
    int createStatus = 0;
    int heuristicStatus = 0;
    int proposals = 3; ///< how many algorithms it proposes: ids 10, 11, 12 …
    std::size_t workspaceBytes = 4096; ///< each wants
    std::set<std::uint32_t> refusedEpilogues; ///< cublasLtEpilogue_t
    std::vector<double> microseconds { 9, 4, 7 }; ///< each algorithm takes
    std::set<int> failing; ///< ids that are proposed and then do not run

    // What was seen.
    std::int64_t alive = 0; ///< handles, descriptors, layouts and preferences not given back
    std::uint64_t products = 0;
    std::set<int> computes; ///< cublasComputeType_t of products that ran
    std::set<std::uint32_t> epilogues; ///< of products that ran
    std::vector<std::string> faults; ///< what the documents forbid
};
FakeCublasLt& fakeCublasLt();

/// How cuDNN behaves. It has three engines, proposed in this order: 5 rounds to TF32 on tensor
/// cores, 7 is Winograd's, 9 is plain.
struct FakeCudnn {
    bool isThere = false;
    std::size_t version = 91900;
    std::string missingFunction;
    int createStatus = 0;
    bool refusesFusion = false; ///< has no engine for a graph of more than one operation
    bool refusesAll = false; ///< no engine can be planned
    bool refusesWinograd = false; ///< engine 7 cannot be planned
    std::int64_t workspaceBytes = 8192;
    std::map<std::int64_t, double> microseconds; ///< an engine takes; 1 at first
    std::set<std::int64_t> failing; ///< engines that can be planned and then do not run
    std::int64_t knobValue = 3; ///< of knob 24, which engine 9 has

    std::int64_t alive = 0;
    std::uint64_t executed = 0;
    std::uint64_t plans = 0; ///< that were made of engines
    std::set<int> mathTypes; ///< cudnnDataType_t of convolutions that ran
    std::set<std::int64_t> engines; ///< that ran
    std::vector<std::string> faults;
};
FakeCudnn& fakeCudnn();

/// Simulated time on the device, which library calls move on.
double& fakeMicroseconds();

/// Opens what is there by the scripts above, and nothing else.
engine::cuda::Loader fakeLoader();

/// A function by name; null if there is none.
void* fakeCublasLtFunction(const std::string& name);
void* fakeCudnnFunction(const std::string& name);

}
