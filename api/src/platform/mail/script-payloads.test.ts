import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createLog } from '../log.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { createMailTransport } from './transport.ts';
import { writeMessage, type Message } from './write-message.ts';

const PAYLOADS = JSON.parse(
  await readFile(new URL('../../../../e2e/fixtures/script-payloads.json', import.meta.url), 'utf8'),
) as string[];

let server: ServerFixture;

beforeAll(async () => {
  server = await createServerFixture();
});

afterAll(async () => {
  await server.close();
});

/** The markup of a mail without its texts. */
const markup = (message: Message | undefined) =>
  (message?.html.match(/<[^>]*>/g) ?? []).map((tag) =>
    tag.replace(/href="[^"]*"/, (link) => link.replace(/[\w-]{20,}/, 'TOKEN')),
  );

/** The mails to a user of this name, and to a person whom they invite. */
async function mailsOf(name: string): Promise<Message[]> {
  const owner = await server.person();
  await server.database.query('UPDATE accounts SET first_name = $2, last_name = $2 WHERE id = $1', [
    owner.accountId,
    name,
  ]);
  const id = await server.organization(owner, name);
  await owner.call('POST', `/organizations/${id}/members`, {
    json: { email_address: 'guest@example.com', role_id: await server.roleId(id, 'Viewer') },
  });
  await owner.call('POST', '/accounts/emails', { json: { email_address: 'b@example.com' } });
  await owner.call('POST', '/accounts/reset-password', { json: { email_address: owner.address } });
  return server.mails();
}

const shown = (words: string) =>
  writeMessage({
    to: 'a@example.com',
    subject: words,
    before: [words],
    link: { label: words, url: `http://localhost/?${words}` },
    after: [words],
  });

test(`T4: no mail treats any of ${PAYLOADS.length} script payloads as markup`, async () => {
  await server.visitor().call('POST', '/accounts/register', {
    json: {
      first_name: PAYLOADS[0],
      last_name: PAYLOADS[1],
      email_address: 'first@example.com',
      password: PASSWORD,
    },
  });
  const [registered] = await server.mails();
  expect(registered?.text).toContain(PAYLOADS[0]);
  const plain = (await mailsOf('Ada')).map(markup);
  expect(plain).toHaveLength(4);
  expect(markup(registered)).toEqual(plain.find((tags) => tags.join('').includes('email-confirm')));

  const harmless = shown('Ada').html.match(/<\w+|on\w+=/g);
  for (const payload of PAYLOADS) {
    const { html } = shown(payload);
    // Without quoted values and texts, the markup is that of a plain word.
    const tags = html.replaceAll(/"[^"]*"/g, '""').match(/<[^>]*>/g);
    const wanted = shown('Ada')
      .html.replaceAll(/"[^"]*"/g, '""')
      .match(/<[^>]*>/g);
    expect({ payload, tags }).toEqual({ payload, tags: wanted });
    expect(html.match(/<\w+/g)).toEqual(harmless?.filter((tag) => tag.startsWith('<')));
  }
  const odd = await mailsOf(PAYLOADS[14] ?? '');
  expect(odd.map(markup)).toEqual(plain);
});

test('T4: a name with line breaks adds no header to a mail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-mail-'));
  const { settings } = server.dependencies;
  const transport = createMailTransport(
    { ...settings, dataDirectory: folder },
    createLog(() => undefined),
  );
  const mails = await mailsOf('Readers\r\nBcc: evil@example.com\r\n\r\nBody');
  const invitation = mails.find(({ subject }) => subject.startsWith('Invitation'));
  await transport.send(
    '1',
    invitation ?? writeMessage({ to: '', subject: '', before: [], after: [] }),
  );
  const [file = ''] = await readdir(join(folder, 'outbox'));
  const mail = await readFile(join(folder, 'outbox', file), 'utf8');
  const [head = ''] = mail.split('\r\n\r\n');
  expect(head).toMatch(/^To: guest@example\.com$/m);
  expect(head).not.toMatch(/^Bcc:/im);
  await rm(folder, { recursive: true, force: true });
});
