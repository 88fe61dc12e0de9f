# awk -f tools/imports.awk -v folder=FOLDER FILE...: these scripts and all that they import at once, nearest first, by
# their names in FOLDER, which tools/site has stripped: a line that imports ends with the name.

function resolve(from, name) {
    sub(/[^\/]*$/, "", from)
    name = from name
    while (sub(/(^|\/)\.\//, "/", name) || sub(/[^\/]+\/\.\.\//, "", name)) {}
    sub(/^\//, "", name)
    return name
}

function add(file) {
    if (!known[file]++) found[++count] = file
}

function scan(file,   line, path, read) {
    path = folder "/" file
    while ((read = (getline line < path)) > 0)
        if (line ~ /^((import|export|\}).* from|import) '[^']+';$/) {
            sub(/';$/, "", line)
            sub(/.*'/, "", line)
            add(resolve(file, line))
        }
    close(path)
    if (read < 0) {
        print "tools/imports.awk: " path " cannot be read" > "/dev/stderr"
        exit 1
    }
}

BEGIN {
    for (i = 1; i < ARGC; i++) add(ARGV[i])
    for (i = 1; i <= count; i++) {
        scan(found[i])
        print found[i]
    }
}
