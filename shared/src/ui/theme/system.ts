import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system';

import { withCachedStyles } from './cached-styles.ts';
import { semanticTokens, tokens } from './tokens.ts';

const reducedMotion = '@media (prefers-reduced-motion: reduce)';
const touch = '@media (pointer: coarse)';

const globalCss = {
  html: {
    '--global-font-body': 'fonts.body',
    '--global-font-mono': 'fonts.mono',
    '--global-color-border': 'colors.border.subtle',
    '--control': '2rem',
    '--control-sm': '1.75rem',
    '--control-text': 'fontSizes.md',
    bg: 'bg.canvas',
    color: 'fg.default',
    fontSize: '100%',
    // An address shows the characters that it has: "://" is no ligature.
    fontVariantLigatures: 'no-contextual',
    scrollbarColor: '{colors.border.strong} transparent',
    // Touch needs larger controls, and phones zoom into a field whose text is under 16 px.
    [touch]: {
      '--control': '2.75rem',
      '--control-sm': '2.25rem',
      '--control-text': 'fontSizes.lg',
    },
  },
  body: { fontSize: 'md', lineHeight: 'normal' },
  // A margin that collapses through the root would move the page when React takes over.
  '#root': { display: 'flow-root' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  '*::placeholder': { color: 'fg.muted' },
  '*::selection': { bg: 'accent.subtle', color: 'fg.default' },
  '*, *::before, *::after': {
    [reducedMotion]: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // None: even a short one would make every change of layout an animation of one frame.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
};

/** Chakra's engine with the product's own tokens, and none of Chakra's recipes. */
export const system = withCachedStyles(
  createSystem(
    defaultBaseConfig,
    defineConfig({
      preflight: true,
      disableLayers: true,
      cssVarsPrefix: 'c',
      globalCss,
      theme: {
        breakpoints: { sm: '40rem', md: '48rem', lg: '64rem', xl: '80rem' },
        tokens,
        semanticTokens,
        keyframes: {
          spin: { to: { transform: 'rotate(360deg)' } },
          appear: { from: { opacity: '0' } },
          pulse: { '50%': { opacity: '0.45' } },
          rise: { from: { opacity: '0', transform: 'translateY(4px) scale(0.99)' } },
          slide: { from: { transform: 'translateX(var(--slide-from, 100%))' } },
        },
      },
    }),
  ),
);
