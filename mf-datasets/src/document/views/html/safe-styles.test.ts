import { describe, expect, test } from 'vitest';

import { cutDeclarations, safeSheet } from './safe-styles.ts';

describe('the style sheet of a document', () => {
  test('keeps how things look', () => {
    expect(safeSheet('h1 { color: red; margin: 2px }')).toMatch(
      /h1 \{ color: red; margin: 2px;? \}/,
    );
  });

  test.each([
    '@import url(https://elsewhere.example/a.css);',
    '@font-face { font-family: x; src: url(https://elsewhere.example/a.woff2) }',
    'p { background: url(https://elsewhere.example/a.png) }',
    '@media all { p { background: url(https://elsewhere.example/a.png) } }',
    'p { --x: url(https://elsewhere.example/a.png) }',
  ])('loads nothing: %s', (text) => {
    expect(safeSheet(`${text} b { color: blue }`)).not.toContain('elsewhere');
  });

  test('does not end its element', () => {
    expect(safeSheet('p::after { content: "</style><script>" }')).not.toContain('<');
  });
});

test('the style of an element loses only what may load', () => {
  const element = document.createElement('p');
  element.style.cssText = 'color: red; background-image: url(https://elsewhere.example/a.png)';
  cutDeclarations(element.style);
  expect(element.style.cssText).toBe('color: red;');
});
