export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body of text, and its `Content-Type`. */
export interface TextBody {
  type: string;
  text: string;
}

/** One request to the API. */
export interface Call {
  method: Method;
  url: string;
  /** Sent as the body unless it is undefined. */
  json?: unknown;
  /** A body that is not JSON, in place of it. */
  text?: TextBody | undefined;
  organizationId?: string | undefined;
  /** Milliseconds for the response, and again for its body. */
  timeout: number;
  /** How often the request is sent again when the network fails; not at all by default. */
  retries?: number;
  signal?: AbortSignal | undefined;
}

/** A response read to its end, of any status. */
export interface ApiResponse {
  status: number;
  text: string;
  requestId: string | undefined;
  /** The user's password is needed before the call may be sent again. */
  passwordNeeded?: boolean;
}

export const ORGANIZATION_HEADER = 'X-Organization-Id';
export const REQUEST_ID_HEADER = 'X-Request-Id';
