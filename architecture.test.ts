import { globSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  BROWSER_PACKAGES,
  importsOf,
  isTest,
  PACKAGES,
  pathOf,
  sourcesOf,
  textOf,
  type Import,
} from './scripts/check/house/read-imports.ts';
import { SERVER_FLOORS } from './scripts/check/server-floors.ts';

const PROVIDED_MODULES = 'shell/src/remotes/provided-modules.ts';
const SHARED_DOORS =
  /^@carrel\/shared\/(?:contract|contract\/archive-rules|contract\/guest|contract\/organization|contract\/sign-in|contract\/sources|packing|passkeys|releases|paths|paths\/guest|paths\/sign-in|api|api\/guest|shell|access|search|work|ui|ui\/signed-in)$/;

/** Which rooms of shared a room may import, beside itself. */
const ROOM_IMPORTS: Record<string, string[]> = {
  contract: [],
  releases: ['contract'],
  paths: ['contract'],
  api: ['contract', 'paths'],
  shell: ['contract'],
  packing: ['contract'],
  passkeys: ['contract'],
  access: ['contract', 'paths', 'api', 'shell', 'ui'],
  search: ['contract', 'paths', 'api', 'shell', 'ui'],
  work: ['contract', 'paths', 'api', 'ui'],
  ui: [],
  rspack: ['contract', 'releases', 'ui'],
  testing: ['contract', 'releases', 'paths', 'api', 'shell', 'ui'],
};
/** Rooms that remotes bundle: they name the other rooms as a remote does, whose instances the host provides. */
const BUNDLED_ROOMS = new Set(['access', 'packing', 'passkeys', 'search', 'work']);
const ROOM_DOORS = /^(?:public|signed-in\/public|page)\.ts$/;

/**
 * Routes that callers without a session use, and which may therefore open a transaction by themselves.
 * In all others, `c.var.transaction` and `c.var.tenant` read the caller's session and role again.
 */
const OPEN_ROUTES = new Set([
  'api/src/identity/proofs/recovery/recovery-routes.ts',
  'api/src/identity/accounts/account-routes.ts',
  'api/src/identity/proofs/approvals/device-routes.ts',
  'api/src/identity/accounts/passwords/password-routes.ts',
  'api/src/identity/accounts/emails/email-routes.ts',
  'api/src/identity/organizations/join-routes.ts',
  'api/src/identity/oauth/tokens/token-routes.ts',
]);
const OWN_TRANSACTION =
  /\bdatabase\s*\.\s*(?:transaction|tenant)\b|[{,]\s*(?:transaction|tenant)\b[^}]*\}\s*=\s*[\w.]*database\b/;

/** Files of a folder at most, tests included, unless it is a list by nature. */
const FOLDER_MAX = 25;
const LISTS = new Set(['shared/src/contract']);
const MEANINGLESS_NAMES = /\/(?:utils|helpers|common|types|index)(?:\.[a-z]+)?(?:\/|$)/;

const files = sourcesOf(PACKAGES);
const imports = files.flatMap(importsOf);

/** The files that a file imports, types included. */
const graph = new Map(
  files.map((file) => [
    file,
    imports.filter((one) => one.file === file && one.from.startsWith('.')).map(pathOf),
  ]),
);

