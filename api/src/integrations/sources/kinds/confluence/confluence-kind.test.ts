import { afterEach, describe, expect, test } from 'vitest';

import { startConfluenceServer } from '@carrel/testing/sources/confluence-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';
import type { SourceContext } from '../../source-kind.ts';
import { createConfluenceKind } from './confluence-kind.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const WAYS = [
  ['a connected person', 'cloud'],
  ['an API token', 'token'],
  ['Data Center', 'data-center'],
] as const;

type Way = (typeof WAYS)[number][1];

async function start(way: Way = 'cloud') {
  const server = await startConfluenceServer();
  ends.push(() => server.stop());
  const isDataCenter = way === 'data-center';
  const open = async (spaces?: string[], overrides: Partial<SourceContext> = {}) => {
    const secret = isDataCenter
      ? { password: 'secret' }
      : { username: 'ann@example.com', password: 'secret' };
    const context = await createSourceContext({
      ...(way !== 'cloud' && { secret }),
      ...overrides,
    });
    ends.push(() => context.close());
    return createConfluenceKind({ api: server.url, isCloud: () => !isDataCenter }).open(
      {
        kind: 'confluence',
        site_url: isDataCenter ? `${server.url}/confluence/` : server.url,
        ...(spaces !== undefined && { spaces }),
      },
      context,
    );
  };
  return { server, open };
}

const pathsOf = (objects: readonly { path: string }[]) => objects.map(({ path }) => path).sort();

describe.each(WAYS)('by %s', (_name, way) => {
  test('lists pages by their tree, and what is attached, and reads both', async () => {
    const { server, open } = await start(way);
    server.page({ id: '12', title: 'Child / ü', space: 'DOC', parent: '11', html: '<p>Below</p>' });
    server.page({
      id: '11',
      title: 'Home <b>',
      space: 'DOC',
      html: '<p>Hello</p>',
      version: 7,
      attachments: [1, 2, 3].map((at) => ({
        id: `a${at}`,
        title: `${at}.pdf`,
        content: `PDF ${at}`,
      })),
    });
    server.page({ id: '13', title: '..', space: 'DOC', parent: 'unseen' });
    server.page({ id: '21', title: 'Rules', space: 'HR' });
    const connection = await open();
    const { objects, isDelta } = await listAll(connection);
    expect(isDelta).toBe(false);
    expect(pathsOf(objects)).toEqual([
      'Documents _ all/...html',
      'Documents _ all/Home <b>.html',
      'Documents _ all/Home <b>/1.pdf',
      'Documents _ all/Home <b>/2.pdf',
      'Documents _ all/Home <b>/3.pdf',
      'Documents _ all/Home <b>/Child _ ü.html',
      'People/Rules.html',
    ]);
    expect(new Set(objects.map(({ key }) => key)).size).toBe(7);
    const home = objects.find(({ key }) => key === 'page:11');
    const attached = objects.find(({ key }) => key === 'attachment:11:a2');
    if (home === undefined || attached === undefined) throw new Error('It is not listed');
    expect(home).toMatchObject({
      token: 'v7',
      metadata: { title: 'Home <b>' },
      modifiedAt: new Date('2024-07-01T10:00:00Z'),
    });
    expect(home.url).toMatch(/^http:\/\/127.*11$/);
    expect(await readText(connection, home)).toContain('<h1>Home &lt;b&gt;</h1>\n<p>Hello</p>');
    expect(await readText(connection, attached)).toBe('PDF 2');
    expect(attached.size).toBe(5);
  });

  test('spaces limit it, and one that does not exist ends the run', async () => {
    const { server, open } = await start(way);
    server.page({ id: '11', title: 'Home', space: 'DOC' });
    server.page({ id: '21', title: 'Rules', space: 'HR' });
    expect(pathsOf((await listAll(await open(['HR', 'EMPTY']))).objects)).toEqual([
      'People/Rules.html',
    ]);
    await expect(listAll(await open(['HR', 'NO']))).rejects.toMatchObject({
      code: 'not_found',
      message: 'The wiki has no space with the key "NO".',
    });
  });

  test('goes on in another process', async () => {
    const { server, open } = await start(way);
    for (let at = 0; at < 7; at += 1) {
      server.page({
        id: `1${at}`,
        title: `P${at}`,
        space: 'DOC',
        ...(at > 0 && { parent: `1${at - 1}` }),
      });
    }
    let page = await (await open()).list({ cursor: undefined, since: undefined });
    const objects = [...page.objects];
    while (page.next !== undefined) {
      page = await (await open()).list({ cursor: page.next, since: undefined });
      objects.push(...page.objects);
    }
    expect(pathsOf(objects).at(-1)).toBe('Documents _ all/P0/P1/P2/P3/P4/P5/P6.html');
    expect(objects).toHaveLength(7);
  });

  test('pages in a circle, and what is no response, end the run', async () => {
    const { server, open } = await start(way);
    server.faults.push({ when: /space/, json: { results: 'none' } });
    await expect(listAll(await open())).rejects.toMatchObject({ code: 'invalid_response' });
    if (way === 'data-center') return;
    server.page({ id: '11', title: 'One', space: 'DOC', parent: '12' });
    server.page({ id: '12', title: 'Two', space: 'DOC', parent: '11' });
    await expect(listAll(await open())).rejects.toMatchObject({ code: 'invalid_response' });
  });

  test('refusals have their meaning', async () => {
    const { server, open } = await start(way);
    server.page({ id: '11', title: 'Home', space: 'DOC' });
    server.faults.push({ when: /space/, status: 429, headers: { 'Retry-After': '0' } });
    const connection = await open();
    const [object] = (await listAll(connection)).objects;
    if (object === undefined) throw new Error('Nothing is listed');
    server.faults.push({ when: /11/, status: 403 });
    await expect(connection.read(object)).rejects.toMatchObject({ code: 'forbidden' });
    server.pages.delete('11');
    await expect(connection.read(object)).rejects.toMatchObject({ code: 'not_found' });
    server.state.token = 'ended';
    server.state.password = 'ended';
    const code = way === 'cloud' ? 'not_connected' : 'sign_in';
    const failure = await Promise.resolve()
      .then(() => open())
      .then((again) => listAll(again))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toContain('secret');
  });
});

