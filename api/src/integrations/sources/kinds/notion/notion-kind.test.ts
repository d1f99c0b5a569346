import { afterEach, expect, test } from 'vitest';

import { richText, startNotionServer } from '@carrel/testing/sources/notion-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';
import type { ListedObject, SourceConnection, SourceContext } from '../../source-kind.ts';
import { createNotionKind } from './notion-kind.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start() {
  const server = await startNotionServer();
  ends.push(() => server.stop());
  const open = async (pageIds?: string[], overrides: Partial<SourceContext> = {}) => {
    const context = await createSourceContext(overrides);
    ends.push(() => context.close());
    return createNotionKind({ api: server.url }).open(
      { kind: 'notion', ...(pageIds !== undefined && { page_ids: pageIds }) },
      context,
    );
  };
  return { server, open };
}

const idOf = (at: number) => `0000000000004000800000000000000${at}`;
const below = (at: number) => ({ type: 'page_id', page_id: idOf(at) });
const text = (value: string) => ({ rich_text: richText(value) });
const pathsOf = (objects: readonly { path: string }[]) => objects.map(({ path }) => path).sort();

async function firstText(connection: SourceConnection): Promise<string> {
  const [object] = (await listAll(connection)).objects;
  if (object === undefined) throw new Error('Nothing is listed');
  return readText(connection, object);
}

test('lists pages and rows of databases by what they are below', async () => {
  const { server, open } = await start();
  server.page({ id: idOf(2), title: 'Child / 1', parent: below(1) });
  server.page({ id: idOf(1), title: 'Home' });
  server.page({
    id: idOf(3),
    title: '',
    parent: { type: 'data_source_id', data_source_id: `ds-${idOf(9)}` },
  });
  server.databases.set(idOf(9), { title: 'Tasks', parent: below(1) });
  server.page({ id: idOf(4), title: 'Unshared parent', parent: below(8) });
  server.page({ id: idOf(5), title: 'Trash', trashed: true });
  const { objects, isDelta } = await listAll(await open());
  expect(isDelta).toBe(false);
  expect(pathsOf(objects)).toEqual([
    'Home.html',
    'Home/Child _ 1.html',
    'Home/Tasks/Untitled.html',
    'Unshared parent.html',
  ]);
  expect(objects.find(({ key }) => key === idOf(1))).toEqual({
    key: idOf(1),
    path: 'Home.html',
    token: '2024-07-01T10:00:00.000Z',
    url: `https://www.notion.so/${idOf(1)}`,
    modifiedAt: new Date('2024-07-01T10:00:00Z'),
    metadata: { title: 'Home' },
  } satisfies ListedObject);
});

test('pages that are asked for limit it to what is below them', async () => {
  const { server, open } = await start();
  server.page({ id: idOf(1), title: 'Home' });
  server.page({ id: idOf(2), title: 'Child', parent: below(1) });
  server.page({ id: idOf(3), title: 'Other' });
  const dashed = idOf(1).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  for (const asked of [idOf(1), dashed, `https://www.notion.so/team/Home-${idOf(1)}?pvs=4`]) {
    const { objects } = await listAll(await open([asked]));
    expect(pathsOf(objects)).toEqual(['Home.html', 'Home/Child.html']);
  }
  await expect(listAll(await open([idOf(7)]))).rejects.toMatchObject({ code: 'not_found' });
});

test('reads a page with its properties and all that is in it', async () => {
  const { server, open } = await start();
  server.page(
    {
      id: idOf(1),
      title: 'Plan <1>',
      properties: {
        State: { type: 'status', status: { name: 'Done' } },
        Tags: { type: 'multi_select', multi_select: [{ name: 'a' }, { name: 'b' }] },
        Due: { type: 'date', date: { start: '2024-07-01', end: null } },
        Empty: { type: 'number', number: null },
        Files: {
          type: 'files',
          files: [{ name: 'x.pdf', file: { url: 'https://signed?secret' } }],
        },
      },
    },
    [
      { type: 'heading_1', value: text('Title') },
      {
        type: 'paragraph',
        value: { rich_text: richText('bold & <b>', { bold: true }, 'https://example.com/?a="b"') },
      },
      {
        type: 'numbered_list_item',
        value: text('One'),
        children: [{ type: 'bulleted_list_item', value: text('Inside') }],
      },
      { type: 'numbered_list_item', value: text('Two') },
      { type: 'to_do', value: { ...text('Task'), checked: true } },
      { type: 'code', value: text('a < b\nc') },
      {
        type: 'table',
        children: [{ type: 'table_row', value: { cells: [richText('A'), richText('B')] } }],
      },
      {
        type: 'column_list',
        children: [{ type: 'column', children: [{ type: 'paragraph', value: text('Column') }] }],
      },
      {
        type: 'image',
        value: {
          type: 'file',
          file: { url: 'https://signed?secret' },
          caption: richText('A picture'),
        },
      },
      { type: 'bookmark', value: { url: 'javascript:alert(1)', caption: [] } },
      {
        type: 'child_page',
        value: { title: 'Below' },
        children: [{ type: 'paragraph', value: text('Not here') }],
      },
      { type: 'something_new', value: {} },
    ],
  );
  const html = await firstText(await open());
  expect(html.split('<body>')[1]).toBe(
    '<h1>Plan &lt;1&gt;</h1>\n' +
      '<table><tr><th>State</th><td>Done</td></tr><tr><th>Tags</th><td>a, b</td></tr><tr><th>Due</th><td>2024-07-01</td></tr><tr><th>Files</th><td>x.pdf</td></tr></table>\n' +
      '<h2>Title</h2>\n' +
      '<p><a href="https://example.com/?a=&quot;b&quot;"><strong>bold &amp; &lt;b&gt;</strong></a></p>\n' +
      '<ol>\n<li>One<ul>\n<li>Inside</li>\n</ul>\n</li>\n<li>Two</li>\n</ol>\n' +
      '<ul>\n<li>☑ Task</li>\n</ul>\n' +
      '<pre><code>a &lt; b\nc</code></pre>\n' +
      '<table>\n<tr><td>A</td><td>B</td></tr>\n</table>\n' +
      '<p>Column</p>\n<p>A picture</p>\n<p>Below</p>\n</body></html>\n',
  );
});

