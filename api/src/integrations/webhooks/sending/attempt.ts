import type { WebhookAttempt } from '@carrel/shared/contract/organization';

import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { retryAfterOf } from './retry-schedule.ts';
import { messageId, signedHeaders } from './sign.ts';

/** Bytes of a response that the log keeps. */
const KEPT_BYTES = 1024;

/** What came of an attempt. */
export type AttemptResult =
  | { end: 'delivered'; entry: WebhookAttempt }
  /** The webhook is away where it did not respond, or said that it cannot. */
  | { end: 'failed'; entry: WebhookAttempt; isAway: boolean; isGone: boolean; retryAfter?: number }
  /** It was cut off, which says nothing about the webhook. */
  | { end: 'cut' };

interface AttemptOptions {
  at: Date;
  signal: AbortSignal;
  timeoutMilliseconds: number;
}

const BUSY_STATUSES = new Set([429, 502, 503, 504]);

/** Sends a delivery once. `at` is the time of its signature and of its entry. */
export async function attemptDelivery(
  outgoing: Outgoing,
  delivery: ClaimedDelivery,
  { at, signal, timeoutMilliseconds }: AttemptOptions,
): Promise<AttemptResult> {
  const started = performance.now();
  const took = () => ({ at: at.toISOString(), ms: Math.round(performance.now() - started) });
  const body = bodyOf(delivery);
  const message = {
    id: messageId(delivery.messageId),
    timestamp: Math.floor(at.getTime() / 1000),
    body,
  };
  try {
    const response = await outgoing.post({
      url: delivery.url,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Carrel-Webhooks/1',
        ...signedHeaders(
          message,
          delivery.secrets.map((secret) => Buffer.from(secret, 'base64')),
        ),
      },
      body,
      timeoutMilliseconds,
      keepBytes: KEPT_BYTES,
      signal,
    });
    const { status } = response;
    const text = response.text.replaceAll('\u0000', '').toWellFormed();
    const entry = { ...took(), status, ...(text !== '' && { response: text }) };
    if (status >= 200 && status < 300) return { end: 'delivered', entry };
    const retryAfter = retryAfterOf(response.headers['retry-after'], response.headers['date']);
    return {
      end: 'failed',
      entry: { ...entry, error: sentenceOf(status) },
      isAway: BUSY_STATUSES.has(status),
      isGone: status === 410,
      ...(retryAfter !== undefined && { retryAfter }),
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    if (error.failure === 'cancelled') return { end: 'cut' };
    const entry = { ...took(), error: error.message };
    return { end: 'failed', entry, isAway: true, isGone: false };
  }
}

const bodyOf = ({ type, createdAt, data }: ClaimedDelivery): string =>
  JSON.stringify({ type, timestamp: createdAt.toISOString(), data });

function sentenceOf(status: number): string {
  if (status >= 300 && status < 400)
    return 'It redirects to another address, which is not followed.';
  return `It responded with status ${status}.`;
}
