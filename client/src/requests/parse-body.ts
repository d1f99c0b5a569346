import * as v from 'valibot';

import { ContractError } from '../errors/failures.ts';
import type { ReceivedResponse } from './call.ts';

/** Returns the body of a response as the contract has it. @throws {ContractError} */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  { status, headers, text }: ReceivedResponse,
): v.InferOutput<Schema> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (cause) {
    const requestId = headers.get('X-Request-Id') ?? undefined;
    throw new ContractError('The server sent a response that this version does not understand.', {
      status,
      headers,
      requestId,
      cause,
    });
  }
}
