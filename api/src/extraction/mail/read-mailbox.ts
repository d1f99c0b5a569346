import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';

const NEWLINE = 0x0a;
const FROM = Buffer.from('From ');
/** Messages of one mailbox: more are split before they are uploaded. */
const MESSAGES_MAX = 5000;

/** Reads a mailbox (.mbox, RFC 4155): its messages one after the other. */
export async function readMailbox(
  bytes: Uint8Array,
  readMail: (bytes: Uint8Array) => Promise<Partitioned>,
): Promise<Partitioned> {
  const messages = messagesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (messages.length > MESSAGES_MAX) throw new UnreadableDocument(reasons.tooMuchText());
  const blocks: Block[] = [];
  const omitted = new Omissions();
  for (const message of messages) {
    const read = await readMail(message);
    for (const block of read.blocks) blocks.push(block);
    omitted.addAll(read.omitted);
  }
  return { blocks, properties: [], omitted: omitted.list() };
}

/** Returns the messages, each begun by a line `From `, with the lines of texts as they were before. */
function messagesOf(mailbox: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = mailbox.indexOf(FROM); at >= 0; at = mailbox.indexOf(FROM, at + 1)) {
    if (at === 0 || (mailbox[at - 1] === NEWLINE && beginsMessage(mailbox, at))) starts.push(at);
  }
  return starts.map((start, index) => {
    const afterFrom = mailbox.indexOf(NEWLINE, start) + 1;
    return withoutQuotes(
      mailbox.subarray(afterFrom === 0 ? mailbox.length : afterFrom, starts[index + 1]),
    );
  });
}

const HEAD_LENGTH = 1000;
/** The line and the field that follows it; without an empty line before it, it has to have a date. */
const BEGINNING = /^From [^\n]*\n>?[\w-]+[: ]/;
const DATED_BEGINNING = /^From [^\n]*\d\d:\d\d[^\n]*\d{4}[^\n]*\n[\w-]+:/;

function beginsMessage(mailbox: Buffer, at: number): boolean {
  const head = mailbox.toString('latin1', at, at + HEAD_LENGTH);
  return (isEmptyLine(mailbox, at - 2) ? BEGINNING : DATED_BEGINNING).test(head);
}

/** Lines of texts that begin with `From ` have a `>` before it in a mailbox. */
function withoutQuotes(message: Buffer): Buffer {
  if (!message.includes('>From ')) return message;
  return Buffer.from(message.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}

/** Whether a line that ends before this place is empty, with either kind of line end. */
function isEmptyLine(mailbox: Buffer, at: number): boolean {
  return mailbox[at] === NEWLINE || (mailbox[at] === 0x0d && mailbox[at - 1] === NEWLINE);
}
