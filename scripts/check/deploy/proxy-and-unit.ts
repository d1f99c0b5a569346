import { unknownVariables } from './known-variables.ts';

const directivesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/\s*#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('}'));

/** Returns a sentence for each directive of the documented proxy that nginx's configuration lacks. */
export function proxyFaults(configuration: string, documents: string): string[] {
  const [, block] = /^```nginx\n(location [^`]+)```$/m.exec(documents) ?? [];
  if (block === undefined) return ['docs/deploying.md has no block of a proxy.'];
  const present = new Set(directivesOf(configuration));
  return directivesOf(block)
    .map((line) => line.replace('http://127.0.0.1:3000', 'http://carrel'))
    .filter((line) => !present.has(line))
    .map((line) => `nginx.conf lacks "${line}" of docs/deploying.md.`);
}

/** The server ends within 10 seconds. */
const STOP_SECONDS = 10;

const REQUIRED = {
  NoNewPrivileges: /^yes$/,
  ProtectSystem: /^strict$/,
  ProtectHome: /^yes$/,
  PrivateTmp: /^yes$/,
  CapabilityBoundingSet: /^$/,
  StateDirectory: /^carrel$/,
  DynamicUser: /^yes$/,
  Restart: /^on-failure$/,
  KillMode: /^mixed$/,
} as const;

/** Returns a sentence for each fault of a systemd unit. `packed` are the files in the tarball. */
export function unitFaults(unit: string, packed: readonly string[]): string[] {
  const lines = directivesOf(unit).map((line) => /^(\w+)=(.*)$/.exec(line) ?? []);
  const valueOf = (key: string) => lines.findLast(([, name]) => name === key)?.[2];
  const faults = Object.entries(REQUIRED)
    .filter(([key, expected]) => !expected.test(valueOf(key) ?? 'not set'))
    .map(([key]) => `carrel.service: ${key} is ${valueOf(key) ?? 'not set'}.`);
  const program = /\/opt\/carrel\/(\S+) start$/.exec(valueOf('ExecStart') ?? '')?.[1];
  if (program === undefined || !packed.includes(program)) {
    faults.push(`carrel.service: the package has no ${program ?? 'command'}.`);
  }
  if (Number(valueOf('TimeoutStopSec')) <= STOP_SECONDS) {
    faults.push('carrel.service: the server is killed before it has stopped.');
  }
  const variables = lines.flatMap(([, key, value = '']) =>
    key === 'Environment' ? [value.split('=')[0] ?? ''] : [],
  );
  return [...faults, ...unknownVariables('carrel.service', variables)];
}
