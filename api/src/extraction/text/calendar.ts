import type { Block } from '../blocks/block.ts';

/** Properties that say nothing to a reader. */
const LEFT_OUT = new Set(['BEGIN', 'END', 'VERSION', 'PRODID', 'CALSCALE', 'SEQUENCE', 'REV']);

/** Reads iCalendar (.ics) and vCard (.vcf): a paragraph for each event, task, journal or person. */
export function readCalendar(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join('\n') });
    lines = [];
  };
  for (const line of unfolded(text)) {
    const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":]|"[^"]*")*)?):(.*)$/s.exec(line);
    const [name, parameters, value] = [
      found?.[1]?.toUpperCase(),
      found?.[2] ?? '',
      found?.[3] ?? '',
    ];
    if (name === 'BEGIN' || name === 'END') flush();
    if (name === undefined) {
      if (line.trim() !== '') lines.push(line.trim());
      continue;
    }
    const shown = LEFT_OUT.has(name) ? '' : valueText(name, parameters, value).trim();
    if (shown !== '') lines.push(`${label(name)}: ${shown}`);
  }
  flush();
  return blocks;
}

/** Lines go on in the next one where that begins with a space, or after the = of a quoted-printable one. */
function unfolded(text: string): string[] {
  const lines: string[] = [];
  let open: string[] = [];
  for (const line of text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')) {
    const isQuoted = open.length > 0 || /^[^:]*QUOTED-PRINTABLE/i.test(line);
    if (isQuoted && line.endsWith('=')) {
      open.push(line.slice(0, -1));
      continue;
    }
    lines.push([...open, line].join(''));
    open = [];
  }
  lines.push(open.join(''));
  return lines;
}

function valueText(name: string, parameters: string, value: string): string {
  if (/ENCODING=(?:B|BASE64)\b|VALUE=BINARY/i.test(parameters) || /^data:/i.test(value)) return '';
  const decoded = /QUOTED-PRINTABLE/i.test(parameters) ? quotedPrintable(value, parameters) : value;
  const plain = decoded.replace(/\\([nN,;\\:])/g, (_, letter: string) =>
    letter === 'n' || letter === 'N' ? '\n' : letter,
  );
  const who = /;CN=("[^"]*"|[^;:]*)/i.exec(parameters)?.[1]?.replaceAll('"', '');
  const address = plain.replace(/^mailto:/i, '');
  if (who !== undefined && who !== '') return who === address ? who : `${who} <${address}>`;
  if (name === 'N' || name === 'ADR' || name === 'ORG') {
    return plain
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(', ');
  }
  const zone = /;TZID=("[^"]*"|[^;:]*)/i.exec(parameters)?.[1]?.replaceAll('"', '');
  return dateText(address) + (zone === undefined ? '' : ` ${zone}`);
}

/** `20260314T090000Z` as `2026-03-14 09:00 UTC`. */
const dateText = (value: string): string =>
  value.replace(
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/,
    (
      _,
      year: string,
      month: string,
      day: string,
      hour?: string,
      minute?: string,
      __?: string,
      utc?: string,
    ) =>
      `${year}-${month}-${day}${hour === undefined ? '' : ` ${hour}:${minute}`}${utc === undefined ? '' : ' UTC'}`,
  );

function quotedPrintable(value: string, parameters: string): string {
  const bytes = Buffer.from(
    Buffer.from(value)
      .toString('latin1')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  );
  const charset = /CHARSET=([\w-]+)/i.exec(parameters)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

const LABELS: Readonly<Record<string, string>> = {
  FN: 'Name',
  TEL: 'Telephone',
  ADR: 'Address',
  ORG: 'Organization',
  BDAY: 'Birthday',
  DTSTART: 'Start',
  DTEND: 'End',
  DTSTAMP: 'Written',
};

const label = (name: string) => LABELS[name] ?? name.charAt(0) + name.slice(1).toLowerCase();
