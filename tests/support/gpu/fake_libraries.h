#pragma once

#include "engine/cuda/libraries.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

/// NVIDIA's libraries on a machine without a GPU: functions with the same names and contracts that
/// compute in the emulated device's memory as documented. Arguments are checked as strictly as the
/// documentation allows; tests set the results.
namespace testing {

/// How the fake cuBLASLt behaves; set it before a plan is made.
struct FakeCublasLt {
    bool isThere = false;
    std::size_t version = 130100;
    std::string missingFunction; ///< name of a function that the library does not export
    int createStatus = 0;
    int heuristicStatus = 0;
    int proposals = 3; ///< number of algorithms it proposes, with ids 10, 11, 12 …
    std::size_t workspaceBytes = 4096; ///< workspace of each algorithm
    std::set<std::uint32_t> refusedEpilogues; ///< cublasLtEpilogue_t
    std::vector<double> microseconds { 9, 4, 7 }; ///< time of each algorithm
    std::set<int> failing; ///< ids of algorithms that are proposed but fail to run

    // What was observed.
    std::int64_t alive = 0; ///< handles, descriptors, layouts and preferences not destroyed
    std::uint64_t products = 0;
    std::set<int> computes; ///< cublasComputeType_t of products that ran
    std::set<std::uint32_t> epilogues; ///< of products that ran
    std::vector<std::string> faults; ///< calls that the documentation forbids
};
FakeCublasLt& fakeCublasLt();

/// How the fake cuDNN behaves. It has three engines, proposed in this order: 5 rounds to TF32 on
/// tensor cores, 7 uses Winograd, 9 is plain.
struct FakeCudnn {
    bool isThere = false;
    std::size_t version = 91900;
    std::string missingFunction;
    int createStatus = 0;
    bool refusesFusion = false; ///< no engine supports a graph of more than one operation
    bool refusesAll = false; ///< no engine can be planned
    bool refusesWinograd = false; ///< engine 7 cannot be planned
    std::int64_t workspaceBytes = 8192;
    std::map<std::int64_t, double> microseconds; ///< time of each engine; 1 by default
    std::set<std::int64_t> failing; ///< engines that can be planned but fail to run
    std::int64_t knobValue = 3; ///< value of knob 24, which only engine 9 has

    std::int64_t alive = 0;
    std::uint64_t executed = 0;
    std::uint64_t plans = 0; ///< plans that were made
    std::set<int> mathTypes; ///< cudnnDataType_t of convolutions that ran
    std::set<std::int64_t> engines; ///< engines that ran
    std::vector<std::string> faults;
};
FakeCudnn& fakeCudnn();

/// Simulated time on the device in microseconds. Calls of the libraries advance it.
double& fakeMicroseconds();

/// Returns a loader that opens only the libraries above, if they are there.
engine::cuda::Loader fakeLoader();

/// Returns a function by name; null if there is none.
void* fakeCublasLtFunction(const std::string& name);
void* fakeCudnnFunction(const std::string& name);

}
