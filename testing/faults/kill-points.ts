import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The steps of an upload, in order: what the server has just done when it is killed. */
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

/** Kills a server at a step of an upload. */
export interface KillSwitch {
  /** The environment variables to start the server with. */
  environment: Record<string, string>;
  arm(point: KillPoint): void;
  /** Lets the step fail with a full disk instead of killing the server. */
  fillDiskAt(point: KillPoint): void;
  disarm(): void;
}

/** Creates a kill switch for a server process, with its file in `directory`. */
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
