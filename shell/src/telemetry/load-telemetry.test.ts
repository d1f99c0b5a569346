import type { RuntimeConfig } from '@carrel/shared/releases';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadTelemetry } from './load-telemetry.ts';
import { report } from '../base/report.ts';
import { startTelemetry } from './start-telemetry.ts';

const config: RuntimeConfig = {
  apiUrl: '',
  environment: 'production',
  version: '1.0.0',
  registry: { remotes: {} },
};

const { console } = globalThis;

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (act: () => void) => act());
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('in development the console shows what an endpoint would receive', async () => {
  report({ kind: 'remote-loaded', remote: 'mf-auth', version: '7', milliseconds: 12 });
  loadTelemetry({ ...config, environment: 'development' });
  await waitFor(() =>
    expect(console.info).toHaveBeenCalledWith('telemetry: remote-loaded', {
      remote: 'mf-auth',
      version: '7',
      milliseconds: 12,
    }),
  );
  report({ kind: 'remote-refused', remote: 'mf-auth', version: '7', reason: 'Too new.' });
  expect(console.warn).toHaveBeenCalledWith(
    'telemetry: remote-refused',
    expect.objectContaining({ reason: 'Too new.' }),
  );
});

test('in production without an endpoint nothing is reported', () => {
  const idle = vi.fn<() => void>();
  vi.stubGlobal('requestIdleCallback', idle);
  loadTelemetry(config);
  report({ kind: 'error', error: new Error('Not reported') });
  expect(idle).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
});

const failToLoad = () =>
  report({ kind: 'remote-failed', remote: 'mf-auth', version: '7', reason: 'Gone.' });

test('a failed load is reported a second later', () => {
  vi.useFakeTimers();
  startTelemetry({ ...config, environment: 'development' });
  failToLoad();
  expect(console.warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(console.warn).toHaveBeenCalledWith(
    'telemetry: remote-failed',
    expect.objectContaining({ reason: 'Gone.' }),
  );
});

test('a load that failed because the page is left is not reported', () => {
  vi.useFakeTimers();
  startTelemetry({ ...config, environment: 'development' });
  failToLoad();
  window.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(1000);
  expect(console.warn).not.toHaveBeenCalled();
});
