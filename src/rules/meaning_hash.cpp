#include "rules/meaning_hash.hpp"

#include <algorithm>
#include <map>

#include "core/hash.hpp"

namespace banmen::rules {
namespace {

/// Byte by byte, since machines disagree about the order of bytes in a word.
std::uint64_t hash_text(std::uint64_t hash, std::string_view text) {
  hash = mix(hash, text.size());
  for (const char c : text) hash = mix(hash, static_cast<unsigned char>(c));
  return hash;
}

/// A section that replaces, and is replaced by, others with the same key.
struct Section {
  std::string key;
  std::uint64_t hash = 0;
};
using Sections = std::map<std::string, std::vector<Section>, std::less<>>;  // by their heads

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string key_of(const std::vector<Token>& tokens) {
  const std::string& head = tokens[0].text;
  const bool named = is_one_of(head, {"param", "piece", "hand", "counter", "marks", "region", "let"});
  if (named && tokens.size() > 1) return tokens[1].text;
  if (head == "turn" && tokens.size() > 3) return tokens[2].text;  // turn of SEAT
  return {};
}

Section& with_key(std::vector<Section>& sections, const std::string& key) {
  const auto found = std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.key == key; });
  return found != sections.end() ? *found : sections.emplace_back(Section{key, 0});
}

Sections sections_of(std::string_view text) {
  Messages unheard;
  const std::vector<Line> lines = lines_of(text, 0, unheard);
  const std::vector<int> depths = depths_of(lines);
  Sections out;
  Section* open = nullptr;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const auto& tokens = lines[n].tokens;
    const std::string& head = tokens[0].text;
    if (depths[n] == 0 && head != "else") {  // `else` belongs to the turn above it
      const bool rules = !is_one_of(head, {"game", "extends", "show", "test"});
      open = rules ? &with_key(out[head], key_of(tokens)) : nullptr;
    }
    if (!open) continue;
    open->hash = mix(open->hash, static_cast<std::uint64_t>(depths[n]));
    std::size_t count = tokens.size() - 1;
    const bool explained = depths[n] == 0 && is_one_of(head, {"param", "require"}) && tokens[count - 1].kind == Token::Kind::string;
    if (explained) --count;
    open->hash = mix(open->hash, count);
    for (std::size_t i = 0; i < count; ++i) {
      open->hash = mix(open->hash, tokens[i].kind == Token::Kind::string);
      open->hash = hash_text(open->hash, tokens[i].text);
    }
  }
  return out;
}

}  // namespace

std::uint64_t meaning_hash(const Reading& reading) {
  Sections all;
  for (auto text = reading.texts.rbegin(); text != reading.texts.rend(); ++text)  // what is extended comes last
    for (const auto& [head, sections] : sections_of(text->content))
      for (const Section& section : sections) with_key(all[head], section.key).hash = section.hash;
  std::uint64_t hash = 1;  // of the language
  for (const auto& [head, sections] : all) {
    hash = hash_text(hash, head);
    for (const Section& section : sections) hash = mix(hash, section.hash);
    hash = mix(hash, sections.size());
  }
  return hash;
}

}  // namespace banmen::rules
