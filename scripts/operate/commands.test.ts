import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-commands-'));
});
afterAll(() => rm(folder, { recursive: true }));

const carrel = (args: readonly string[], settings: Record<string, string> = {}) =>
  new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'carrel.ts'), ...args],
      { env: { ...process.env, DATA_DIR: path.join(folder, 'data'), ...settings } },
      (error, output, errors) => resolve({ code: error?.code ?? 0, output, errors }),
    );
  });

test.each([
  ['backup', 'b.zip', /^carrel backup: There is no database in .+: check DATA_DIR\.\n$/],
  ['quota', 'documents=1', /^carrel quota: There is no database in .+: check DATA_DIR\.\n$/],
  ['restore', 'absent.zip', /^carrel restore: The backup .+ cannot be opened.+\n$/],
])(
  '%s says its name where it fails, and leaves nothing behind',
  async (name, arg, sentence) => {
    const { code, errors } = await carrel([name, path.join(folder, arg)]);
    expect(errors).toMatch(sentence);
    expect(code).toBe(1);
    expect(existsSync(path.join(folder, 'data'))).toBe(false);
  },
  60_000,
);

test('a command says its name where a setting is wrong, and what it is', async () => {
  const wrong = await carrel(['verify'], { PORT: 'x' });
  expect(wrong.errors).toMatch(/^carrel verify: The setting PORT must be .+\.\n$/);
  const help = await carrel(['sign-out', '--help']);
  expect([help.code, help.output]).toEqual([
    0,
    expect.stringMatching(/^Usage: carrel sign-out <address> \| --everyone/),
  ]);
}, 60_000);

test('a word of the other command line is told from one that does not exist', async () => {
  expect((await carrel(['sync'])).errors).toMatch(/^carrel: "sync" is a command of carrel-cli/);
  expect((await carrel(['nothing'])).errors).toMatch(/^carrel: There is no command "nothing"\./);
}, 60_000);
