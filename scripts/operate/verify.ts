import { runCommand, verify } from '@carrel/api/operate';

// Prints what was checked, and exits with 1 where a check failed.
await runCommand(
  { name: 'verify', usage: ': checks the database and every stored byte, while the server runs.' },
  async (settings, say) => {
    const { checks, findings } = await verify(settings);
    const width = Math.max(...checks.map(({ name }) => name.length));
    say(`${'check'.padEnd(width)}  ${'looked at'.padStart(12)}  ${'wrong'.padStart(9)}`);
    for (const { name, checked, broken } of checks) {
      say(`${name.padEnd(width)}  ${String(checked).padStart(12)}  ${String(broken).padStart(9)}`);
    }
    for (const finding of findings) say(finding);
    return checks.every(({ broken }) => broken === 0);
  },
);
