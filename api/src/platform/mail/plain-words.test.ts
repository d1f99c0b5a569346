import { describe, expect, test } from 'vitest';

import { plainWords } from './plain-words.ts';
import { writeMessage } from './write-message.ts';

describe('S6: a name in a mail', () => {
  test.each([
    ['https://evil.example/login', 'https evil example/login'],
    ['HTTP:\\\\evil.example', 'HTTP evil example'],
    ['win at www.evil.example now', 'win at www evil example now'],
    ['evil.com', 'evil com'],
    ['evil.co.uk/path', 'evil co uk/path'],
    ['пример.рф', 'пример рф'],
    ['evil。com and evil．com', 'evil com and evil com'],
    ['x.xn--p1ai', 'x xn--p1ai'],
    ['evil.\u200bcom', 'evil com'],
    ['evil.\u200dcom', 'evil \u200dcom'],
    ['mailto:a@evil.com', 'mailto a@evil com'],
    ['tel:+4912345', 'tel +4912345'],
    ['Readers\r\nBcc: a\u2028b\u0085c', 'Readers Bcc: a b c'],
    ['\u202egpj\u202c', 'gpj'],
  ])('%j becomes %j: nothing is left to link, on one line', (name, shown) => {
    expect(plainWords(name)).toBe(shown);
  });

  test.each([
    'Acme Inc.',
    'J. R. R. Tolkien',
    'Dr. Ada Byron',
    'Team 2.0',
    'Notes: all of them',
    'Reading at 11:30',
    'Смит, О’Нил & Söhne',
    'می‌خواهم',
    '👩‍💻 engineers',
  ])('%s stays as it is', (name) => {
    expect(plainWords(name)).toBe(name);
  });

  test('is plain in the subject, before and after the link', () => {
    const name = 'evil.com\r\nhttps://evil.com';
    const { subject, text, html } = writeMessage({
      to: 'a@example.com',
      subject: `Invitation to join ${name}`,
      before: [`Hello ${name},`],
      after: [`${name} sends this.`],
    });
    expect(subject).toBe('Invitation to join evil com https evil com');
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.com|https:/);
  });
});
