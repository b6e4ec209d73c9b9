#pragma once

#include "model/edit/message.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace model::edit {

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
    bool m_hasMerged = false;
};

} // namespace model::edit
