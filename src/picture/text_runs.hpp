#pragma once
/// \file
/// Text in fonts that have its characters.

#include <cairo.h>

#include <string>
#include <vector>

namespace solenoid {

/// A piece of a text, in UTF-8, and the family of fonts that has all of its characters.
struct TextRun {
  std::string text;
  const char* family;
};

/// Cuts a text into pieces for the fonts that are installed. A character that none of them has is
/// written as an escape, `\u4e2d`, a byte that is not UTF-8 as `\xff`, and a character that
/// controls a terminal as a blank. Changes the font of `context`.
std::vector<TextRun> text_runs(cairo_t* context, const std::string& text);

/// Chooses a family for what is written next.
void select_family(cairo_t* context, const char* family);

}  // namespace solenoid
