/* SPDX-License-Identifier: Apache-2.0 */
/* Places of small segments' elements, at a level. */

static void TCUI_L(rank_u32)(uint32_t *b, int n, uint32_t *place)
{
    rank_u32(b, n, place);
}

static void TCUI_L(rank_u64)(uint64_t *b, int n, uint64_t *place)
{
    rank_u64(b, n, place);
}
