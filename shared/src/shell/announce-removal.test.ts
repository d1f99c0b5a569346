import { afterEach, expect, test, vi } from 'vitest';

import { announceRemoval } from './announce-removal.ts';

const warn = vi.spyOn(globalThis.console, 'warn').mockImplementation(() => undefined);

afterEach(() => {
  warn.mockClear();
  vi.unstubAllGlobals();
});

/** Calls from code of a remote, as traces show it. */
function announceFrom(file: string, name: string): void {
  const RealError = Error;
  vi.stubGlobal(
    'Error',
    class extends RealError {
      override stack = `Error\n    at screen (${file}:1:2)`;
    },
  );
  announceRemoval(name, { removedIn: '2.0.0', instead: 'its successor' });
}

test('what will be removed is announced once for each remote that uses it, by name', () => {
  for (const remote of ['mf-hello', 'mf-hello', 'mf-sales']) {
    announceFrom(`https://carrel.example/remotes/${remote}/0f/routes.js`, 'openPanel');
  }
  announceFrom('https://carrel.example/remotes/mf-hello/0f/routes.js', 'closePanel');
  expect(warn.mock.calls.flat()).toEqual([
    "mf-hello uses openPanel, which version 2.0.0 of the shell's API removes. Use its successor instead.",
    "mf-sales uses openPanel, which version 2.0.0 of the shell's API removes. Use its successor instead.",
    "mf-hello uses closePanel, which version 2.0.0 of the shell's API removes. Use its successor instead.",
  ]);
});

test('a use that comes from no remote is announced once', () => {
  announceFrom('https://carrel.example/shell/main.js', 'shutPanel');
  announceFrom('https://carrel.example/shell/main.js', 'shutPanel');
  expect(warn.mock.calls.flat()).toEqual([
    "This page uses shutPanel, which version 2.0.0 of the shell's API removes. Use its successor instead.",
  ]);
});
