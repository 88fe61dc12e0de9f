// Runs before the first paint: sets what a person chose to see (scheme, palette, motion), so that nothing flashes.
// A classic script, for modules wait. settings.js writes what is read here and does all the rest.
(function () {
    'use strict';
    var chosen = {};
    try {
        chosen = JSON.parse(localStorage.getItem('tilewright.settings') || '{}') || {};
    } catch (error) {
        chosen = {};
    }
    var root = document.documentElement;
    var still = chosen.motion === 'off' || (chosen.motion !== 'on' && matchMedia('(prefers-reduced-motion: reduce)').matches);
    if (chosen.scheme === 'light' || chosen.scheme === 'dark') root.dataset.scheme = chosen.scheme;
    if (chosen.palette === 'okabe') root.dataset.palette = chosen.palette;
    root.dataset.motion = still ? 'off' : 'on';
})();
