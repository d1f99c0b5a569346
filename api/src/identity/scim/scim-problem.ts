import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { ApiEnv } from '../../platform/http/api-context.ts';
import { errorHandler } from '../../platform/http/error-handler.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { SCIM_JSON } from './scim-response.ts';

/** The kinds of errors of RFC 7644 (3.12) that this server tells apart. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal that SCIM has a name for. */
export class ScimProblem extends Problem {
  readonly scimType: ScimType;

  constructor(status: ContentfulStatusCode, scimType: ScimType, message: string) {
    super(status, message);
    this.scimType = scimType;
  }
}

export const invalidFilter = (message: string) => new ScimProblem(400, 'invalidFilter', message);
export const invalidPath = (message: string) => new ScimProblem(400, 'invalidPath', message);
export const invalidSyntax = (message: string) => new ScimProblem(400, 'invalidSyntax', message);
export const invalidValue = (message: string) => new ScimProblem(400, 'invalidValue', message);
export const readOnly = (attribute: string) =>
  new ScimProblem(400, 'mutability', `The attribute ${attribute} cannot be changed.`);
export const notUnique = (message: string) => new ScimProblem(409, 'uniqueness', message);

/** Turns a thrown error into the response of RFC 7644 (3.12). */
export function scimErrors(log: Log): ErrorHandler<ApiEnv> {
  const handle = errorHandler(log);
  return async (error, c) => {
    const response = await handle(error, c);
    const { message } = (await response.json()) as { message: string };
    // RFC 7644 has no 422.
    const status = response.status === 422 ? 400 : response.status;
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...scimTypeOf(error, response.status),
      detail: message,
    };
    c.header('Content-Type', SCIM_JSON);
    return c.body(JSON.stringify(body), status as ContentfulStatusCode);
  };
}

function scimTypeOf(error: Error, status: number): { scimType?: ScimType } {
  if (error instanceof ScimProblem) return { scimType: error.scimType };
  if (status === 400) return { scimType: 'invalidSyntax' };
  return status === 422 ? { scimType: 'invalidValue' } : {};
}
