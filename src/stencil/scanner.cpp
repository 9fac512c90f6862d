#include "src/stencil/scanner.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "src/text/utf8.hpp"

namespace solenoid::stencil {

namespace {

// Plain ASCII, whatever the locale.
bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_letter(char c) { return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_'; }
bool is_name(char c) { return is_letter(c) || is_digit(c); }

constexpr std::array<std::string_view, 13> long_symbols = {"==", "!=", "<=", ">=", "&&", "||", "++",
                                                           "--", "+=", "-=", "*=", "/=", "%="};
constexpr std::string_view short_symbols = "+-*/%=<>!?:;,.()[]{}";

}  // namespace

Scanner::Scanner(const SourceFile& file, int file_index, Diagnostics& diagnostics)
    : text_(file.text), file_(file_index), diagnostics_(diagnostics) {}

char Scanner::peek(std::size_t ahead) const {
  return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
}

Location Scanner::here() const { return {file_, line_, column_, 1}; }

void Scanner::advance(std::size_t count) {
  for (; count > 0 && at_ < text_.size(); --count, ++at_) {
    if (text_[at_] == '\n') {
      ++line_;
      column_ = 1;
    } else if (!continues_character(text_[at_])) {
      ++column_;
    }
  }
}

void Scanner::skip_long_comment() {
  const Location start = here();
  advance(2);
  while (at_ < text_.size() && !(peek() == '*' && peek(1) == '/')) advance();
  if (at_ == text_.size()) {
    diagnostics_.error(start, "this comment has no end; expected '*/'");
    return;
  }
  advance(2);
}

void Scanner::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f') {
      advance();
    } else if (c == '/' && peek(1) == '/') {
      while (at_ < text_.size() && peek() != '\n') advance();
    } else if (c == '/' && peek(1) == '*') {
      skip_long_comment();
    } else {
      return;
    }
  }
}

Token Scanner::finish(Token::Kind kind, std::size_t length) {
  Token token{kind, text_.substr(at_, length), here(), false};
  if (token.text == "{") ++depth_;
  if (token.text == "}") --depth_;
  item_ended_ =
      depth_ <= 0 && (kind == Token::Kind::include || token.text == ";" || token.text == "}");
  token.where.length = int(characters_in(token.text, length));
  advance(length);
  return token;
}

Token Scanner::number() {
  std::size_t length = 0;
  bool integer = true;
  const auto digits = [&] {
    while (is_digit(peek(length))) ++length;
  };
  digits();
  if (peek(length) == '.') {
    integer = false;
    ++length;
    digits();
  }
  if (peek(length) == 'e' || peek(length) == 'E') {
    const std::size_t sign = peek(length + 1) == '+' || peek(length + 1) == '-' ? 1 : 0;
    if (is_digit(peek(length + 1 + sign))) {
      integer = false;
      length += 1 + sign;
      digits();
    }
  }
  const std::size_t value = length;
  // Precision is the deck's choice, so C's suffixes mean nothing here; they are allowed.
  const char suffix = peek(length);
  if ((suffix == 'f' || suffix == 'd' || suffix == 'l' || suffix == 'u') &&
      !is_name(peek(length + 1))) {
    ++length;
    if (suffix == 'f' || suffix == 'd') integer = false;
  }
  if (is_name(peek(length))) {
    while (is_name(peek(length)) || peek(length) == '.') ++length;
    const Token bad = finish(Token::Kind::unreadable, length);
    diagnostics_.error(bad.where, fmt::format("'{}' is no number", bad.text));
    return bad;
  }
  Token token = finish(Token::Kind::number, length);
  token.text.resize(value);
  token.integer = integer;
  return token;
}

Token Scanner::unknown_power(std::size_t length) {
  const Token bad = finish(Token::Kind::unreadable, length);
  diagnostics_.error(bad.where, fmt::format("'{}' has no meaning here; a power is pow(a, b), a "
                                            "square a * a",
                                            bad.text));
  return bad;
}

bool Scanner::at_include() const {
  constexpr std::string_view word = "include";
  if (!item_ended_ || std::string_view(text_).substr(at_, word.size()) != word) return false;
  const std::size_t name = text_.find_first_not_of(" \t", at_ + word.size());
  return name != std::string::npos && (text_[name] == '"' || text_[name] == '<');
}

Token Scanner::include() {
  const std::size_t open = text_.find_first_of("\"<", at_);
  const char closing = text_[open] == '<' ? '>' : '"';
  const std::size_t close = text_.find_first_of(std::string(1, closing) + "\n", open + 1);
  if (close == std::string::npos || text_[close] != closing || close == open + 1) {
    const Token bad = finish(Token::Kind::unreadable, open + 1 - at_);
    diagnostics_.error(bad.where,
                       "expected the name of a file, include \"file\"; or include <file>; "
                       "for one that comes with Solenoid");
    item_ended_ = true;
    return bad;
  }
  Token token = finish(Token::Kind::include, close + 1 - at_);
  token.text = closing == '>' ? text_.substr(open, close + 1 - open)
                              : text_.substr(open + 1, close - open - 1);
  return token;
}

Token Scanner::next() {
  skip_blanks();
  if (at_ == text_.size()) return finish(Token::Kind::end, 0);
  const char c = peek();
  if (at_include()) return include();
  if (is_letter(c)) {
    std::size_t length = 1;
    while (is_name(peek(length))) ++length;
    return finish(Token::Kind::name, length);
  }
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
  const std::string_view rest = std::string_view(text_).substr(at_);
  if (c == '^' || rest.starts_with("**")) return unknown_power(c == '^' ? 1 : 2);
  for (const std::string_view symbol : long_symbols)
    if (rest.substr(0, 2) == symbol) return finish(Token::Kind::symbol, 2);
  if (short_symbols.find(c) != std::string_view::npos && c != '\0')
    return finish(Token::Kind::symbol, 1);
  const Location where = here();
  std::size_t length = 1;
  while (continues_character(peek(length))) ++length;
  Token bad = finish(Token::Kind::unreadable, length);
  bad.where = where;
  if (c == '#') {
    diagnostics_.error(where, "there is no preprocessor; write 'const Scalar NAME = VALUE;'");
  } else if (c > ' ' && c < '\x7f') {
    diagnostics_.error(where, fmt::format("'{}' has no meaning here", c));
  } else if (length == 1) {
    diagnostics_.error(where, fmt::format("unexpected byte 0x{:02X}; programs are plain text",
                                          static_cast<unsigned char>(c)));
  } else {
    diagnostics_.error(
        where, fmt::format("'{}' has no meaning here; names and numbers are ASCII", bad.text));
  }
  return bad;
}

}  // namespace solenoid::stencil
