#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace model {

struct Model;
struct OpenOptions;

/// Sizes by the name of an input.
using InputShapes = std::map<std::string, std::vector<std::int64_t>, std::less<>>;

/// `1x8x64`, also with `×` or commas between the sizes, or `scalar`. Fails with the text found and
/// what is expected.
support::Result<std::vector<std::int64_t>> shapeFromText(std::string_view text);

/// The model as if its file declared these shapes for inputs that it leaves without one, or with
/// sizes without number and name. Fails for a name that is no input, and for a shape that
/// contradicts what is declared; named sizes are bound by a Binding, not here.
support::Result<std::shared_ptr<const Model>> withInputShapes(
    std::shared_ptr<const Model> model, const InputShapes& shapes);

/// The same for a model that is opened.
support::Result<std::shared_ptr<const Model>> openWithShapes(const std::filesystem::path& path,
    const OpenOptions& options, const InputShapes& shapes, std::stop_token stop = {});

} // namespace model
