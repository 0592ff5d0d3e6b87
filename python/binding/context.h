// SPDX-License-Identifier: Apache-2.0
// A context with the lock that lets threads of Python share it, and how a status becomes an exception.
#ifndef TCU_PYTHON_CONTEXT_H
#define TCU_PYTHON_CONTEXT_H

#include <cstdint>
#include <mutex>
#include <nanobind/nanobind.h>
#include <string>

#include <tcu/tcu.h>

namespace tcu_python
{

// Raises the exception of tcu._errors that the status stands for, with the sentence.
[[noreturn]] void raise_status(tcu_status status, const std::string &sentence);

class context
{
  public:
    context(int backend, int device);
    context(const context &) = delete;
    context &operator=(const context &) = delete;
    ~context();

    // Runs `function(tcu_context *)` on the stream, without the interpreter's lock and with this context's, as a context
    // belongs to one thread at a time; raises where it fails.
    template <typename Function>
    void run(uintptr_t stream, Function function)
    {
        tcu_status status;
        std::string sentence;
        {
            // The interpreter's lock goes first: who waits for a context must not keep the others from running.
            const nanobind::gil_scoped_release unlocked;
            const std::lock_guard<std::mutex> guard(mutex_);
            status = TCU_SUCCESS;
            if (stream != stream_) {
                status = tcu_context_set_stream(handle_, reinterpret_cast<void *>(stream));
                stream_ = status == TCU_SUCCESS ? stream : stream_;
            }
            if (status == TCU_SUCCESS) {
                status = function(handle_);
            }
            if (status != TCU_SUCCESS) {
                sentence = tcu_context_last_error(handle_);
                if (sentence.empty()) {
                    sentence = tcu_context_last_error(nullptr);
                }
            }
        }
        if (status != TCU_SUCCESS) {
            raise_status(status, sentence);
        }
    }

  private:
    tcu_context *handle_ = nullptr;
    uintptr_t stream_ = 0;
    std::mutex mutex_;
};

void bind_context(nanobind::module_ &module);

} // namespace tcu_python

#endif // TCU_PYTHON_CONTEXT_H
