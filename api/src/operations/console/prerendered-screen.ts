import { readFile } from 'node:fs/promises';
import path from 'node:path';

import {
  covers,
  LOADING_SCREEN,
  prerenderedFile,
  prerenderedSchema,
  SHELL,
} from '@carrel/shared/releases';
import type { Prerendered } from '@carrel/shared/releases';
import * as v from 'valibot';

/** The HTML of a screen, which a page shows before any script runs. */
export type PrerenderedScreen = Prerendered[string];

export interface WantedScreen {
  remote: string;
  version: string;
  shellVersion: string;
  pathname: string;
}

export interface PrerenderedScreens {
  /** A guest's screen. */
  screenFor: (wanted: WantedScreen) => Promise<PrerenderedScreen | undefined>;
  /** The screen that is shown until the session is known. */
  loadingScreen: (shellVersion: string) => Promise<PrerenderedScreen | undefined>;
}

/** Reads prerendered screens of a console's folder. Without one, the browser renders the screen. */
export function prerenderedScreens(folder: string): PrerenderedScreens {
  // A file never changes: its name contains the releases that it was rendered from.
  const cache = new Map<string, Prerendered>();
  const read = async (file: string): Promise<Prerendered> => {
    const cached = cache.get(file);
    if (cached !== undefined) return cached;
    try {
      const text = await readFile(path.join(folder, file), 'utf8');
      const screens = v.parse(prerenderedSchema, JSON.parse(text));
      cache.set(file, screens);
      return screens;
    } catch {
      return {};
    }
  };
  return {
    screenFor: async ({ remote, version, shellVersion, pathname }) => {
      const screens = await read(prerenderedFile(remote, version, shellVersion));
      const pattern = Object.keys(screens).find((pattern) => covers(pattern, pathname));
      return pattern === undefined ? undefined : screens[pattern];
    },
    loadingScreen: async (shellVersion) =>
      (await read(prerenderedFile(SHELL, shellVersion, shellVersion)))[LOADING_SCREEN],
  };
}
