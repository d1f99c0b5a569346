/**
 * A request in the form that a directory sends it, and what it needs as a response. `{user}` and `{group}` are the ids
 * of the last user and group that were created, `{domain}` a verified domain.
 */
export interface RecordedRequest {
  says: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  status: number;
  /** What the response has among other things. */
  has?: object;
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A patch as directories send it. */
export const patchBody = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

export const none = { totalResults: 0, Resources: [] };
