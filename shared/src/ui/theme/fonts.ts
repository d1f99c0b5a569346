const file = (url: URL) => `url(${url.href}) format('woff2')`;

const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const latinExtended =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

/** The font of nearly all text. */
export const INTER_LATIN = {
  family: 'Inter Variable',
  source: file(
    new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url),
  ),
  unicodeRange: latin,
  weight: '100 900',
};
const interExtended = file(
  new URL('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2', import.meta.url),
);
const mono = file(
  new URL(
    '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    import.meta.url,
  ),
);

const face = (family: string, source: string, range: string, weight: string) =>
  `@font-face{font-family:'${family}';font-style:normal;font-weight:${weight};font-display:optional;src:${source};unicode-range:${range}}`;

/** A local font, stretched to Inter's width; its height is divided by the same factor. */
const fallback = (weight: string, width: number, ...names: string[]) =>
  `@font-face{font-family:'Inter Fallback';font-weight:${weight};src:${names.map((name) => `local('${name}')`).join()};size-adjust:${width}%;ascent-override:${(9687.5 / width).toFixed(2)}%;descent-override:${(2412 / width).toFixed(2)}%;line-gap-override:0%}`;

/**
 * The fonts, as CSS. `optional` never swaps a font after it was rendered, so nothing shifts; until the
 * file is in the cache, the fallback is a local font with Inter's metrics.
 */
export const fontFaces =
  face(INTER_LATIN.family, INTER_LATIN.source, latin, INTER_LATIN.weight) +
  face(INTER_LATIN.family, interExtended, latinExtended, '100 900') +
  face('JetBrains Mono Variable', mono, latin, '100 800') +
  fallback('100 500', 107.06, 'Arial', 'Liberation Sans') +
  fallback('501 900', 102.2, 'Arial Bold', 'Liberation Sans Bold');

/** Attribute of the style element of a prerendered page that has the fonts. */
export const FONTS_ATTRIBUTE = 'data-fonts';

/** Returns whether the page came with the fonts. An element that is added or moved loads them again, and moves text. */
export const areFontsInPage = (): boolean =>
  typeof document !== 'undefined' && document.querySelector(`style[${FONTS_ATTRIBUTE}]`) !== null;
