/* SPDX-License-Identifier: Apache-2.0 */
/* TCU_CHECK: three calls that succeed, and one that does not, whose place and sentence it prints before it ends the program
 * with EXIT_FAILURE. */
#include <tcu/check.h>
#include <tcu/tcu.h>

int main(int argc, char **argv)
{
    const float in[3] = {1, 2, 3};
    float sum = 0;
    tcu_context *context;
    int calls = 0;
    (void)argv;
    TCU_CHECK(context, tcu_context_create(&context, TCU_BACKEND_HOST, -1));
    TCU_CHECK(context, (calls++, tcu_reduce(context, in, TCU_TYPE_F32, &sum, TCU_TYPE_F32, 3, NULL)));
    if (calls != 1 || sum != 6) {
        return 2;
    }
    if (argc > 1) {
        TCU_CHECK(context, tcu_reduce(context, in, TCU_TYPE_F32, NULL, TCU_TYPE_F32, 3, NULL));
    } else {
        TCU_CHECK(NULL, tcu_context_destroy(context));
    }
    puts("ok");
    return 0;
}
