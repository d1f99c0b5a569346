/** Where the code of a remote's release is, in the trace of a call. */
const REMOTE_FILE = /\/remotes\/([a-z][a-z0-9-]*)\//;

const announced = new Set<string>();

/**
 * Tells developers, in the browser's console alone, that something of the shell's API will be removed: once
 * for each remote that uses it.
 *
 * @example
 * announceRemoval('useUrlTexts', { removedIn: '2.0.0', instead: 'useSearchParams' });
 */
export function announceRemoval(
  name: string,
  { removedIn, instead }: { removedIn: string; instead: string },
): void {
  const user = REMOTE_FILE.exec(new Error(name).stack ?? '')?.[1] ?? 'This page';
  const use = `${user} ${name}`;
  if (announced.has(use)) return;
  announced.add(use);
  globalThis.console.warn(
    `${user} uses ${name}, which version ${removedIn} of the shell's API removes. Use ${instead} instead.`,
  );
}
