import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startMailServer } from '@carrel/testing/faults/mail-server.ts';
import { createLog } from '../log.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { alreadyRegisteredMail } from '../../identity/accounts/account-mails.ts';
import { startWorkers } from '../../jobs/job.ts';
import { MAILS } from '../../services.ts';
import { deliver } from './deliver.ts';
import { deliverMailJob } from '../../operations/mail/deliver-job.ts';
import { enqueueMail } from './outbox.ts';
import { createMailTransport, type MailTransport } from './transport.ts';

let server: ServerFixture;
let address: string;

beforeAll(async () => {
  server = await createServerFixture();
});

afterAll(async () => {
  await server.close();
});

beforeEach(() => {
  address = `${randomUUID()}@example.com`;
});

async function enqueue(): Promise<string> {
  await server.database.transaction((tx) =>
    enqueueMail(tx, server.dependencies.queue, alreadyRegisteredMail, { address }),
  );
  const [row] = await server.database.query<{ id: string }>(
    'SELECT id FROM outbox WHERE address = $1',
    [address],
  );
  return row?.id ?? '';
}

const state = async () => {
  const [row] = await server.database.query<{ last_error: string | null }>(
    `SELECT attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, last_error
     FROM outbox WHERE address = $1`,
    [address],
  );
  return row;
};

const quiet = createLog(() => undefined);

/** A mail server that replies to each recipient with the next of `replies`, then accepts all. */
const mailServer = (replies: readonly number[]) => {
  const waiting = [...replies];
  return startMailServer({ refuse: () => waiting.shift() });
};

const smtp = (smtpUrl: string): MailTransport =>
  createMailTransport({ ...server.dependencies.settings, smtpUrl }, quiet);

const contextOf = (transport: MailTransport) => ({
  ...server.dependencies,
  transport,
  mails: MAILS,
});

describe('A20: a message', () => {
  test('that the mail server defers is sent later, once', async () => {
    const { stop, accepted, url } = await mailServer([451]);
    const transport = smtp(url);
    const id = await enqueue();
    await deliver(contextOf(transport), id);
    expect(await state()).toMatchObject({ attempts: 1, sent: false, failed: false });
    expect((await state())?.last_error).toContain('451');
    await deliver(contextOf(transport), id);
    await deliver(contextOf(transport), id);
    expect(await state()).toMatchObject({ sent: true, last_error: null });
    expect(accepted).toHaveLength(1);
    const mail = await PostalMime.parse(accepted[0] ?? '');
    expect(mail.to?.[0]?.address).toBe(address);
    expect(mail.text).toContain('http://localhost:3000/login');
    expect(mail.html).toContain('href="http://localhost:3000/login"');
    transport.close();
    await stop();
  });

  test('that the mail server refuses permanently fails, and the metrics count it', async () => {
    const { stop, url } = await mailServer([550]);
    const transport = smtp(url);
    await deliver(contextOf(transport), await enqueue());
    expect(await state()).toMatchObject({ sent: false, failed: true });
    const metrics = await (await server.app.request('/metrics')).text();
    expect(metrics).toMatch(/carrel_mails\{state="failed"\} [1-9]/);
    transport.close();
    await stop();
  });

  test('is retried while the mail server is unreachable', async () => {
    const { stop, url } = await mailServer([]);
    await stop();
    const transport = smtp(url);
    await deliver(contextOf(transport), await enqueue());
    expect(await state()).toMatchObject({ attempts: 1, sent: false, failed: false });
    transport.close();
  });
});

/** Sends a mail to a file, and returns what the log shows of it. */
const logged = async (kind: 'reset' | 'confirmation', isTerminal: boolean) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-mail-'));
  const lines: string[] = [];
  const settings = { ...server.dependencies.settings, dataDirectory };
  const transport = createMailTransport(
    settings,
    createLog((line) => lines.push(line)),
    isTerminal,
  );
  const person = await server.person();
  const json = { email_address: kind === 'reset' ? person.address : address };
  if (kind === 'reset') await person.call('POST', '/accounts/reset-password', { json });
  else await person.call('POST', '/accounts/emails', { json });
  const [row] = await server.database.query<{ id: string }>(
    'SELECT id FROM outbox WHERE address = $1 AND sent_at IS NULL',
    [json.email_address],
  );
  await deliver(contextOf(transport), row?.id ?? '');
  const [file = ''] = readdirSync(join(dataDirectory, 'outbox'));
  const mail = await PostalMime.parse(readFileSync(join(dataDirectory, 'outbox', file)));
  const [link = 'none'] = /http:\S+/.exec(mail.text ?? '') ?? [];
  rmSync(dataDirectory, { recursive: true });
  const [line = ''] = lines;
  return { names: line.includes(file), shows: line.includes(link), link };
};

describe('a link that opens an account', () => {
  test('is shown on a terminal; a log only names its file', async () => {
    const { link, ...onTerminal } = await logged('reset', true);
    expect(link).toMatch(/\/accounts\/reset-password\/./);
    expect(onTerminal).toEqual({ names: true, shows: true });
    expect(await logged('reset', false)).toMatchObject({ names: true, shows: false });
  });

  test('is not one that confirms an address: a log shows it too', async () => {
    expect(await logged('confirmation', false)).toMatchObject({ names: true, shows: true });
  });
});

// From here on, the server's mails are sent as they are stored.
test('without a mail server, a message is written to a file and its link is logged', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-mail-'));
  const lines: string[] = [];
  let written: () => void;
  const sent = new Promise<void>((resolve) => {
    written = resolve;
  });
  const log = createLog((line) => {
    lines.push(line);
    if (line.includes(address)) written();
  });
  const { settings } = server.dependencies;
  const context = { mail: contextOf(createMailTransport({ ...settings, dataDirectory }, log)) };
  startWorkers(server.dependencies.queue, [deliverMailJob], context, log);
  const id = await enqueue();
  await sent;

  const files = readdirSync(join(dataDirectory, 'outbox'));
  const file = files.find((name) => name.includes(id)) ?? '';
  expect(file).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[\da-f-]{36}\.eml$/);
  const mail = await PostalMime.parse(readFileSync(join(dataDirectory, 'outbox', file)));
  expect(mail.to?.[0]?.address).toBe(address);
  expect(mail.subject).toBe('You already have an account');
  expect(mail.text).toContain('http://localhost:3000/login');
  expect(mail.html).toContain('href="http://localhost:3000/login"');
  expect(lines.join('')).toContain('http://localhost:3000/login');
  rmSync(dataDirectory, { recursive: true });
});
