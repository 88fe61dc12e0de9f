// JSON in few characters that need no escape in a link: deflated, then base64 as of RFC 4648 for addresses. What comes
// from outside is bounded before and while it is unpacked.
// @ts-check
import { strings } from './strings.js';

const packedMax = 1 << 16; // characters
export const unpackedMax = 1 << 20; // bytes

/** @param {unknown} value @returns {Promise<string>} */
export async function pack(value) {
    const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const packed = toText(new Uint8Array(await new Response(stream).arrayBuffer()));
    if (packed.length > packedMax) throw new Error(strings.share.tooLong);
    return packed;
}

/** @param {string} text @returns {Promise<any>} */
export async function unpack(text) {
    if (text.length > packedMax) throw new Error(strings.share.linkTooLong);
    try {
        return JSON.parse(await inflate(toBytes(text)));
    } catch (error) {
        if (error instanceof RangeError) throw new Error(strings.share.linkTooLong);
        throw new Error(strings.share.damaged);
    }
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    for (let size = 0; ;) {
        const { done, value } = await stream.read();
        if (done) return text + decoder.decode();
        size += value.length;
        if (size > unpackedMax) {
            await stream.cancel();
            throw new RangeError();
        }
        text += decoder.decode(value, { stream: true });
    }
}

/** @param {Uint8Array} bytes */
function toText(bytes) {
    const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
    return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
function toBytes(text) {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(letters, letter => letter.charCodeAt(0));
}
