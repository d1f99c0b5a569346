import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Dataset, DocumentList, ErrorBody, Navigation } from '@carrel/shared/contract';

import { readJson } from '@carrel/testing/server-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
afterAll(() => first.close());
beforeEach(async () => {
  fixture = await first.withNewDataset();
});

const path = (rest = '') => `/datasets/${fixture.datasetId}${rest}`;

async function list(query: string): Promise<DocumentList> {
  return readJson<DocumentList>(await fixture.call('GET', path(`/documents?${query}`)));
}

async function find(): Promise<Dataset | undefined> {
  const { datasets } = await readJson<{ datasets: Dataset[] }>(
    await fixture.call('GET', '/datasets'),
  );
  return datasets.find(({ id }) => id === fixture.datasetId);
}

describe('a dataset', () => {
  test('says how many documents it has, how many failed, and when it changed last', async () => {
    const created = await find();
    expect(created).toMatchObject({ document_count: 0, failed_count: 0 });
    await fixture.uploadFiles({
      'a.txt': 'Text.',
      'b.txt': 'Text b.',
      'c.wav': 'RIFF....WAVEfmt ',
    });
    const filled = await find();
    expect(filled).toMatchObject({ document_count: 3, failed_count: 1 });
    expect(Date.parse(filled?.changed_at ?? '')).toBeGreaterThan(
      Date.parse(created?.changed_at ?? ''),
    );
    await fixture.call('PATCH', path(), { description: 'Books' });
    expect(Date.parse((await find())?.changed_at ?? '')).toBeGreaterThan(
      Date.parse(filled?.changed_at ?? ''),
    );
  });

  test('keeps the fields of its creation and changes, and clears those set to null', async () => {
    expect(await find()).toMatchObject({
      name: 'Library',
      description: null,
      chunk_template: null,
    });
    const parameters = { chunk_size: 500, chunk_overlap: 20, team: 'Legal' };
    await fixture.call('PATCH', path(), {
      description: 'Books',
      chunk_template: '{{ chunk.text }}',
      metadata_parameters: parameters,
    });
    expect(await find()).toMatchObject({
      name: 'Library',
      description: 'Books',
      chunk_template: '{{ chunk.text }}',
      metadata_parameters: parameters,
    });
    await fixture.call('PATCH', path(), {
      name: 'Shelf',
      chunk_template: null,
      metadata_parameters: null,
    });
    expect(await find()).toMatchObject({
      name: 'Shelf',
      description: 'Books',
      chunk_template: null,
      metadata_parameters: null,
    });
  });

  test.each([
    [{ name: '' }, 'name', 'Dataset name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Dataset name must be less than 100 characters'],
    [{ chunk_template: '{{ chunk.text' }, 'chunk_template', 'The chunk template does not parse: '],
    [
      { metadata_parameters: [1] },
      'metadata_parameters',
      'Metadata parameters must be a JSON object',
    ],
    [
      { metadata_parameters: { chunk_size: 10, chunk_overlap: 10 } },
      'metadata_parameters',
      'chunk_overlap must be smaller',
    ],
  ])('refuses %j', async (json, field, message) => {
    const response = await fixture.call('PATCH', path(), json);
    expect(response.status).toBe(422);
    const body = await readJson<ErrorBody>(response);
    expect(body.issues?.[0]?.path).toBe(field);
    expect(body.message).toContain(message);
  });
});

describe('the documents of a dataset', () => {
  const files = Object.fromEntries(
    ['b.txt', 'A.txt', 'é.txt', 'folder/z.txt', 'folder/deep/x.txt', 'Other/100%_done.txt'].map(
      (name) => [name, name],
    ),
  );

  test('are listed by page, status and part of the path', async () => {
    await fixture.uploadFiles({ ...files, 'empty.txt': '' });
    const page = await list('page=2&limit=3');
    expect(page.pagination).toEqual({ page: 2, limit: 3, total_count: 7 });
    expect(page.documents).toHaveLength(3);
    expect(page.status_counts).toMatchObject({ embedded: 6, partitioning_error: 1, total: 7 });

    const failed = await list('status=partitioning_error');
    expect(failed.pagination.total_count).toBe(1);
    expect(failed.documents).toMatchObject([
      { path: 'empty.txt', error: 'The file is empty. Fill it and upload it again.' },
    ]);

    expect((await list('q=FOLDER/')).documents.map(({ path }) => path)).toEqual([
      'folder/deep/x.txt',
      'folder/z.txt',
    ]);
    expect((await list('q=100%25_')).pagination.total_count).toBe(1);
    expect((await list('q=0%25d')).pagination.total_count).toBe(0);
    expect((await list('page=9')).documents).toEqual([]);
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'page=0', 'page=-1', 'status=ready', 'q=%00'])(
    'are not listed by %s',
    async (query) => {
      expect((await fixture.call('GET', path(`/documents?${query}`))).status).toBe(422);
    },
  );

  test('are listed in folders, folders first, then by name ignoring case and accents', async () => {
    await fixture.uploadFiles(files);
    const root = await fixture.navigate();
    expect(root.breadcrumbs).toEqual([]);
    expect(root.next_cursor).toBeUndefined();
    expect(root.items.map(({ item_type, path }) => `${item_type} ${path}`)).toEqual([
      'folder folder',
      'folder Other',
      'document A.txt',
      'document b.txt',
      'document é.txt',
    ]);
    const deep = await fixture.navigate('?path=folder%2Fdeep');
    expect(deep.breadcrumbs).toEqual([
      { name: 'folder', path: 'folder' },
      { name: 'deep', path: 'folder/deep' },
    ]);
    expect(deep.items).toMatchObject([
      {
        item_type: 'document',
        name: 'x.txt',
        path: 'folder/deep/x.txt',
        size: 17,
        status: 'embedded',
      },
    ]);
  });

  test.each([1, 2, 3, 5, 1000])('are listed in pages of %i, each once', async (limit) => {
    await fixture.uploadFiles(files);
    const whole = await fixture.navigate();
    const seen: Navigation['items'] = [];
    let cursor = '';
    do {
      const page = await fixture.navigate(`?limit=${limit}&cursor=${cursor}`);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...page.items);
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(whole.items);
  });

  test('are an empty folder at first; a missing folder is not found', async () => {
    expect(await fixture.navigate()).toMatchObject({ breadcrumbs: [], items: [] });
    for (const missing of ['nowhere', '/', 'a/', '..']) {
      const { status } = await fixture.call('GET', path(`/navigate?path=${missing}`));
      expect([missing, status]).toEqual([missing, 404]);
    }
  });

  test.each(['x', 'bm8', 'WzFd', Buffer.from('["folder","a\\u0000","b"]').toString('base64url')])(
    'are not listed by the cursor %s',
    async (cursor) => {
      const response = await fixture.call('GET', path(`/navigate?cursor=${cursor}`));
      expect(response.status).toBe(400);
      expect((await readJson<ErrorBody>(response)).message).toMatch(/The cursor/);
    },
  );
});
