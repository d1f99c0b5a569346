import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { onLinkIntent } from './on-link-intent.ts';

let meant: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <a href="/datasets/7/documents?path=a"><span id="inside">Documents</span></a>
    <a id="other" href="/workspaces">Workspaces</a>
    <a id="outside" href="https://elsewhere.example/x">Elsewhere</a>
    <button id="button">Button</button>`;
  meant = [];
  stop = onLinkIntent(({ pathname, search }) => meant.push(pathname + search));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const on = (id: string, type: string) =>
  document.querySelector(`#${id}`)?.dispatchEvent(new Event(type, { bubbles: true }));

test('a pointer that stays on a link means it, whatever of it the pointer is on', () => {
  on('inside', 'pointerover');
  vi.advanceTimersByTime(100);
  expect(meant).toEqual([]);
  on('inside', 'pointerover');
  vi.advanceTimersByTime(50);
  expect(meant).toEqual(['/datasets/7/documents?path=a']);
});

test('a pointer or a focus that passes over means nothing', () => {
  on('inside', 'pointerover');
  vi.advanceTimersByTime(80);
  on('button', 'pointerover');
  on('other', 'focusin');
  vi.advanceTimersByTime(80);
  on('other', 'focusout');
  vi.advanceTimersByTime(1000);
  expect(meant).toEqual([]);
});

test('a focus that stays means it', () => {
  on('other', 'focusin');
  vi.advanceTimersByTime(150);
  expect(meant).toEqual(['/workspaces']);
});

test('a press is meant at once, and once', () => {
  on('other', 'pointerover');
  on('other', 'pointerdown');
  expect(meant).toEqual(['/workspaces']);
  vi.advanceTimersByTime(1000);
  expect(meant).toEqual(['/workspaces']);
});

test('a link out of the console means nothing, and after the end none does', () => {
  on('outside', 'pointerdown');
  stop();
  on('other', 'pointerdown');
  expect(meant).toEqual([]);
});
