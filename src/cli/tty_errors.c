/* Standard error becomes a file without a name; what is in it is copied to the terminal later. If
 * there is no room for such a file, all is as usual. */
#include "cli/tty_errors.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, TELL_MAX = 1 << 16, CHUNK = 1024 };

static int terminal = -1; /* standard error as it was */

static int open_nameless(void) {
    char path[PATH_BYTES];
    const char *folder = getenv("TMPDIR");
    int length = snprintf(path, sizeof path, "%s/tilewright-XXXXXX",
                          folder && *folder == '/' ? folder : "/tmp");
    if (length >= (int)sizeof path) return -1;
    int file = mkstemp(path);
    if (file >= 0) unlink(path);
    return file;
}

void tty_errors_keep(void) {
    if (terminal >= 0 || !isatty(STDERR_FILENO)) return;
    int file = open_nameless();
    if (file < 0) return;
    terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (terminal >= 0) dup2(file, STDERR_FILENO);
    close(file);
}

void tty_errors_tell(void) {
    char bytes[CHUNK];
    if (terminal < 0) return;
    int file = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(terminal, STDERR_FILENO);
    close(terminal);
    terminal = -1;
    if (file < 0) return;
    lseek(file, 0, SEEK_SET);
    for (int left = TELL_MAX; left > 0; left -= CHUNK) {
        ssize_t count = read(file, bytes, sizeof bytes);
        if (count <= 0 || write(STDERR_FILENO, bytes, (size_t)count) < 0) break;
    }
    close(file);
}
