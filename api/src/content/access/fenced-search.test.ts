import type { TestLists } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createAccessServer,
  type AccessFixture,
  type AccessServer,
} from '@carrel/testing/access-fixture.ts';
import { about, fencesOf } from '@carrel/testing/fence-fixture.ts';
import { readJson, type Member } from '@carrel/testing/server-fixture.ts';

type Fences = ReturnType<typeof fencesOf>;

let access: AccessServer;
let owner: Member;
let viewer: Member;
let fixture: AccessFixture;
let call: AccessFixture['call'];
let fence: Fences['fence'];
let fenced: Fences['fenced'];
let search: Fences['search'];
let found: Fences['found'];

beforeAll(async () => {
  access = await createAccessServer();
  ({ owner } = access);
});
beforeEach(async () => {
  fixture = await access.create();
  ({ viewer, call } = fixture);
  ({ fence, fenced, search, found } = fencesOf(fixture, owner));
});
afterAll(() => access.close());

describe('a search behind a fence', () => {
  const many = [
    ...Array.from({ length: 190 }, (_, at) =>
      about(`hidden-${at}.md`, ['Board'], 'Turbine, turbine, turbine.'),
    ),
    ...Array.from({ length: 10 }, (_, at) =>
      about(`open-${at}.md`, undefined, `There is a turbine in text ${at}, which is longer.`),
    ),
  ];

  test('has full pages of what may be seen, and facets of nothing else', async () => {
    const dataset = await fenced(many);
    const { results, facets } = await search(viewer, dataset, { limit: 10 });
    expect(results).toHaveLength(10);
    expect(results.every(({ document }) => document.path.startsWith('open-'))).toBe(true);
    expect(facets.datasets).toMatchObject([{ count: 10 }]);
    const grouped = await search(viewer, dataset, { limit: 10, group: 'document' });
    expect(grouped.results).toHaveLength(10);
    expect((await search(owner, dataset, { limit: 10 })).results[0]?.document.path).toMatch(/^hid/);
  });

  test('suggests no word that only hidden documents have', async () => {
    const dataset = await fenced([
      about('hidden.md', ['Board'], 'The acquisition of Globex.'),
      about('restructuring.md', ['Board'], 'A plan.'),
      about('open.md', undefined, 'The turbine of the engine.'),
    ]);
    const suggested = async (who: Member, query: string) =>
      (await search(who, dataset, { query, final: true })).did_you_mean;
    expect(await suggested(owner, 'acquisitoin')).toBe('acquisition');
    expect(await suggested(viewer, 'acquisitoin')).toBeNull();
    expect(await suggested(owner, 'restructurign')).toBe('restructuring');
    expect(await suggested(viewer, 'restructurign')).toBeNull();
    expect(await suggested(viewer, 'turbnie')).toBe('turbine');
  });

  test('leaves what the next one finds as it was', async () => {
    const dataset = await fenced([about('board.md', ['Board']), about('open.md')]);
    for (let round = 0; round < 3; round += 1) {
      expect(await found(viewer, dataset)).toEqual(['open.md']);
      expect(await found(owner, dataset)).toEqual(['board.md', 'open.md']);
    }
  });
});

test('the key of one fence moves no other fence', async () => {
  const both = [
    await fixture.seed('One', [about('board.md', ['Board'])]),
    await fixture.seed('Two', [about('board.md', ['Board'])]),
  ];
  for (const [other = '', secret = ''] of [both, both.toReversed()]) {
    await fence(other, { fence: `${secret}=nothing` });
    await fence(secret);
    expect(await found(viewer, secret)).toEqual([]);
    await fence(other, { fence: `${secret}=nothing` });
    expect(await found(viewer, secret)).toEqual([]);
  }
});

describe('tests of a workspace behind a fence', () => {
  test('have no right answers and no passages of hidden documents', async () => {
    const dataset = await fenced([about('board.md', ['Board']), about('open.md')]);
    const editor = await access.server.member(fixture.organizationId, 'Editor');
    const created = await call(owner, 'POST', '/workspaces', { name: 'Research' });
    const space = `/workspaces/${(await readJson<{ id: string }>(created)).id}`;
    await call(owner, 'PUT', `${space}/datasets/${dataset}`);
    const list = await call(owner, 'GET', `/datasets/${dataset}/documents?page=1&limit=10`);
    const { documents } = await readJson<{ documents: { id: string }[] }>(list);
    const mark = (who: Member, id: string | undefined) =>
      call(who, 'POST', `${space}/questions`, {
        query: 'turbine',
        answers: [{ document_id: id, chunk_number: 0 }],
      });
    const [hidden, open] = documents.map(({ id }) => id);
    const marked = await mark(owner, hidden);
    expect((await mark(editor, open)).status).toBe(201);
    expect((await mark(editor, hidden)).status).not.toBe(201);
    const question = `${space}/questions/${(await readJson<{ id: string }>(marked)).id}`;
    const answers = async (who: Member) =>
      (await readJson<{ answers: { path: string }[] }>(await call(who, 'GET', question))).answers
        .map(({ path }) => path)
        .toSorted();
    expect(await answers(owner)).toEqual(['board.md', 'open.md']);
    expect(await answers(editor)).toEqual(['open.md']);

    const started = await call(owner, 'POST', `${space}/test-runs`, { mode: 'words' });
    const { id: run } = await readJson<{ id: string }>(started);
    const passages = documents.map(({ id }, at) => ({
      document_id: id,
      dataset_id: dataset,
      path: at === 0 ? 'board.md' : 'open.md',
      number: 0,
      grade: 3,
    }));
    await access.server.database.query(
      `INSERT INTO test_run_results
         (organization_id, run_id, question_id, results, recall, reciprocal_rank, ndcg, first_right, answers)
       VALUES ($1, $2, $3, $4, 1, 1, 1, 1, '')`,
      [fixture.organizationId, run, question.split('/').at(-1), JSON.stringify(passages)],
    );
    const lists = async (who: Member) => {
      const path = `${space}/test-runs/${run}/questions/${question.split('/').at(-1)}`;
      const { results } = await readJson<TestLists>(await call(who, 'GET', path));
      return results.map(({ path: found }) => found);
    };
    expect(await lists(owner)).toEqual(['board.md', 'open.md']);
    expect(await lists(editor)).toEqual(['open.md']);
  });
});
