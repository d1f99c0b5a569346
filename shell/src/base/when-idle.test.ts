import { afterEach, expect, test, vi } from 'vitest';

import { savesData, whenIdle } from './when-idle.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const connected = (connection?: { saveData?: boolean; effectiveType?: string }) =>
  vi.stubGlobal('navigator', { connection });

test.each([
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ saveData: false, effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: false, effectiveType: '3g' }, false],
  [{}, false],
  [undefined, false],
])('a connection that is %j saves data: %s', (connection, saves) => {
  connected(connection);
  expect(savesData()).toBe(saves);
});

test('a browser without idle callbacks calls back after a delay, unless data is saved', () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', undefined);
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  const act = vi.fn<() => void>();
  connected();
  whenIdle(act)();
  whenIdle(act);
  connected({ saveData: true });
  whenIdle(act);
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});
