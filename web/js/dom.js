// Making elements. Text is always text: nothing here takes markup.
// @ts-check
import { icons } from './icons.js';

/**
 * Makes an element. Props: `class`, `on…` handlers, `data-…` and `aria-…` attributes, anything else as an attribute;
 * false and null leave an attribute out. Children: nodes and strings; null and false are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
    const element = document.createElement(tag);
    set(element, props);
    element.append(...present(children));
    return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    set(element, props);
    element.append(...present(children));
    return element;
}

/** @param {(Node | string | null | undefined | false)[]} children @returns {(Node | string)[]} */
const present = children => /** @type {(Node | string)[]} */ (children.filter(child => child != null && child !== false));

/** @param {Element} element @param {Record<string, unknown>} props */
export function set(element, props) {
    for (const [name, value] of Object.entries(props)) {
        if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
        else if (value === false || value == null) element.removeAttribute(name);
        else element.setAttribute(name, value === true ? '' : String(value));
    }
}

/** @param {string} name of one in icons.js @returns {SVGSVGElement} */
export function icon(name) {
    return svg('svg', { class: 'icon', 'aria-hidden': 'true', viewBox: '0 0 24 24' }, svg('path', { d: icons[name] ?? '' }));
}

/** @param {ParentNode} root @param {string} selector @returns {HTMLElement} */
export function find(root, selector) {
    const found = root.querySelector(selector);
    if (!found) throw new Error(`nothing matches ${selector}`);
    return /** @type {HTMLElement} */ (found);
}
