import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { report } from './report.ts';
import { startTelemetry } from './start-telemetry.ts';

const { console } = globalThis;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  startTelemetry({
    apiUrl: '',
    environment: 'development',
    version: '1.0.0',
    registry: { remotes: {} },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const failToLoad = () =>
  report({ kind: 'remote-failed', remote: 'mf-auth', version: '7', reason: 'Gone.' });

test('a failed load is reported a second later', () => {
  failToLoad();
  expect(console.warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(console.warn).toHaveBeenCalledWith(
    'telemetry: remote-failed',
    expect.objectContaining({ reason: 'Gone.' }),
  );
});

test('a load that failed because the page is left is not reported', () => {
  failToLoad();
  window.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(1000);
  expect(console.warn).not.toHaveBeenCalled();
});
