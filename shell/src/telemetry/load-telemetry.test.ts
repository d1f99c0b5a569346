import type { RuntimeConfig } from '@carrel/shared/releases';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadTelemetry } from './load-telemetry.ts';
import { report } from './report.ts';

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
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a developer sees in the console what an endpoint would be told', async () => {
  report({ kind: 'remote-loaded', remote: 'mf-auth', version: '7', milliseconds: 12 });
  loadTelemetry({ ...config, environment: 'development' });
  await vi.waitFor(() =>
    expect(console.info).toHaveBeenCalledWith('telemetry: remote-loaded', {
      remote: 'mf-auth',
      version: '7',
      milliseconds: 12,
    }),
  );
  report({ kind: 'remote-failed', remote: 'mf-auth', version: '7', reason: 'Gone.' });
  expect(console.warn).toHaveBeenCalledWith(
    'telemetry: remote-failed',
    expect.objectContaining({ reason: 'Gone.' }),
  );
});

test('in production nobody is told where no place is named', () => {
  const idle = vi.fn<() => void>();
  vi.stubGlobal('requestIdleCallback', idle);
  loadTelemetry(config);
  report({ kind: 'error', error: new Error('Nobody hears this') });
  expect(idle).not.toHaveBeenCalled();
  expect(console.warn).not.toHaveBeenCalled();
});
