import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  createAccessServer,
  type AccessFixture,
  type AccessServer,
} from '@carrel/testing/access-fixture.ts';
import { readJson, type Member, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let access: AccessServer;
let server: ServerFixture;
let owner: Member;
let viewer: Member;
let organizationId: string;
let open: string;
let plans: string;
let call: AccessFixture['call'];

beforeAll(async () => {
  access = await createAccessServer();
  ({ server, owner } = access);
});
beforeEach(async () => {
  ({ organizationId, viewer, open, plans, call } = await access.create());
});
afterAll(() => access.close());

const setAccess = async (entries: object[], access = 'named') =>
  expect((await call(owner, 'PUT', `/datasets/${plans}/access`, { access, entries })).status).toBe(
    204,
  );

describe('a workspace for named people', () => {
  test('is listed, searched and counted by nobody else, and each role does there what it may', async () => {
    const created = await call(owner, 'POST', '/workspaces', { name: 'Research' });
    const { id } = await readJson<{ id: string }>(created);
    await call(owner, 'PUT', `/workspaces/${id}/datasets/${open}`);
    const workspaces = async (who: Member) => {
      const list = await call(who, 'GET', '/workspaces');
      return (await readJson<{ workspaces: { role: string | null }[] }>(list)).workspaces;
    };
    const limit = async (entries: object[]) => {
      const json = { access: 'named', entries };
      expect((await call(owner, 'PUT', `/workspaces/${id}/access`, json)).status).toBe(204);
    };
    await limit([]);
    expect(await workspaces(viewer)).toEqual([]);
    const search = () => call(viewer, 'POST', `/workspaces/${id}/search`, { query: 'engine' });
    expect((await search()).status).toBe(404);

    await limit([{ account_id: viewer.accountId, role: 'Searcher' }]);
    expect(await workspaces(viewer)).toMatchObject([{ role: 'Searcher' }]);
    expect((await search()).status).toBe(200);
    expect((await call(viewer, 'GET', `/workspaces/${id}/questions`)).status).toBe(403);

    await limit([{ account_id: viewer.accountId, role: 'Editor' }]);
    expect((await call(viewer, 'DELETE', `/workspaces/${id}/datasets/${open}`)).status).toBe(204);
    expect((await call(viewer, 'DELETE', `/workspaces/${id}`)).status).toBe(403);
  });
});

describe('a workspace of which somebody reaches a part', () => {
  let space: string;

  /** Marks the first chunk of a document as the right answer to a question; returns the response. */
  const mark = async (who: Member, dataset: string) => {
    const list = await call(owner, 'GET', `/datasets/${dataset}/documents?page=1&limit=1`);
    const { documents } = await readJson<{ documents: { id: string }[] }>(list);
    return call(who, 'POST', `/workspaces/${space}/questions`, {
      query: 'engine',
      answers: [{ document_id: documents[0]?.id, chunk_number: 0 }],
    });
  };

  beforeEach(async () => {
    const created = await call(owner, 'POST', '/workspaces', { name: 'Research' });
    space = (await readJson<{ id: string }>(created)).id;
    for (const dataset of [open, plans]) {
      await call(owner, 'PUT', `/workspaces/${space}/datasets/${dataset}`);
    }
  });

  test('keeps a question whose other answers are out of reach', async () => {
    const { id } = await readJson<{ id: string }>(await mark(owner, open));
    await mark(owner, plans);
    await setAccess([]);
    const editor = await server.member(organizationId, 'Editor');
    const path = `/workspaces/${space}/questions/${id}`;
    const seen = await readJson<{ answers: { id: string }[] }>(await call(editor, 'GET', path));
    expect(seen.answers).toHaveLength(1);
    const answer = `${path}/answers/${seen.answers[0]?.id ?? ''}`;
    expect((await call(editor, 'DELETE', answer)).status).toBe(204);
    expect((await call(owner, 'GET', path)).status).toBe(200);
  });

  test('shows no passage that only a reader of its dataset may open', async () => {
    const editor = await server.member(organizationId, 'Editor');
    await setAccess([{ account_id: editor.accountId, role: 'Searcher' }]);
    expect((await mark(editor, plans)).status).toBe(403);
    expect((await mark(editor, open)).status).toBe(201);
  });

  test('gets a dataset attached by its Editors and Managers only', async () => {
    const editor = await server.member(organizationId, 'Editor');
    const path = `/workspaces/${space}/datasets/${plans}`;
    await call(owner, 'DELETE', path);
    await setAccess([{ account_id: editor.accountId, role: 'Reader' }]);
    expect((await call(editor, 'PUT', path)).status).toBe(403);
    await setAccess([{ account_id: editor.accountId, role: 'Editor' }]);
    expect((await call(editor, 'PUT', path)).status).toBe(204);
  });

  test('is tested as a whole, and says how much was searched to those who reach it', async () => {
    await mark(owner, open);
    await mark(owner, plans);
    await setAccess([]);
    const editor = await server.member(organizationId, 'Editor');
    const started = await call(editor, 'POST', `/workspaces/${space}/test-runs`, { mode: 'words' });
    const { id } = await readJson<{ id: string }>(started);
    const settingsOf = async (who: Member) => {
      const run = await call(who, 'GET', `/workspaces/${space}/test-runs/${id}`);
      const { settings } = await readJson<{ settings: { datasets: object[]; searched: unknown } }>(
        run,
      );
      return settings;
    };
    expect((await settingsOf(owner)).datasets).toHaveLength(2);
    expect(await settingsOf(editor)).toMatchObject({
      datasets: [{ name: 'Manuals' }],
      searched: null,
    });
  });
});

test('what several people asked is counted, whatever the first of them can reach', async () => {
  const spaces: string[] = [];
  for (const name of ['Research', 'Secret']) {
    const created = await call(owner, 'POST', '/workspaces', { name });
    const { id } = await readJson<{ id: string }>(created);
    await call(owner, 'PUT', `/workspaces/${id}/datasets/${open}`);
    spaces.push(id);
  }
  const [research, secret] = spaces;
  await call(owner, 'PUT', `/workspaces/${secret}/access`, { access: 'named' });
  const ask = { query: 'engine', final: true };
  // Who asks first starts the timer that writes what all have asked.
  await call(viewer, 'POST', `/workspaces/${research}/search`, ask);
  await call(owner, 'POST', `/workspaces/${secret}/search`, ask);
  await vi.waitFor(
    async () => {
      const counted = await server.database.query(
        'SELECT DISTINCT workspace_id FROM search_days WHERE organization_id = $1',
        [organizationId],
      );
      expect(counted).toHaveLength(2);
    },
    { timeout: 20_000 },
  );
});
