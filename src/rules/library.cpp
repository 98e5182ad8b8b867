#include "rules/library.hpp"

namespace banmen::rules {

std::optional<Text> library_text(std::string_view name) {
  constexpr std::string_view ending = ".game";
  if (name.ends_with(ending)) name.remove_suffix(ending.size());
  for (const LibraryFile& file : library())
    if (file.id == name) return Text{std::string(file.id) + ".game", std::string(file.content)};
  return std::nullopt;
}

FindText find_beside(std::function<std::optional<std::string>(const std::string& path)> read) {
  return [read = std::move(read)](const std::string& name, const std::string& beside) -> std::optional<Text> {
    if (const std::size_t slash = beside.rfind('/'); slash != std::string::npos) {
      const std::string path = beside.substr(0, slash + 1) + name;
      if (auto content = read(path)) return Text{path, std::move(*content)};
    }
    return library_text(name);
  };
}

}  // namespace banmen::rules
