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

/** A screen as it stands in a page before any script has run. */
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
  /** What stands while it is found out who is signed in. */
  loadingScreen: (shellVersion: string) => Promise<PrerenderedScreen | undefined>;
}

/** Finds prerendered screens in a console's folder; where there is none the browser draws it. */
export function prerenderedScreens(folder: string): PrerenderedScreens {
  // A file never changes: its name says which releases it is true of.
  const known = new Map<string, Prerendered>();
  const read = async (file: string): Promise<Prerendered> => {
    const before = known.get(file);
    if (before !== undefined) return before;
    try {
      const text = await readFile(path.join(folder, file), 'utf8');
      const screens = v.parse(prerenderedSchema, JSON.parse(text));
      known.set(file, screens);
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
