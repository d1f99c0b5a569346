import type { Email } from 'postal-mime';

type Entries = [string, unknown][];

/** Keys of a document's information in a PDF. */
const PDF_KEYS = {
  Title: 'title',
  Author: 'author',
  Subject: 'subject',
  Keywords: 'keywords',
  CreationDate: 'created',
  ModDate: 'modified',
} as const;

/** Returns the information of a PDF as pdf.js has it. */
export function pdfProperties(info: unknown): Entries {
  const values = new Map(Object.entries(Object(info) as object));
  return Object.entries(PDF_KEYS).flatMap(([name, key]): Entries => {
    const value: unknown = values.get(name);
    if (typeof value !== 'string') return [];
    return [[key, name.endsWith('Date') ? pdfDate(value) : value]];
  });
}

/** D:20260102030405+01'00', of which all but the year may be absent (ISO 32000-1, 7.9.4). */
const PDF_DATE =
  /^(?:D:)?(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d))?)?)?)?)?(?:Z|([+-])(\d\d)'?(?:(\d\d)'?)?)?/;

/** Returns a date of a PDF in ISO 8601; undefined for what is none. */
function pdfDate(text: string): string | undefined {
  const [
    found,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    ...zone
  ] = PDF_DATE.exec(text.trim()) ?? [];
  if (found === undefined) return undefined;
  const [sign, hours = '00', minutes = '00'] = zone;
  const offset = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Returns the headers of an e-mail; `text` writes addresses. */
export function mailProperties(mail: Email, text: (address: Address) => string): Entries {
  const { subject, from, to = [], cc = [], date, messageId } = mail;
  return [
    ['subject', subject],
    ['from', from === undefined ? undefined : text(from)],
    ['to', to.map(text)],
    ['cc', cc.map(text)],
    ['date', date],
    ['message_id', messageId],
  ];
}

type Address = NonNullable<Email['from']>;
