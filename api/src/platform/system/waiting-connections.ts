import { readFileSync } from 'node:fs';

/** Of a socket that listens; its queue for reading is then the number of connections that wait. */
const LISTENS = '0A';

/**
 * Returns how many connections the system has established for a port of this machine that the process has not
 * accepted yet; undefined where the system does not say, which Linux does.
 */
export function waitingConnections(port: number): number | undefined {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let waiting: number | undefined;
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    let lines: string[];
    try {
      lines = readFileSync(file, 'utf8').split('\n').slice(1);
    } catch {
      continue;
    }
    for (const line of lines) {
      const [, local = '', , state, queues = ''] = line.trim().split(/\s+/);
      if (state !== LISTENS || !local.endsWith(suffix)) continue;
      waiting = (waiting ?? 0) + Number.parseInt(queues.split(':')[1] ?? '0', 16);
    }
  }
  return waiting;
}
