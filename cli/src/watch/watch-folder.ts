import { watch } from 'node:fs';

import type { Terminal } from '../terminal.ts';
import { ChangeSignal } from './change-signal.ts';

const BURST = { quiet: 1000, longest: 10_000 };
/** How often a folder is looked at that the system does not watch. */
const POLL_MS = 30_000;

/** Watches a folder at any depth. The system may not be able to: then it is looked at from time to time. */
export function watchFolder(folder: string, terminal: Terminal, signal: AbortSignal): ChangeSignal {
  const changes = new ChangeSignal(BURST);
  const poll = (error: unknown) => {
    if (signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    terminal.say(`This folder cannot be watched (${reason}). It is read every 30 seconds instead.`);
    const timer = setInterval(() => changes.notify(), POLL_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  };
  try {
    const watcher = watch(folder, { recursive: true, signal }, () => changes.notify());
    watcher.on('error', poll);
  } catch (error) {
    poll(error);
  }
  return changes;
}
