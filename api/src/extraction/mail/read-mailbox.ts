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

/** Returns the messages, each begun by a line `From ` after an empty line. */
function messagesOf(mailbox: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = mailbox.indexOf(FROM); at >= 0; at = mailbox.indexOf(FROM, at + 1)) {
    if (at === 0 || (mailbox[at - 1] === NEWLINE && isEmptyLine(mailbox, at - 2))) starts.push(at);
  }
  return starts.map((start, index) => {
    const afterFrom = mailbox.indexOf(NEWLINE, start) + 1;
    return mailbox.subarray(afterFrom === 0 ? mailbox.length : afterFrom, starts[index + 1]);
  });
}

/** Whether a line that ends before this place is empty, with either kind of line end. */
function isEmptyLine(mailbox: Buffer, at: number): boolean {
  return mailbox[at] === NEWLINE || (mailbox[at] === 0x0d && mailbox[at - 1] === NEWLINE);
}
