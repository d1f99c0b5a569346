import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { startAfterPaintScript } from './start-after-paint-script.ts';

let page = new EventTarget();
let isHidden = false;
let link: object | null;
let started: { src?: string }[] = [];
let report: (names: string[]) => void = () => undefined;
let frames: (() => void)[] = [];

/** A browser's observer of paints, which reports when the test says so. */
class PaintObserver {
  static supportedEntryTypes = ['paint'];
  constructor(callback: (entries: { getEntriesByName: (name: string) => string[] }) => void) {
    report = (names) =>
      callback({ getEntriesByName: (wanted) => names.filter((name) => name === wanted) });
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  isHidden = false;
  link = { href: '/shell/main.js', integrity: '' };
  started = [];
  frames = [];
  report = () => undefined;
});

afterEach(() => {
  vi.useRealTimers();
});

function load(observer: unknown = PaintObserver): void {
  const document = Object.assign(page, {
    querySelector: () => link,
    createElement: () => ({}),
    head: { appendChild: (script: object) => started.push(script) },
  });
  Object.defineProperty(document, 'hidden', { get: () => isHidden, configurable: true });
  // oxlint-disable-next-line typescript/no-implied-eval -- the text of an inline script
  new Function('document', 'window', 'requestAnimationFrame', startAfterPaintScript)(
    document,
    { PerformanceObserver: observer },
    (callback: () => void) => frames.push(callback),
  );
  page.dispatchEvent(new Event('DOMContentLoaded'));
}

test('the console starts when the first contentful paint is reported, and only once', () => {
  load();
  report(['first-paint']);
  expect(started).toEqual([]);
  report(['first-contentful-paint']);
  report(['first-contentful-paint']);
  vi.runAllTimers();
  expect(started).toEqual([{ src: '/shell/main.js' }]);
});

test('it starts at once in a hidden tab, and in one that is hidden before its paint', () => {
  isHidden = true;
  load();
  expect(started).toHaveLength(1);
  started = [];
  isHidden = false;
  load();
  expect(started).toEqual([]);
  isHidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(started.length).toBeGreaterThan(0);
});

test('it starts after the first frame in a browser that reports no paints', () => {
  load(null);
  expect(started).toEqual([]);
  frames[0]?.();
  vi.advanceTimersToNextTimer();
  expect(started).toHaveLength(1);
});

test('it starts also where no paint is ever reported', () => {
  load();
  vi.runAllTimers();
  expect(started).toHaveLength(1);
});

test('nothing is started on a page without a prerendered screen', () => {
  link = null;
  isHidden = true;
  load();
  vi.runAllTimers();
  expect(started).toEqual([]);
});
