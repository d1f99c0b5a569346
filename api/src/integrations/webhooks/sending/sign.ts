import { createHmac } from 'node:crypto';

interface SignedMessage {
  /** The `webhook-id`. */
  id: string;
  /** When it is sent, in seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * Returns the headers that a receiver verifies, with one signature for each secret.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

/** Returns the `webhook-id` of a delivery: the same in each attempt. */
export const messageId = (id: string): string => `msg_${id.replaceAll('-', '')}`;
