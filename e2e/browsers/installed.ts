import { existsSync, globSync } from 'node:fs';

import { findOnPath, installPackages } from '../support/browser.ts';

/** Paths of WebKitGTK's driver and browser, and of the virtual screen that it is drawn on. */
export interface WebKitPaths {
  driver: string;
  browser: string;
  screen: string;
}

/** Returns the path of an installed Firefox: `FIREFOX_PATH`, or on the PATH. */
export function findFirefox(): string | undefined {
  const set = process.env['FIREFOX_PATH'];
  return set !== undefined && existsSync(set) ? set : findOnPath(['firefox-esr', 'firefox']);
}

/** Returns the paths of an installed WebKitGTK. Debian keeps its browser beside the library. */
export function findWebKit(): WebKitPaths | undefined {
  const driver = findOnPath(['WebKitWebDriver']);
  const screen = findOnPath(['xvfb-run']);
  const [browser] = globSync('/usr/{lib,libexec}/{*/,}webkit*/MiniBrowser');
  if (driver === undefined || screen === undefined || browser === undefined) return undefined;
  return { driver, browser, screen };
}

/** Installs Firefox and WebKitGTK where they are missing, as far as that is possible. */
export function installOtherBrowsers(): void {
  if (findFirefox() === undefined) installPackages(['firefox-esr']);
  if (findWebKit() === undefined) installPackages(['webkit2gtk-driver', 'xvfb', 'xauth']);
}

/** Returns what was found. @throws where it is undefined, with what to install. */
export function installed<T>(found: T | undefined, packages: string): T {
  if (found === undefined) throw new Error(`The tests need ${packages}. Install it.`);
  return found;
}
