/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tcu-fragment-map: prints, or draws, which lane and register hold each element of a matrix on the matrix unit, by
 * the maps of <tcu/device/layout.cuh>: the table that Ootomo and Yokota (2020) print for one fragment of WMMA, for
 * each one of mma.sync.
 *
 * Elements that are packed in a register are one cell: neighbours in a row of A, in a column of B.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <getopt.h>
#include <string>
#include <vector>

#include "fragment_map/draw.h"
#include "fragment_map/print.h"

namespace
{

using namespace fragment_map;

const char usage[] = "usage: tcu-fragment-map SHAPE TYPE [--use A|B|C|D] [--by-lane] [--svg FILE]\n"
                     "\n"
                     "Which lane and register of a warp hold each element of the matrices of\n"
                     "D = A B + C, as mma.sync and <tcu/device/fragment.cuh> lay them out.\n"
                     "\n"
                     "  SHAPE TYPE  m16n8k4 tf32; m16n8k8 f16, bf16, tf32; m16n8k16 f16, bf16, s8,\n"
                     "              u8, f64; m16n8k32 s8, u8; m16n8k256 b1; m8n8k4 f64\n"
                     "  --use U     one matrix: A, B, C or D (D has the map of C); default: all\n"
                     "  --by-lane   a line for each lane: the elements that its registers hold\n"
                     "  --svg FILE  draws the maps into FILE instead\n"
                     "  --help      this text\n"
                     "\n"
                     "A cell is lane.register. The elements of a register are in the order of its\n"
                     "bits, the first one in the lowest.\n";

[[noreturn]] void refuse(const std::string &why)
{
    std::fprintf(stderr, "tcu-fragment-map: %s (--help tells more)\n", why.c_str());
    std::exit(2);
}

template <class Named, size_t Count>
const Named &find(const Named (&all)[Count], const char *name, const char *noun)
{
    for (const Named &one : all) {
        if (std::strcmp(one.name, name) == 0) {
            return one;
        }
    }
    refuse(std::string("\"") + name + "\" is no " + noun);
}

} // namespace

int main(int argc, char **argv)
{
    static const option options[] = {{"use", required_argument, nullptr, 'u'},
                                     {"by-lane", no_argument, nullptr, 'l'},
                                     {"svg", required_argument, nullptr, 's'},
                                     {"help", no_argument, nullptr, 'h'},
                                     {}};
    const char *wanted = nullptr, *file = nullptr;
    bool by_lane = false;
    opterr = 0;
    for (int which = 0; (which = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
        switch (which) {
        case 'u':
            wanted = optarg;
            break;
        case 'l':
            by_lane = true;
            break;
        case 's':
            file = optarg;
            break;
        case 'h':
            std::fputs(usage, stdout);
            return 0;
        default:
            refuse(std::string("\"") + argv[optind - 1] + "\" is no option, or needs a value");
        }
    }
    if (argc - optind != 2) {
        refuse("a shape and a type are needed, such as m16n8k16 f16");
    }
    if (wanted != nullptr && (std::strlen(wanted) != 1 || std::strchr("ABCD", *wanted) == nullptr)) {
        refuse(std::string("--use is A, B, C or D, not \"") + wanted + "\"");
    }
    if (by_lane && file != nullptr) {
        refuse("--svg draws matrices, --by-lane prints lanes: one of them");
    }
    const named_shape &shape = find(shapes, argv[optind], "shape");
    const named_type &type = find(types, argv[optind + 1], "type");
    if (!is_supported(shape.m, shape.n, shape.k, type.bits)) {
        refuse(std::string("there is no product ") + shape.name + " of " + type.name);
    }
    std::vector<matrix> matrices;
    for (const use u : {use::a, use::b, use::accumulator}) {
        if (wanted == nullptr ||
            *wanted == (u == use::a   ? 'A'
                        : u == use::b ? 'B'
                                      : 'C') ||
            (*wanted == 'D' && u == use::accumulator)) {
            matrices.push_back(matrix_of(shape, type, u));
        }
    }
    if (file != nullptr) {
        if (!draw_all(file, matrices)) {
            std::perror(file);
            return 1;
        }
        return 0;
    }
    for (const matrix &x : matrices) {
        print(x, by_lane);
        std::printf(&x == &matrices.back() ? "" : "\n");
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::perror("tcu-fragment-map");
        return 1;
    }
    return 0;
}
