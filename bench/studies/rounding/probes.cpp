/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The probes of M. Fasi, N. J. Higham, M. Mikaitis, S. Pranesh: "Numerical behavior of NVIDIA tensor cores", PeerJ Computer
 * Science 7, 2021. u is the last bit of an accumulator that is 1. Where terms are -1 and 1 and a small one, what is left of
 * the small one was kept although a larger term was there. Last, a model of the unit is held against random operands.
 */
#include "bench/studies/rounding/probes.h"

#include <cmath>
#include <cstdio>

namespace study
{
namespace
{
constexpr int kMoreBits = 20; // behind the last bit of an accumulator, among which kept ones are looked for

std::string text_of(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%a", value);
    return text;
}

/** How many u: a whole number, or what the unit gave instead. */
std::string units_of(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

std::string text_of(const char *form, int a, int b)
{
    char text[200];
    std::snprintf(text, sizeof text, form, a, b);
    return text;
}

double power(int exponent)
{
    return std::ldexp(1.0, exponent);
}

/** Term t is 2^exponent, of either sign. */
void set_power(Terms &terms, int t, int exponent, double sign = 1)
{
    const int half = exponent / 2;
    terms.a[t] = sign * power(half);
    terms.b[t] = power(exponent - half);
}

Terms only(double c)
{
    Terms terms;
    terms.c = c;
    return terms;
}

class Probes
{
  public:
    explicit Probes(const Format &format)
        : format_(format), u_(power(-format.bits)), most_kept_(format.bits + kMoreBits),
          large_(format.denormal < most_kept_ ? format.largest - 1 : 0)
    {
    }

    void products();
    void rounding();
    bool kept_bits(); // whether some are not
    void terms_together();
    void monotonic();
    void denormals();
    void beyond_largest();
    void random(int trials);

    std::vector<Answer> answers;

  private:
    double result_of(const Terms &terms) // and whether it is near the exact one
    {
        const double d = format_.product(terms);
        const Exact e = exact(format_, terms);
        right_ = right_ && std::fabs(double(d - e.sum)) <= error_bound(format_, e);
        return d;
    }
    void answer(const std::string &probe, const std::string &result, const std::string &meaning)
    {
        answers.push_back({probe, result, meaning, right_});
        right_ = true;
    }

    const Format &format_;
    const double u_;
    const int most_kept_, large_; // 2^large_: a large term, so that 2^(large_ - most_kept_) is a number of the format
    int kept_ = 0;
    bool right_ = true;
};

void Probes::products()
{
    Terms terms;
    terms.a[0] = terms.b[0] = 1 + power(-format_.operand_bits);
    const double d = result_of(terms), whole = double(exact(format_, terms).sum);
    const bool fits = 2 * format_.operand_bits <= format_.bits;
    answer("(1 + 2^-" + std::to_string(format_.operand_bits) + ")^2", text_of(d),
           !fits        ? "longer than the accumulator, so rounded"
           : d == whole ? "products are exact"
                        : "products are rounded");
}

void Probes::rounding()
{
    const auto sum = [this](double c, double sign) { // sign (c + 1)
        Terms terms = only(sign * c);
        set_power(terms, 0, 0, sign);
        return result_of(terms);
    };
    const double three = sum(1 + 3 * u_, 1), one = sum(1 + u_, 1), minus = sum(1 + 3 * u_, -1);
    const bool up = three == 2 + 4 * u_, tie_up = one == 2 + 2 * u_, away = minus == -2 - 4 * u_;
    const char *const meaning = up && away && !tie_up     ? "to nearest, ties to even"
                                : up && away              ? "away from zero, or to nearest with ties away"
                                : !up && !away && !tie_up ? "towards zero"
                                : up && tie_up            ? "upwards"
                                : !up && away             ? "downwards"
                                                          : "no rounding that is known";
    answer("2 + 3u, 2 + u, -2 - 3u: half-way cases",
           "2 + " + units_of((three - 2) / u_) + "u, 2 + " + units_of((one - 2) / u_) + "u, -2 - " +
               units_of((-2 - minus) / u_) + "u",
           meaning);
}

bool Probes::kept_bits()
{
    for (int q = 1; q <= most_kept_; q++) {
        Terms terms = only(-power(large_));
        set_power(terms, 0, large_ - q);
        set_power(terms, 1, large_);
        if (result_of(terms) == power(large_ - q)) {
            kept_ = q;
        }
    }
    answer("-1 + 2^-q + 1 (times 2^" + std::to_string(large_) + "), the largest q of which something is left",
           "q = " + std::to_string(kept_),
           kept_ == most_kept_
               ? "all that were tried are kept"
               : text_of("%d fractional bits of the largest term are kept, %d more than the accumulator has", kept_,
                         kept_ - format_.bits));
    return kept_ < most_kept_;
}

void Probes::terms_together()
{
    std::string left;
    int first = 0;
    for (int place = 1; place < format_.depth; place++) {
        Terms terms = only(power(large_));
        set_power(terms, 0, large_, -1);
        set_power(terms, place, large_ - kept_ - 1);
        if (result_of(terms) != 0) {
            first = first == 0 ? place : first;
            left += (left.empty() ? "" : ", ") + std::to_string(place);
        }
    }
    answer("1 - 1 (term 0) + 2^-" + std::to_string(kept_ + 1) + " (term t): the t where it is left",
           left.empty() ? "none" : left,
           left.empty()
               ? text_of("all %d terms and the accumulator are shifted to the largest one, together", format_.depth, 0)
           : first == 1 ? "terms are added one after the other"
                        : text_of("terms 0 to %d are added to the accumulator first, together", first - 1, 0));
}

void Probes::monotonic()
{
    const auto sum = [this](double c) {
        Terms terms = only(c * power(large_));
        for (int t = 0; t < format_.depth; t++) {
            set_power(terms, t, large_ - kept_ - 1);
        }
        return result_of(terms);
    };
    const double less = sum(1 - u_ / 2), more = sum(1);
    answer("c + " + std::to_string(format_.depth) + " x 2^-" + std::to_string(kept_ + 1) + " for c = 1 - u/2 and c = 1",
           text_of(less * power(-large_)) + ", " + text_of(more * power(-large_)),
           less > more ? "a smaller c gives a larger sum: not monotonic" : "the larger c gives no smaller sum");
}

// Observations: whatever the unit gives is an answer, so these rows cannot be wrong.
void Probes::denormals()
{
    Terms operand;
    operand.a[0] = power(-format_.operand_denormal);
    operand.b[0] = 1;
    const double of_operand = format_.product(operand);
    answer("2^-" + std::to_string(format_.operand_denormal) + " x 1, a denormal operand", text_of(of_operand),
           of_operand == operand.a[0] ? "denormal operands are kept" : "denormal operands are lost");
    const double of_accumulator = format_.product(only(power(-format_.denormal)));
    answer("c = 2^-" + std::to_string(format_.denormal) + ", a denormal accumulator", text_of(of_accumulator),
           of_accumulator == power(-format_.denormal) ? "denormal accumulators are kept" : "they are lost");
}

// An observation, too.
void Probes::beyond_largest()
{
    const int half_bit = format_.largest - format_.bits - 1; // of the largest number
    if (half_bit > 2 * format_.largest_operand) {
        return; // no product is so large
    }
    Terms terms = only(power(format_.largest) * (2 - u_));
    set_power(terms, 0, half_bit);
    const double d = format_.product(terms);
    answer("the largest number + half of its last bit", text_of(d),
           std::isinf(d) ? "rounded up, to infinity" : "rounded down: no infinity");
}

void Probes::random(int count)
{
    const std::vector<Terms> trials = random_trials(format_, count);
    const std::vector<double> results = format_.products(trials);
    int in_chain = 0;
    for (int t = 0; t < count; t++) {
        const Exact e = exact(format_, trials[t]);
        right_ = right_ && std::fabs(double(results[t] - e.sum)) <= error_bound(format_, e);
        in_chain += results[t] == chained(format_, trials[t]);
    }
    if (format_.is_chain) {
        answer("random operands, against fused multiply-adds in the order of terms",
               text_of("%d of %d equal", in_chain, count),
               in_chain == count ? "a chain of IEEE fused multiply-adds, in that order" : "no such chain");
        return;
    }
    const Fit fit = best_fit(format_, trials, results);
    answer("random operands, against the model that fits best", text_of("%d of %d equal", fit.matches, fit.trials),
           text_of("groups of %d, %d fractional bits kept, ", fit.model.group, fit.model.kept) +
               (fit.model.adds_exponents ? "exponents of products not normalised, "
                                         : "exponents of normalised products, ") +
               (fit.model.to_nearest ? "rounded to nearest even" : "rounded towards zero"));
}
} // namespace

std::vector<Answer> ask(const Format &format, int random_trials)
{
    Probes probes(format);
    probes.products();
    probes.rounding();
    if (probes.kept_bits()) { // else no term is small enough to be lost beside a large one
        probes.terms_together();
        probes.monotonic();
    }
    probes.denormals();
    probes.beyond_largest();
    probes.random(random_trials);
    return probes.answers;
}
} // namespace study
