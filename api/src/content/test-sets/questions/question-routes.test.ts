import type {
  TestQuestion,
  TestQuestionDetail,
  TestVerdict,
  ImportedQuestions,
} from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

const WARRANTY = 'The warranty lasts two years from the day of delivery.';

let server: ServerFixture;
let owner: Member;
let organizationId: string;
let datasetId: string;
let workspaceId: string;
/** The ids of documents, by path. */
let documents: Map<string, string>;

beforeAll(async () => {
  server = await createServerFixture();
  owner = await server.person();
});
afterAll(() => server.close());

beforeEach(async () => {
  organizationId = await server.organization(owner);
  datasetId = await create('datasets', 'Library');
  workspaceId = await create('workspaces', 'Research');
  await api('PUT', `/workspaces/${workspaceId}/datasets/${datasetId}`);
  documents = new Map([
    ['Manuals/warranty.txt', await addDocument(datasetId, 'Manuals/warranty.txt', WARRANTY)],
    ['oil.txt', await addDocument(datasetId, 'oil.txt', 'Change the oil each year.')],
  ]);
});

const api = (method: string, path: string, json?: unknown) =>
  owner.call(method, path, { organizationId, ...(json === undefined ? {} : { json }) });

const create = async (list: 'datasets' | 'workspaces', name: string) =>
  (await readJson<{ id: string }>(await api('POST', `/${list}`, { name }))).id;

