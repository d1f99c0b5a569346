import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What a server sent to the chat service. */
export interface ChatRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
}

export interface TestChatService {
  url: string;
  requests: ChatRequest[];
  /** Resolves when the connection of a request was closed by its client. */
  closed: Promise<void>;
  stop(): void;
}

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

/** Returns a part of a streamed answer's text. */
export const partOf = (content: string) => chunk({ content });

/** Begins a streamed answer, and sends parts of its text. */
export function sendParts(response: ServerResponse, parts: readonly string[]): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.write(chunk({ role: 'assistant', content: '' }));
  for (const content of parts) response.write(partOf(content));
}

/** Ends a streamed answer as services do. */
export function sendEnd(response: ServerResponse, reason = 'stop'): void {
  response.end(`${chunk({}, reason)}data: [DONE]\n\n`);
}

/** Starts an OpenAI-compatible chat service that responds as `respond` does. */
export async function startChatService(
  respond: (response: ServerResponse, request: ChatRequest) => void,
): Promise<TestChatService> {
  const requests: ChatRequest[] = [];
  const closed = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) closed.resolve();
    });
    void json(request).then((body) => {
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        body: body as ChatRequest['body'],
      };
      requests.push(received);
      respond(response, received);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    closed: closed.promise,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
