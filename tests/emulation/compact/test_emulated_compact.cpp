/* SPDX-License-Identifier: Apache-2.0 */
/* Compactions on the emulated device: every selection, what is written for it, sizes, shifts and how many are kept. */
#include "algorithms/compact/cuda/paths.h"
#include "algorithms/compact/cuda/tuning.h"
#include "emulated_case.h"

namespace
{

using namespace emulated;

/* Of all calls that follow. */
tcu_arithmetic arithmetic = TCU_ARITHMETIC_PLAIN;
bool has_bulk_copies = true;
bool in_one_pass = false; /* whatever takes that path */

enum class density { none, one, sparse, tenth, half, most, all, clustered, alternating };
constexpr density densities[] = {density::none, density::one, density::sparse,    density::tenth,      density::half,
                                 density::most, density::all, density::clustered, density::alternating};

std::vector<bool> draw_kept(uint64_t n, density how)
{
    std::vector<bool> kept(n);
    const double part[] = {0, 0, 1e-4, 0.1, 0.5, 0.9, 1};
    uint64_t to_change = 0;
    bool now = false;
    for (uint64_t i = 0; i < n; ++i) {
        if (how == density::clustered) {
            if (to_change-- == 0) {
                to_change = draw() % 3000;
                now = !now;
            }
            kept[i] = now;
        } else if (how == density::alternating) {
            kept[i] = i % 2 == 1;
        } else {
            kept[i] = static_cast<double>(draw() >> 11) * 0x1p-53 < part[static_cast<int>(how)];
        }
    }
    if (how == density::one && n > 0)
        kept[draw() % n] = true;
    return kept;
}

/* An item of any size. */
template <int Bytes>
struct item {
    unsigned char bytes[Bytes];
    bool operator==(const item &other) const { return std::memcmp(bytes, other.bytes, Bytes) == 0; }
};

template <int Bytes>
item<Bytes> draw_item()
{
    item<Bytes> x;
    for (unsigned char &byte : x.bytes)
        byte = static_cast<unsigned char>(draw());
    return x;
}

unsigned draw_shift()
{
    return draw() % 3 ? static_cast<unsigned>(draw() % 17) : 0;
}

/* Plans and runs a task; the count between guards. */
class call
{
  public:
    explicit call(uint64_t n) { task.n = n; }

    uint64_t run()
    {
        tcu_context context = small_device(arithmetic);
        if (!has_bulk_copies)
            context.has_bulk_copies = false;
        if (!has_bulk_copies || draw() % 2)
            context.cluster_blocks = 1;
        /* Items of a test fit into registers; half of the calls do without. */
        const tcui_compact_policy one_pass = {TCU_ARITHMETIC_PLAIN, 0, true, 16, 0};
        if (in_one_pass || draw() % 2)
            context.policies[TCUI_COMPACT] = &one_pass;
        array<uint64_t> count(1, static_cast<unsigned>(draw() % 4));
        task.count = count.data();
        tcui_layout layout = {};
        cr_assert(tcui_plan(&context, &tcui_compact_cuda, &task, &layout) == TCU_SUCCESS);
        garbage_workspace workspace(layout);
        gpu.workspace_begin = static_cast<const char *>(workspace.base());
        gpu.workspace_end = gpu.workspace_begin + layout.bytes;
        cr_assert(tcui_execute(&context, &tcui_compact_cuda, &task, workspace.base()) == TCU_SUCCESS);
        cr_assert(workspace.is_guarded() && count.is_guarded(), "wrote outside workspace or count");
        return count[0];
    }

    tcui_compact_task task = {};
};

/* Flags as bytes or bits; other bits behind the last item are set. */
struct flags {
    flags(const std::vector<bool> &kept, bool as_bits)
        : as_bits(as_bits), bytes(as_bits ? (kept.size() + 7) / 8 : kept.size()), stored(bytes, draw_shift())
    {
        for (uint64_t b = 0; b < bytes; ++b)
            stored[b] = as_bits ? 255 : static_cast<unsigned char>(1 + draw() % 255);
        for (uint64_t i = 0; i < kept.size(); ++i)
            if (!kept[i])
                stored[as_bits ? i / 8 : i] &= as_bits ? static_cast<unsigned char>(~(1u << i % 8)) : 0;
    }

    void select(tcui_compact_task &task)
    {
        task.selection = as_bits ? TCUI_SELECT_BITS : TCUI_SELECT_BYTES;
        task.flags = stored.data();
        gpu.in_begin = reinterpret_cast<const char *>(stored.data());
        gpu.in_end = gpu.in_begin + bytes;
    }

