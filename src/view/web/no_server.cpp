// In place of server.cpp in a build without cpp-httplib or libjpeg.

#include "src/text/usage_error.hpp"
#include "src/view/server.hpp"

namespace solenoid {

class ViewServer::Implementation {
 public:
  std::string address;
};

ViewServer::ViewServer(const ServerPlace&, ServerContents) {
  throw UsageError(
      "this program was built without cpp-httplib or libjpeg and cannot show a page: install them "
      "(Debian packages libcpp-httplib-dev and libjpeg-dev) and build it again");
}

ViewServer::~ViewServer() = default;

const std::string& ViewServer::address() const { return implementation_->address; }
bool ViewServer::is_watched() const { return false; }
double ViewServer::encode_seconds() const { return 0; }

}  // namespace solenoid
