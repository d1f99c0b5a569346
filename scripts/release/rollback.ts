import { existsSync } from 'node:fs';
import path from 'node:path';

import { rollBack } from '../publish/register-release.ts';
import { editRegistry } from '../publish/registry-file.ts';
import { runReleaseCommand } from './release-command.ts';

const WHAT = `Makes the release before the current one of a remote current again. Pages that are open take it up by
themselves. The sources stay as they are: "pnpm release" releases them again.`;

await runReleaseCommand('rollback', WHAT, async ({ name, folder }) => {
  let from: string | undefined;
  const registry = await editRegistry(folder, (before) => {
    const after = rollBack(before, name);
    from = before.remotes[name]?.version;
    const entry = after.remotes[name]?.entry ?? '';
    if (entry.startsWith('/') && !existsSync(path.join(folder, entry))) {
      throw new Error(`The files of the release before are gone: ${path.join(folder, entry)}`);
    }
    return after;
  });
  return `Took back ${name} ${from}; ${registry.remotes[name]?.version} is current again.`;
});