    bool as_bits;
    uint64_t bytes;
    array<unsigned char> stored;
};

/* Items, and the array that they are compacted to. */
template <int Bytes>
struct column {
    using T = item<Bytes>;

    explicit column(uint64_t n, bool in_place = false)
        : n(n), in_place(in_place), in(n, draw_shift()), beside(n, draw_shift())
    {
        for (uint64_t i = 0; i < n; ++i)
            in[i] = draw_item<Bytes>();
    }

    void add(tcui_compact_task &task)
    {
        gpu.items_begin = reinterpret_cast<const char *>(in.data());
        gpu.items_end = gpu.items_begin + n * Bytes;
        gpu.out_begin = reinterpret_cast<const char *>(in_place ? in.data() : beside.data());
        gpu.out_end = gpu.out_begin + n * Bytes;
        original.assign(in.data(), in.data() + n);
        task.columns[task.num_columns++] = {in.data(), in_place ? in.data() : beside.data(), Bytes};
        task.in_place = in_place;
    }

    void expect(const std::vector<bool> &kept, bool others, const std::string &where)
    {
        array<T> &out = in_place ? in : beside;
        std::vector<T> wanted, rest;
        for (uint64_t i = 0; i < n; ++i)
            (kept[i] ? wanted : rest).push_back(original[i]);
        if (others)
            wanted.insert(wanted.end(), rest.begin(), rest.end());
        for (uint64_t k = 0; k < wanted.size(); ++k)
            cr_assert(out[k] == wanted[k], "%s: %d bytes, at %llu", where.c_str(), Bytes,
                      static_cast<unsigned long long>(k));
        for (uint64_t k = wanted.size(); k < n; ++k)
            cr_assert(in_place ? out[k] == original[k] : out.is_untouched(k), "%s: %d bytes, behind the kept at %llu",
                      where.c_str(), Bytes, static_cast<unsigned long long>(k));
        cr_assert(in.is_guarded() && beside.is_guarded(), "%s: wrote outside", where.c_str());
    }

