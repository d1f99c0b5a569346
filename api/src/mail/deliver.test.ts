import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startMailServer } from '../../testing/faults/mail-server.ts';
import { createLog } from '../log.ts';
import { createServerFixture, type ServerFixture } from '../../testing/server-fixture.ts';
import { deliver, startMail } from './deliver.ts';
import { enqueueMail } from './outbox.ts';
import { createMailTransport, type MailTransport } from './transport.ts';

let world: ServerFixture;
let address: string;

beforeAll(async () => {
  world = await createServerFixture();
});

afterAll(async () => {
  await world.close();
});

beforeEach(() => {
  address = `${randomUUID()}@example.com`;
});

async function enqueue(): Promise<string> {
  await world.database.transaction((tx) =>
    enqueueMail(tx, world.dependencies.queue, { kind: 'already-registered', address }),
  );
  const [row] = await world.database.query<{ id: string }>(
    'SELECT id FROM outbox WHERE address = $1',
    [address],
  );
  return row?.id ?? '';
}

const state = async () => {
  const [row] = await world.database.query<{ last_error: string | null }>(
    `SELECT attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, last_error
     FROM outbox WHERE address = $1`,
    [address],
  );
  return row;
};

const quiet = createLog(() => undefined);

/** A mail server that answers each recipient with the next of `replies`, then takes everything. */
const mailServer = (replies: readonly number[]) => {
  const waiting = [...replies];
  return startMailServer({ refuse: () => waiting.shift() });
};

const smtp = (smtpUrl: string): MailTransport =>
  createMailTransport({ ...world.dependencies.settings, smtpUrl }, quiet);

describe('A20: a message', () => {
  test('that the mail server puts off is sent later, once', async () => {
    const { stop, accepted, url } = await mailServer([451]);
    const transport = smtp(url);
    const id = await enqueue();
    await deliver(world.dependencies, transport, id);
    expect(await state()).toMatchObject({ attempts: 1, sent: false, failed: false });
    expect((await state())?.last_error).toContain('451');
    await deliver(world.dependencies, transport, id);
    await deliver(world.dependencies, transport, id);
    expect(await state()).toMatchObject({ sent: true, last_error: null });
    expect(accepted).toHaveLength(1);
    const mail = await PostalMime.parse(accepted[0] ?? '');
    expect(mail.to?.[0]?.address).toBe(address);
    expect(mail.text).toContain('http://localhost:3000/login');
    expect(mail.html).toContain('href="http://localhost:3000/login"');
    transport.close();
    await stop();
  });

  test('that the mail server refuses for good is given up, for the operator to see', async () => {
    const { stop, url } = await mailServer([550]);
    const transport = smtp(url);
    await deliver(world.dependencies, transport, await enqueue());
    expect(await state()).toMatchObject({ sent: false, failed: true });
    const metrics = await (await world.app.request('/metrics')).text();
    expect(metrics).toMatch(/carrel_mails\{state="failed"\} [1-9]/);
    transport.close();
    await stop();
  });

  test('waits where there is no mail server', async () => {
    const { stop, url } = await mailServer([]);
    await stop();
    const transport = smtp(url);
    await deliver(world.dependencies, transport, await enqueue());
    expect(await state()).toMatchObject({ attempts: 1, sent: false, failed: false });
    transport.close();
  });
});

test('without a mail server, a message is a file, and its link is on the terminal', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-mail-'));
  const lines: string[] = [];
  let written: () => void;
  const left = new Promise<void>((resolve) => {
    written = resolve;
  });
  const log = createLog((line) => {
    lines.push(line);
    if (line.includes(address)) written();
  });
  const { settings } = world.dependencies;
  await startMail(world.dependencies, createMailTransport({ ...settings, dataDirectory }, log));
  const id = await enqueue();
  await left;

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
