// Rewrites typed expressions before they are compiled: lets written out where that costs nothing, conditions on a site turned into
// sets.
#pragma once

#include <optional>

#include "rules/meaning.hpp"

namespace banmen::rules {

/// Whether the value depends on what was chosen or named by this slot.
bool depends_on(const Node& node, int slot);

/// The same expression with lets of single sites, numbers and directions written out.
Node written_out(Node node);

/// The set of all sites s for which the condition holds when the slot is s; nothing where that takes looking at each site.
std::optional<Node> as_set(const Node& condition, int slot);

/// All sites s with which the expression, when the slot is s, meets `wanted`, and perhaps some more; nothing where none is easily
/// said. For boards on which every way leads back.
std::optional<Node> starts_of(const Node& expression, int slot, const Node& wanted);
/// The set of all sites.
Node everywhere(const Place& place);

/// A set that holds whatever the expression can be for any site of `sites` in the slot; nothing where none is easily said.
std::optional<Node> for_any(const Node& expression, int slot, const Node& sites);

}  // namespace banmen::rules