    uint64_t n;
    bool in_place;
    array<T> in, beside;
    std::vector<T> original;
};

uint64_t number_of(const std::vector<bool> &kept)
{
    return static_cast<uint64_t>(std::count(kept.begin(), kept.end(), true));
}

template <int Bytes>
void expect_by_flags(uint64_t n, density how, bool as_bits, bool in_place, bool others)
{
    const std::string where = "n " + std::to_string(n) + " density " + std::to_string(static_cast<int>(how)) +
                              (as_bits ? " bits" : " bytes") + (in_place ? " in place" : "") +
                              (others ? " partition" : "");
    const std::vector<bool> kept = draw_kept(n, how);
    call c(n);
    flags chosen(kept, as_bits);
    column<Bytes> items(n, in_place);
    chosen.select(c.task);
    items.add(c.task);
    c.task.keep_others = others;
    const uint64_t count = c.run();
    cr_assert(count == number_of(kept), "%s: count %llu", where.c_str(), static_cast<unsigned long long>(count));
    cr_assert(chosen.stored.is_guarded());
    items.expect(kept, others, where);
}

uint64_t draw_size(uint64_t most)
{
    const uint64_t edges[] = {0, 1, 2, 31, 32, 33, 2047, 2048, 2049, 8191, 8192, 8193};
    return draw() % 3 == 0 ? edges[draw() % 12] : 1 + draw() % most;
}

template <int Bytes>
void sweep_flags()
{
    for (density how : densities)
        for (int as_bits = 0; as_bits < 2; ++as_bits) {
            expect_by_flags<Bytes>(draw_size(30000), how, as_bits, false, false);
            expect_by_flags<Bytes>(draw_size(30000), how, as_bits, true, false);
            expect_by_flags<Bytes>(draw_size(30000), how, as_bits, false, true);
        }
}

template <class T>
double number(T x)
{
    if constexpr (sizeof(T) == 2 && !std::is_integral_v<T>)
        return static_cast<float>(x);
    else
        return static_cast<double>(x);
}

/* Few values, so that equality is met, and the special ones. (All integers here are exact as doubles.) */
template <class T>
T draw_value()
{
    if constexpr (std::is_integral_v<T>) {
        switch (draw() % 8) {
        case 0:
            return std::numeric_limits<T>::min();
        case 1:
            return sizeof(T) < 8 ? std::numeric_limits<T>::max() : static_cast<T>(T(1) << 62);
        default:
            return static_cast<T>(draw() % 9 - 4 * std::is_signed_v<T>);
        }
    } else {
        const double special[] = {-INFINITY, INFINITY, NAN, -NAN, 0.0, -0.0, 1.0, 0x1p-14};
        const double x = draw() % 2 ? special[draw() % 8] : static_cast<double>(draw() % 9) - 4.0;
        if constexpr (std::is_same_v<T, __half>)
            return __double2half(x);
        else if constexpr (std::is_same_v<T, __nv_bfloat16>)
            return __double2bfloat16(x);
        else
            return static_cast<T>(x);
    }
}

bool holds(tcu_comparison comparison, double x, double value, double upper)
{
    switch (comparison) {
    case TCU_COMPARE_LESS:
        return x < value;
    case TCU_COMPARE_LESS_EQUAL:
        return x <= value;
    case TCU_COMPARE_GREATER:
        return x > value;
    case TCU_COMPARE_GREATER_EQUAL:
        return x >= value;
    case TCU_COMPARE_EQUAL:
        return x == value;
    case TCU_COMPARE_NOT_EQUAL:
        return x != value;
    case TCU_COMPARE_INSIDE:
        return value <= x && x <= upper;
    default:
        return !(value <= x && x <= upper);
    }
}

/* Items that are drawn; of any bits; or of all bits there are in 16, one after the other. */
enum class values { drawn, of_any_bits, every_pattern };

template <class T>
T draw_bits()
{
    const uint64_t bits = draw();
    T x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

template <class T>
void expect_by_predicate(tcu_type type, tcu_comparison comparison, uint64_t n, values which, bool in_place)
{
    constexpr int bytes = static_cast<int>(sizeof(T));
    call c(n);
    column<bytes> items(n, in_place);
    std::vector<bool> kept(n);
    const bool special = which == values::drawn || draw() % 4 == 0;
    const T value = special ? draw_value<T>() : draw_bits<T>(), upper = special ? draw_value<T>() : draw_bits<T>();
    for (uint64_t i = 0; i < n; ++i) {
        T x = which == values::drawn ? draw_value<T>() : draw_bits<T>();
        if (which == values::every_pattern)
            std::memcpy(&x, &i, sizeof x);
        std::memcpy(&items.in[i], &x, sizeof x);
        kept[i] = holds(comparison, number(x), number(value), number(upper));
    }
    items.add(c.task);
    c.task.selection = TCUI_SELECT_PREDICATE;
    c.task.type = type;
    c.task.comparison = comparison;
    gpu.in_begin = reinterpret_cast<const char *>(items.in.data());
    gpu.in_end = gpu.in_begin + n * sizeof(T);
    if (draw() % 2) {
        c.task.value_in_context = &value;
        if (comparison >= TCU_COMPARE_INSIDE)
            c.task.upper_in_context = &upper;
    } else {
        std::memcpy(c.task.value.bytes, &value, sizeof value);
        std::memcpy(c.task.upper.bytes, &upper, sizeof upper);
    }
    c.task.keep_others = !in_place && !in_one_pass && draw() % 3 == 0;
    const std::string where = std::string(tcu_type_name(type)) + " comparison " + std::to_string(comparison) +
                              " with " + std::to_string(number(value)) + ", " + std::to_string(number(upper)) + " n " +
                              std::to_string(n) + (in_place ? " in place" : "");
    const uint64_t count = c.run();
    cr_assert(count == number_of(kept), "%s: count %llu, not %llu", where.c_str(),
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(number_of(kept)));
    items.expect(kept, c.task.keep_others, where);
}

template <class T>
void sweep_predicates(tcu_type type)
{
    for (int i = 0; i <= TCU_COMPARE_OUTSIDE; ++i) {
        const auto comparison = static_cast<tcu_comparison>(i);
        for (int value = 0; value < 10; ++value)
            expect_by_predicate<T>(type, comparison, 100 + draw() % 100, values::drawn, draw() % 2);
        expect_by_predicate<T>(type, comparison, draw_size(10000), values::drawn, draw() % 2);
    }
}

/* With values of any bits, too. */
template <class T>
void sweep_every_pattern(tcu_type type, uint64_t n, int number_of_values)
{
    for (int i = 0; i <= TCU_COMPARE_OUTSIDE; ++i)
        for (int value = 0; value < number_of_values; ++value)
            expect_by_predicate<T>(type, static_cast<tcu_comparison>(i), n, values::every_pattern, draw() % 2);
}

/* Runs that begin where `heads` says. */
template <int Bytes>
void expect_unique(uint64_t n, density how, bool in_place)
{
    std::vector<bool> heads = draw_kept(n, how);
    call c(n);
    column<Bytes> items(n, in_place);
    for (uint64_t i = 0; i < n; ++i) {
        if (i == 0)
            heads[i] = true;
        else if (!heads[i])
            items.in[i] = items.in[i - 1];
        else /* one byte differs, that the others do not make up for */
            items.in[i] = items.in[i - 1],
            items.in[i].bytes[draw() % Bytes] ^= static_cast<unsigned char>(1u << draw() % 8);
    }
    items.add(c.task);
    c.task.selection = TCUI_SELECT_HEADS;
    gpu.in_begin = reinterpret_cast<const char *>(items.in.data());
    gpu.in_end = gpu.in_begin + n * Bytes;
    const bool with_lengths = !in_one_pass && draw() % 2; /* without, in one pass */
    array<uint64_t> lengths(n, static_cast<unsigned>(draw() % 3));
    if (with_lengths)
        c.task.run_lengths = lengths.data();
    const std::string where = "unique, n " + std::to_string(n) + " density " + std::to_string(static_cast<int>(how)) +
                              (in_place ? " in place" : "");
    const uint64_t count = c.run();
    cr_assert(count == number_of(heads), "%s: count %llu", where.c_str(), static_cast<unsigned long long>(count));
    items.expect(heads, false, where);
    uint64_t run = 0;
    for (uint64_t i = 0; i < n && with_lengths;) {
        uint64_t next = i + 1;
        while (next < n && !heads[next])
            ++next;
        cr_assert(lengths[run++] == next - i, "%s: length of run %llu", where.c_str(),
                  static_cast<unsigned long long>(run - 1));
        i = next;
    }
    for (; run < n; ++run)
        cr_assert(lengths.is_untouched(run), "%s: lengths behind the last", where.c_str());
    cr_assert(lengths.is_guarded(), "%s: lengths outside", where.c_str());
}

template <int Bytes>
void sweep_unique()
{
    for (density how : densities) {
        expect_unique<Bytes>(draw_size(30000), how, false);
        expect_unique<Bytes>(draw_size(30000), how, true);
        expect_unique<Bytes>(draw_size(200000), how, draw() % 2);
    }
    for (int i = 0; i < 4; ++i)
        expect_unique<Bytes>(0, density::all, i % 2);
}

template <class T>
void expect_positions(tcu_type type, uint64_t n, density how, bool as_bits)
{
    const std::vector<bool> kept = draw_kept(n, how);
    call c(n);
    flags chosen(kept, as_bits);
    chosen.select(c.task);
    array<T> indices(n, draw_shift());
    c.task.indices = indices.data();
    c.task.index_type = type;
    cr_assert(c.run() == number_of(kept));
    uint64_t k = 0;
    for (uint64_t i = 0; i < n; ++i)
        if (kept[i])
            cr_assert(indices[k++] == i, "positions: n %llu at %llu", static_cast<unsigned long long>(n),
                      static_cast<unsigned long long>(i));
    for (; k < n; ++k)
        cr_assert(indices.is_untouched(k));
    cr_assert(indices.is_guarded());
}

} // namespace

Test(emulated_compact, narrow_items, .timeout = 600)
{
    sweep_flags<1>();
    sweep_flags<2>();
    sweep_flags<4>();
}

Test(emulated_compact, wide_items, .timeout = 600)
{
    sweep_flags<8>();
    sweep_flags<16>();
}

Test(emulated_compact, many_tiles, .timeout = 600)
{
    /* The scan of the counts by several blocks; granules without a kept item in crowds. */
    expect_by_flags<1>(1500000, density::tenth, false, true, false);
    expect_by_flags<4>(700001, density::clustered, true, false, true);
    expect_unique<2>(1500000, density::one, true);
    expect_unique<4>(700001, density::sparse, false);
}

/*
 * Stores of words there write over other lanes' bytes, and stores of bytes mend them: at the ends of tiles and of
 * slices, and where a lane has less than a word.
 */
void expect_at_ends_of_bytes(uint64_t n, density how)
{
    expect_by_flags<1>(n, how, false, false, false);
    expect_by_flags<1>(n, how, true, false, false);
    for (int in_place = 0; in_place < 2; ++in_place) {
        expect_unique<1>(n, how, in_place);
        const auto comparison = static_cast<tcu_comparison>(draw() % (TCU_COMPARE_OUTSIDE + 1));
        expect_by_predicate<uint8_t>(TCU_TYPE_U8, comparison, n, values::of_any_bits, in_place);
    }
}

constexpr uint64_t slice_of_bytes = 16 * TCUI_COMPACT_BYTE_VECTORS * 32;

Test(emulated_compact, tiles_of_bytes, .timeout = 600)
{
    in_one_pass = true;
    for (density how : densities)
        for (int more = -1; more <= 1; ++more)
            expect_at_ends_of_bytes(
                slice_of_bytes * TCUI_COMPACT_CONSUMERS * (1 + draw() % 6) + static_cast<uint64_t>(more), how);
}

Test(emulated_compact, slices_of_bytes, .timeout = 600)
{
    in_one_pass = true;
    for (density how : densities)
        for (int more = -1; more <= 1; more += 2)
            expect_at_ends_of_bytes(slice_of_bytes * (1 + draw() % 40) + static_cast<uint64_t>(more), how);
}

Test(emulated_compact, predicates, .timeout = 600)
{
    sweep_predicates<__half>(TCU_TYPE_F16);
    sweep_predicates<__nv_bfloat16>(TCU_TYPE_BF16);
    sweep_predicates<float>(TCU_TYPE_F32);
    sweep_predicates<double>(TCU_TYPE_F64);
    sweep_predicates<int8_t>(TCU_TYPE_I8);
    sweep_predicates<uint8_t>(TCU_TYPE_U8);
    sweep_predicates<int16_t>(TCU_TYPE_I16);
    sweep_predicates<uint16_t>(TCU_TYPE_U16);
    sweep_predicates<int32_t>(TCU_TYPE_I32);
    sweep_predicates<uint32_t>(TCU_TYPE_U32);
    sweep_predicates<int64_t>(TCU_TYPE_I64);
    sweep_predicates<uint64_t>(TCU_TYPE_U64);
}

Test(emulated_compact, predicates_of_every_short_number, .timeout = 600)
{
    for (int round = 0; round < 2; ++round, in_one_pass = true) {
        sweep_every_pattern<__half>(TCU_TYPE_F16, 65536, 2);
        sweep_every_pattern<__nv_bfloat16>(TCU_TYPE_BF16, 65536, 2);
        sweep_every_pattern<int16_t>(TCU_TYPE_I16, 65536, 2);
        sweep_every_pattern<uint16_t>(TCU_TYPE_U16, 65536, 2);
        sweep_every_pattern<int8_t>(TCU_TYPE_I8, 512, 20);
        sweep_every_pattern<uint8_t>(TCU_TYPE_U8, 512, 20);
    }
}

Test(emulated_compact, unique, .timeout = 600)
{
    sweep_unique<1>();
    sweep_unique<2>();
    sweep_unique<4>();
    sweep_unique<8>();
    sweep_unique<16>();
}

Test(emulated_compact, columns_and_positions, .timeout = 600)
{
    for (density how : densities) {
        const uint64_t n = draw_size(30000);
        const std::vector<bool> kept = draw_kept(n, how);
        call c(n);
        flags chosen(kept, draw() % 2);
        column<16> a(n);
        column<1> b(n);
        column<8> d(n);
        column<2> e(n);
        chosen.select(c.task);
        a.add(c.task), b.add(c.task), d.add(c.task), e.add(c.task);
        cr_assert(c.run() == number_of(kept));
        a.expect(kept, false, "columns"), b.expect(kept, false, "columns");
        d.expect(kept, false, "columns"), e.expect(kept, false, "columns");
        expect_positions<uint32_t>(TCU_TYPE_U32, draw_size(30000), how, draw() % 2);
        expect_positions<uint64_t>(TCU_TYPE_U64, draw_size(30000), how, draw() % 2);
    }
}

Test(emulated_compact, on_the_matrix_unit, .timeout = 600)
{
    arithmetic = TCU_ARITHMETIC_MATRIX;
    sweep_flags<4>();
    sweep_unique<8>();
}

Test(emulated_compact, without_bulk_copies, .timeout = 600)
{
    has_bulk_copies = false;
    sweep_flags<2>();
    sweep_unique<4>();
}
