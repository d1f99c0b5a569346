import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { startLyingProvider, unsigned, type Lie } from '@carrel/testing/sso/lying-provider.ts';
import { createSsoFixture, DOMAIN, type SsoFixture } from '@carrel/testing/sso/sso-fixture.ts';
import { readJson, type Visitor } from '@carrel/testing/server-fixture.ts';

let fixture: SsoFixture;

beforeAll(async () => {
  fixture = await createSsoFixture();
  await fixture.save();
});
afterAll(() => fixture.close());
afterEach(() => fixture.provider.reset());

const now = () => Math.floor(Date.now() / 1000);
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.call('GET', '/accounts/current')).status === 200;

const attempt = async (more: Record<string, string> = {}) => {
  const visitor = fixture.server.visitor();
  const url = await fixture.begin(visitor);
  const location = await fixture.comeBack(visitor, fixture.provider.signIn(url, more));
  return { location, signedIn: await isSignedIn(visitor) };
};
const REFUSED = { location: '/login/sso?failed=refused', signedIn: false };
const SIGNED_IN = { location: '/dashboard', signedIn: true };

describe('a token is refused', () => {
  test.each<[string, () => Lie]>([
    ['of another nonce', () => ({ nonce: 'another' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['for another audience', () => ({ aud: 'another client' })],
    ['for several audiences', () => ({ aud: ['carrel', 'another client'] })],
    ['of another authorized party', () => ({ aud: ['carrel', 'x'], azp: 'x' })],
    ['that has expired', () => ({ exp: now() - 61 })],
    ['that never expires', () => ({ exp: undefined })],
    ['that is not valid yet', () => ({ nbf: now() + 120 })],
    ['of an hour ago', () => ({ iat: now() - 3600 })],
    ['of a time to come', () => ({ iat: now() + 120 })],
    ['without a subject', () => ({ sub: undefined })],
    ['of an empty subject', () => ({ sub: '' })],
    ['of a subject that cannot be stored', () => ({ sub: 'a\u0000' })],
    ['of a subject that is too long', () => ({ sub: 'a'.repeat(256) })],
  ])('%s', async (_, lie) => {
    fixture.provider.claims = lie();
    expect(await attempt()).toEqual(REFUSED);
  });

  test('that nobody signed', async () => {
    fixture.provider.tokenOf = (claims) => Promise.resolve(unsigned(claims));
    expect(await attempt()).toEqual(REFUSED);
  });

  test('that is signed with the secret of the client', async () => {
    const { SignJWT } = await import('jose');
    const secret = new TextEncoder().encode(fixture.provider.clientSecret);
    fixture.provider.tokenOf = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await attempt()).toEqual(REFUSED);
  });

  test('that another provider signed, also under the name of the right key', async () => {
    const other = await startLyingProvider();
    try {
      fixture.provider.tokenOf = (claims) => other.sign(claims);
      expect(await attempt()).toEqual(REFUSED);
    } finally {
      await other.close();
    }
  });

  test('whose signature was changed', async () => {
    fixture.provider.tokenOf = async (claims) => {
      const [header, payload, signature = ''] = (await fixture.provider.sign(claims)).split('.');
      return [header, payload, Array.from(signature).toReversed().join('')].join('.');
    };
    expect(await attempt()).toEqual(REFUSED);
  });
});

describe('clocks', () => {
  test('may differ by a minute', async () => {
    fixture.provider.claims = { exp: now() - 30, nbf: now() + 30, iat: now() + 30 };
    expect(await attempt()).toEqual(SIGNED_IN);
  });
});

describe('a key', () => {
  test('that is new is looked up', async () => {
    expect(await attempt()).toEqual(SIGNED_IN);
    fixture.provider.requests.length = 0;
    expect(await attempt()).toEqual(SIGNED_IN);
    expect(fixture.provider.requests).toEqual(['/token']);
    await fixture.provider.rotate();
    expect(await attempt()).toEqual(SIGNED_IN);
    expect(fixture.provider.requests).toEqual(['/token', '/token', '/keys']);
  });

  test('that nobody has is looked up a few times only', async () => {
    fixture.provider.tokenOf = (claims) => fixture.provider.sign(claims, { kid: 'unknown' });
    for (let count = 1; count <= 9; count += 1) expect(await attempt()).toEqual(REFUSED);
    const read = fixture.provider.requests.filter((path) => path === '/keys');
    expect(read.length).toBeLessThanOrEqual(6);
    fixture.provider.reset();
    expect(await attempt()).toEqual(SIGNED_IN);
  });
});

describe('what comes back', () => {
  test('from a provider of another name is refused', async () => {
    expect(await attempt({ iss: 'https://evil.example' })).toEqual(REFUSED);
  });

  test('without the name that the provider says it sends is refused', async () => {
    const visitor = fixture.server.visitor();
    const query = fixture.provider.signIn(await fixture.begin(visitor));
    query.delete('iss');
    expect(await fixture.comeBack(visitor, query)).toBe(REFUSED.location);
  });

  test('counts once', async () => {
    const visitor = fixture.server.visitor();
    const query = fixture.provider.signIn(await fixture.begin(visitor));
    expect(await fixture.comeBack(visitor, query)).toBe('/dashboard');
    visitor.cookies.delete('carrel_access');
    expect(await fixture.comeBack(visitor, query)).toBe('/login/sso?failed=expired');
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('with the code of another sign-in is refused', async () => {
    const [mine, theirs] = [fixture.server.visitor(), fixture.server.visitor()];
    const stolen = fixture.provider.signIn(await fixture.begin(theirs));
    const query = fixture.provider.signIn(await fixture.begin(mine));
    query.set('code', stolen.get('code') ?? '');
    expect(await fixture.comeBack(mine, query)).toBe(REFUSED.location);
    expect(await isSignedIn(mine)).toBe(false);
  });

  test('in another browser is refused, and is of no use in the right one any longer than that', async () => {
    const attacker = fixture.server.visitor();
    const query = fixture.provider.signIn(await fixture.begin(attacker));
    const victim = fixture.server.visitor();
    expect(await fixture.comeBack(victim, query)).toBe('/login/sso?failed=expired');
    expect(await isSignedIn(victim)).toBe(false);
    await fixture.begin(victim);
    expect(await fixture.comeBack(victim, query)).toBe('/login/sso?failed=expired');
    expect(await fixture.comeBack(attacker, query)).toBe('/dashboard');
  });

  test('at the address of another organization is refused', async () => {
    const owner = await fixture.server.person();
    const otherId = await fixture.server.organization(owner, 'Evil');
    await fixture.verifyDomain(otherId, 'evil.example');
    await owner.call('PUT', `/organizations/${otherId}/identity-provider`, {
      json: {
        issuer: fixture.provider.issuer,
        client_id: 'carrel',
        client_secret: 'x',
        default_role: 'Viewer',
        enabled: true,
        enforced: false,
      },
    });
    const visitor = fixture.server.visitor();
    const query = fixture.provider.signIn(await fixture.begin(visitor));
    const path = `/accounts/login/sso/callback/${otherId}?${query.toString()}`;
    const mixedUp = await visitor.call('GET', path);
    expect(mixedUp.headers.get('Location')).toContain('/login/sso?failed=expired');
    expect(fixture.provider.requests).not.toContain('/token');
  });

  test('after ten minutes, or after the provider was changed, is refused', async () => {
    const visitor = fixture.server.visitor();
    const late = fixture.provider.signIn(await fixture.begin(visitor));
    await fixture.server.database.query(
      `UPDATE sso_sign_ins SET expires_at = now() - interval '1 second'`,
    );
    expect(await fixture.comeBack(visitor, late)).toBe('/login/sso?failed=expired');
    const early = fixture.provider.signIn(await fixture.begin(visitor));
    await fixture.save();
    expect(await fixture.comeBack(visitor, early)).toBe('/login/sso?failed=changed');
  });

  test('as a refusal is said', async () => {
    const visitor = fixture.server.visitor();
    const query = fixture.provider.signIn(await fixture.begin(visitor));
    query.delete('code');
    query.set('error', 'access_denied');
    query.set('error_description', '<script>');
    expect(await fixture.comeBack(visitor, query)).toBe('/login/sso?failed=denied');
    expect(await fixture.comeBack(visitor, new URLSearchParams())).toBe(
      '/login/sso?failed=expired',
    );
  });
});

/** Tests the connection to a provider that says this about itself. */
const probe = async (metadata: Record<string, unknown>, issuer = fixture.provider.issuer) => {
  fixture.provider.metadata = metadata;
  const path = `/organizations/${fixture.organizationId}/identity-provider/test`;
  const response = await fixture.owner.call('POST', path, { json: { issuer } });
  return [response.status, (await readJson<{ message?: string }>(response)).message];
};

describe('a provider', () => {
  afterEach(() => probe({}));

  test('that names itself differently is refused', async () => {
    const [status, message] = await probe({ issuer: 'https://evil.example' });
    expect([status, message]).toEqual([409, expect.stringContaining('names itself differently')]);
  });

  test('that many organizations share is refused', async () => {
    const [status] = await probe({ issuer: `${fixture.provider.issuer}/{tenantid}/v2.0` });
    expect(status).toBe(409);
  });

  test.each([
    ['https://10.0.0.1', 'leads to a private network'],
    ['https://[::1]', 'leads to a private network'],
    ['https://169.254.169.254', 'leads to a private network'],
    ['https://nowhere.invalid', 'could not be reached'],
  ])('at %s is refused', async (issuer, message) => {
    expect(await probe({}, issuer)).toEqual([409, expect.stringContaining(message)]);
  });

  test.each([
    'http://login.firm.example',
    'ftp://firm.example',
    'firm.example',
    'https://a.example/?x=1',
    'https://a:b@c.example',
  ])('%s is no issuer', async (issuer) => {
    expect((await probe({}, issuer))[0]).toBe(422);
  });

  test('that leads to a private network is not followed', async () => {
    fixture.provider.instead['/.well-known/openid-configuration'] = (_, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
    expect((await probe({}))[0]).toBe(409);
    fixture.provider.reset();
    for (const field of ['token_endpoint', 'jwks_uri']) {
      fixture.provider.reset();
      expect((await probe({ [field]: 'http://169.254.169.254/x' }))[0]).toBe(200);
      await fixture.save();
      // The keys that are known are of the address that the provider named before.
      expect(await attempt()).toEqual(REFUSED);
    }
  });

  test('whose page to sign in at is a script is refused', async () => {
    expect((await probe({ authorization_endpoint: 'javascript:alert(1)' }))[0]).toBe(200);
    const begun = await fixture.server
      .visitor()
      .call('POST', '/accounts/login/sso', { json: { email_address: `ada@${DOMAIN}` } });
    expect(begun.status).toBe(503);
  });

  test('whose responses never end is cut off', async () => {
    fixture.provider.instead['/.well-known/openid-configuration'] = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    expect(await probe({})).toEqual([409, 'The response was too large.']);
    fixture.provider.reset();
  });
});

test('nothing is reached on private networks that the operator does not allow', async () => {
  const strict = await createSsoFixture({ webhookNetworks: [] });
  try {
    await strict.save();
    const begun = await strict.server
      .visitor()
      .call('POST', '/accounts/login/sso', { json: { email_address: `ada@${DOMAIN}` } });
    expect(begun.status).toBe(503);
    expect(strict.provider.requests).toEqual([]);
  } finally {
    await strict.close();
  }
});

test('an issuer without encryption is for a console on this machine only', async () => {
  const open = await createSsoFixture({ publicUrl: 'https://carrel.example.com' });
  try {
    expect((await open.save()).status).toBe(422);
  } finally {
    await open.close();
  }
});