test('a page that was just edited is read again, as times are those of a minute', async () => {
  const { server, open } = await start();
  server.page({ id: idOf(1), title: 'Home', edited: '2024-07-01T10:00:00.000Z' });
  const tokenAt = async (time: string) =>
    (await listAll(await open(undefined, { now: () => new Date(time) }))).objects[0]?.token;
  const first = await tokenAt('2024-07-01T10:00:30Z');
  const second = await tokenAt('2024-07-01T10:20:00Z');
  expect(second).not.toBe(first);
  expect(await tokenAt('2024-07-01T11:00:00Z')).toBe(second);
});

test('blocks without end and in a circle are limited', async () => {
  const { server, open } = await start();
  server.page({ id: idOf(1), title: 'Large' }, [
    { type: 'paragraph', value: { rich_text: richText('x'.repeat(5000)) } },
  ]);
  await expect(firstText(await open(undefined, { objectBytesMax: 1000 }))).rejects.toMatchObject({
    code: 'too_large',
  });
  server.page({ id: idOf(1), title: 'Circle' }, [{ id: idOf(1), type: 'toggle', value: {} }]);
  server.faults.push({
    when: /children/,
    times: 1000,
    json: { results: [{ id: 'again', type: 'toggle', has_children: true, toggle: {} }] },
  });
  await expect(firstText(await open())).rejects.toMatchObject({ code: 'too_large' });
  server.faults.splice(0);
  server.faults.push({
    when: /children/,
    times: 1000,
    json: { results: [], has_more: true, next_cursor: 'x' },
  });
  await expect(firstText(await open())).rejects.toMatchObject({ code: 'invalid_response' });
});

test('goes on in another process, and ends where a cursor repeats', async () => {
  const { server, open } = await start();
  for (let at = 1; at < 8; at += 1)
    server.page({ id: idOf(at), title: `P${at}`, ...(at > 1 && { parent: below(at - 1) }) });
  let page = await (await open()).list({ cursor: undefined, since: undefined });
  const objects = [...page.objects];
  while (page.next !== undefined) {
    page = await (await open()).list({ cursor: page.next, since: undefined });
    objects.push(...page.objects);
  }
  expect(pathsOf(objects).at(-1)).toBe('P1/P2/P3/P4/P5/P6/P7.html');
  server.faults.push({
    when: /search/,
    times: 9,
    json: { results: [], has_more: true, next_cursor: 'x' },
  });
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'invalid_response' });
  server.faults.splice(0);
  server.page({ id: idOf(1), title: 'P1', parent: below(7) });
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'invalid_response' });
});

test('a page without what pages have is an invalid response, and refusals have their meaning', async () => {
  const { server, open } = await start();
  server.page({ id: idOf(1), title: 'Home' });
  server.faults.push({ when: /search/, json: { results: [{ object: 'page', id: 'x' }] } });
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'invalid_response' });
  server.faults.push({ when: /search/, status: 429, headers: { 'Retry-After': '0' } });
  const connection = await open();
  const [object] = (await listAll(connection)).objects;
  if (object === undefined) throw new Error('Nothing is listed');
  server.pages.clear();
  await expect(connection.read(object)).rejects.toMatchObject({ code: 'not_found' });
  server.state.token = 'another';
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'not_connected' });
  const secret = { password: 'another' };
  expect((await listAll(await open(undefined, { secret }))).objects).toEqual([]);
});
