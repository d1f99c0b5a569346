import type { Message } from '@carrel/api/src/platform/mail/write-message.ts';

/** Returns the code in the last mail that confirms a session, among messages to an address if there is one. */
export function mailedCodeOf(messages: readonly Message[], to?: string): string {
  const codes = messages
    .filter((message) => to === undefined || message.to === to)
    .map(({ text }) => /: ([A-Z]{5}-[A-Z]{5})$/m.exec(text)?.[1]);
  return codes.findLast((code) => code !== undefined) ?? '';
}
