import { startCloudServer, type CloudRequest, type CloudResponse } from './cloud-server.ts';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const refused = (status: number, error: string, description = ''): CloudResponse => ({
  status,
  json: { error, error_description: description },
});

/** A stand-in for the token endpoint of a provider, whose refresh tokens count once. */
export async function startOAuthServer() {
  const state = {
    refreshToken: 'refresh-0',
    renewals: 0,
    isWithdrawn: false,
    /** Fields of a response besides the tokens. */
    fields: { expires_in: 3600 } as Record<string, unknown>,
  };

  function handle({ url, headers, body }: CloudRequest): CloudResponse {
    if (url.pathname === '/me') {
      const isRight = headers['authorization'] === `Bearer access-${state.renewals}`;
      return isRight ? { json: { email: 'ann@example.com' } } : refused(401, 'no');
    }
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
    const given: Record<string, string> = isForm
      ? Object.fromEntries(new URLSearchParams(body))
      : (JSON.parse(body) as Record<string, string>);
    const basic = `Basic ${Buffer.from('client:client-secret').toString('base64')}`;
    const isClient =
      headers['authorization'] === basic ||
      (given['client_id'] === 'client' && given['client_secret'] === 'client-secret');
    if (!isClient) return refused(401, 'invalid_client');
    const isCode =
      given['grant_type'] === 'authorization_code' &&
      given['code'] === 'code' &&
      given['redirect_uri'] === 'https://carrel.example.com/callback' &&
      (given['code_verifier'] ?? 'verifier') === 'verifier';
    const isRefresh =
      given['grant_type'] === 'refresh_token' && given['refresh_token'] === state.refreshToken;
    if (state.isWithdrawn || !(isCode || isRefresh)) {
      return refused(400, 'invalid_grant', `Token ${given['refresh_token']} has been revoked`);
    }
    if (isRefresh) {
      state.renewals += 1;
      state.refreshToken = `refresh-${state.renewals}`;
    }
    return {
      json: {
        access_token: `access-${state.renewals}`,
        refresh_token: state.refreshToken,
        token_type: 'Bearer',
        id_token: `${base64({ alg: 'RS256' })}.${base64({ email: 'eve@example.com' })}.signature`,
        ...state.fields,
      },
    };
  }

  return { ...(await startCloudServer(handle)), state };
}
