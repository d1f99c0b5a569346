/** Pixels of an image. */
export interface ImageSize {
  width: number;
  height: number;
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

/**
 * Returns the size that the header of a PNG, JPEG, GIF or WebP states, before anything is decoded.
 * Undefined for other formats and for headers that cannot be read.
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (startsWith(bytes, [0x89, ...ascii('PNG')])) {
      return { width: view.getUint32(16), height: view.getUint32(20) };
    }
    if (startsWith(bytes, ascii('GIF8'))) {
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    }
    if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) {
      return webpSize(bytes, view);
    }
    return startsWith(bytes, [0xff, 0xd8]) ? jpegSize(view) : undefined;
  } catch {
    // The file ends within its header.
    return undefined;
  }
}

function webpSize(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  if (startsWith(bytes, ascii('VP8 '), 12)) {
    return {
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  if (startsWith(bytes, ascii('VP8L'), 12)) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!startsWith(bytes, ascii('VP8X'), 12)) return undefined;
  const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
}

/** The start of a frame states the size: ISO/IEC 10918-1, B.2.2. */
function jpegSize(view: DataView): ImageSize {
  let at = 2;
  for (;;) {
    const marker = view.getUint16(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf;
    if (isFrame && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    // Padding before a marker.
    at += marker === 0xffff ? 1 : 2 + view.getUint16(at + 2);
  }
}
