import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The steps of an upload, in their order: what a server had just done when it was killed. */
export const UPLOAD_KILL_POINTS = [
  'opened',
  'written',
  'synced',
  'checked',
  'renamed',
  'kept',
  'committed',
] as const;

export type KillPoint = (typeof UPLOAD_KILL_POINTS)[number];

/** Kills a server at a step of its work, by the step's name. */
export interface KillSwitch {
  /** What the server has to be started with. */
  environment: Record<string, string>;
  arm(point: KillPoint): void;
  /** In place of being killed, the server finds no space left at that step. */
  fillDiskAt(point: KillPoint): void;
  disarm(): void;
}

/** A switch for a server that is a process of its own. It lies in `directory`. */
export function killSwitch(directory: string): KillSwitch {
  const file = join(directory, 'kill-point');
  const preload = new URL('reach-kill-points.ts', import.meta.url).href;
  return {
    environment: { NODE_OPTIONS: `--import ${preload}`, KILL_POINT_FILE: file },
    arm: (point) => {
      writeFileSync(file, point);
    },
    fillDiskAt: (point) => {
      writeFileSync(file, `full ${point}`);
    },
    disarm: () => {
      rmSync(file, { force: true });
    },
  };
}
