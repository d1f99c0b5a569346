import { rm } from 'node:fs/promises';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { blob, commit, gitId, MODES, tree } from '@carrel/testing/sources/git-objects.ts';
import { startGitServer, type GitTestServer } from '@carrel/testing/sources/git-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';

import type { SourceContext } from '../../source-kind.ts';
import { gitKind } from './git-kind.ts';

let server: GitTestServer;
const opened: { close(): void }[] = [];

beforeEach(async () => {
  server = await startGitServer();
});

afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  await server.close();
});

async function connect(
  place: { url?: string; branch?: string; folder?: string } = {},
  overrides: Partial<SourceContext> = {},
) {
  const context = await createSourceContext(overrides);
  opened.push(context);
  const connection = await gitKind.open({ kind: 'git', url: server.url, ...place }, context);
  return { connection, context };
}

const pathsOf = (objects: readonly { path: string }[]) => objects.map(({ path }) => path);

const FILES = {
  'README.md': '# Pages',
  'docs/a.md': 'A',
  'docs/Ä ö.md': 'Umlaut',
  'docs/deep/b.md': 'B',
  'docs.txt': 'Beside',
  empty: '',
};

describe('a repository', () => {
  test('lists the files of its default branch, and reads those that are asked for together', async () => {
    const id = server.commit(FILES);
    const { connection } = await connect();
    const { objects, changeToken, isDelta } = await listAll(connection);
    expect(pathsOf(objects)).toEqual([
      'README.md',
      'docs.txt',
      'docs/a.md',
      'docs/deep/b.md',
      'docs/Ä ö.md',
      'empty',
    ]);
    expect({ changeToken, isDelta }).toEqual({ changeToken: id, isDelta: false });
    expect(objects.map(({ token }) => token)).toContain(gitId(blob('# Pages')));
    const texts = await Promise.all(objects.map((object) => readText(connection, object)));
    expect(texts).toEqual(['# Pages', 'Beside', 'A', 'B', 'Umlaut', '']);
    expect(server.requests).toEqual(['discover', 'ls-refs', 'fetch 1', 'fetch 6']);
  });

  test('costs one look at its branches where nothing has changed', async () => {
    const id = server.commit(FILES);
    const { connection } = await connect();
    const listed = await listAll(connection, id);
    expect(listed).toMatchObject({ objects: [], isDelta: true, changeToken: id });
    expect(server.requests).toEqual(['discover', 'ls-refs']);
  });

  test('lists everything after a change, with the same tokens for what is the same', async () => {
    server.commit(FILES);
    const before = await listAll((await connect()).connection);
    const id = server.commit({ ...FILES, 'docs/a.md': 'Changed', 'new.md': 'New' });
    const { connection } = await connect();
    const after = await listAll(connection, before.changeToken);
    const tokens = new Set(before.objects.map(({ token }) => token));
    const changed = after.objects.filter(({ token }) => !tokens.has(token));
    expect(pathsOf(changed)).toEqual(['docs/a.md', 'new.md']);
    expect(after).toMatchObject({ isDelta: false, changeToken: id });
    expect(after.objects).toHaveLength(7);
  });

  test('has a branch, a tag and a folder of its own', async () => {
    server.commit({ 'main.md': 'Main' });
    server.commit({ 'docs/guide/a.md': 'A', 'other.md': 'Other' }, 'next/two');
    server.refs.set('refs/tags/v1', server.refs.get('refs/heads/main') ?? '');
    server.commit({ 'main.md': 'Newer' });
    const inFolder = await connect({ branch: 'next/two', folder: '/docs/guide/' });
    expect(pathsOf((await listAll(inFolder.connection)).objects)).toEqual(['a.md']);
    const atTag = await connect({ branch: 'v1' });
    const [object] = (await listAll(atTag.connection)).objects;
    expect(object?.token).toBe(gitId(blob('Main')));
    const nowhere = await connect({ branch: 'next' });
    await expect(listAll(nowhere.connection)).rejects.toThrow('no branch "next"');
    const noFolder = await connect({ folder: 'main.md' });
    await expect(listAll(noFolder.connection)).rejects.toThrow('no folder "main.md"');
    const injected = await connect({ branch: 'main\nref-prefix refs/' });
    await expect(listAll(injected.connection)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('without a commit is told apart from one without files', async () => {
    const { connection } = await connect();
    await expect(listAll(connection)).rejects.toThrow('no default branch with a commit');
    server.commit({});
    expect((await listAll((await connect()).connection)).objects).toEqual([]);
  });

  test('is read with all its files where the server cannot leave them out', async () => {
    await server.close();
    server = await startGitServer({ canFilter: false });
    server.commit(FILES);
    const { connection } = await connect();
    const { objects } = await listAll(connection);
    expect(objects.find(({ path }) => path === 'README.md')?.size).toBe(7);
    expect(await Promise.all(objects.map((one) => readText(connection, one)))).toContain('Umlaut');
    expect(server.requests).toEqual(['discover', 'ls-refs', 'fetch 1']);
  });

  test.each([true, false])(
    'is read in version 0 of the protocol, with a server that can filter: %s',
    async (canFilter) => {
      await server.close();
      server = await startGitServer({ version: 0, canFilter });
      server.commit(FILES);
      const first = await connect({ branch: 'main' });
      const { objects, changeToken } = await listAll(first.connection);
      const same = await listAll((await connect()).connection, changeToken);
      expect(same).toMatchObject({ objects: [], isDelta: true });
      await rm(first.context.workFolder, { recursive: true });
      for (const { connection } of [first, await connect()]) {
        const texts = await Promise.all(objects.map((object) => readText(connection, object)));
        expect(texts).toEqual(['# Pages', 'Beside', 'A', 'B', 'Umlaut', '']);
      }
      expect(server.requests).not.toContain('ls-refs');
    },
  );

  test('goes on in another process that has lost the folder of this machine', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2500 }, (_, index) => [`d${index % 7}/f${index}.md`, `${index}`]),
    );
    server.commit(files);
    const first = await connect();
    const page = await first.connection.list({ cursor: undefined, since: undefined });
    await rm(first.context.workFolder, { recursive: true });
    server.commit({ 'later.md': 'Later' });
    const second = await connect();
    const middle = await second.connection.list({ cursor: page.next, since: undefined });
    await rm(second.context.workFolder, { recursive: true });
    const last = await second.connection.list({ cursor: middle.next, since: undefined });
    const listed = [...page.objects, ...middle.objects, ...last.objects];
    expect(new Set(pathsOf(listed))).toEqual(new Set(Object.keys(files)));
    expect(last.next).toBeUndefined();
    const [object] = listed;
    if (object === undefined) throw new Error('Nothing is listed');
    expect(await readText(second.connection, object)).toBe(
      object.path.replace(/\D+\d+\D+|\D+$/g, ''),
    );
  });

  test('starts over where a forced push has removed the commit meanwhile', async () => {
    const names = Array.from({ length: 1200 }, (_, index) => [`f${index}.md`, `${index}`]);
    const lost = server.commit(Object.fromEntries(names));
    const page = await (await connect()).connection.list({ cursor: undefined, since: undefined });
    const now = server.commit({ 'now.md': 'Now' });
    server.objects.delete(lost);
    const last = await (await connect()).connection.list({ cursor: page.next, since: undefined });
    expect(pathsOf(last.objects)).toEqual(['now.md']);
    // The next run compares with what the first page was of.
    expect(last.changeToken).toBe(lost);
    expect(last.changeToken).not.toBe(now);
  });

  test('leaves out links, submodules and names that Git does not allow', async () => {
    const file = server.add(blob('Text'));
    const inside = server.add(tree([{ mode: MODES.file, name: 'a.md', id: file }]));
    const entries = ['..', '.git', '.GIT', 'a/b', '', 'same', 'same', 'Same', 'c\\d', 'e\u0001f'];
    const root = tree([
      ...entries.map((name) => ({ mode: MODES.file, name, id: file })),
      { mode: MODES.link, name: 'link', id: file },
      { mode: MODES.submodule, name: 'sub', id: 'ab'.repeat(20) },
      { mode: MODES.folder, name: '.git', id: inside },
      { mode: MODES.folder, name: 'x'.repeat(5000), id: inside },
      { mode: MODES.file, name: Buffer.from([0x66, 0xfc, 0x72]), id: file },
    ]);
    server.refs.set('refs/heads/main', server.add(commit(server.add(root))));
    const { objects } = await listAll((await connect()).connection);
    expect(pathsOf(objects).map((path) => path.slice(0, 10))).toEqual([
      '..',
      'same',
      'Same',
      'c\\d',
      'e\u0001f',
      'xxxxxxxxxx',
      'für',
    ]);
    expect(Math.max(...objects.map(({ key }) => key.length))).toBeLessThanOrEqual(1500);
  });

  test('says of a file that Git LFS keeps it, and of a large one that it is', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    server.commit({ 'a.md': 'A', 'big.bin': 'x'.repeat(5000), 'c.md': 'C', 'video.mp4': pointer });
    const { connection } = await connect({}, { objectBytesMax: 1000 });
    const { objects } = await listAll(connection);
    const read = await Promise.allSettled(objects.map((one) => readText(connection, one)));
    expect(read).toEqual([
      { status: 'fulfilled', value: 'A' },
      { status: 'rejected', reason: expect.objectContaining({ code: 'too_large' }) },
      { status: 'fulfilled', value: 'C' },
      { status: 'rejected', reason: expect.objectContaining({ code: 'invalid_response' }) },
    ]);
    expect(String((read[3] as PromiseRejectedResult).reason)).toContain('Git LFS');
  });

  test('reads the others where one of several files is gone', async () => {
    server.commit({ 'a.md': 'A', 'b.md': 'B', 'c.md': 'C' });
    const { connection } = await connect();
    const { objects } = await listAll(connection);
    server.objects.delete(gitId(blob('B')));
    const read = await Promise.allSettled(objects.map((one) => readText(connection, one)));
    expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('reads files with the same contents at the same time', async () => {
    server.commit({ 'a.md': 'Same', 'b.md': 'Same', 'c.md': 'Same' });
    const { connection } = await connect();
    const { objects } = await listAll(connection);
    const texts = await Promise.all(objects.map((one) => readText(connection, one)));
    expect(texts).toEqual(['Same', 'Same', 'Same']);
  });
});
