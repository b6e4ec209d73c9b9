// Operators of other domains that appear in published models.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("com.microsoft.extensions:DecodeImage", "Decodes an image file into BGR pixels, height x width x 3.")
        .since(1).inputs("raw_input_image: uint8").outputs("decoded_image: uint8").attributes("color_space: string"),

    op("com.microsoft.extensions:EncodeImage", "Encodes BGR pixels as an image file.")
        .since(1).inputs("image: uint8").outputs("image_bytes: uint8").attributes("color_space: string, format: string = png"),

    op("ai.onnx.contrib:BertTokenizer", "Turns texts into the token, segment and mask tensors of BERT.")
        .since(1).inputs("text: string").outputs("input_ids: int64, token_type_ids: int64, attention_mask: int64")
            .attributes("do_basic_tokenize: int, do_lower_case: int, mask_token: string, max_len: int, pad_token: string, sep_token: string, "
                "cls_token: string, strip_accents: int, suffix_indicator: string, tokenize_chinese_chars: int, truncation_strategy_name: string, "
                "unk_token: string, vocab_file: string"),

    op("onnx.brevitas:Quant", "Rounds to what a quantised type of any bit width could hold, in floating point (QONNX).")
        .since(1).inputs("X: T, scale: T, zeropt: T, bitwidth: T").outputs("Y: T")
            .attributes("narrow: int = 0, rounding_mode: string = ROUND, signed: int = 1").types("T: floats"),
};

} // namespace

} // namespace model::ops
