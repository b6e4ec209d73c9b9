#pragma once

#include "model/model.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

/// Builds small models without a file, for tests of views.
class SampleModel {
public:
    SampleModel();

    model::ValueId input(std::string_view name, std::vector<std::int64_t> dims);
    /// Adds a float weight with elements 0, 1, 2 ...
    model::ValueId weight(std::string_view name, std::vector<std::int64_t> dims);
    /// Adds a node to the main graph, with one output that has the node's name.
    model::ValueId node(
        std::string_view name, std::string_view type, std::initializer_list<model::ValueId> inputs);
    void output(model::ValueId value);
    /// The node that produces a value.
    model::NodeId producer(model::ValueId value) const { return m_model->value(value).producer; }

    model::Model& model() { return *m_model; }
    std::shared_ptr<const model::Model> share() const { return m_model; }

private:
    model::ValueId value(std::string_view name, std::vector<std::int64_t> dims);

    std::shared_ptr<model::Model> m_model;
};
