// SPDX-License-Identifier: Apache-2.0
// The same calls where exceptions are off: every call returns its error. It compiles with -fno-exceptions, too. The
// workspace is one for all calls, so that none allocates.
#include <cstdio>
#include <tcu/tcu.hpp>
#include <vector>

int main()
{
    const std::vector<int> keys = {5, 3, 9, 1, 7};
    std::vector<int> sorted(keys.size()), running(keys.size());
    auto created = tcu::nothrow_context::create(TCU_BACKEND_HOST);
    if (!created) {
        std::fprintf(stderr, "%s\n", created.sentence());
        return 1;
    }
    tcu::nothrow_context &context = created.value();

    // The operations themselves say how much they need, with the arguments of the calls that follow.
    tcu::workspace_query query(context);
    if (!tcu::radix_sort(query, keys, sorted) || !tcu::scan(query, sorted, running)) {
        return 1;
    }
    std::vector<unsigned char> workspace(query.bytes());
    if (!context.set_workspace(workspace) || !tcu::radix_sort(context, keys, sorted) ||
        !tcu::scan(context, sorted, running)) {
        return 1;
    }
    for (std::size_t i = 0; i < sorted.size(); i++) {
        std::printf("%d %d\n", sorted[i], running[i]);
    }

    running.pop_back();
    const tcu::result<> refused = tcu::scan(context, sorted, running);
    if (!refused) {
        std::printf("%s\n", refused.sentence());
    }
    return 0;
}
