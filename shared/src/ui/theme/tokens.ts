import { palette } from './palette.ts';

interface Token {
  value: string;
}

const each = (values: Record<string, string>): Record<string, Token> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

/** The 4 px grid, in rem: `4` is 16 px. */
const grid = Object.fromEntries(
  [
    0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40, 48, 64,
  ].map((step) => [String(step), { value: `${step / 4}rem` }]),
);

const sans = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";
const mono =
  "'JetBrains Mono Variable', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

export const tokens = {
  spacing: grid,
  sizes: {
    ...grid,
    ...each({ full: '100%', page: '75rem', min: 'min-content', max: 'max-content' }),
  },
  fonts: each({ body: sans, heading: sans, mono }),
  fontSizes: each({
    xs: '0.75rem',
    sm: '0.8125rem',
    md: '0.875rem',
    lg: '1rem',
    xl: '1.25rem',
    '2xl': '1.5rem',
  }),
  fontWeights: each({ normal: '400', medium: '500', semibold: '600', bold: '700' }),
  lineHeights: each({ tight: '1.25', normal: '1.5' }),
  radii: each({ sm: '0.25rem', md: '0.375rem', lg: '0.625rem', full: '9999px' }),
  zIndex: each({
    sticky: '10',
    drawer: '40',
    modal: '50',
    popover: '60',
    skipLink: '70',
    toast: '80',
  }),
};

type Colors = Record<string, Record<string, { value: { _light: string; _dark: string } }>>;

const colors: Colors = {};
for (const [name, [light, dark]] of Object.entries(palette)) {
  const [group = '', shade = ''] = name.split('.');
  colors[group] = { ...colors[group], [shade]: { value: { _light: light, _dark: dark } } };
}

export const semanticTokens = {
  colors,
  shadows: {
    raised: {
      value: {
        _light: '0 1px 2px rgb(16 24 40 / 6%), 0 8px 24px rgb(16 24 40 / 12%)',
        _dark: '0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 50%)',
      },
    },
  },
};
