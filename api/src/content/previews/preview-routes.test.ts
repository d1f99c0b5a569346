import { chunkPreviewSchema, type ErrorBody } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readJson, type Member } from '@carrel/testing/server-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
});
afterAll(() => fixture.close());

const send = (json: unknown) => fixture.call('POST', '/datasets/preview-chunks', json);

async function preview(json: unknown) {
  const response = await send(json);
  return parse(chunkPreviewSchema, await response.json()).chunks;
}

const settings = {
  chunk_template: '{{ metadata.team }} {{ document.name }} {{ chunk.index }}: {{ chunk.text }}',
  metadata_parameters: { team: 'Legal', chunk_size: 20, chunk_overlap: 0 },
};

const SLOW = '{% for i in (1..100000000) %}x{% endfor %}';

describe('S9: previews', () => {
  test('of one account leave the worker to others, and are refused beyond one that waits', async () => {
    const { server, organizationId } = fixture;
    const editor = await server.member(organizationId, 'Editor');
    const previewAs = (member: Pick<Member, 'call'>, json: unknown) =>
      member.call('POST', '/datasets/preview-chunks', { organizationId, json });
    const flood = Array.from({ length: 12 }, () =>
      previewAs(editor, { text: 'Text.', chunk_template: SLOW }),
    );
    const refused = await Promise.race(flood);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await readJson<ErrorBody>(refused)).message).toContain('try again');
    expect((await previewAs(fixture.owner, { text: 'Plain.' })).status).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([
      422,
      422,
      ...Array.from({ length: 10 }, () => 503),
    ]);
  });

  test('are limited for each account', async () => {
    const { server, organizationId } = fixture;
    const editor = await server.member(organizationId, 'Editor');
    const json = { text: '' };
    for (let sent = 0; sent < 120; sent += 1) {
      const response = await editor.call('POST', '/datasets/preview-chunks', {
        organizationId,
        json,
      });
      expect(response.status).toBe(200);
    }
    const one = await editor.call('POST', '/datasets/preview-chunks', { organizationId, json });
    expect(one.status).toBe(429);
    expect(Number(one.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await send(json)).status).toBe(200);
  });

  test('are not for a role that cannot edit datasets', async () => {
    const { server, organizationId } = fixture;
    const viewer = await server.member(organizationId, 'Viewer');
    const options = { organizationId, json: { text: 'Text.' } };
    const response = await viewer.call('POST', '/datasets/preview-chunks', options);
    expect(response.status).toBe(403);
    expect((await readJson<ErrorBody>(response)).message).toBe(
      'Only an Owner, Admin or Editor can preview chunks.',
    );
  });
});

describe('a preview of chunks', () => {
  test('shows exactly the chunks that a document with that text gets', async () => {
    const text = '# Engines\n\nFirst sentence. Second sentence.\n\n## Looms\n\nThird one here.';
    const shown = await preview({ text, name: 'notes/a.md', ...settings });
    expect(shown.length).toBeGreaterThan(2);

    await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, settings);
    await fixture.uploadFiles({ 'notes/a.md': text });
    const stored = await fixture.server.database.tenant(fixture.organizationId, (tx) =>
      tx.query('SELECT number AS index, text, rendered FROM chunks ORDER BY number'),
    );
    expect(shown).toEqual(stored);
  });

  test('has no rendered text without a template, and no chunks without a text', async () => {
    expect(await preview({ text: 'Plain.' })).toEqual([{ index: 0, text: 'Plain.' }]);
    expect(await preview({ text: ' \n' })).toEqual([]);
  });

  test.each([
    ['does not parse', '{% for %}', /does not parse/],
    ['leaves nothing', ' ', /left nothing/],
    ['has no end', SLOW, /could not be rendered/],
  ])(
    'of a template that %s is refused with 422 at the template',
    async (_, chunk_template, reason) => {
      const response = await send({ text: 'Text.', chunk_template });
      expect(response.status).toBe(422);
      expect((await readJson<ErrorBody>(response)).issues).toEqual([
        { path: 'chunk_template', message: expect.stringMatching(reason) as unknown },
      ]);
    },
  );

  test('of a binary text is refused with 422 at the text', async () => {
    const response = await send({ text: '%PDF-1.7 and no more' });
    expect(response.status).toBe(422);
    expect((await readJson<ErrorBody>(response)).issues?.[0]?.path).toBe('text');
    expect((await send({ text: 'x'.repeat(20_001) })).status).toBe(422);
  });

  test('of a document shows the chunks of its text, and what its template sees of it', async () => {
    await fixture.uploadFiles({ 'notes/b.md': '# Looms\n\nFirst sentence. Second sentence.' });
    const [stored] = await fixture.server.database.tenant(fixture.organizationId, (tx) =>
      tx.query<{ id: string }>("SELECT id FROM documents WHERE path = 'notes/b.md'"),
    );
    const document = { dataset_id: fixture.datasetId, document_id: stored?.id };
    const shown = await preview({
      text: '',
      document,
      chunk_template: '{{ document.path }}: {{ chunk.text }}',
    });
    expect(shown).toEqual([
      {
        index: 0,
        text: expect.stringContaining('Second sentence.') as unknown,
        rendered: expect.stringMatching(/^notes\/b\.md: # ?Looms|^notes\/b\.md: Looms/) as unknown,
      },
    ]);
  });

  test('of a document of another organization is refused with 404', async () => {
    const other = await createPipelineFixture();
    await other.uploadFiles({ 'secret.md': 'Nobody else reads this.' });
    const [stored] = await other.server.database.tenant(other.organizationId, (tx) =>
      tx.query<{ id: string }>("SELECT id FROM documents WHERE path = 'secret.md'"),
    );
    const response = await send({
      text: '',
      document: { dataset_id: other.datasetId, document_id: stored?.id },
    });
    expect(response.status).toBe(404);
    await other.close();
  });
});
