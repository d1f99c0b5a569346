import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { onLinkIntent } from './on-link-intent.ts';

let intended: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <a href="/datasets/7/documents?path=a"><span id="inside">Documents</span></a>
    <a id="other" href="/workspaces">Workspaces</a>
    <a id="outside" href="https://elsewhere.example/x">Elsewhere</a>
    <button id="button">Button</button>`;
  intended = [];
  stop = onLinkIntent(({ pathname, search }) => intended.push(pathname + search));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const on = (id: string, type: string) =>
  document.querySelector(`#${id}`)?.dispatchEvent(new Event(type, { bubbles: true }));

test('a pointer that stays on a link is intent, on any element inside the link', () => {
  on('inside', 'pointerover');
  vi.advanceTimersByTime(100);
  expect(intended).toEqual([]);
  on('inside', 'pointerover');
  vi.advanceTimersByTime(50);
  expect(intended).toEqual(['/datasets/7/documents?path=a']);
});

test('a pointer or a focus that passes over a link is no intent', () => {
  on('inside', 'pointerover');
  vi.advanceTimersByTime(80);
  on('button', 'pointerover');
  on('other', 'focusin');
  vi.advanceTimersByTime(80);
  on('other', 'focusout');
  vi.advanceTimersByTime(1000);
  expect(intended).toEqual([]);
});

test('a focus that stays is intent', () => {
  on('other', 'focusin');
  vi.advanceTimersByTime(150);
  expect(intended).toEqual(['/workspaces']);
});

test('a press is intent immediately, and once', () => {
  on('other', 'pointerover');
  on('other', 'pointerdown');
  expect(intended).toEqual(['/workspaces']);
  vi.advanceTimersByTime(1000);
  expect(intended).toEqual(['/workspaces']);
});

test('a link to another origin is no intent, and after the end none is', () => {
  on('outside', 'pointerdown');
  stop();
  on('other', 'pointerdown');
  expect(intended).toEqual([]);
});