test.each(WAYS)(
  'a page that is below limited ones names who may read all of them, by %s',
  async (_name, way) => {
    const { server, open } = await start(way);
    server.page({ id: '11', title: 'Home', space: 'DOC' });
    server.page({
      id: '13',
      title: 'Deep',
      space: 'DOC',
      parent: '12',
      groups: ['board', 'hr'],
      people: ['eve'],
    });
    server.page({
      id: '12',
      title: 'Limited',
      space: 'DOC',
      parent: '11',
      groups: ['board', 'legal'],
      people: ['ann'],
      attachments: [{ id: 'a1', title: 'a.pdf', content: 'A' }],
    });
    server.page({ id: '14', title: 'Inherits', space: 'DOC', parent: '12' });
    const { objects } = await listAll(await open());
    const metadata = Object.fromEntries(objects.map((object) => [object.key, object.metadata]));
    const author = way === 'data-center' ? { author: 'Ann' } : {};
    expect(metadata).toEqual({
      'page:11': { title: 'Home', ...author },
      'page:12': {
        title: 'Limited',
        ...author,
        source_groups: ['board', 'legal'],
        source_people: ['ann'],
      },
      'page:13': { title: 'Deep', ...author, source_groups: ['board'], source_people: [] },
      'page:14': {
        title: 'Inherits',
        ...author,
        source_groups: ['board', 'legal'],
        source_people: ['ann'],
      },
      'attachment:12:a1': { source_groups: ['board', 'legal'], source_people: ['ann'] },
    });
  },
);

test('a page whose restriction is not told is for nobody', async () => {
  const { server, open } = await start('cloud');
  server.page({ id: '11', title: 'Home', space: 'DOC', people: ['ann@example.com', 'Eve'] });
  server.page({ id: '12', title: 'Kept', space: 'DOC' });
  server.faults.push({ when: /12\/restriction/, status: 403 });
  const { objects } = await listAll(await open());
  expect(objects.map(({ metadata }) => metadata)).toEqual([
    { title: 'Home', source_groups: [], source_people: ['Eve', 'ann@example.com'] },
    { title: 'Kept', source_groups: [], source_people: [] },
  ]);
  server.faults.push({ when: /12\/restriction/, json: { restrictions: { group: {} } } });
  await expect(open().then(listAll)).rejects.toMatchObject({ code: 'invalid_response' });
});

test('a site that the connected person does not reach is not found', async () => {
  const { server, open } = await start('cloud');
  server.faults.push({ when: /accessible/, json: [] });
  await expect(open()).rejects.toMatchObject({ code: 'not_found' });
});

test('pages of a folder that is no page are below it', async () => {
  const { server, open } = await start('cloud');
  server.folders.set('f1', { id: 'f1', title: 'Folder', parentId: null });
  server.page({ id: '11', title: 'In', space: 'DOC', parent: 'f1' });
  expect(pathsOf((await listAll(await open())).objects)).toEqual([
    'Documents _ all/Folder/In.html',
  ]);
});
