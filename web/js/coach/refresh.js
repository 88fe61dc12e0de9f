// Putting new content into a part without losing the focus: what has the same data-key keeps it.
// @ts-check

/** @param {HTMLElement} element @param {(Node | null | false | undefined)[]} children */
export function refresh(element, children) {
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const key = focused?.getAttribute('data-key');
    const scroll = element.querySelector('.candidates-scroll')?.scrollTop ?? 0;
    element.replaceChildren(.../** @type {Node[]} */ (children.filter(Boolean)));
    const scrolled = element.querySelector('.candidates-scroll');
    if (scrolled) scrolled.scrollTop = scroll;
    if (!key) return;
    const again = [...element.querySelectorAll('[data-key]')].find(other => other.getAttribute('data-key') === key);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
