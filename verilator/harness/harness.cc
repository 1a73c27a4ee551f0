// Runs one verilated design for the Go side: the messages are described in protocol.go.

#include "ports.h"

#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <unistd.h>

#if VM_COVERAGE
#include "verilated_cov.h"
#endif
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "messages are little endian");

namespace {

enum : uint64_t { RUN = 1, RESET = 2, BARE = 3 };
constexpr uint32_t MAGIC = 0x54494c46;
constexpr size_t MAX_TEXT = 1 << 16;
constexpr uint64_t MAX_CYCLES = 1 << 16;  // in one request to run

struct Fatal {};  // thrown where Verilator does not expect to go on

bool stopped = false;  // by the design, until the next reset
std::string text;      // what it printed in this cycle, up to the stop

void stop(const char* what, const char* file, int line) {
    if (!stopped && text.empty()) {
        text = std::string(what) + " at " + file + ":" + std::to_string(line);
    }
    stopped = true;
}

// Counts of all models so far, by Verilator's key of the point.
class Coverage {
public:
    explicit Coverage(std::string path) : path_(std::move(path)) {}

    void add(VerilatedContext& context) {
#if VM_COVERAGE
        if (path_.empty()) return;
        context.coveragep()->forcePerInstance(true);
        context.coveragep()->write(path_.c_str());
        std::ifstream file(path_);
        std::getline(file, title_);
        for (std::string line; std::getline(file, line);) {
            const size_t end = line.rfind(' ');
            counts_[line.substr(0, end)] += std::stoull(line.substr(end));
        }
#endif
    }

    bool write() const {
        if (path_.empty()) return true;
        std::ofstream file(path_);
        file << title_ << '\n';
        for (const auto& count : counts_) file << count.first << ' ' << count.second << '\n';
        file.close();
        return bool(file);
    }

private:
    std::string path_, title_;
    std::map<std::string, uint64_t> counts_;
};

// One life of the design, from power-up on.
class Simulation {
public:
    Simulation(uint64_t seed, const std::string& trace) {
        context_.randReset(2);
        context_.randSeed(fold(seed));
#if VM_TRACE
        context_.traceEverOn(true);
#endif
        model_.reset(new Vmodel(&context_, ""));
#if VM_TRACE
        if (!trace.empty()) {
            waves_.reset(new VerilatedFstC);
            model_->trace(waves_.get(), 99);
            waves_->open(trace.c_str());
        }
#endif
    }

    ~Simulation() {
#if VM_TRACE
        if (waves_) waves_->close();
#endif
        model_->final();
    }

    void step(const uint64_t* in, uint64_t* out) {
        text.clear();
        poke(*model_, in);
        clock(*model_, 0);
        eval();
#if VM_COVERAGE
        if (!settled_) {  // what the first reset changes is what the design held at power-up
            const bool rst = HAS_RESET && (in[RESET_WORD] & 1);
            context_.coveragep()->zero();
            settled_ = !HAS_RESET || (reset_ && !rst);
            reset_ = reset_ || rst;
        }
#endif
        peek(*model_, out);
        if (HAS_CLOCK) {
            clock(*model_, 1);
            eval();
        }
    }

    VerilatedContext& context() { return context_; }

private:
    void eval() {
        model_->eval();
#if VM_TRACE
        if (waves_) waves_->dump(context_.time());
#endif
        context_.timeInc(1);
    }

    // Verilator takes 31 bits; 0 would be a seed from the clock.
    static int fold(uint64_t seed) {
        seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
        seed = (seed ^ (seed >> 27)) * 0x94d049bb133111eb;
        return int((seed >> 33) | 1);
    }

