import { type KnownObject } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createAccessServer, type AccessServer } from '@carrel/testing/access-fixture.ts';
import {
  createAccessRequests,
  type AccessRequestsFixture,
} from '@carrel/testing/access-requests-fixture.ts';
import { readJson, type Member, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let accessServer: AccessServer;
let server: ServerFixture;
let owner: Member;
let viewer: Member;
let organizationId: string;
let requests: AccessRequestsFixture;

beforeAll(async () => {
  accessServer = await createAccessServer();
  ({ server, owner } = accessServer);
});
beforeEach(async () => {
  requests = await createAccessRequests(accessServer);
  ({ viewer, organizationId } = requests);
});
afterAll(() => accessServer.close());

const KINDS = ['dataset', 'workspace'] as const;

describe.each(KINDS)('a %s that is known', (kind) => {
  test('is asked for by a member, and granted', async () => {
    await requests.setAccess(kind, []);
    const known = await readJson<KnownObject>(await requests.seen(kind));
    expect(known).toEqual({
      name: kind === 'dataset' ? 'Plans' : 'Research',
      requested_at: null,
      refused_at: null,
    });
    expect((await requests.ask(kind)).status).toBe(204);
    expect(await readJson(await requests.seen(kind))).toMatchObject({
      requested_at: expect.any(String) as string,
    });
    expect((await requests.access(kind)).requests).toMatchObject([
      {
        account_id: viewer.accountId,
        name: 'Ada Byron',
        address: viewer.address,
        reason: 'I draw the engine.',
      },
    ]);
    const [mail, ...others] = await server.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: owner.address,
      subject: `Ada Byron asks for access to the ${kind} ${known.name}`,
      link: expect.stringContaining(
        `${requests.path(kind)}/${kind === 'dataset' ? 'settings' : 'manage'}`,
      ) as string,
    });
    expect(mail?.text).toContain('I draw the engine');
    expect(mail?.text).toContain(viewer.address);

    expect((await requests.grant(kind, 'Editor')).status).toBe(204);
    expect((await requests.call(viewer, 'GET', requests.path(kind))).status).toBe(200);
    expect(await requests.access(kind)).toMatchObject({
      entries: [{ account_id: viewer.accountId, role: 'Editor' }],
      requests: [],
    });
    expect((await requests.seen(kind)).status).toBe(404);
    expect((await requests.grant(kind)).status).toBe(404);
    expect(await server.mails()).toMatchObject([
      {
        to: viewer.address,
        subject: `You now have access to ${known.name}`,
        link: expect.stringContaining(requests.path(kind)) as string,
      },
    ]);
    expect((await requests.records()).slice(0, 2)).toMatchObject([
      {
        action: `${kind}.access_granted`,
        object: { type: 'account', id: viewer.accountId, name: 'Ada Byron' },
        details: { [kind]: known.name, role: 'Editor' },
      },
      { action: `${kind}.access_requested`, object: { type: kind, name: known.name } },
    ]);
  });

  test('is asked for once while the request waits', async () => {
    await requests.setAccess(kind, []);
    await requests.ask(kind);
    await server.mails();
    expect((await requests.ask(kind, viewer, 'Again.')).status).toBe(204);
    expect(await server.mails()).toEqual([]);
    expect((await requests.access(kind)).requests).toMatchObject([
      { reason: 'I draw the engine.' },
    ]);
    const recorded = (await requests.records()).filter(({ action }) =>
      action.endsWith('requested'),
    );
    expect(recorded).toHaveLength(1);
  });

  test('is refused, and asked for again after seven days', async () => {
    await requests.setAccess(kind, []);
    await requests.ask(kind);
    await server.mails();
    expect((await requests.refuse(kind)).status).toBe(204);
    expect((await requests.refuse(kind)).status).toBe(404);
    expect((await requests.grant(kind)).status).toBe(404);
    expect(await server.mails()).toEqual([]);
    expect((await requests.access(kind)).requests).toEqual([]);
    expect((await requests.records())[0]).toMatchObject({
      action: `${kind}.access_refused`,
      object: { name: 'Ada Byron' },
    });
    expect(await readJson(await requests.seen(kind))).toMatchObject({
      refused_at: expect.any(String) as string,
    });
    const early = await requests.ask(kind);
    expect(early.status).toBe(409);
    expect(await readJson(early)).toEqual({
      message: 'Your request was refused. You can ask again 7 days after that.',
    });
    await server.database.query(
      `UPDATE access_requests SET refused_at = refused_at - interval '7 days' WHERE organization_id = $1`,
      [organizationId],
    );
    expect((await requests.ask(kind, viewer, 'Once more.')).status).toBe(204);
    expect((await requests.access(kind)).requests).toMatchObject([{ reason: 'Once more.' }]);
    expect(await server.mails()).toHaveLength(1);
  });

  test('is decided about by its Managers, who alone get a mail', async () => {
    const manager = await server.member(organizationId, 'Viewer');
    const inGroup = await server.member(organizationId, 'Viewer');
    const reader = await server.member(organizationId, 'Editor');
    const groups = `/organizations/${organizationId}/groups`;
    const group = await owner.call('POST', groups, {
      json: { name: 'Deciders', account_ids: [inGroup.accountId, manager.accountId] },
    });
    await requests.setAccess(kind, [
      { account_id: manager.accountId, role: 'Manager' },
      { group_id: (await readJson<{ id: string }>(group)).id, role: 'Manager' },
      { account_id: reader.accountId, role: 'Editor' },
    ]);
    await server.mails();
    await requests.ask(kind);
    const recipients = (await server.mails()).map(({ to }) => to);
    expect(recipients).toEqual([manager.address, inGroup.address]);
    expect((await requests.access(kind, reader)).requests).toEqual([]);
    expect((await requests.access(kind, manager)).requests).toHaveLength(1);
    expect((await requests.grant(kind, 'Reader', reader)).status).toBe(403);
    expect((await requests.refuse(kind, reader)).status).toBe(403);
    expect((await requests.grant(kind, 'Reader', manager)).status).toBe(204);
  });
});
