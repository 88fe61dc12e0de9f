/* Whether a socket's server lives is found by connecting: of a dead one nobody answers. */
#include "serve/console_socket.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { OWNER_ONLY = 0177, OTHERS_WRITE = S_IWGRP | S_IWOTH, STICKY = 01000 };

static bool fill(const char *path, struct sockaddr_un *address) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (!*path || strlen(path) >= sizeof address->sun_path) return false;
    strcpy(address->sun_path, path);
    return true;
}

static int fail(const char *path, const char *why, struct text *wrong) {
    text_string(wrong, "the socket ");
    text_printable(wrong, path, strlen(path));
    text_format(wrong, " cannot be used: %s", why);
    return -1;
}

int console_socket_connect(const char *path) {
    struct sockaddr_un address;
    errno = ENAMETOOLONG;
    if (!fill(path, &address)) return -1;
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (made < 0) return -1;
    if (connect(made, (struct sockaddr *)&address, sizeof address) == 0) return made;
    int error = errno;
    close(made);
    errno = error;
    return -1;
}

/* Makes the folders of a path. What cannot be made is found out when the folder is looked at. */
static void make_folders(const char *path) {
    struct sockaddr_un room;
    if (!fill(path, &room)) return;
    for (char *at = room.sun_path + 1; *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        mkdir(room.sun_path, 0700);
        *at = '/';
    }
}

/* Nobody else may put another socket there: so the folder is ours or the system's, and others may
 * not write in it, or not take away what is ours, as in /tmp. */
static const char *refuse_folder(const char *path) {
    struct sockaddr_un room;
    struct stat status;
    if (!fill(path, &room)) return "its name must be shorter";
    char *slash = strrchr(room.sun_path, '/');
    if (slash) slash[slash == room.sun_path] = '\0';
    if (stat(slash ? room.sun_path : ".", &status) < 0) return strerror(errno);
    if (!S_ISDIR(status.st_mode)) return strerror(ENOTDIR);
    if (status.st_uid != geteuid() && status.st_uid != 0) return "its folder is somebody else's";
    if (status.st_mode & OTHERS_WRITE && !(status.st_mode & STICKY))
        return "others may write in its folder";
    return NULL;
}

/* Takes away what a dead server left. Returns NULL, or why not. */
static const char *clear(const char *path) {
    struct stat status;
    if (lstat(path, &status) < 0) return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISSOCK(status.st_mode)) return "there is a file that is no socket";
    int made = console_socket_connect(path);
    if (made >= 0) close(made);
    if (made >= 0) return "another server uses it; give this one another --gm-sock";
    if (errno != ECONNREFUSED) return strerror(errno);
    return unlink(path) < 0 ? strerror(errno) : NULL;
}

int console_socket_bind(const char *path, struct text *wrong) {
    struct sockaddr_un address;
    make_folders(path);
    const char *why = refuse_folder(path);
    if (!why) why = clear(path);
    if (why || !fill(path, &address)) return fail(path, why, wrong);
    int made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (made < 0) return fail(path, strerror(errno), wrong);
    mode_t before = umask(OWNER_ONLY);
    int bound = bind(made, (struct sockaddr *)&address, sizeof address);
    int error = errno;
    umask(before);
    if (bound == 0 && fcntl(made, F_SETFL, O_NONBLOCK) == 0 &&
        fcntl(made, F_SETFD, FD_CLOEXEC) == 0)
        return made;
    close(made);
    return fail(path, strerror(error), wrong);
}
