import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

import { startTestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { startS3Server } from '@carrel/testing/s3-server.ts';
import { freePort } from '@carrel/testing/servers/free-port.ts';
import { pack } from '../../release/pack.ts';
import { writePackage } from '../../release/package/write-package.ts';
import { build } from '../../run/build.ts';
import { consoleFolder, root } from '../../publish/built-state.ts';
import { runScript } from '../../publish/run-script.ts';
import { findNginx, NginxProxy } from './nginx-proxy.ts';
import { People } from './people.ts';
import { ReleaseProcess } from './release-process.ts';

// Replaces two instances behind the documented nginx by the next version, while people use them, and back. What
// is counted are requests of theirs that were not answered as they should have been: none is allowed.

/** The last version before the baseline of the migrations, where no version has a tag yet. */
const BEFORE_TAGS = '3cec5089';
const PEOPLE = Number(process.env['PEOPLE'] ?? 50);
const SETTLE_MILLISECONDS = 4000;

type Command = readonly [string, ...string[]];

const run = promisify(execFile);
const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
const say = (line: string) => process.stdout.write(`${line}\n`);
const git = (...options: string[]) =>
  execFileSync('git', options, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function earlierVersion(): string {
  try {
    return git('describe', '--tags', '--abbrev=0').trim();
  } catch {
    return BEFORE_TAGS;
  }
}

/** Unpacks a release, and links the packages that npm would install beside those in it. */
async function unpack(tarball: string, sources: string, folder: string): Promise<Command> {
  await mkdir(folder);
  execFileSync('tar', ['-xzf', tarball, '--directory', folder, '--strip-components', '1']);
  const installed = path.join(sources, 'api/node_modules');
  const own = path.join(folder, 'node_modules');
  await mkdir(own, { recursive: true });
  for (const name of await readdir(installed)) {
    await symlink(path.join(installed, name), path.join(own, name)).catch(() => undefined);
  }
  return [process.execPath, path.join(folder, 'scripts/operate/carrel.js'), 'start'];
}

/** Packs the sources of a commit as they pack themselves, and returns how that release is run. */
async function earlierRelease(ref: string, home: string): Promise<Command> {
  const sources = path.join(home, 'earlier-sources');
  git('worktree', 'add', '--detach', sources, ref);
  execFileSync('npx', ['-y', 'pnpm@12', 'install', '--offline', '--frozen-lockfile'], {
    cwd: sources,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const out = path.join(home, 'earlier-tarball');
  execFileSync(process.execPath, ['scripts/release/pack.ts', out], {
    cwd: sources,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarball = (await readdir(out)).find((name) => /^carrel-\d.*\.tgz$/.test(name)) ?? '';
  return unpack(path.join(out, tarball), sources, path.join(home, 'earlier'));
}

/** Writes this tree as a package with additional migrations, and returns how its server is run. */
async function packed(
  folder: string,
  migrations: Readonly<Record<string, string>> = {},
): Promise<Command> {
  await mkdir(folder);
  await writePackage(folder, consoleFolder, { bundle: false });
  await symlink(path.join(root, 'api/node_modules'), path.join(folder, 'node_modules'));
  for (const [name, sql] of Object.entries(migrations)) {
    await writeFile(path.join(folder, 'api/migrations', name), sql);
  }
  return [process.execPath, path.join(folder, 'api/src/main.js')];
}

const LATER = { '9000-later.sql': 'CREATE TABLE later (n int);' };
const FINISHED = { ...LATER, '9001-finish-later.sql': 'DROP TABLE later;' };

await runScript(async () => {
  const nginx = findNginx();
  if (nginx === undefined) {
    say('Skipped: the upgrade behind a proxy needs nginx. Install it.');
    return;
  }
  const home = await mkdtemp(path.join(tmpdir(), 'carrel-upgrade-'));
  const worktree = path.join(home, 'earlier-sources');
  const data = path.join(home, 'data');
  const postgres = startTestPostgres({ durable: true });
  const store = await startS3Server();
  const instances: ReleaseProcess[] = [];
  let proxy: NginxProxy | undefined;
  try {
    const ref = earlierVersion();
    const earlier = await earlierRelease(ref, home);
    const tarball = await pack(path.join(home, 'tarball'));
    const next = await unpack(tarball, root, path.join(home, 'next'));
    await build(say);
    const later = await packed(path.join(home, 'later'), LATER);
    const finished = await packed(path.join(home, 'finished'), FINISHED);

    const ports = [await freePort(), await freePort()] as const;
    const proxyPort = await freePort();
    const settings = {
      ...store.environment,
      DATABASE_URL: postgres.urlOf('postgres'),
      STORAGE_URL: store.url,
      DATA_DIR: data,
      PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
      TRUSTED_PROXIES: '127.0.0.1',
      ACCESS_TTL_SECONDS: '86400',
    };
    const start = (index: 0 | 1, command: Command) => {
      const instance = ReleaseProcess.spawn(command, ports[index], settings, home);
      instances[index] = instance;
      return instance;
    };
    const replace = async (index: 0 | 1, command: Command) => {
      const began = performance.now();
      assert.equal(await instances[index]?.stop(), 0);
      const stopped = performance.now();
      await start(index, command).ready();
      say(
        `${new Date().toISOString().slice(11, 23)} Instance ${index + 1}: stopped in ${seconds(began, stopped)} s, ready after ${seconds(stopped, performance.now())} s.`,
      );
      await setTimeout(SETTLE_MILLISECONDS);
    };
    // Not in turn with people and store, which are in this process.
    const operate = async (name: string) => {
      const { stdout } = await run(
        process.execPath,
        [path.join(home, `next/scripts/operate/${name}.js`)],
        { env: { PATH: process.env['PATH'], ...settings } },
      );
      return stdout;
    };

    await Promise.all([start(0, earlier).ready(), start(1, earlier).ready()]);
    proxy = await NginxProxy.start(nginx, ports, proxyPort);
    const people = await People.register(proxy.origin, PEOPLE, path.join(data, 'outbox'));
    const { figures } = people;
    let before = { requests: 0, failures: 0 };
    const report = (what: string) => {
      const lost = figures.failures.slice(before.failures);
      say(`${what}: ${figures.requests - before.requests} requests, ${lost.length} failed.`);
      for (const failure of lost.slice(0, 10)) say(`  ${failure}`);
      before = { requests: figures.requests, failures: figures.failures.length };
    };
    people.start();
    await setTimeout(SETTLE_MILLISECONDS);
    report(`Two instances of ${ref}`);

    for (const index of [0, 1] as const) await replace(index, next);
    report(`From ${ref} to this version`);
    const began = performance.now();
    say((await operate('finish-upgrade')).trim());
    say(`It took ${seconds(began, performance.now())} s.`);
    await setTimeout(SETTLE_MILLISECONDS);
    report('Finishing the upgrade');

    for (const index of [0, 1] as const) await replace(index, later);
    report('From this version to a later one');
    for (const index of [0, 1] as const) await replace(index, next);
    report('Back from it, as its upgrade is not finished');
    await people.stop();
    await people.requireUploads();

    assert.equal(await instances[0]?.stop(), 0);
    await start(0, finished).ready();
    assert.equal(await instances[1]?.stop(), 0);
    const { code, errors } = await start(1, next).ended();
    assert.equal(code, 1);
    assert.match(errors, /does not know its step 9001-finish-later\.sql/);
    say('After that upgrade was finished, this version refused the database.');

    const times = figures.milliseconds.toSorted((a, b) => a - b);
    const percentile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    say(
      `${figures.requests} requests of ${PEOPLE} people, ${figures.uploads} uploads, ${figures.libraries} libraries in parts: ${figures.failures.length} failed. Half took at most ${percentile(0.5)} ms, 99 of 100 ${percentile(0.99)} ms.`,
    );
    assert.equal(figures.failures.length, 0, 'requests that were lost');
    say(await operate('verify'));
  } finally {
    for (const instance of instances) instance.kill();
    await proxy?.stop();
    await store.stop();
    postgres.close();
    try {
      git('worktree', 'remove', '--force', worktree);
    } catch {
      // It may not have been added.
    }
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  }
});
