import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

import { chromium } from '@playwright/test';

/** Chromium without windows: a context of it costs a third of the CPU time, and nothing while it waits. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Flags without which Chromium contacts services that tests do not need, or refuses to run as root. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Returns the path of a program by its first name on the PATH, or in other folders. */
export function findOnPath(
  names: readonly string[],
  others: readonly string[] = [],
): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...others];
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

/** Returns the path of an installed Chromium or Chrome: `CHROME_PATH`, on the PATH, or Playwright's. */
export function findBrowser(): string | undefined {
  const onPath = findOnPath([HEADLESS_SHELL, ...NAMES]);
  const candidates = [process.env['CHROME_PATH'], onPath, chromium.executablePath()];
  return candidates.find((file) => file !== undefined && file !== '' && existsSync(file));
}

/** Installs Debian packages where that is possible: on Debian, as root. Never throws: callers check what is there. */
export function installPackages(names: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  // Waits for another run of it, and starts no service. These options come before the command.
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const command of [['update'], ['install', '-y', ...names]])
    spawnSync('apt-get', [...options, ...command], { stdio: 'inherit', env });
}

/**
 * Returns a browser's path, and installs one where there is none: Playwright's download first, then Debian's
 * package when run as root. Throws where neither works.
 */
export function installBrowser(): string {
  const found = findBrowser();
  if (found !== undefined) return found;
  process.stdout.write('No Chromium here; installing one ...\n');
  const playwright = path.join(import.meta.dirname, '../node_modules/.bin/playwright');
  const downloaded = spawnSync(playwright, ['install', 'chromium'], { stdio: 'inherit' });
  // Older versions of Debian have no headless shell.
  const packages = downloaded.status === 0 ? [] : [HEADLESS_SHELL, 'chromium'];
  for (const name of packages) if (findBrowser() === undefined) installPackages([name]);
  const installed = findBrowser();
  if (installed === undefined) {
    throw new Error('The tests need Chromium. Install it, or set CHROME_PATH to its executable.');
  }
  return installed;
}
