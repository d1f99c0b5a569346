import { THEME_COLORS, themeScript } from './theme/theme-script.ts';

export { themeScript };

/** Inline CSS of the page: the canvas in its theme before any script has run, and no collapsing margin. */
export const pageStyle =
  `html{background:${THEME_COLORS.light}}html.dark{background:${THEME_COLORS.dark}}` +
  'body{margin:0}#root{display:flow-root}';
