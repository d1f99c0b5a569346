import type { CloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import type { SourceContext } from '../../source-kind.ts';

const REDIRECTS = [301, 302, 303, 307, 308];

/** The bytes of an attachment. Where they are on another host, that gets no token. @throws {SourceError} */
export async function downloaded(
  context: SourceContext,
  api: CloudApi,
  address: string,
): Promise<AsyncIterable<Uint8Array>> {
  const bytesMax = context.objectBytesMax;
  const headers = { Accept: '*/*' };
  const response = await api.send(address, {
    headers,
    bytesMax,
    redirects: false,
    accept: REDIRECTS,
  });
  if (!REDIRECTS.includes(response.status)) return response.body();
  response.discard();
  const { location = '' } = response.headers;
  if (!URL.canParse(location, response.url.href)) throw new SourceError('invalid_response');
  const target = new URL(location, response.url);
  const isHere = target.origin === response.url.origin;
  const found = await (isHere
    ? api.send(target.href, { headers, bytesMax })
    : context.http.request(target, { bytesMax }));
  return found.body();
}
