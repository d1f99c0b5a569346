import { render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { FONTS_ATTRIBUTE } from './fonts.ts';
import { UiProvider } from './ui-provider.tsx';

const facesInPage = () =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => Array.from(cssRules))
    .filter((rule) => rule.cssText.startsWith('@font-face')).length;

afterEach(() => document.querySelector(`style[${FONTS_ATTRIBUTE}]`)?.remove());

test('the fonts are added to a page without them, and not again to one that has them', () => {
  const { unmount } = render(<UiProvider>Text</UiProvider>);
  expect(facesInPage()).toBeGreaterThan(0);
  unmount();
  expect(facesInPage()).toBe(0);

  const style = document.createElement('style');
  style.setAttribute(FONTS_ATTRIBUTE, '');
  document.head.append(style);
  render(<UiProvider>Text</UiProvider>);
  expect(facesInPage()).toBe(0);
});
