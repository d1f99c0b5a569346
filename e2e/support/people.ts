import { organizationListSchema } from '@carrel/shared/contract';
import type { RoleName } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type {
  APIRequestContext,
  Browser,
  BrowserContext,
  BrowserContextOptions,
} from '@playwright/test';

import { parse } from 'valibot';

import type { Person } from './journey.ts';
import type { ServerProcess } from './servers/server.ts';

/** Returns a user of this first name, with an address and a password of their own. */
export const personNamed = (firstName: string): Person => ({
  firstName,
  lastName: 'Tester',
  email: `${firstName.toLowerCase()}@example.com`,
  password: `the words of ${firstName}`,
});

/** Returns the link of a mail to an address, once it has been sent. */
export async function awaitMail(server: ServerProcess, address: string): Promise<string> {
  await expect.poll(() => server.mailedPath(address)).toBeDefined();
  return (await server.mailedPath(address)) ?? '';
}

/** Creates a confirmed account through the API. */
export async function createAccount(
  request: APIRequestContext,
  server: ServerProcess,
  person: Person,
): Promise<void> {
  const registered = await request.post(`${server.url}/${apiPaths.register()}`, {
    data: {
      first_name: person.firstName,
      last_name: person.lastName,
      email_address: person.email,
      password: person.password,
    },
  });
  expect(registered.status()).toBe(201);
  const link = await awaitMail(server, person.email);
  const confirmed = await request.put(`${server.url}/${apiPaths.confirmEmail()}`, {
    data: { token: link.split('/').at(-1) },
  });
  expect(confirmed.status()).toBe(204);
}

/** Creates a confirmed account, and returns a browser context in which it is signed in. */
export async function signUp(
  browser: Browser,
  server: ServerProcess,
  person: Person,
): Promise<BrowserContext> {
  const registering = await browser.newContext();
  await createAccount(registering.request, server, person);
  await registering.close();
  return browserOf(browser, server, person);
}

/** Returns a browser context in which a user is signed in through the API. */
export async function browserOf(
  browser: Browser,
  server: ServerProcess,
  person: Person,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const response = await context.request.post(`${server.url}/${apiPaths.login()}`, {
    data: { email_address: person.email, password: person.password },
  });
  expect(response.status()).toBe(200);
  return context;
}

interface Joining {
  request: APIRequestContext;
  person: Person;
  role: RoleName;
}

/** Invites a person into the one organization of who invites, and accepts the invitation. */
export async function join(
  server: ServerProcess,
  inviting: APIRequestContext,
  { request, person, role }: Joining,
): Promise<void> {
  const listed = await inviting.get(`${server.url}/${apiPaths.organizations()}`);
  const { organizations } = parse(organizationListSchema, await listed.json());
  const [organization] = organizations;
  const asked = await inviting.post(`${server.url}/${apiPaths.members(organization?.id ?? '')}`, {
    data: {
      email_address: person.email,
      role_id: organization?.roles.find(({ name }) => name === role)?.id,
    },
  });
  expect(asked.status()).toBe(201);
  await acceptInvitation(server, request, person);
}

/** Accepts the invitation that a person got by mail. */
export async function acceptInvitation(
  server: ServerProcess,
  request: APIRequestContext,
  person: Person,
): Promise<void> {
  await expect.poll(() => server.mailedPath(person.email)).toContain('/join/');
  const token = (await server.mailedPath(person.email))?.split('/').at(-1);
  const joined = await request.post(`${server.url}/${apiPaths.joinOrganization()}`, {
    data: { invitation_token: token },
  });
  expect(joined.ok()).toBe(true);
}
