import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What a test site has at one address. */
export interface SitePage {
  status?: number;
  headers?: Record<string, string>;
  /** A page by its body, with a head and navigation around it. */
  body?: string;
  /** What is sent as it is. */
  raw?: string | Uint8Array;
  /** Sends the response itself. */
  respond?: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface WebsiteServer {
  url: string;
  /** Pages by path and query; changed by tests. */
  pages: Map<string, SitePage>;
  /** Requests by path and query, in their order. */
  requests: { address: string; headers: IncomingMessage['headers'] }[];
  /** Requests that were answered at once, at most. */
  mostAtOnce(): number;
  countOf(address: string): number;
  close(): Promise<void>;
}

interface ServerOptions {
  delayMilliseconds?: number;
  /** Pages that are not in the map, such as endless ones. */
  otherwise?: (address: string) => SitePage | undefined;
}

/** Serves a site, counts what it is asked for, and answers with 404 beyond. */
export async function startWebsite(
  pages: Record<string, SitePage | string>,
  { delayMilliseconds = 0, otherwise }: ServerOptions = {},
): Promise<WebsiteServer> {
  const map = new Map(
    Object.entries(pages).map(([address, page]) => [
      address,
      typeof page === 'string' ? { body: page } : page,
    ]),
  );
  const requests: WebsiteServer['requests'] = [];
  let atOnce = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const address = request.url ?? '/';
    requests.push({ address, headers: request.headers });
    atOnce += 1;
    most = Math.max(most, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const send = async () => {
      if (delayMilliseconds > 0) await pause(delayMilliseconds);
      sendPage(request, response, map.get(address) ?? otherwise?.(address));
    };
    void send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    pages: map,
    requests,
    mostAtOnce: () => most,
    countOf: (address) => requests.filter((request) => request.address === address).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage | undefined,
): void {
  if (page?.respond !== undefined) {
    page.respond(request, response);
    return;
  }
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...page?.headers };
  const etag = page?.headers?.['ETag'];
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ETag: etag }).end();
    return;
  }
  const content = page?.raw ?? pageAround(page?.body ?? '<h1>Not Found</h1>');
  response.writeHead(page?.status ?? (page === undefined ? 404 : 200), headers).end(content);
}

/** A page as sites have them: what is beside the text is the same on each. */
export const pageAround = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>A page</title>${head}<script>alert(1)</script></head><body>
<nav><a href="/">Home</a></nav><div class="cookie-banner">We use cookies</div>
<main>${body}</main><footer>Imprint and more</footer></body></html>`;

const generatedAddress = (at: number) => (at === 0 ? '/docs/' : `/docs/page-${at}`);

/** Ten links from each of `count` pages to the next ones, so that all are reached from the first. */
export function generatedSite(count: number): Record<string, SitePage> {
  const text = 'The pump is switched off before its filter is taken out and cleaned with water. ';
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const links = Array.from({ length: 10 }, (__, link) => at * 10 + link + 1)
        .concat(0, Math.max(0, at - 1))
        .filter((link) => link < count)
        .map((link) => `<a href="${generatedAddress(link)}#part">Page ${link}</a>`);
      const body = `<h1>Page ${at}</h1><p>${text.repeat(5)}</p><ul><li>${links.join('</li><li>')}</li></ul>`;
      return [generatedAddress(at), { body }];
    }),
  );
}
