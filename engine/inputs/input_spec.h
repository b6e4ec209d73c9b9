#pragma once

#include "model/support/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// Position of the channel axis of an image input.
enum class ImageOrder { Guess, ChannelsFirst, ChannelsLast };

/// How a picture gets the height and width of an input.
enum class ImageFit {
    Stretch, ///< scaled to both, whatever its proportions
    Crop, ///< scaled in its proportions, then the middle is cut out
    Pad, ///< scaled in its proportions until it fits, with a border around it
};

/// How a picture is scaled.
enum class ImageFilter {
    Bilinear, ///< as Pillow and torchvision: all pixels that a smaller pixel covers, rounded to
              ///< 0..255
    Bicubic, ///< the same with a cubic window
    Linear, ///< four neighbours, not rounded: as Resize of ONNX with half_pixel
};

/// What is done to a picture before a model gets it.
struct ImagePreparation {
    ImageOrder order = ImageOrder::Guess;
    ImageFit fit = ImageFit::Stretch;
    /// For Crop: length of the shorter side before the middle is cut out; 0 = no longer than
    /// needed.
    std::int64_t shorterSide = 0;
    int border = 0; ///< for Pad: level of the border, 0 to 255
    ImageFilter filter = ImageFilter::Bilinear;
    bool isBgr = false; ///< blue is the first channel
    /// 1: levels are divided by 255; 255: they stay. Default: 1 for floats, 255 for integers.
    std::optional<int> highest;
    /// Subtracted from each channel, then each is divided by its deviation. Empty, or one number
    /// for all channels, or one per channel in the order of the input.
    std::vector<double> mean;
    std::vector<double> deviation;

    bool operator==(const ImagePreparation&) const = default;
};

/// How one input of a model gets its value.
struct InputSpec {
    enum class Source { Random, Zeros, Ones, File, Image };
    Source source = Source::Random;
    /// Range of random numbers; integers include both ends. Default: floats 0..1, integers 0 or 1
    /// (so that they stay valid indices), Bool true or false.
    std::optional<double> low;
    std::optional<double> high;
    std::filesystem::path file; ///< .npy or .pb; for Image any format that engine/image reads
    ImagePreparation image; ///< for Image
};

/// Parses `random`, `random:0..100`, `zeros`, `ones`, `file:x.npy` and
/// `image:x.png,crop=256,mean=0.5`. Fails with ErrorKind::Usage.
support::Result<InputSpec> inputSpecFromText(std::string_view text);

/// Returns true if the text begins as a specification does: `image:`, or is `zeros`.
bool beginsAsInputSpec(std::string_view text);

/// A common preparation under a name that stands for its options: `imagenet`.
struct NamedPreparation {
    std::string_view name;
    std::string_view options; ///< `crop=256,mean=0.485/0.456/0.406,...`
    std::string_view models; ///< which models expect it
};
std::span<const NamedPreparation> namedPreparations();

/// Parses options of an image: `nchw,crop=256,mean=0.485/0.456/0.406`. Fails with ErrorKind::Usage
/// for an unknown one.
support::Result<ImagePreparation> imagePreparationFromText(std::string_view text);
/// Returns the options that differ from the default, in the form that imagePreparationFromText()
/// reads; empty if none does.
std::string imagePreparationText(const ImagePreparation& preparation);

} // namespace engine
