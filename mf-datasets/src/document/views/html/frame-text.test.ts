import { expect, test } from 'vitest';

import { frameTextOf } from './frame-text.ts';

function pageOf(html: string): Document {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  return page;
}

const part = (text: string, start: number, isChunk: boolean) => ({
  text,
  start,
  isChunk,
  match: undefined,
});

test('the text of a page is that of its elements, without its styles', () => {
  const page = pageOf(
    '<h1>A title</h1><style>p { color: red }</style><p>Some <b>bold</b> words</p>',
  );
  expect(frameTextOf(page).strings).toEqual(['A title', 'Some ', 'bold', ' words']);
});

test('marks are elements within the text, and go without a trace', () => {
  const page = pageOf('<p>Some words here</p>');
  const text = frameTextOf(page);
  const marks = () => [...page.querySelectorAll('mark')].map((mark) => mark.textContent);
  text.mark(
    new Map([[0, [part('Some ', -1, false), part('words', 9, true), part(' here', 14, false)]]]),
  );
  expect(marks()).toEqual(['words']);
  expect(page.querySelector('mark')?.dataset['place']).toBe('9');
  expect(page.body.textContent).toBe('Some words here');
  text.mark(new Map([[0, [part('Some words here', 4, true)]]]));
  expect(marks()).toEqual(['Some words here']);
  text.mark(new Map());
  expect(page.body.innerHTML).toBe('<p>Some words here</p>');
});
