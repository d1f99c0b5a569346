import { retryAfterSeconds } from '@carrel/shared/contract';

import { readLimited, ResponseTooLarge } from '../../platform/read-limited.ts';
import { ServiceUnavailable } from './service-unavailable.ts';

interface JsonRequest {
  url: string;
  apiKey: string | undefined;
  body: unknown;
  timeoutMilliseconds: number;
  maxBytes?: number;
  /** How failures name the service, and the setting that has its address. */
  service: string;
  setting: string;
}

/** An invalid response; another attempt may succeed. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
}

/** The service will not respond otherwise to the same request. The message is for users. */
export class ServiceRefusal extends Error {
  override readonly name = 'ServiceRefusal';
  readonly status: number;
  /** What the service said, where it refused this request: to be read for limits, never to be shown. */
  readonly details: string;

  constructor(message: string, status: number, details = '') {
    super(message);
    this.status = status;
    this.details = details;
  }

  /** Whether the service refused this request, rather than any. */
  get isOfText(): boolean {
    return isOfText(this.status);
  }
}

const isOfText = (status: number): boolean => [400, 413, 422].includes(status);

/**
 * Posts JSON to a service that the operator chose, and returns its JSON.
 * @throws {ServiceUnavailable | ServiceRefusal | MalformedResponse}
 */
export async function requestJson(request: JsonRequest): Promise<unknown> {
  const { apiKey, service } = request;
  const response = await fetch(request.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(request.body),
    // The texts are tenants' and the key is the operator's: another address must not receive them. With
    // 'error', a redirect would look like a service that is away.
    redirect: 'manual',
    signal: AbortSignal.timeout(request.timeoutMilliseconds),
  }).catch((error: unknown) => {
    const happened = isTimeout(error) ? 'took too long' : 'could not be reached';
    throw new ServiceUnavailable(`The ${service} ${happened}.`, { cause: error });
  });
  if (response.ok) return readJson(response, request);
  throw failureOf(response, request, await detailsOf(response));
}

const DETAILS_BYTES_MAX = 16 * 1024;

/** Returns the body of a refusal that may say a limit, if it is short. */
async function detailsOf(response: Response): Promise<string> {
  if (isOfText(response.status)) {
    return readLimited(response, DETAILS_BYTES_MAX).then(String, () => '');
  }
  await response.body?.cancel();
  return '';
}

function failureOf(
  { status, headers }: Response,
  { service, setting }: JsonRequest,
  details: string,
): Error {
  if ([408, 429].includes(status) || status >= 500) {
    const retryAfter = retryAfterSeconds(headers.get('Retry-After')) ?? 0;
    return new ServiceUnavailable(`The ${service} is not available (status ${status}).`, {
      isBusy: status === 429,
      ...(retryAfter > 0 && { afterMilliseconds: retryAfter * 1000 }),
    });
  }
  return new ServiceRefusal(
    status >= 300 && status < 400
      ? `The ${service} redirects to another address, which is not followed. The operator can set ${setting} to that address.`
      : `The ${service} refused the text (status ${status}). The operator can check its address, model and key.`,
    status,
    details,
  );
}

async function readJson(response: Response, { service, maxBytes }: JsonRequest): Promise<unknown> {
  try {
    return JSON.parse((await readLimited(response, maxBytes)).toString()) as unknown;
  } catch (error) {
    if (isTimeout(error)) {
      throw new ServiceUnavailable(`The ${service} took too long.`, { cause: error });
    }
    throw new MalformedResponse(
      error instanceof ResponseTooLarge
        ? `The ${service} returned a response that is too large.`
        : `The ${service} returned an invalid response.`,
      { cause: error },
    );
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';
