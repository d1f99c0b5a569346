import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Organization } from '@carrel/shared/contract';

import { PASSWORD, readJson } from '../server-fixture.ts';
import type { ServerProcess } from './server-process.ts';

/** A person with a browser of their own, in an organization with one dataset. */
export interface CrowdPerson {
  number: number;
  organizationId: string;
  datasetId: string;
  call(method: string, path: string, body?: object | Uint8Array<ArrayBuffer>): Promise<Response>;
}

const SIGNING_IN_AT_ONCE = 4;

/**
 * Signs in people of some organizations at a server that trusts 127.0.0.1 as a proxy. The first of each
 * organization owns it and has invited the others.
 */
export async function signInCrowd(
  server: ServerProcess,
  dataDirectory: string,
  { people, organizations }: { people: number; organizations: number },
): Promise<CrowdPerson[]> {
  const crowd: CrowdPerson[] = [];
  const owners: CrowdPerson[] = [];
  for (let number = 0; number < organizations; number += 1) {
    await server.signIn(`owner-${number}@example.com`);
    const created = await server.call('POST', '/organizations', { json: { name: `O ${number}` } });
    const { id: organizationId } = await readJson<{ id: string }>(created);
    const json = { name: 'Library' };
    const dataset = await server.call('POST', '/datasets', { organizationId, json });
    const { id: datasetId } = await readJson<{ id: string }>(dataset);
    const cookies = [...server.cookies].map((pair) => pair.join('=')).join('; ');
    owners.push(personOf(server.origin, { number, organizationId, datasetId }, cookies));
  }
  crowd.push(...owners);
  const roles = new Map<string, string>();
  for (const owner of owners) {
    const list = await readJson<{ organizations: Organization[] }>(
      await owner.call('GET', '/organizations'),
    );
    const [organization] = list.organizations;
    const editor = organization?.roles.find(({ name }) => name === 'Editor');
    roles.set(owner.organizationId, editor?.id ?? '');
  }
  let next = organizations;
  const signInNext = async () => {
    while (next < people) {
      const number = next;
      next += 1;
      const owner = owners[number % organizations];
      if (owner === undefined) return;
      crowd.push(await invite(server.origin, dataDirectory, { owner, roles, number }));
    }
  };
  await Promise.all(Array.from({ length: SIGNING_IN_AT_ONCE }, signInNext));
  return crowd;
}

async function invite(
  origin: string,
  dataDirectory: string,
  { owner, roles, number }: { owner: CrowdPerson; roles: Map<string, string>; number: number },
): Promise<CrowdPerson> {
  const { organizationId, datasetId } = owner;
  const email_address = `person-${number}@example.com`;
  const invited = await owner.call('POST', `/organizations/${organizationId}/members`, {
    email_address,
    role_id: roles.get(organizationId) ?? '',
  });
  if (!invited.ok) throw new Error(`${invited.status} ${await invited.text()}`);
  const invitation_token = await invitationToken(join(dataDirectory, 'outbox'), email_address);
  const person = personOf(origin, { number, organizationId, datasetId }, '');
  await person.call('POST', '/accounts/accept-invitation', {
    first_name: 'Ada',
    last_name: 'Byron',
    password: PASSWORD,
    invitation_token,
  });
  const response = await person.call('POST', '/accounts/login', {
    email_address,
    password: PASSWORD,
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return personOf(origin, { number, organizationId, datasetId }, cookies.join('; '));
}

/** The tokens of mails that were read, by the address of each. */
const tokens = new Map<string, string>();
const readFiles = new Set<string>();

async function invitationToken(outbox: string, address: string): Promise<string> {
  for (;;) {
    const token = tokens.get(address);
    if (token !== undefined) return token;
    for (const name of readdirSync(outbox).filter((file) => file.endsWith('.eml'))) {
      if (readFiles.has(name)) continue;
      readFiles.add(name);
      const message = readFileSync(join(outbox, name), 'utf8').replaceAll(/=\r?\n/g, '');
      const [, to] = /^To: (\S+)/m.exec(message) ?? [];
      const [, found] = /accept-invitation\/([\w-]+)/.exec(message) ?? [];
      if (to !== undefined && found !== undefined) tokens.set(to, found);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

function personOf(
  origin: string,
  facts: Pick<CrowdPerson, 'number' | 'organizationId' | 'datasetId'>,
  cookies: string,
): CrowdPerson {
  const { number, organizationId } = facts;
  return {
    ...facts,
    call: (method, path, body) => {
      const isZip = body instanceof Uint8Array;
      return fetch(`${origin}/api/v1${path}`, {
        method,
        headers: {
          Cookie: cookies,
          'X-Organization-Id': organizationId,
          // Each has an address of their own, as limits count by it.
          'X-Forwarded-For': `10.0.${number >> 8}.${number & 255}`,
          ...(body !== undefined && {
            'Content-Type': isZip ? 'application/zip' : 'application/json',
          }),
        },
        ...(body !== undefined && { body: isZip ? body : JSON.stringify(body) }),
      });
    },
  };
}
