// What lies in a block that nobody uses: the link of the list that it is in.
#pragma once

namespace heddle::memory {

struct FreeBlock {
  FreeBlock* next;
};

}  // namespace heddle::memory
