import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePort } from '@carrel/testing/servers/free-port.ts';
import { pack } from '../../release/pack.ts';
import { root } from '../../publish/built-state.ts';
import { runScript } from '../../publish/run-script.ts';
import { unpackImage } from '../deploy/run-image.ts';
import { Person } from './person.ts';
import { ReleaseProcess } from './release-process.ts';

// Packs this tree, installs the tarball as a newcomer does, with npm and the Node.js of this machine, and uses
// what was installed: a text of every kind becomes Ready and is found. Needs the npm registry.

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Files of the team library: an encrypted PDF and a sound among them cannot be read. */
const FILES = 22;
/** Of what is installed, without Node.js. */
const INSTALLED_MEGABYTES_MAX = 200;
const UNREADABLE = ['Legal/Memos/password.pdf', 'Media/CantinaBand3.wav'];

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/** Returns the Node.js outside of this repository, which runs npm. */
function newcomersPath(): string {
  const own = path.join(root, 'node_modules');
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(own))
    .join(path.delimiter);
}

async function use(origin: string, outbox: string): Promise<void> {
  const ada = new Person(origin, 'ada@example.com');
  await ada.register(outbox);
  await ada.signIn();
  await ada.createOrganization('Analytical Engines');
  const datasetId = await ada.createDataset('Team library');
  const library = await readFile(path.join(root, 'e2e/fixtures/team-library.zip'));
  await ada.call('POST', `/datasets/${datasetId}/archives`, { zip: Uint8Array.from(library) });
  const counts = await ada.processed(datasetId, FILES);
  say(`Processed: ${JSON.stringify(counts)}`);
  assert.equal(counts['embedded'], FILES - UNREADABLE.length);

  for (const [query, file] of [
    ['norwich city football', 'Wiki/norwich-city.txt'],
    ['layout parser deep learning', 'Research/Papers/layout-parser-paper-fast.pdf'],
  ]) {
    const found = await ada.call('POST', `/datasets/${datasetId}/search`, { json: { query } });
    assert.ok(JSON.stringify(found).includes(file ?? ''), `"${query}" finds ${file}`);
  }

  const page = await (await fetch(`${origin}/`)).text();
  const main = /src="(\/shell\/main\.[^"]+)"/.exec(page)?.[1] ?? '';
  const registry = (await (await fetch(`${origin}/registry.json`)).json()) as {
    remotes: Record<string, { entry: string }>;
  };
  for (const file of [main, registry.remotes['mf-datasets']?.entry ?? '']) {
    const response = await fetch(`${origin}${file}`, { headers: { 'Accept-Encoding': 'br' } });
    assert.equal(response.status, 200, file);
    assert.equal(response.headers.get('content-encoding'), 'br', file);
    assert.match(await response.text(), /\bfunction\b|=>/);
  }
}

await runScript(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-installed-'));
  let server: ReleaseProcess | undefined;
  try {
    const tarball = await pack(path.join(folder, 'first'));
    const again = await pack(path.join(folder, 'second'));
    assert.equal(await hashOf(tarball), await hashOf(again), 'the same sources, other bytes');

    const home = path.join(folder, 'home');
    await mkdir(home);
    await writeFile(path.join(home, 'package.json'), '{}');
    const env = { PATH: newcomersPath(), HOME: home };
    const npm = (...options: string[]) =>
      execFileSync('npm', options, {
        cwd: home,
        env: { ...process.env, ...env },
        stdio: 'inherit',
      });
    npm('install', '--no-audit', '--no-fund', '--loglevel=error', tarball);
    const version = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim();
    say(`Installed with Node.js ${version}.`);

    const sizes = new Map<string, number>();
    for (const name of await readdir(path.join(home, 'node_modules'), { recursive: true })) {
      const { size } = await lstat(path.join(home, 'node_modules', name));
      const place = name.startsWith('node-linux-') ? 'Node.js' : 'the rest';
      sizes.set(place, (sizes.get(place) ?? 0) + size);
    }
    const megabytes = Math.round((sizes.get('the rest') ?? 0) / 1e6);
    say(`It takes ${megabytes} MB beside Node.js.`);
    assert.ok(megabytes < INSTALLED_MEGABYTES_MAX, 'the installed package is too large');

    const port = await freePort();
    const command = path.join(home, 'node_modules/.bin/carrel');
    server = ReleaseProcess.spawn([command, 'start'], port, env, home);
    await server.ready();
    await use(server.origin, path.join(home, 'data/outbox'));
    const run = (...options: string[]) =>
      execFileSync(command, options, {
        cwd: home,
        env: { ...env, PORT: String(port) },
        encoding: 'utf8',
      });
    assert.match(run('status'), /Server +ready/);
    assert.equal(await server.stop(), 0, 'the exit code after SIGTERM');
    run('backup', path.join(home, 'backup.zip'));
    assert.match(run('verify'), /^check +looked at +wrong/);
    say('The installed release works.');

    const image = await unpackImage(tarball, path.join(folder, 'image'), env);
    const imagePort = await freePort();
    server = ReleaseProcess.spawn(
      image.command,
      imagePort,
      // The Node.js of the image is that of this repository.
      { ...image.settings, PATH: `${path.dirname(process.execPath)}:${env.PATH}` },
      home,
    );
    await server.ready();
    image.checkHealth({ PORT: String(imagePort) });
    assert.equal(await server.stop(), 0, 'the exit code of the image after SIGTERM');
    assert.throws(() => image.checkHealth({ PORT: String(imagePort) }));
    say('The steps of the image work.');
  } finally {
    server?.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
