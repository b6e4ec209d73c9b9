#pragma once

#include "model/model.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

/// Builds small models for tests of views, without a file.
class SampleModel {
public:
    SampleModel();

    model::ValueId input(std::string_view name, std::vector<std::int64_t> dims);
    /// A float weight, elements 0, 1, 2 ...
    model::ValueId weight(std::string_view name, std::vector<std::int64_t> dims);
    /// A node of the main graph with one output named after it.
    model::ValueId node(
        std::string_view name, std::string_view type, std::initializer_list<model::ValueId> inputs);
    void output(model::ValueId value);
    /// The node that makes a value.
    model::NodeId producer(model::ValueId value) const { return m_model->value(value).producer; }

    model::Model& model() { return *m_model; }
    std::shared_ptr<const model::Model> share() const { return m_model; }

private:
    model::ValueId value(std::string_view name, std::vector<std::int64_t> dims);

    std::shared_ptr<model::Model> m_model;
};
