#pragma once

#include "model/edit/message.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace model::edit {

/// What a change does to a model file: the messages whose fields it changes, and the names that it
/// gives to values or takes from them. The same for undo() and redo().
struct Touched {
    /// Numbers of the changed fields as bits, by message; bit 63: a number from 63 on.
    std::unordered_map<const Message*, std::uint64_t> messages;
    /// Names in the changed inputs, outputs, `value_info` and initializers of graphs.
    std::unordered_set<std::string> declared;

    void note(const Message& message, const Field& field);
    void add(const Touched& other);
    bool has(const Message& message) const { return messages.contains(&message); }
    /// True if the message, or a message in it that is a list of fields, is changed.
    bool hasIn(const Message& message) const;
};

/// Inserts, removes, replaces and moves fields of messages, and can take all of that back. The
/// inverse of a field operation is a field operation, so each operation on a model has its inverse
/// here, and it is exact: what was removed is kept with its bytes.
///
/// The positions that are passed are positions in Message::fields. A message stays where it is in
/// memory until its field is destroyed, also while its field is removed and kept here.
class Change {
public:
    Change() = default;
    Change(Change&&) = default;
    Change& operator=(Change&&) = default;

    void insert(Message& message, std::size_t position, Field field);
    void remove(Message& message, std::size_t position);
    void replace(Message& message, std::size_t position, Field field);
    void move(Message& message, std::size_t from, std::size_t to);
    /// A new field and the position before which it goes.
    struct Insertion {
        std::size_t position = 0;
        Field field;
    };
    /// Inserts many fields in one pass. Positions are those before the call and do not descend.
    void insertAll(Message& message, std::vector<Insertion> insertions);

    /// Inserts a field behind the last of its number, else by ascending number.
    void append(Message& message, Field field);
    /// Inserts a field as the `index`-th of its number; at the end if there are fewer.
    void insertNth(Message& message, std::size_t index, Field field);
    /// Sets a field that is not repeated. Removes it if the text is empty.
    void setText(Message& message, std::uint32_t number, std::string_view text);
    void setInteger(Message& message, std::uint32_t number, std::int64_t value);
    void removeAll(Message& message, std::uint32_t number);
    /// Replaces text field `number` in the message of a field.
    support::Result<void> setTextIn(
        Message& message, std::size_t position, std::uint32_t number, std::string_view text);

    /// Returns the message in a field, as fields. Changes no byte.
    support::Result<Message*> open(Message& message, std::size_t position);
    /// Returns the message of a field that is not repeated. If the file has it in several pieces,
    /// they become one. An absent one is made.
    support::Result<Message*> openOnly(Message& message, std::uint32_t number);

    bool isEmpty() const { return m_edits.empty(); }
    const Touched& touched() const { return m_touched; }
    /// True if a message that stood in several pieces was written anew.
    bool hasMergedPieces() const { return m_hasMerged; }
    /// Takes back what was done, or does it again. Only the newest change may be taken back.
    void undo();
    void redo();

private:
    enum class Kind { Insert, Remove, Replace, Move, InsertAll };
    struct Edit {
        Kind kind = Kind::Insert;
        Message* message = nullptr;
        std::size_t position = 0;
        std::size_t to = 0; ///< of Move
        Field field; ///< what is not in the message: the removed or replaced field, or, after
                     ///< undo(), the inserted one
        std::vector<Insertion> insertions; ///< of InsertAll; the fields are here after undo()
    };
    static void apply(Edit& edit);
    static void takeBack(Edit& edit);

    std::vector<Edit> m_edits;
    Touched m_touched;
    bool m_hasMerged = false;
};

} // namespace model::edit
