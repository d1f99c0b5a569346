import { isRunning } from './is-running.ts';

/** How often a process that starts the server is looked for. */
const LOOK_MILLISECONDS = 500;

const PARENT = /^--parent=(\d+)$/u;

/**
 * Calls `end` once the process has gone that started this one and said so by `--parent=<pid>`: nothing would stop
 * the server then.
 */
export function endWithParent(end: () => void, args: readonly string[] = process.argv): void {
  const [, named] = args.map((arg) => PARENT.exec(arg)).find((match) => match !== null) ?? [];
  if (named === undefined) return;
  // Nobody reads the output any more: writing fails, and must not keep the server from stopping in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const timer = setInterval(() => {
    if (isRunning(Number(named))) return;
    clearInterval(timer);
    end();
  }, LOOK_MILLISECONDS);
  timer.unref();
}
