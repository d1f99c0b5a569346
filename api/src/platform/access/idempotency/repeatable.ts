import type { Next } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { Database, Queryable } from '../../database/database.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { readJsonText } from '../../http/bodies/read-body.ts';
import { Problem } from '../../http/problem.ts';
import { conflict, malformed } from '../../http/problems.ts';
import { callerId } from '../caller.ts';
import { sha256 } from '../session-tokens.ts';
import {
  findCreatedResponse,
  storeCreatedResponse,
  type RepeatableRequest,
} from './created-responses.ts';

const HEADER = 'Idempotency-Key';
const REPLAYED_HEADER = 'Idempotency-Replayed';
/** Visible characters; the quotation marks of a structured field are part of none. */
const KEY = /^"?([!#-~]{1,255})"?$/;

const otherRequest = () =>
  new Problem(422, `This ${HEADER} was used for another request. Use a new one.`);

/** Of a repeated request whose response was shown once. */
const shownOnce = () =>
  conflict(`A request with this ${HEADER} was carried out already. What it created is shown once.`);

/** Thrown in a transaction when another request with the same key has created something meanwhile. */
class AlreadyCreated extends Problem {
  constructor() {
    super(409, `A request with this ${HEADER} is being carried out.`);
  }
}

/**
 * Runs the rest of a request. A POST with an Idempotency-Key that was carried out in the last 24 hours gets the
 * same response again, without being carried out. Failed requests are not kept.
 * @throws {Problem} 400 for an invalid key, 409 or 422 for a key that was used.
 */
export async function repeatable(
  c: ApiContext,
  database: Database,
  next: Next,
): Promise<Response | undefined> {
  const header = c.req.method === 'POST' ? c.req.header(HEADER) : undefined;
  if (header === undefined) {
    await next();
    return undefined;
  }
  const [, key] = KEY.exec(header.trim()) ?? [];
  if (key === undefined) throw malformed(`${HEADER} must be 1 to 255 visible characters.`);
  const organization: { id: string } | undefined = c.get('organization');
  const request = {
    organizationId: organization?.id ?? null,
    callerId: callerId(c),
    keyHash: sha256(key),
    requestHash: sha256(await describe(c)),
  };
  const earlier = await replay(c, database, request);
  if (earlier !== undefined) return earlier;
  c.set('repeatable', request);
  await next();
  if (!(c.error instanceof AlreadyCreated)) return undefined;
  const created = await replay(c, database, request);
  // In place of the refusal.
  if (created !== undefined) c.res = created;
  return undefined;
}

/**
 * Keeps what a POST responds that creates something, in the transaction that creates it, if the request has an
 * Idempotency-Key. `body` is null for a response with a secret: repeating the request is then refused.
 * @throws {Problem} if another request with the key was faster; nothing of the transaction is kept.
 */
export async function keepResponse(
  c: ApiContext,
  tx: Queryable,
  body: object | null,
  status = 201,
): Promise<void> {
  const request = c.get('repeatable');
  if (request === undefined) return;
  if (!(await storeCreatedResponse(tx, request, { status, body }))) throw new AlreadyCreated();
}

async function replay(
  c: ApiContext,
  database: Database,
  request: RepeatableRequest,
): Promise<Response | undefined> {
  const created = await findCreatedResponse(database, request);
  if (created === undefined) return undefined;
  if (!created.isSame) throw otherRequest();
  if (created.body === null) throw shownOnce();
  c.header(REPLAYED_HEADER, 'true');
  return c.json(created.body as object, created.status as ContentfulStatusCode);
}

/** What makes two requests the same: the call, and its JSON. Other bodies are too large to be read twice. */
async function describe(c: ApiContext): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  const body = await readJsonText(c);
  return JSON.stringify([pathname, search, body ?? c.req.header('Content-Length')]);
}
