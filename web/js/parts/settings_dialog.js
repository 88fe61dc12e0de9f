// The dialog of settings. A choice holds at once; there is nothing to confirm.
// @ts-check
/** @import { Settings } from '../settings.js' */
import { strings } from '../strings.js';
import { choices, choose, settings } from '../settings.js';
import { play } from '../sound.js';
import { openDialog } from './dialog.js';
import { choiceField } from './fields.js';

export function openSettings() {
    return openDialog({ title: strings.settings.title, content: () => fields().map(({ element }) => element) });
}

function fields() {
    const names = /** @type {(keyof Settings)[]} */ (Object.keys(choices));
    return names.map(name => {
        const texts = /** @type {{ label: string, help: string, options: Record<string, string> }} */ (strings.settings[name]);
        return choiceField({
            label: texts.label, help: texts.help, value: settings()[name],
            options: choices[name].map(value => ({ value, text: texts.options[value] })),
            change: value => change(name, value),
        });
    });
}

/** @param {keyof Settings} name @param {string} value */
function change(name, value) {
    choose(name, value);
    if (name === 'sound') play('points');
}
