/** Returns a header `Upload-Metadata`: keys, and values in UTF-8 and Base64. */
export const encodeMetadata = (metadata: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(metadata)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${base64(value)}`]))
    .join(',');

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
