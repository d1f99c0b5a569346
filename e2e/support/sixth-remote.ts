import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { publishRemote } from '@carrel/scripts/publish/publish-remote.ts';
import type { RemoteRelease } from '@carrel/shared/releases';

export const SIXTH = 'mf-reports';

/** The code of a remote that no build of this repository knows: its screens have a heading and a field. */
function codeOf(routes: RemoteRelease['routes']): string {
  const screens = routes.map(({ path: at, title = '' }) => [at, title]);
  return `globalThis.mf_reports = (() => {
  let scope;
  const take = async (name) => (await Object.values(scope[name])[0].get())();
  return {
    init: (shared) => { scope = shared; },
    get: async () => {
      const { createElement: h, useState } = await take('react');
      const { useIntent, usePage } = await take('@carrel/shared/shell');
      const Screen = ({ title }) => {
        const [intent, setIntent] = useState('');
        usePage({ title });
        useIntent('create', () => setIntent('A new report'));
        return h('form', null, h('h1', null, title), h('p', null, intent), h('label', null, 'Note ', h('input')));
      };
      const routes = ${JSON.stringify(screens)}.map(([path, title]) => ({ path, element: h(Screen, { title }) }));
      return () => ({ routes });
    },
  };
})();`;
}

/** Releases a remote with these declarations into a console's folder. */
export async function releaseSixth(
  folder: string,
  declared: Pick<RemoteRelease, 'routes' | 'sidebar' | 'commands'>,
): Promise<RemoteRelease> {
  const code = codeOf(declared.routes);
  const digest = (algorithm: string) => createHash(algorithm).update(code);
  const version = digest('sha256').update(JSON.stringify(declared)).digest('hex').slice(0, 16);
  const entry = `/remotes/${SIXTH}/${version}/entry.js`;
  const release: RemoteRelease = {
    version,
    entry,
    chunks: { './routes': [] },
    integrity: { [entry]: `sha384-${digest('sha384').digest('base64')}` },
    requires: { shellApi: '^1.4.0', shared: {} },
    ...declared,
  };
  const staged = await mkdtemp(path.join(tmpdir(), 'carrel-sixth-'));
  try {
    await writeFile(path.join(staged, 'entry.js'), code);
    await writeFile(path.join(staged, 'release.json'), JSON.stringify(release));
    return (await publishRemote({ name: SIXTH, staged, folder })).release;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}
