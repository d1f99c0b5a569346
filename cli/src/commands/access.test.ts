import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { EXIT } from '../exit-codes.ts';
import { runCli, signIn } from '../testing/run-cli.ts';

let library: ServedLibrary;
let folder: string;
let session: Awaited<ReturnType<typeof signIn>>;
let datasetId: string;
let counter = 0;
let dataset: string;

beforeAll(async () => {
  library = await serveLibrary();
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-cli-'));
  session = await signIn(library, folder);
});
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  counter += 1;
  dataset = `Contracts ${counter}`;
  datasetId = await library.create('/datasets', { name: dataset });
});

/** Runs `carrel-cli` with the session of an Owner, whose name is Ada Byron. */
const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  runCli(args, { ...session, ...environment });

describe('access', () => {
  test('is shown, granted, limited, revoked and opened', async () => {
    expect(await run(['access', dataset])).toMatchObject({
      code: EXIT.done,
      output: `${dataset}: everybody in the organization\n`,
    });
    await run(['groups', `Lawyers ${counter}`, '--create']);
    const grants = ['--grant', `Lawyers ${counter}=Reader`, '--grant', 'Ada Byron=Manager'];
    const named = `
  Reader    group   Lawyers ${counter}
  Manager   person  Ada Byron
`;
    expect((await run(['access', dataset, ...grants])).output).toBe(
      `${dataset}: everybody in the organization. Without effect until --named:${named}`,
    );
    expect((await run(['access', datasetId, '--named'])).output).toBe(
      `${dataset}: named people and groups${named}`,
    );
    const revokes = ['--revoke', `Lawyers ${counter}`, '--revoke', 'Ada Byron'];
    expect((await run(['access', dataset, ...revokes])).output).toBe(
      `${dataset}: Owners and Admins only\n`,
    );
    expect(JSON.parse((await run(['access', dataset, '--everybody', '--json'])).output)).toEqual({
      id: datasetId,
      name: dataset,
      access: 'organization',
      known: false,
      entries: [],
      fence: null,
      may_change: true,
      kept: false,
      requests: [],
    });
  });

  test('keeps what it does not change', async () => {
    const path = `/datasets/${datasetId}/access`;
    await library.put(path, { access: 'named', known: true, fence: 'groups' });
    expect((await run(['access', dataset, '--grant', 'Ada Byron=Reader'])).output).toBe(
      `${dataset}: named people and groups
  Reader    person  Ada Byron
  Documents name the groups that see them under groups.
`,
    );
    const { known, fence } = JSON.parse((await run(['access', dataset, '--json'])).output) as {
      known: boolean;
      fence: string;
    };
    expect({ known, fence }).toEqual({ known: true, fence: 'groups' });
  });

  test('of a workspace is set with --workspace', async () => {
    const workspace = `Support ${counter}`;
    await library.create('/workspaces', { name: workspace });
    const grant = ['--workspace', '--named', '--grant', 'Ada Byron=Editor'];
    expect((await run(['access', workspace, ...grant])).output).toBe(
      `${workspace}: named people and groups\n  Editor    person  Ada Byron\n`,
    );
    expect((await run(['access', workspace])).code).toBe(EXIT.failed);
  });

  test.each([
    [['--grant', 'Ada Byron'], EXIT.usage, '--grant takes NAME=ROLE'],
    [['--grant', 'Ada Byron=King'], EXIT.usage, 'The roles are Manager, Editor, Reader, Searcher.'],
    [['--grant', 'Nobody=Reader'], EXIT.failed, 'There is no person or group "Nobody"'],
    [['--revoke', 'Nobody'], EXIT.failed, 'There is no person or group "Nobody"'],
    [['--named', '--everybody'], EXIT.usage, 'exclude each other'],
    [['other'], EXIT.usage, 'Name a dataset'],
  ])('%j changes nothing', async (args, code, message) => {
    const ended = await run(['access', dataset, ...args]);
    expect(ended).toMatchObject({ code, errors: expect.stringContaining(message) as unknown });
    const { access, entries } = JSON.parse((await run(['access', dataset, '--json'])).output) as {
      access: string;
      entries: unknown[];
    };
    expect({ access, entries }).toEqual({ access: 'organization', entries: [] });
  });

  test('two groups of one name are told apart by their ids', async () => {
    const { output } = await run(['groups', 'Ada Byron', '--create', '--json']);
    const { id } = JSON.parse(output) as { id: string };
    const ambiguous = await run(['access', dataset, '--grant', 'Ada Byron=Reader']);
    expect([ambiguous.code, ambiguous.errors]).toEqual([
      EXIT.usage,
      expect.stringContaining('2 people or groups are called "Ada Byron"'),
    ]);
    expect((await run(['access', dataset, '--grant', `${id}=Reader`, '--named'])).output).toContain(
      'group   Ada Byron',
    );
    await run(['groups', id, '--delete', '--yes']);
  });
});

describe('groups', () => {
  test('are created, listed, changed and deleted', async () => {
    const name = `Editors ${counter}`;
    const created = await run(['groups', name, '--create', '--add', 'Ada Byron', '--json']);
    const { id, account_ids: accountIds } = JSON.parse(created.output) as {
      id: string;
      account_ids: string[];
    };
    expect(accountIds.length).toBe(1);
    expect((await run(['groups'])).output).toContain(`${id}  ${name} (1 member)\n`);
    expect((await run(['groups', name])).output).toBe(
      `${name} (1 member)\n  ${accountIds[0] ?? ''}  Ada Byron\n`,
    );
    const changes = ['--remove', accountIds[0] ?? '', '--rename', `${name} of old`];
    expect((await run(['groups', name, ...changes])).output).toBe(`${name} of old (0 members)\n`);
    const unasked = await run(['groups', id, '--delete']);
    expect([unasked.code, unasked.errors]).toEqual([
      EXIT.usage,
      'Nobody can be asked here. Add --yes.\n',
    ]);
    expect((await run(['groups', id, '--delete', '--yes'])).errors).toBe(
      `Deleted the group ${name} of old.\n`,
    );
    expect((await run(['groups', id])).code).toBe(EXIT.failed);
  });

  test.each([
    [['--create'], 'Name one group'],
    [['Editors', '--delete', '--rename', 'Others'], '--delete excludes other changes'],
    [['Editors', '--create', '--remove', 'Ada Byron'], '--create goes with --add only'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, errors } = await run(['groups', ...args]);
    expect([code, errors]).toEqual([EXIT.usage, expect.stringContaining(message)]);
  });
});

test.each(['groups', 'access Laws'])('%s is not for API keys', async (line) => {
  const { code, errors } = await run(line.split(' '), { CARREL_API_KEY: 'carrel_key_any' });
  expect([code, errors]).toEqual([
    EXIT.usage,
    'CARREL_API_KEY is set, so no session is used. Unset it first.\n',
  ]);
});
