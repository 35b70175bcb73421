// A bot in C++: c++ -O2 -std=c++17 examples/bots/bot.cpp -o my-bot, then branchline arena "exec(./my-bot)" greedy
// It claims the most expensive route that it can pay, and otherwise takes what it can get. It asks not to be shown the
// game, and reads from each question no more than it needs, so that it gets along without a library for JSON.

#include <iostream>
#include <string>
#include <vector>

// The text after a key, where its value begins.
static std::string after(const std::string& line, const std::string& key) {
  const auto at = line.find("\"" + key + "\":");
  return at == std::string::npos ? "" : line.substr(at + key.size() + 3);
}

// The items of a list of numbers or of texts that have no quotes in them.
static std::vector<std::string> items(const std::string& list) {
  std::vector<std::string> found(1);
  bool quoted = false;
  for (size_t at = 1; at < list.size() && (quoted || list[at] != ']'); ++at) {
    if (list[at] == '"') quoted = !quoted;
    else if (list[at] == ',' && !quoted) found.emplace_back();
    else found.back() += list[at];
  }
  return found;
}

// "claim Denver-Omaha with 3 purple, 1 wild" is worth four cards.
static int worth(const std::string& words) {
  if (words.rfind("claim ", 0) == 0) {
    int cards = 0;
    const auto paid = words.rfind(" with ");
    for (size_t at = paid == std::string::npos ? words.size() : paid; at < words.size(); ++at)
      if (words[at] >= '0' && words[at] <= '9') cards += words[at] - '0';
    return 10 + 10 * cards;
  }
  const bool takes = words.rfind("take ", 0) == 0 || words.rfind("draw", 0) == 0;
  return takes && words.find("ticket") == std::string::npos ? 5 : 0;
}

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::string type = after(line, "type");
    if (type.rfind("\"hello\"", 0) == 0) {
      std::cout << R"({"type":"hello","protocol":1,"name":"dearest, in C++","observation":"none"})" << std::endl;
    } else if (type.rfind("\"game\"", 0) == 0) {
      std::cout << R"({"type":"ready"})" << std::endl;
    } else if (type.rfind("\"decide\"", 0) == 0) {
      const auto legal = items(after(line, "legal"));
      const auto words = items(after(line, "words"));
      size_t best = 0;
      for (size_t at = 1; at < legal.size(); ++at)
        if (worth(words[at]) > worth(words[best])) best = at;
      std::cout << R"({"type":"act","id":)" << std::stoi(after(line, "id")) << R"(,"action":)" << legal[best] << "}"
                << std::endl;
    } else if (type.rfind("\"bye\"", 0) == 0) {
      return 0;
    }
  }
}
