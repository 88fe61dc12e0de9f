// Asks for the scripts of the screen that the address names, all at once and before the page knows that it needs them:
// else each is found only when the one that imports it has come. The build puts the names in; without them nothing is
// done. A classic script, for it must not wait for modules.
(function () {
    'use strict';
    var names = '@AHEAD@';
    if (names[0] !== '{') return;
    var screens = JSON.parse(names);
    var asked = {};

    function ask(file) {
        if (asked[file]) return;
        asked[file] = true;
        var link = document.createElement('link');
        link.rel = 'modulepreload';
        link.href = file;
        document.head.append(link);
    }

    function askFor() {
        var screen = /^#?\/?([a-z]*)/.exec(location.hash)[1] || 'home';
        if (Object.hasOwn(screens, screen)) screens[screen].forEach(ask);
    }

    addEventListener('hashchange', askFor);
    askFor();
})();
