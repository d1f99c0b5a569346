import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '../../cli/src/main.ts');

/** A command that runs. */
export interface RunningCommand {
  /** Resolves with the first text of the standard error that matches. */
  said(pattern: RegExp): Promise<string>;
  ended: Promise<{ code: number | null; output: string }>;
}

/** Runs `carrel` with the sessions of a folder. */
export function startCommand(config: string, args: readonly string[]): RunningCommand {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, XDG_CONFIG_HOME: config },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  const closed = once(child, 'close');
  return {
    said: async (pattern) => {
      for (;;) {
        const found = pattern.exec(errors)?.[0];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`The command ended: ${errors}`);
        await Promise.race([once(child.stderr, 'data'), closed]);
      }
    },
    ended: closed.then(() => ({ code: child.exitCode, output })),
  };
}