    VerilatedContext context_;
    bool reset_ = false, settled_ = false;
    std::unique_ptr<Vmodel> model_;
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> waves_;
#endif
};

bool read_all(void* to, size_t size) {
    for (char* p = static_cast<char*>(to); size > 0;) {
        const ssize_t n = read(STDIN_FILENO, p, size);
        if (n <= 0) return false;
        p += n;
        size -= n;
    }
    return true;
}

void write_all(const void* from, size_t size) {
    for (const char* p = static_cast<const char*>(from); size > 0;) {
        const ssize_t n = write(STDOUT_FILENO, p, size);
        if (n <= 0) std::exit(3);  // nobody listens
        p += n;
        size -= n;
    }
}

void send_reply(uint64_t value, const uint64_t* words = nullptr, size_t count = 0) {
    const std::string& message = stopped ? text : std::string();
    const struct {
        uint32_t magic, status, words, text;
        uint64_t value;
    } header = {MAGIC, stopped, uint32_t(count), uint32_t(message.size()), value};
    write_all(&header, sizeof header);
    write_all(words, count * sizeof *words);
    write_all(message.data(), message.size());
}

void run(Simulation& s, const std::vector<uint64_t>& in, std::vector<uint64_t>& out, uint64_t cycles) {
    uint64_t cycle = 0, valid = 0;
    try {
        for (; cycle < cycles && !stopped; ++cycle) {
            s.step(&in[cycle * IN_WORDS], &out[cycle * OUT_WORDS]);
            ++valid;
        }
        if (stopped && cycle > 0) --cycle;  // the one that stopped
    } catch (const Fatal&) {
        stopped = true;  // in the middle of cycle, whose outputs are not there
    }
    send_reply(cycle, out.data(), valid * OUT_WORDS);
}

// Runs on given inputs, over and over, and sends nothing meanwhile.
void bare(Simulation& s, const std::vector<uint64_t>& in, uint64_t rows, uint64_t cycles) {
    std::vector<uint64_t> out(OUT_WORDS + 1);
    const auto begin = std::chrono::steady_clock::now();
    try {
        for (uint64_t i = 0, row = 0; i < cycles; ++i) {
            s.step(&in[row * IN_WORDS], &out[0]);
            if (++row == rows) row = 0;
        }
    } catch (const Fatal&) {
        send_reply(0);
        return;
    }
    const auto time = std::chrono::steady_clock::now() - begin;
    send_reply(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
}

int serve(const std::string& trace, const std::string& coverage_path) {
    Coverage coverage(coverage_path);
    std::unique_ptr<Simulation> s(new Simulation(0, trace));
    std::vector<uint64_t> in, out;
    for (uint64_t request[2]; read_all(request, sizeof request);) {
        const uint64_t argument = request[1];
        switch (request[0]) {
        case RUN:
            if (argument > MAX_CYCLES) return 2;
            in.resize(argument * IN_WORDS + 1);  // never empty
            out.resize(argument * OUT_WORDS + 1);
            if (!read_all(in.data(), argument * IN_WORDS * sizeof in[0])) return 2;
            run(*s, in, out, argument);
            break;
        case RESET:
            coverage.add(s->context());
            s.reset();  // ends the waves before new ones begin
            stopped = false;
            text.clear();
            s.reset(new Simulation(argument, trace));
            send_reply(0);
            break;
        case BARE:
            if (argument == 0 || argument > MAX_CYCLES) return 2;
            in.resize(argument * IN_WORDS + 1);  // the last word is the number of cycles
            if (!read_all(in.data(), in.size() * sizeof in[0])) return 2;
            bare(*s, in, argument, in.back());
            break;
        default: return 2;
        }
    }
    coverage.add(s->context());
    return coverage.write() ? 0 : 4;
}

}  // namespace

int flitwright_print(const char* format, ...) {
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (!stopped && text.size() + sizeof line < MAX_TEXT) text += line;
    return 0;
}

void vl_finish(const char* file, int line, const char*) { stop("$finish", file, line); }
void vl_stop(const char* file, int line, const char*) { stop("$stop", file, line); }

void vl_fatal(const char* file, int line, const char*, const char* message) {
    if (!stopped) text += std::string(message) + " at " + file + ":" + std::to_string(line);
    throw Fatal();
}

int main(int argc, char** argv) { return serve(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : ""); }
