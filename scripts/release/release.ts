import { describeConflicts } from '@carrel/shared/releases';

import { readRegistry } from '../publish/registry-file.ts';
import { release } from '../run/build.ts';
import { runReleaseCommand } from './release-command.ts';

const WHAT = `Builds one remote, puts it beside its earlier releases, and makes it the current one. Pages that are
open take it up by themselves. "pnpm rollback" goes back.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

await runReleaseCommand('release', WHAT, async ({ name, folder }) => {
  const { release: current, changed } = await release(name, folder, say);
  const conflicts = describeConflicts(await readRegistry(folder));
  for (const line of conflicts.filter((conflict) => conflict.startsWith(name))) say(line);
  return changed
    ? `Released ${name} ${current.version}.`
    : `Nothing changed: ${name} ${current.version} is current already.`;
});
