import { describe, expect, test } from 'vitest';

import { partition } from '../partition/partition.ts';

const read = async (bytes: string | Buffer) =>
  (await partition(Buffer.from(bytes), 'a.eml')).map((block) => block.text).join('\n');

const mail = (body: string) =>
  `From: Ada <ada@example.org>\nTo: Bob <bob@example.org>\nSubject: Offer\nMIME-Version: 1.0\n${body}`;
const alternative = (plain: string, html: string) =>
  mail(
    `Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n${plain}\n--b\nContent-Type: text/html\n\n${html}\n--b--\n`,
  );

describe('the body of a mail', () => {
  test('is the HTML part where the plain part only says that there is one', async () => {
    const html = '<style>p{}</style><p>The discount is 18 percent for order guillemot.</p>';
    const text = await read(alternative('Your client does not show HTML.', html));
    expect(text).toContain('18 percent for order guillemot');
    expect(text).not.toContain('does not show');
  });

  test('is the plain part where both say the same', async () => {
    const text = await read(
      alternative('The *discount* is 18 percent.', '<p>The discount is <b>18</b> percent.</p>'),
    );
    expect(text).toContain('The *discount* is 18 percent.');
  });

  test('is read from a mail that was saved in UTF-16', async () => {
    const source = mail('Content-Type: text/plain; charset=utf-16\n\nGröße of a gull');
    expect(await read(Buffer.from(`\ufeff${source}`, 'utf16le'))).toContain('Größe of a gull');
    expect(await read(Buffer.from(mail('\nA tern'), 'utf16le'))).toContain('A tern');
  });

  test('is guessed from its letters where the mail does not declare an encoding', async () => {
    const body = Buffer.from([
      0xd1, 0xf7, 0xb8, 0xf2, 0x20, 0xee, 0xef, 0xeb, 0xe0, 0xf7, 0xe5, 0xed,
    ]);
    expect(await read(Buffer.concat([Buffer.from('Subject: x\n\n'), body]))).toContain(
      'Счёт оплачен',
    );
  });
});

test('a bounce keeps its delivery status and the message that it returns', async () => {
  const text = await read(
    mail(
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nNot delivered.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; eve@example.org\nStatus: 5.1.1\n--b\nContent-Type: message/rfc822\n\nFrom: Ada <ada@example.org>\nSubject: Returned one\n\nBody of the petrel\n--b--\n',
    ),
  );
  for (const said of ['Not delivered.', 'Status: 5.1.1', 'Returned one', 'Body of the petrel']) {
    expect(text).toContain(said);
  }
});

test('an invitation is read, and attachments are named', async () => {
  const text = await read(
    mail(
      'Content-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/plain\n\nPlease come.\n--m\nContent-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nSUMMARY:Review\nEND:VCALENDAR\n--m\nContent-Type: application/pdf; name="a.pdf"\n\nx\n--m\nContent-Type: message/rfc822\nContent-Disposition: attachment\n\nSubject: in\n\ny\n--m--\n',
    ),
  );
  expect(text).toContain('Summary: Review');
  expect(text).toMatch(/Attachments: a\.pdf/);
});

describe('a mail', () => {
  test('is the HTML part where a few words stand for those of the plain part', async () => {
    expect(await read(alternative('See HTML', '<p>Paid heron 5</p>'))).toContain('Paid heron 5');
  });

  test('whose parts have no declared boundary is read by the line between them, or as one', async () => {
    const parts =
      'Content-Type: multipart/mixed\n\n--b\nContent-Type: text/html\n\n<p>Gull</p>\n--b--\n';
    const text = await read(mail(parts));
    expect(text).toContain('Gull');
    expect(text).not.toContain('<p>');
    expect(await read(mail('Content-Type: multipart/mixed\n\nA tern'))).toContain('A tern');
  });

  test('in Markdown or enriched text is read', async () => {
    expect(await read(mail('Content-Type: text/markdown\n\nA *tern*'))).toContain('A *tern*');
    const rich = 'Content-Type: text/enriched\n\n<bold>A</bold> gull';
    expect(await read(mail(rich))).toContain('A gull');
  });

  test('that is signed and has its text in the signature is read', async () => {
    const part = Buffer.from('Content-Type: text/plain\n\nSigned tern\n');
    const octets = Buffer.concat([Buffer.from([0x04, part.length]), part]);
    const signed = Buffer.concat([
      Buffer.from('308006092a864886f70d010702a080308006092a864886f70d010701a0802480', 'hex'),
      octets,
      Buffer.alloc(8),
    ]);
    const head = 'Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\n';
    const text = await read(
      mail(`${head}Content-Transfer-Encoding: base64\n\n${signed.toString('base64')}\n`),
    );
    expect(text).toContain('Signed tern');
    expect(text).not.toContain('Attachments');
  });
});

test('headers that a bounce returns are read in their letters', async () => {
  const report =
    'Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: text/plain\n\nx\n--b\nContent-Type: text/rfc822-headers\n\nSubject: =?utf-8?Q?Gr=C3=B6=C3=9Fe?=\n =?utf-8?Q?_two?=\n--b--\n';
  expect(await read(mail(report))).toContain('Subject: Größe two');
});

const readBox = async (box: string) =>
  (await partition(Buffer.from(box), 'a.mbox')).map(({ text }) => text);

describe('a mailbox', () => {
  const from = 'From a@example.org Fri Mar 13 10:00:00 2026\n';

  test('is cut where a message begins, not in its text', async () => {
    const box = `${from}Subject: One\n\nGull\n\nFrom our side all is fine.\n\nTern\n${from}Subject: Two\n\nEgret\n`;
    expect(await readBox(box)).toEqual([
      'One',
      'Gull',
      'From our side all is fine.',
      'Tern',
      'Two',
      'Egret',
    ]);
  });

  test('has its lines as they were before it was written', async () => {
    expect(await readBox(`${from}Subject: One\n\n>From here\n>>From there\n`)).toEqual([
      'One',
      'From here\n>From there',
    ]);
  });
});
