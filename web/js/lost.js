// A host shows 404.html at any address below the page's folder, where its own addresses lead astray. It looks for this
// script in its folder and in those above; the one that is found knows the way, and puts the others right.
// @ts-check
{
    const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
    const home = new URL('..', src);
    for (const [selector, name] of [['link', 'href'], ['a', 'href'], ['img', 'src']]) {
        for (const element of document.querySelectorAll(selector)) element.setAttribute(name, new URL(element.getAttribute(name) ?? '', home).href);
    }
}
