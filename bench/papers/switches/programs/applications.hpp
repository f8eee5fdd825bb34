// The applications by name.
#pragma once

#include "papers/switches/programs/loops4.hpp"
#include "papers/switches/programs/mmult.hpp"
#include "papers/switches/programs/ocean.hpp"
#include "papers/switches/programs/poisson2d.hpp"
#include "papers/switches/programs/q12.hpp"
#include "papers/switches/programs/rk4.hpp"
#include "papers/switches/programs/sparselu.hpp"
#include "papers/switches/programs/su3.hpp"

namespace switches {

/// visit(application) for the one that is asked for.
int with_application(const Request& request, auto visit) {
  const auto made = [&]<class Application>() {
    Application application(request);
    return visit(application);
  };
  const std::string& name = request.application;
  if (name == "q12") return made.template operator()<Q12>();
  if (name == "mmult") return made.template operator()<Mmult>();
  if (name == "rk4") return made.template operator()<Rk4>();
  if (name == "su3") return made.template operator()<Su3>();
  if (name == "poisson2d") return made.template operator()<Poisson2d<false>>();
  if (name == "poisson2d_split") return made.template operator()<Poisson2d<true>>();
  if (name == "sparselu") return made.template operator()<SparseLu>();
  if (name == "ocean") return made.template operator()<Ocean>();
  if (name == "loops4") return made.template operator()<Loops4>();
  return unknown("application", name, "q12, mmult, rk4, su3, poisson2d, poisson2d_split, sparselu, ocean and loops4");
}

}  // namespace switches
