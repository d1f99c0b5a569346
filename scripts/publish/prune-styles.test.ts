import { expect, test } from 'vitest';

import { pruneStyles } from './prune-styles.ts';

const html = '<main class="css-a"><input id="one" type="email"/></main>';
const classes = '<style data-emotion="css a">.css-a{color:var(--b);}.css-a:hover{top:0;}</style>';
const pruned = (css: string, content = html) =>
  pruneStyles({
    html: content,
    style: `<style data-emotion="css-global x1">${css}</style>${classes}`,
  });

test('rules that match nothing on the page are removed, and states of what is there stay', () => {
  expect(
    pruned(
      'html,table{margin:0;}textarea{resize:vertical;}input[aria-invalid=true]:where(:not([hidden="x"])){top:0;}' +
        'body:is(.dark, .light) input::placeholder{left:0;}.dark .css-a{top:1px;}#two{top:2px;}',
    ),
  ).toBe(
    '<style>html{margin:0;}input[aria-invalid=true]:where(:not([hidden="x"])){top:0;}' +
      `body:is(.dark, .light) input::placeholder{left:0;}.dark .css-a{top:1px;}</style>${classes}`,
  );
});

test('rules in media queries are pruned as well, with the query that is empty then', () => {
  expect(pruned('@media (width > 1px){hr{top:0;}main{top:0;}}@media print{hr{top:0;}}')).toBe(
    `<style>@media (width > 1px){main{top:0;}}</style>${classes}`,
  );
});

test('only variables that something refers to stay, through other variables too', () => {
  expect(
    pruned(':root{--a:1;--b:var(--c);--c:2;--d-0\\.5:3;--e:4;}main{top:var(--d-0\\.5);}'),
  ).toBe(
    `<style>:root{--b:var(--c);--c:2;--d-0\\.5:3;}main{top:var(--d-0\\.5);}</style>${classes}`,
  );
  expect(pruned(':root{--a:1;}', '<i style="top:var(--a)"></i>')).toContain('--a:1;');
});

test('only animations that something uses stay', () => {
  expect(
    pruned('@keyframes spin{to{top:0;}}@keyframes rise{to{top:0;}}main{animation:spin 1s;}'),
  ).toBe(`<style>@keyframes spin{to{top:0;}}main{animation:spin 1s;}</style>${classes}`);
});

test('an element of which nothing is removed is adopted by emotion, such as that of the typefaces', () => {
  const face = "@font-face{font-family:'A';src:local('B');unicode-range:U+0000-00FF,U+0131;}";
  expect(pruned(face)).toBe(`<style data-emotion="css-global x1">${face}</style>${classes}`);
});
