import type { AccessRow, SeededIds } from '../../route-access/access-row.ts';
import type { Visitor } from '../../server-fixture.ts';
import { textOf, type Sent } from './generate-requests.ts';

let calls = 0;

/** Sends a request to the route of a row, at the path that the row has. */
export function sendRequest(
  visitor: Visitor,
  method: string,
  row: AccessRow,
  { query, headers, type, body }: Sent,
  ids: SeededIds,
): Promise<Response> {
  const [path = ''] = row.path(ids).split('?');
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, textOf(one)]),
    ),
  );
  calls += 1;
  return visitor.call(method.toUpperCase(), `${path}?${search.toString()}`, {
    organizationId: ids.organizationId,
    headers: {
      // No jobs run that writes could wait for, and each request is from another network.
      Prefer: 'wait=0',
      'X-Forwarded-For': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
      ...Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, textOf(value)]],
        ),
      ),
      ...(type !== undefined && { 'Content-Type': type + (type === FORM ? BOUNDARY : '') }),
    },
    ...(body === undefined ? {} : encoded(type, body)),
  });
}

const FORM = 'multipart/form-data';
const BOUNDARY = '; boundary=parts';

/** Returns a form with its files, and its other fields as JSON. */
function formOf({ files, ...fields }: Record<string, unknown>): string {
  const parts = [
    ...Object.entries(fields).map(
      ([name, value]) => `name="${name}"\r\n\r\n${JSON.stringify(value)}`,
    ),
    ...(files as string[]).map(
      (text, index) => `name="files"; filename="${index}.txt"\r\n\r\n${text}`,
    ),
  ].map((part) => `--parts\r\nContent-Disposition: form-data; ${part}\r\n`);
  return `${parts.join('')}--parts--\r\n`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

function encoded(type: string | undefined, body: unknown) {
  if (body instanceof Uint8Array) return { body: Uint8Array.from(body) };
  if (typeof body === 'string' && type !== 'application/json') return { body: bytesOf(body) };
  if (type === 'application/x-www-form-urlencoded') {
    return { body: bytesOf(new URLSearchParams(body as Record<string, string>).toString()) };
  }
  if (type === FORM) return { body: bytesOf(formOf(body as Record<string, unknown>)) };
  return { body: bytesOf(JSON.stringify(body)) };
}
