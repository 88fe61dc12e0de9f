# awk -f tools/strip.awk FILE: the text of a script or a style sheet without comments, indentation and empty
# lines: what a browser needs of it. It reads words, strings, patterns and templates as the languages have them, so that
# the program stays the same (tests/web_strip.sh). Where it is not sure, it leaves a comment alone or says so and fails.

BEGIN {
    word = "[A-Za-z0-9_$]"
    # After these words and signs a slash begins a pattern, not a division.
    before_pattern = "(^|[^A-Za-z0-9_$.])(return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$|[(,=:\\[!&|?{;+*%<>~^-]$"
}

FNR == 1 { style = FILENAME ~ /\.css$/ }

function fail(why) {
    print FILENAME ":" FNR ": " why > "/dev/stderr"
    failed = 1
    exit 1
}

# Moves the first `count` characters of the line to the output.
function take(count) {
    out = out substr(line, 1, count)
    line = substr(line, count + 1)
}

function take_match(pattern, why) {
    if (!match(line, pattern)) fail(why)
    take(RLENGTH)
}

function take_template() {
    if (!match(line, /[`\\]|\$\{/)) return take(length(line))
    take(RSTART - 1)
    if (substr(line, 1, 1) == "\\") return take(2)
    in_template = 0
    if (substr(line, 1, 1) == "`") return take(1)
    outer[++deep] = braces
    braces = 0
    take(2)
}

# What is behind the line, or the end of the lines before it where it is empty.
function code_before() {
    sub(/[ \t]+$/, "", before)
    return out ~ /[^ \t]/ ? out : before
}

function take_slash(   code) {
    if (style) return take(1)
    code = code_before()
    sub(/[ \t]+$/, "", code)
    if (code ~ /\}$/) fail("a slash after } may be a pattern or a division: write it otherwise")
    if (code !~ /(\+\+|--)$/ && (code == "" || code ~ before_pattern))
        take_match("^/([^/\\\\[]|\\\\.|\\[([^]\\\\]|\\\\.)*\\])+/[a-z]*", "a pattern that does not end")
    else take(1)
}

# Leaves a comment out where nothing joins that was apart.
function drop_comment(   end, comment) {
    end = index(substr(line, 3), "*/")
    if (!end) {
        if (style && out != "" && out !~ /[ \t]$/) fail("a comment over several lines must begin on its own")
        in_comment = 1
        line = ""
        return
    }
    comment = substr(line, 1, end + 3)
    line = substr(line, end + 4)
    if (out == "" || out ~ /[ \t(\[{,;]$/) sub(/^[ \t]+/, "", line)
    else if (line !~ /^([ \t)\]},;]|$)/) out = out comment
}

function end_comment(   end) {
    end = index(line, "*/")
    if (end) in_comment = 0
    line = end ? substr(line, end + 2) : ""
    sub(/^[ \t]+/, "", line)
    if (style && line != "") fail("a comment over several lines must end on its own")
}

function take_brace(brace) {
    take(1)
    if (brace == "{") braces++
    else if (braces == 0 && deep > 0) {
        in_template = 1
        braces = outer[deep--]
    } else braces--
}

function take_code(   sign) {
    if (!match(line, /["'`\/{}]/)) return take(length(line))
    take(RSTART - 1)
    sign = substr(line, 1, 1)
    if (sign == "\"") take_match("^\"([^\"\\\\]|\\\\.)*\"", "a string that does not end")
    else if (sign == "'") take_match("^'([^'\\\\]|\\\\.)*'", "a string that does not end")
    else if (sign == "{" || sign == "}") take_brace(sign)
    else if (line ~ /^\/\*/) drop_comment()
    else if (style) take(1)
    else if (line ~ /^\/\//) line = ""
    else if (sign == "/") take_slash()
    else {
        in_template = 1
        take(1)
    }
}

{
    line = $0
    out = ""
    whole = in_template
    if (!whole && !in_comment) sub(/^[ \t]+/, "", line)
    while (line != "") {
        if (in_template) take_template()
        else if (in_comment) end_comment()
        else take_code()
    }
    if (!in_template) sub(/[ \t]+$/, "", out)
    if (out != "" || whole) print out
    if (out != "") before = out
}

END {
    if (!failed && (in_template || in_comment || deep > 0 || braces != 0)) fail("it ends within a template, a comment or braces")
}
