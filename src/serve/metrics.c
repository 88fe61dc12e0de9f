/* Numbers are kept by who counts them; only here they get names, kinds and words. */
#include "serve/metrics.h"
#include "hall/hall.h"
#include "serve/print.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINE_BYTES = 256, PER_OCTAVE = 4 };
static const double least_seconds = 1e-5;

/* Returns the upper edge of a bucket. */
static double edge(int bucket) {
    return least_seconds * exp2((double)bucket / PER_OCTAVE);
}

void metrics_time(struct metrics_times *times, double seconds) {
    if (!(seconds >= 0)) seconds = 0;
    double at = seconds > least_seconds ? ceil(PER_OCTAVE * log2(seconds / least_seconds)) : 0;
    times->counts[at < METRICS_BUCKETS ? (int)at : METRICS_BUCKETS - 1]++;
    times->count++;
    times->sum += seconds;
}

double metrics_quantile(const struct metrics_times *times, double share) {
    double wanted = share * (double)times->count;
    uint64_t below = 0;
    for (int i = 0; i < METRICS_BUCKETS; i++) {
        below += times->counts[i];
        if (below > 0 && (double)below >= wanted) return edge(i);
    }
    return 0;
}

/* How a value is told: a name and a label for programs, words for people. */
struct row {
    const char *name, *label, *kind, *help, *words;
};

static const struct row rows[METRICS] = {
    [METRICS_TELNET] = {"connections", "door=\"telnet\"", "gauge", "Connections open now.",
                        "terminals connected"},
    [METRICS_WEBSOCKET] = {"connections", "door=\"websocket\"", NULL, NULL, "browsers connected"},
    [METRICS_CONSOLE] = {"connections", "door=\"console\"", NULL, NULL, "consoles connected"},
    [METRICS_CAME] = {"connections_accepted_total", "", "counter", "Connections accepted.",
                      "connections accepted"},
    [METRICS_REFUSED] = {"connections_refused_total", "", "counter",
                         "Connections refused: by a limit, or because memory or files ran out.",
                         "connections refused"},
    [METRICS_DROPPED] = {"connections_dropped_total", "", "counter",
                         "Connections ended by the server: slow, idle, too much, bad bytes.",
                         "connections dropped"},
    [METRICS_IN] = {"received_bytes_total", "", "counter", "Bytes received.", "bytes received"},
    [METRICS_OUT] = {"sent_bytes_total", "", "counter", "Bytes sent.", "bytes sent"},
    [METRICS_HTTP] = {"http_requests_total", "", "counter", "HTTP requests.", "HTTP requests"},
    [METRICS_REQUESTS] = {"requests_total", "", "counter", "Requests of the protocol.",
                          "requests of the protocol"},
    [METRICS_ERRORS] = {"request_errors_total", "", "counter",
                        "Requests of the protocol answered by an error.",
                        "of them answered by an error"},
    [METRICS_KEPT] = {"games_kept_total", "", "counter", "Finished games in the store.",
                      "games kept"},
    [METRICS_NOT_KEPT] = {"games_not_kept_total", "", "counter",
                          "Finished games that the store refused.", "games not kept"},
};

static const struct row hall_rows[] = {
    {"members", "", "gauge", "Members, with those whose connection is lost.", "members"},
    {"rooms", "", "gauge", "Rooms.", "rooms"},
    {"playing", "", "gauge", "Persons in rounds.", "persons in rounds"},
    {"watching", "", "gauge", "Persons who watch.", "persons who watch"},
    {"rounds_total", "", "counter", "Rounds that are over.", "rounds over"},
    {"ticks_late_total", "", "counter", "Ticks that came late by more than half of one.",
     "ticks late"},
};
enum { HALL_ROWS = sizeof hall_rows / sizeof *hall_rows };

static uint64_t hall_value(const struct hall *hall, int row) {
    const uint64_t values[HALL_ROWS] = {(uint64_t)hall->members_count,
                                        (uint64_t)hall->rooms_count,
                                        (uint64_t)hall->playing_count,
                                        (uint64_t)hall->watching_count,
                                        hall->rounds,
                                        hall->late};
    return values[row];
}

/* The process itself. */
struct process {
    double cpu;
    uint64_t memory, files;
};

static void look_at_process(struct process *process) {
    struct rusage usage;
    struct rlimit files;
    unsigned long pages = 0;
    memset(process, 0, sizeof *process);
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        process->cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) process->files = files.rlim_cur;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (!statm) return; /* there may be no file descriptor left */
    if (fscanf(statm, "%*u %lu", &pages) == 1)
        process->memory = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    fclose(statm);
}

static void put_head(struct text *out, const char *name, const char *kind, const char *help) {
    print_to(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind);
}

static void put_row(struct text *out, const struct row *row, uint64_t value) {
    char name[LINE_BYTES / 4];
    snprintf(name, sizeof name, "tilewright_%s", row->name);
    if (row->kind) put_head(out, name, row->kind, row->help);
    print_to(out, *row->label ? "%s{%s} %" PRIu64 "\n" : "%s%s %" PRIu64 "\n", name, row->label,
             value);
}

static void put_times(struct text *out, const struct metrics_times *times) {
    static const char name[] = "tilewright_input_to_frame_seconds";
    put_head(out, name, "summary", "From input to the frame that answers it.");
    print_to(out, "%s{quantile=\"0.5\"} %.6f\n", name, metrics_quantile(times, 0.5));
    print_to(out, "%s{quantile=\"0.99\"} %.6f\n", name, metrics_quantile(times, 0.99));
    print_to(out, "%s_sum %.6f\n%s_count %" PRIu64 "\n", name, times->sum, name, times->count);
}

static void put_process(struct text *out) {
    struct process process;
    look_at_process(&process);
    put_head(out, "process_cpu_seconds_total", "counter", "CPU time, user and system.");
    print_to(out, "process_cpu_seconds_total %.3f\n", process.cpu);
    put_head(out, "process_resident_memory_bytes", "gauge", "Memory that is resident.");
    print_to(out, "process_resident_memory_bytes %" PRIu64 "\n", process.memory);
    put_head(out, "process_max_fds", "gauge", "File descriptors that may be open.");
    print_to(out, "process_max_fds %" PRIu64 "\n", process.files);
}

void metrics_write(const struct metrics *metrics, const struct hall *hall, struct text *out) {
    for (int i = 0; i < METRICS; i++) put_row(out, &rows[i], metrics->values[i]);
    for (int i = 0; i < HALL_ROWS; i++) put_row(out, &hall_rows[i], hall_value(hall, i));
    put_times(out, &metrics->frames);
    put_process(out);
}

void metrics_write_plain(const struct metrics *metrics, const struct hall *hall, struct text *out) {
    struct process process;
    look_at_process(&process);
    for (int i = 0; i < HALL_ROWS; i++)
        print_to(out, "%-32s %" PRIu64 "\n", hall_rows[i].words, hall_value(hall, i));
    for (int i = 0; i < METRICS; i++)
        print_to(out, "%-32s %" PRIu64 "\n", rows[i].words, metrics->values[i]);
    print_to(out, "%-32s %.1f ms, 99 %% below %.1f ms\n", "input to frame, median",
             1e3 * metrics_quantile(&metrics->frames, 0.5),
             1e3 * metrics_quantile(&metrics->frames, 0.99));
    print_to(out, "%-32s %.1f MB\n", "memory", (double)process.memory / 1e6);
    print_to(out, "%-32s %.1f s\n", "CPU time", process.cpu);
}
