import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { remoteReleaseSchema } from '@carrel/shared/releases';
import type { RegisteredRemote, RemoteRelease } from '@carrel/shared/releases';
import { parse } from 'valibot';

import { publishRemote } from '@carrel/scripts/publish/publish-remote.ts';
import { editRegistry, readRegistry } from '@carrel/scripts/publish/registry-file.ts';
import { rollBack } from '@carrel/scripts/publish/register-release.ts';

const DIST = path.resolve(import.meta.dirname, '../../../dist');

const integrityOf = (text: string) =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A copy of the built console, in which remotes can be released without touching the original. */
export class ReleasedConsole {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async copy(): Promise<ReleasedConsole> {
    const built = new ReleasedConsole(await mkdtemp(path.join(tmpdir(), 'carrel-console-')));
    await built.restore();
    return built;
  }

  /** Restores the files of the built console. */
  async restore(): Promise<void> {
    await cp(path.join(DIST, 'console'), this.folder, {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
    // Without previous releases of earlier builds.
    await editRegistry(this.folder, ({ remotes }) => {
      for (const remote of Object.values(remotes)) delete remote.previous;
      return { remotes };
    });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Returns the current release of a remote. */
  async current(name: string): Promise<RemoteRelease> {
    const release = (await readRegistry(this.folder)).remotes[name];
    if (release === undefined) throw new Error(`There is no ${name}.`);
    return release;
  }

  /** Returns the folder of a remote's release. */
  home(name: string, { version }: RemoteRelease): string {
    return path.join(this.folder, 'remotes', name, version);
  }

  /** Releases a remote with `from` replaced by `to` in its scripts. */
  release(name: string, from: string, to: string): Promise<RemoteRelease> {
    return this.#releaseEdited(name, (text) => text.replaceAll(from, to));
  }

  /** Releases a remote that runs some code when its entry is loaded. */
  releaseWith(name: string, code: string): Promise<RemoteRelease> {
    return this.#releaseEdited(name, (text, file) =>
      file.startsWith('entry.') ? `${text}\n;${code}\n` : text,
    );
  }

  async #releaseEdited(name: string, edit: Edit): Promise<RemoteRelease> {
    const staged = await mkdtemp(path.join(tmpdir(), 'carrel-staged-'));
    try {
      await cp(path.join(DIST, 'staging', name), staged, { recursive: true });
      await changeRelease(staged, edit);
      return (await publishRemote({ name, staged, folder: this.folder })).release;
    } finally {
      await rm(staged, { recursive: true, force: true });
    }
  }

  async rollBack(name: string): Promise<void> {
    await editRegistry(this.folder, (registry) => rollBack(registry, name));
  }

  /** Makes the current release of a remote require another version of the shell. */
  async requireShell(name: string, shellApi: string): Promise<void> {
    await this.#register(name, (remote) => ({
      ...remote,
      requires: { ...remote.requires, shellApi },
    }));
  }

  /** Puts the current release of a remote into a channel for a share of users; the others get the previous one. */
  async setChannelShare(name: string, percent: number): Promise<void> {
    await this.#register(name, ({ previous, ...current }) => {
      if (previous === undefined) throw new Error(`${name} was released once.`);
      const release = parse(remoteReleaseSchema, current);
      return { ...previous, channel: { name: 'early', share: percent, release } };
    });
  }

  async #register(
    name: string,
    edit: (remote: RegisteredRemote) => RegisteredRemote,
  ): Promise<void> {
    await editRegistry(this.folder, ({ remotes, ...rest }) => {
      const remote = remotes[name];
      if (remote === undefined) throw new Error(`There is no ${name}.`);
      return { ...rest, remotes: { ...remotes, [name]: edit(remote) } };
    });
  }

  /** Deletes a release's files, as a deployment does that keeps no old ones. */
  async deleteRelease(name: string, release: RemoteRelease): Promise<void> {
    await rm(this.home(name, release), { recursive: true });
  }
}

/** Returns a script's text with a change. */
type Edit = (text: string, file: string) => string;

/** Turns the release in a folder into another one: scripts, file names and all hashes. */
async function changeRelease(folder: string, edit: Edit): Promise<void> {
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  const read = async (file: string) => readFile(path.join(folder, file), 'utf8');
  const before = new Map(
    await Promise.all(scripts.map(async (file) => [file, await read(file)] as const)),
  );
  const version = createHash('sha256')
    .update([...before].map(([file, text]) => edit(text, file)).join('\n'))
    .digest('hex')
    .slice(0, 16);
  let changed = false;
  const chunks = new Map<string, string>();
  for (const [file, text] of before) {
    const own = text.replaceAll(/(rspackChunk\w+_)[0-9a-f]{8}/g, `$1${version.slice(0, 8)}`);
    const edited = edit(own, file);
    changed ||= edited !== own;
    chunks.set(file, edited);
  }
  if (!changed) throw new Error('No script was to be changed.');
  const hashes = scripts.map((file) => [before.get(file) ?? '', chunks.get(file) ?? ''] as const);
  for (const [file, text] of chunks) {
    const rehashed = hashes.reduce(
      (all, [old, next]) => all.replaceAll(integrityOf(old), integrityOf(next)),
      text,
    );
    chunks.set(file, rehashed);
    await writeFile(path.join(folder, file), rehashed);
  }
  const description = path.join(folder, 'release.json');
  const release = JSON.parse(await readFile(description, 'utf8')) as RemoteRelease;
  const moved = JSON.parse(
    JSON.stringify(release).replaceAll(release.version, version),
  ) as RemoteRelease;
  moved.integrity = Object.fromEntries(
    Object.keys(moved.integrity).map((url) => [
      url,
      integrityOf(chunks.get(path.posix.basename(url)) ?? ''),
    ]),
  );
  await writeFile(description, JSON.stringify(moved));
}