/** Adds a document of one chunk, as the pipeline does. */
async function addDocument(dataset: string, path: string, text: string): Promise<string> {
  const [document] = await server.database.query<{ id: string }>(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status)
     VALUES ($1, $2, $3, '', $3, $3, 1, 'embedded') RETURNING id`,
    [organizationId, dataset, path],
  );
  const id = document?.id ?? '';
  await server.database.query(
    'INSERT INTO chunks (organization_id, document_id, number, text) VALUES ($1, $2, 0, $3)',
    [organizationId, id, text],
  );
  return id;
}

const call = (method: string, path = '', json?: unknown) =>
  api(method, `/workspaces/${workspaceId}/questions${path}`, json);

const right = (path: string, chunk_number?: number, grade?: number) => ({
  document_id: documents.get(path) ?? '',
  ...(chunk_number === undefined ? {} : { chunk_number }),
  ...(grade === undefined ? {} : { grade }),
});

const mark = async (query: string, ...answers: object[]) => post({ query, answers });
const rate = async (query: string, verdict: TestVerdict, ...answers: object[]) =>
  post({ query, verdict, answers });

async function post(question: object): Promise<string> {
  const response = await call('POST', '', question);
  expect(response.status).toBe(201);
  return (await readJson<{ id: string }>(response)).id;
}

const list = async (query = '') =>
  (await readJson<{ questions: TestQuestion[] }>(await call('GET', query))).questions;
const detail = async (id: string) => readJson<TestQuestionDetail>(await call('GET', `/${id}`));

async function message(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status);
  return (await readJson<{ message: string }>(response)).message;
}

const importCsv = (text: string) =>
  owner.call('POST', `/workspaces/${workspaceId}/questions/csv`, {
    organizationId,
    headers: { 'Content-Type': 'text/csv' },
    body: new TextEncoder().encode(text),
  });

describe('marking a result as right', () => {
  test('makes a question, with the passage of the chunk', async () => {
    const id = await mark(' how long is the warranty? ', right('Manuals/warranty.txt', 0, 3));
    expect(await list()).toMatchObject([
      { id, query: 'how long is the warranty?', answers: 1, missing: 0, last: null },
    ]);
    expect((await detail(id)).answers).toMatchObject([
      {
        dataset: { id: datasetId, name: 'Library' },
        path: 'Manuals/warranty.txt',
        passage: WARRANTY,
        grade: 3,
        missing: false,
      },
    ]);
  });

  test('adds to the question with the same query, and changes the grade of a known answer', async () => {
    const id = await mark('how?', right('Manuals/warranty.txt', 0));
    expect(await mark('how?', right('oil.txt'), right('Manuals/warranty.txt', 0, 2))).toBe(id);
    const { answers } = await detail(id);
    expect(answers.map(({ path, passage, grade }) => [path, passage, grade])).toEqual([
      ['Manuals/warranty.txt', WARRANTY, 2],
      ['oil.txt', '', 1],
    ]);
    expect(await list(`?query=${encodeURIComponent('how?')}`)).toHaveLength(1);
    expect(await list('?query=How')).toEqual([]);
  });

  test('is refused for what the workspace does not search', async () => {
    const elsewhere = await addDocument(await create('datasets', 'Other'), 'a.txt', 'Elsewhere.');
    const answers = [{ document_id: elsewhere, chunk_number: 0 }];
    const response = await call('POST', '', { query: 'how?', answers });
    expect(await message(response, 404)).toBe('This document was not found.');
    const absent = await call('POST', '', { query: 'how?', answers: [right('oil.txt', 99)] });
    expect(await message(absent, 404)).toBe('This chunk was not found.');
    expect(await list()).toEqual([]);
  });

  test('is refused without an answer', async () => {
    const response = await call('POST', '', { query: 'how?', answers: [] });
    expect(await readJson(response.clone())).toMatchObject({ issues: [{ path: 'answers' }] });
    expect(await message(response, 422)).toBe('Name at least one right answer');
  });
});

describe('rating an answer', () => {
  test('makes a question, with or without right answers', async () => {
    const bad = await rate('how?', 'wrong');
    const good = await rate('why?', 'right', right('oil.txt', 0));
    expect(await list()).toMatchObject([
      { id: bad, query: 'how?', verdict: 'wrong', answers: 0 },
      { id: good, query: 'why?', verdict: 'right', answers: 1 },
    ]);
    expect(await detail(bad)).toMatchObject({ verdict: 'wrong', answers: [] });
  });

  test('rates the question that exists: the last verdict counts, and stays when answers are marked', async () => {
    const id = await mark('how?', right('oil.txt'));
    expect(await list()).toMatchObject([{ verdict: null }]);
    expect(await rate('how?', 'right')).toBe(id);
    expect(await rate('how?', 'wrong')).toBe(id);
    expect(await mark('how?', right('Manuals/warranty.txt'))).toBe(id);
    expect(await list()).toMatchObject([{ id, verdict: 'wrong', answers: 2 }]);
  });

  test('keeps the question without its last answer', async () => {
    const id = await rate('how?', 'right', right('oil.txt'));
    const [answer] = (await detail(id)).answers;
    expect((await call('DELETE', `/${id}/answers/${answer?.id ?? ''}`)).status).toBe(204);
    expect(await list()).toMatchObject([{ id, verdict: 'right', answers: 0 }]);
  });

  test('is refused for another verdict', async () => {
    const response = await call('POST', '', { query: 'how?', answers: [], verdict: 'fine' });
    expect(await message(response, 422)).toBe('Verdict must be right or wrong');
    expect(await list()).toEqual([]);
  });

  test('is exported and imported with its question', async () => {
    await rate('how?', 'wrong');
    await rate('why?', 'right', right('oil.txt'));
    await mark('who?', right('oil.txt'));
    const text = await (await call('GET', '/csv')).text();
    for (const { id } of await list()) await call('DELETE', `/${id}`);
    expect((await importCsv(text)).status).toBe(200);
    expect((await list()).map(({ query, verdict }) => [query, verdict])).toEqual([
      ['how?', 'wrong'],
      ['why?', 'right'],
      ['who?', null],
    ]);
    expect(await (await call('GET', '/csv')).text()).toBe(text);
  });
});

describe('a question', () => {
  test('is renamed, but not as another one', async () => {
    const id = await mark('how?', right('oil.txt'));
    await mark('why?', right('oil.txt'));
    expect((await call('PATCH', `/${id}`, { query: 'when?' })).status).toBe(204);
    const refused = await call('PATCH', `/${id}`, { query: 'why?' });
    expect(await message(refused, 409)).toBe('There is already a question with this query.');
    expect((await list()).map(({ query }) => query)).toEqual(['when?', 'why?']);
  });

  test('goes with its last answer, or at once', async () => {
    const [first, second] = [
      await mark('how?', right('oil.txt')),
      await mark('why?', right('oil.txt')),
    ];
    const [answer] = (await detail(first)).answers;
    const path = `/${first}/answers/${answer?.id ?? ''}`;
    expect((await call('PUT', path, { grade: 3 })).status).toBe(204);
    expect((await detail(first)).answers[0]?.grade).toBe(3);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).toEqual([second]);
    expect((await call('DELETE', `/${second}`)).status).toBe(204);
    expect((await call('DELETE', `/${second}`)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  test('says which of its answers are not in the workspace', async () => {
    const own = await create('datasets', 'Animals');
    await api('PUT', `/workspaces/${workspaceId}/datasets/${own}`);
    const [walrus, seal] = [
      await addDocument(own, 'a.txt', 'The walrus sleeps.'),
      await addDocument(own, 'b.txt', 'The seal wakes.'),
    ];
    const id = await mark('who?', { document_id: walrus }, { document_id: seal });
    await server.database.query('DELETE FROM documents WHERE id = $1', [walrus]);
    expect(await list()).toMatchObject([{ answers: 2, missing: 1 }]);
    expect((await detail(id)).answers.map(({ missing }) => missing)).toEqual([true, false]);
    await addDocument(own, 'a.txt', 'The walrus is back.');
    expect(await list()).toMatchObject([{ answers: 2, missing: 0 }]);
    await api('DELETE', `/workspaces/${workspaceId}/datasets/${own}`);
    expect(await list()).toMatchObject([{ answers: 2, missing: 2 }]);
    await api('DELETE', `/datasets/${own}`);
    expect(await list()).toMatchObject([{ answers: 0, missing: 0 }]);
  });

  test('is refused where a workspace has as many as it may', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `question ${index},Library,oil.txt`);
    expect((await importCsv(['query,dataset,path', ...lines].join('\n'))).status).toBe(200);
    const refused = await call('POST', '', { query: 'one more', answers: [right('oil.txt')] });
    expect(await message(refused, 409)).toBe(
      'A workspace has at most 1,000 questions. These would make 1,001.',
    );
    const kept = (await list()).map(({ query }) => query);
    expect(kept).toEqual(lines.map((line) => line.split(',')[0]));
  });

  test('has at most 50 answers', async () => {
    const lines = Array.from({ length: 51 }, (_, index) => `how?,Library,${index}.txt`);
    const refused = await importCsv(['query,dataset,path', ...lines].join('\n'));
    expect(await message(refused, 409)).toContain(
      'A question has at most 50 right answers: "how?"',
    );
    expect(await list()).toEqual([]);
  });
});

describe('a CSV file', () => {
  test('is exported and imported with nothing lost', async () => {
    await mark('=how, "long"?', right('Manuals/warranty.txt', 0, 2));
    await mark('who?', right('oil.txt'));
    const response = await call('GET', '/csv');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const text = await response.text();
    expect(text).toContain(`"'=how, ""long""?",Library,Manuals/warranty.txt,${WARRANTY},2`);
    for (const { id } of await list()) await call('DELETE', `/${id}`);
    expect(await readJson<ImportedQuestions>(await importCsv(text))).toEqual({
      questions: 2,
      answers: 2,
      missing: 0,
    });
    expect(await (await call('GET', '/csv')).text()).toBe(text);
    expect(await readJson<ImportedQuestions>(await importCsv(text))).toMatchObject({
      questions: 0,
      answers: 0,
    });
  });

  test('is imported whole or not at all', async () => {
    const response = await importCsv('query,dataset,path\nhow?,Library,a.txt\nwho?,Nowhere,a.txt');
    expect(await message(response, 422)).toBe('Line 3: there is no dataset "Nowhere".');
    expect(await list()).toEqual([]);
  });

  test('says how many of its documents are not in the workspace', async () => {
    const response = await importCsv('query,dataset,path\nhow?,Library,nowhere.txt');
    expect(await readJson<ImportedQuestions>(response)).toMatchObject({ answers: 1, missing: 1 });
  });

  test('has at most 1 MB, and its type', async () => {
    const large = await importCsv(`query,dataset,path\n${'x'.repeat(1024 * 1024)}`);
    expect(await message(large, 413)).toBe('The request is larger than 1 MB.');
    const json = await call('POST', '/csv', {});
    expect(await message(json, 415)).toBe('Send the text with Content-Type text/csv.');
  });
});
