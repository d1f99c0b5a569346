import { REMOTES } from '@carrel/scripts/publish/built-state.ts';
import { readRegistry } from '@carrel/scripts/publish/registry-file.ts';
import { ada } from '../support/journey.ts';
import { signUp } from '../support/people.ts';
import { ReleasedConsole } from '../support/servers/released-console.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import type { ShellFixture } from '../support/shell-fixture.ts';
import { filesOfRemotes } from './broken-remote.ts';
import type { RemoteFiles } from './broken-remote.ts';
import { checkFault } from './check-fault.ts';
import { inParallel } from './in-parallel.ts';
import type { Visit } from './in-parallel.ts';
import { REMOTE_FAULTS } from './remote-faults.ts';
import { rowOfAny } from './remote-row.ts';
import { remoteRows } from './remote-rows.ts';
import { test } from '../support/test.ts';

// A trace of so many pages would cost more than the pages.
test.use({ trace: 'off', screenshot: 'off' });

let released: ReleasedConsole;
let server: ServerProcess;
let signedIn: Visit;
let fixture: ShellFixture;
let files: ReadonlyMap<string, RemoteFiles>;

test.beforeAll(async ({ browser, request }) => {
  // Without previous releases, which would be fallbacks for those that fail.
  released = await ReleasedConsole.copy();
  server = await ServerProcess.start({ CONSOLE_DIR: released.folder });
  const context = await signUp(browser, server, ada);
  fixture = await seed(context.request, server, 'Engines', { filled: false });
  files = await filesOfRemotes(request, server.url);
  signedIn = { browser, visitor: { storageState: await context.storageState() } };
  await context.close();
});

test.afterAll(async () => {
  await server.stop();
  await released.remove();
});

for (const name of REMOTES) {
  test(`F1, F4: ${name} fails in every way, and recovers without a reload`, async ({ browser }) => {
    const { remotes } = await readRegistry(released.folder);
    const row =
      remoteRows(fixture).find(({ remote }) => remote === name) ?? rowOfAny(name, remotes);
    const visit = row.asGuest === true ? { browser } : signedIn;
    await inParallel(visit, REMOTE_FAULTS, (page, fault) =>
      checkFault(page, { origin: server.url, files }, fault, row),
    );
  });
}
