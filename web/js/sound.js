// Short sounds, made in code: a tile laid, points, a refusal, the end. Off unless a person turns them on.
// @ts-check
import { settings } from './settings.js';

/** Each is a few tones: pitch in hertz, when it begins and how long it lasts in seconds. @type {Record<string, [number, number, number][]>} */
const tones = {
    lay: [[320, 0, 0.05]],
    turn: [[440, 0, 0.05], [554, 0.06, 0.06]],
    points: [[523, 0, 0.07], [659, 0.07, 0.07], [784, 0.14, 0.1]],
    refuse: [[196, 0, 0.09]],
    won: [[523, 0, 0.1], [659, 0.1, 0.1], [784, 0.2, 0.1], [1047, 0.3, 0.22]],
    over: [[440, 0, 0.12], [349, 0.12, 0.2]],
};

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound, if sounds are on. @param {string} name */
export function play(name) {
    if (settings().sound !== 'on' || !Object.hasOwn(tones, name)) return;
    context ??= new AudioContext();
    if (context.state === 'suspended') context.resume().catch(() => {});
    for (const tone of tones[name]) sing(context, ...tone);
}

/** @param {AudioContext} audio @param {number} pitch @param {number} after @param {number} length */
function sing(audio, pitch, after, length) {
    const begin = audio.currentTime + after;
    const voice = audio.createOscillator();
    const loudness = audio.createGain();
    voice.type = 'triangle';
    voice.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(0.12, begin + 0.008);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + length);
    voice.connect(loudness).connect(audio.destination);
    voice.start(begin);
    voice.stop(begin + length + 0.02);
}
