/**
 * Every colour of the product, once per theme. Neutrals are slightly cool; the accent is for the
 * primary action, the selected item and focus, nothing else. `palette.test.ts` checks the contrasts.
 */
export const palette = {
  'bg.canvas': ['#f7f8fa', '#0e1014'],
  'bg.panel': ['#ffffff', '#15181d'],
  'bg.raised': ['#ffffff', '#1d2127'],
  'bg.subtle': ['#f1f3f6', '#1b1f25'],
  'bg.hover': ['#eceef2', '#22262e'],
  'bg.backdrop': ['#0f131b66', '#05070ab3'],
  'fg.default': ['#12161d', '#edeff2'],
  'fg.muted': ['#596170', '#9aa2b0'],
  'border.subtle': ['#e4e7ec', '#2a2f37'],
  'border.strong': ['#cfd4dc', '#3d444f'],
  'border.control': ['#858d9b', '#6a7382'],
  'accent.DEFAULT': ['#4b4fd1', '#5c60de'],
  'accent.hover': ['#3e42bb', '#5155d0'],
  'accent.contrast': ['#ffffff', '#ffffff'],
  'accent.fg': ['#4347c4', '#a9adff'],
  'accent.subtle': ['#eeeefb', '#23254a'],
  'danger.DEFAULT': ['#c8242f', '#c93a40'],
  'danger.hover': ['#ad1c27', '#b53137'],
  'danger.contrast': ['#ffffff', '#ffffff'],
  'danger.fg': ['#b91f2b', '#ff8f8c'],
  'danger.subtle': ['#fdeeee', '#3a1a1d'],
  'success.DEFAULT': ['#15803d', '#3fb56b'],
  'success.fg': ['#14733a', '#63d18b'],
  'success.subtle': ['#e8f6ed', '#12301f'],
  'info.DEFAULT': ['#1d6fd6', '#4c9bf5'],
  'info.fg': ['#1a5fb8', '#7db8ff'],
  'info.subtle': ['#e8f1fc', '#14293f'],
  'warning.DEFAULT': ['#b45309', '#d99a2b'],
  'warning.fg': ['#92480a', '#ecb95a'],
  'warning.subtle': ['#fdf3e1', '#35270f'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** A colour's name, as screens use it; `accent.DEFAULT` is written `accent`. */
export type ColorName = keyof typeof palette;
