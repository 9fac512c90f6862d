#include "src/stencil/parse.hpp"

#include "stencil_grammar.hpp"

namespace solenoid::stencil {

Program parse(const std::vector<SourceFile>& files, Diagnostics& diagnostics) {
  Builder builder(files, diagnostics);
  Grammar(builder).parse();
  return builder.take();
}

}  // namespace solenoid::stencil
