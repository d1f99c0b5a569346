import { randomUUID } from 'node:crypto';

import type { PipelineFixture } from './pipeline-fixture.ts';

/** Sends a request twice with one Idempotency-Key, as a client does whose first response was lost. */
export async function repeatedCall(
  { owner, organizationId }: PipelineFixture,
  path: string,
  json: unknown,
): Promise<[Response, Response]> {
  const headers = { 'Idempotency-Key': randomUUID() };
  const call = () => owner.call('POST', path, { organizationId, json, headers });
  return [await call(), await call()];
}