/** Returns the files of a circle of imports, if there is one. */
function findCircle(): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): string[] | undefined => {
    const start = trail.indexOf(file);
    if (start !== -1) return [...trail.slice(start), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...trail, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  return files.map((file) => visit(file, [])).find((circle) => circle !== undefined);
}
const inPackage = (name: string) => imports.filter(({ file }) => file.startsWith(`${name}/`));
const say = ({ file, from }: Import, remedy: string) => `${file} imports ${from}: ${remedy}`;

/** The folder or file of a file of the server, directly below `api/src`; empty for other files. */
const roomOf = (file: string) => /^api\/src\/([^/]+)/.exec(file)?.[1] ?? '';
const floorOf = (room: string) => SERVER_FLOORS.findIndex((rooms) => rooms.includes(room));

describe('the house', () => {
  test('a remote and the shell know shared rooms only, never one another or the api', () => {
    const remedy = 'go through a room of @carrel/shared; two remotes meet in the URL.';
    const wrong = BROWSER_PACKAGES.flatMap((name) =>
      inPackage(name).filter(({ file, from }) => {
        if (from.startsWith('@carrel/shared/')) {
          if (from.endsWith('/testing')) return !isTest(file);
          // What `ui/signed-in` was called: the host goes on providing it to older remotes.
          if (file === PROVIDED_MODULES) return false;
          if (file.endsWith('rspack.config.ts'))
            return !/\/(?:rspack|paths|paths\/sign-in)$/.test(from);
          return !SHARED_DOORS.test(from);
        }
        if (!from.startsWith('.')) return PACKAGES.includes(from.split('/')[0] ?? '');
        return !path.join(path.dirname(file), from).startsWith(`${name}/`);
      }),
    );
    expect(wrong.map((one) => say(one, remedy))).toEqual([]);
  });

  test('the api knows the contract, the paths and the releases only', () => {
    const wrong = inPackage('api').filter(
      ({ file, from }) =>
        (from.startsWith('@carrel/') &&
          !(isTest(file) && from.startsWith('@carrel/testing/')) &&
          !/^@carrel\/shared\/(?:contract|contract\/archive-rules|contract\/organization|contract\/sign-in|contract\/sources|paths|releases)$/.test(
            from,
          )) ||
        (from.startsWith('.') && !path.join(path.dirname(file), from).startsWith('api/')),
    );
    const remedy = 'only @carrel/shared/contract, /paths and /releases cross.';
    expect(wrong.map((one) => say(one, remedy))).toEqual([]);
  });

  test('a room of the server knows the floors below it only', () => {
    const server = inPackage('api').filter(
      (one) => one.file.startsWith('api/src/') && !isTest(one.file) && one.from.startsWith('.'),
    );
    const rooms = new Set(server.map(({ file }) => roomOf(file)));
    expect([...rooms].filter((room) => floorOf(room) === -1)).toEqual([]);
    const wrong = server.filter((one) => {
      const [room, target] = [roomOf(one.file), roomOf(pathOf(one))];
      if (target === '') return !pathOf(one).startsWith('api/package.json');
      return target !== room && floorOf(target) >= floorOf(room);
    });
    const remedy =
      'move what both need to a lower floor, or hand it in from app.ts or services.ts.';
    expect(wrong.map((one) => say(one, remedy))).toEqual([]);
  });

  test('S2: a route of signed-in callers writes in a transaction that reads their rights again', () => {
    const opening = files.filter(
      (file) => /^api\/src\/.*-routes\.ts$/.test(file) && OWN_TRANSACTION.test(textOf(file)),
    );
    const remedy =
      'opens a transaction of the database: use c.var.transaction or c.var.tenant, or add it to OPEN_ROUTES if its callers have no session.';
    const wrong = opening.filter((file) => !OPEN_ROUTES.has(file));
    expect(wrong.map((file) => `${file} ${remedy}`)).toEqual([]);
    expect([...OPEN_ROUTES].filter((file) => !opening.includes(file))).toEqual([]);
  });

  test('the client knows what the API says only, and its main entry runs in browsers', () => {
    const wrong = inPackage('client').filter(
      ({ file, from }) =>
        !isTest(file) &&
        ((from.startsWith('@carrel/') &&
          !/^@carrel\/shared\/(?:contract(?:\/sources)?|paths)$/.test(from)) ||
          (from.startsWith('node:') && !file.startsWith('client/src/node/')) ||
          (from.startsWith('.') && !path.join(path.dirname(file), from).startsWith('client/src/'))),
    );
    const remedy =
      'only @carrel/shared/contract and /paths cross; what needs Node.js is in client/src/node.';
    expect(wrong.map((one) => say(one, remedy))).toEqual([]);
  });

  test('the command line knows rooms without a browser only', () => {
    const wrong = inPackage('cli').filter(
      ({ file, from }) =>
        (from.startsWith('@carrel/') &&
          !(isTest(file) && from.startsWith('@carrel/testing/')) &&
          !/^@carrel\/(?:client|shared\/(?:contract|contract\/archive-rules|contract\/organization|contract\/sign-in|contract\/sources|packing|paths|paths\/sign-in))$/.test(
            from,
          )) ||
        (from.startsWith('.') &&
          !isTest(file) &&
          !path.join(path.dirname(file), from).startsWith('cli/')),
    );
    const remedy =
      'only @carrel/client and @carrel/shared/contract, /packing and /paths run without a browser.';
    expect(wrong.map((one) => say(one, remedy))).toEqual([]);
  });

  test('in a remote, data knows no part, and a part no screen', () => {
    const wrong = imports.filter((one) => {
      if (isTest(one.file) || !one.from.startsWith('.')) return false;
      const below = /^(mf-[a-z]+\/src\/)(data|parts)\//.exec(one.file);
      if (below === null) return false;
      const [, src = '', floor] = below;
      const allowed = floor === 'data' ? ['data'] : ['data', 'parts'];
      return !allowed.some((each) => pathOf(one).startsWith(`${src}${each}/`));
    });
    expect(wrong.map((one) => say(one, 'move what it needs to data or parts.'))).toEqual([]);
  });

  test('only tests know what is for tests, and only that knows the inside of the api', () => {
    const wrong = imports.filter(({ file, from }) => {
      const [folder = ''] = file.split('/');
      if (from.startsWith('@carrel/api/src/')) return folder !== 'testing';
      if (!from.startsWith('@carrel/testing/')) return false;
      return !isTest(file) && folder !== 'e2e' && !file.startsWith('scripts/check/');
    });
    expect(wrong.map((one) => say(one, 'use a door of the package.'))).toEqual([]);
  });

  test('no files import each other in a circle', () => {
    expect(findCircle(), 'move what both need to a file of its own').toBeUndefined();
  });

  test('the end-to-end tests know the paths, the contract and the client only', () => {
    const wrong = inPackage('e2e').filter(
      ({ from }) =>
        from.startsWith('@carrel/') &&
        !/^@carrel\/(?:testing|scripts)\//.test(from) &&
        !/\/(?:paths|paths\/sign-in|contract|contract\/sign-in|contract\/sources|releases|rspack|client|api\/database)$/.test(
          from,
        ),
    );
    expect(wrong.map((one) => say(one, 'use what a person sees.'))).toEqual([]);
  });

  test('a room of shared is entered by its door, from rooms that may', () => {
    const wrong = inPackage('shared').filter(({ file, from }) => {
      const room = file.split('/')[2] ?? '';
      if (from.startsWith('@carrel/') && !isTest(file)) {
        const named = from.split('/')[2] ?? '';
        return !BUNDLED_ROOMS.has(room) || !(ROOM_IMPORTS[room] ?? []).includes(named);
      }
      if (!from.startsWith('.') || file.endsWith('.d.ts')) return false;
      const [, , target = '', ...rest] = path.join(path.dirname(file), from).split('/');
      if (target === 'testing' && isTest(file)) return false;
      if (target === room || ROOM_IMPORTS[room] === undefined) return false;
      if (BUNDLED_ROOMS.has(room)) return true;
      return !ROOM_IMPORTS[room].includes(target) || !ROOM_DOORS.test(rest.join('/'));
    });
    expect(wrong.map((one) => say(one, "use the other room's public.ts, if it may."))).toEqual([]);
  });

  test('only the ui room knows Chakra', () => {
    const wrong = imports.filter(
      ({ file, from }) => from.startsWith('@chakra-ui/') && !file.startsWith('shared/src/ui/'),
    );
    expect(wrong.map((one) => say(one, 'export what you need from the ui room.'))).toEqual([]);
  });

  test('the router that the shell provides has everything that is imported of it', () => {
    const kit = imports.find(({ file }) => file === 'shared/src/rspack/vendor/react-router-dom.ts');
    const provided = imports.filter(({ file }) => file === kit?.file).flatMap(({ names }) => names);
    const wrong = [...BROWSER_PACKAGES, 'shared']
      .flatMap(inPackage)
      .filter(({ file, from }) => from === 'react-router-dom' && !isTest(file))
      .flatMap(({ file, names }) =>
        names.filter((name) => !provided.includes(name)).map((name) => `${file}: ${name}`),
      );
    expect(wrong, 'add the name to shared/src/rspack/vendor/react-router-dom.ts').toEqual([]);
    expect(provided).toContain('BrowserRouter');
  });

  test('a folder can be read as a list', () => {
    const folders = Map.groupBy(files, (file) => path.dirname(file));
    const full = [...folders]
      .filter(([folder, held]) => held.length > FOLDER_MAX && !LISTS.has(folder))
      .map(([folder, held]) => `${folder} has ${held.length} files: split it by noun.`);
    expect(full).toEqual([]);
  });

  test('the screens of guests use the doors for guests', () => {
    const wrong = inPackage('mf-auth').filter(
      ({ file, from }) =>
        file.startsWith('mf-auth/src/') && /^@carrel\/shared\/(?:contract|api|paths)$/.test(from),
    );
    const remedy = 'import from its guest door, or the sign-in page loads all of it.';
    expect(wrong.map((one) => say(one, remedy))).toEqual([]);
  });

  test('a table in a document is not padded', () => {
    const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md']);
    expect(documents.length).toBeGreaterThan(50);
    const padded = documents.filter((file) =>
      /^ *\|.*(?:[^|\s] {2,}\||\| -{4,} \|)/m.test(textOf(file)),
    );
    expect(padded).toEqual([]);
  });

  test('files are named after what they hold, and stay under 300 lines', () => {
    expect(files.filter((file) => MEANINGLESS_NAMES.test(file))).toEqual([]);
    expect(
      files.filter((file) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.tsx?$/.test(path.basename(file))),
    ).toEqual([]);
    const long = files.filter((file) => textOf(file).split('\n').length > 301);
    expect(long).toEqual([]);
  });
});
