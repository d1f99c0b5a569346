import type { ServerResponse } from 'node:http';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { refuse, sendList, startS3SourceServer } from '@carrel/testing/sources/s3-server.ts';
import { createSourceContext, listAll } from '@carrel/testing/sources/source-context.ts';

import type { SourceContext } from '../../source-kind.ts';
import { s3Kind } from './s3-kind.ts';

let store: Awaited<ReturnType<typeof startS3SourceServer>>;

beforeEach(async () => {
  store = await startS3SourceServer();
  store.put('a.txt', 'text');
});
afterEach(() => store.stop());

async function open(place: object = {}, overrides: Partial<SourceContext> = {}) {
  const context = await createSourceContext({ secret: store.secret, ...overrides });
  return s3Kind.open({ kind: 's3', endpoint: store.endpoint, bucket: 'papers', ...place }, context);
}

/** The error of a list, as its code and message; the address of the store is left out. */
async function failureOf(...opened: Parameters<typeof open>): Promise<string> {
  try {
    await listAll(await open(...opened));
    return 'none';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`.replaceAll(new URL(store.endpoint).host, 'the store');
  }
}

const instead = (respond: (response: ServerResponse) => void) => {
  store.state.instead = (_, response) => {
    respond(response);
    return true;
  };
};

test('what is wrong with a key is said', async () => {
  const secret = { username: 'AKIDOTHER', password: 'secret' };
  expect(await failureOf({}, { secret })).toBe(
    'sign_in: the store does not know the access key. Enter the id of another one.',
  );
  const wrong = { ...store.secret, password: 'other' };
  expect(await failureOf({}, { secret: wrong })).toBe(
    'sign_in: The secret is not that of the access key. Enter it again.',
  );
  expect(await failureOf({}, { secret: undefined })).toBe(
    'sign_in: The bucket "papers" is not public. Enter an access key.',
  );
  expect(await failureOf({}, { secret: { password: 'alone' } })).toMatch(/^sign_in: Enter the id/);
  const broken = { username: 'a\nb', password: 'secret' };
  expect(await failureOf({}, { secret: broken })).toMatch(/^sign_in: .* no id has/);
  const padded = { username: ` ${store.secret.username}\n`, password: `${store.secret.password} ` };
  expect(await failureOf({}, { secret: padded })).toBe('none');
});

test('another bucket, region or clock is named', async () => {
  expect(await failureOf({ bucket: 'other' })).toBe(
    'not_found: There is no bucket "other" at the store. Check its name and the endpoint.',
  );
  store.bucket.region = 'eu-west-1';
  expect(await failureOf()).toBe(
    'redirected: The bucket "papers" is in the region eu-west-1. Enter that one instead of us-east-1.',
  );
  expect(await failureOf({ region: 'eu-west-1' })).toBe('none');
  const hourAgo = new Date(Date.now() - 3_600_000);
  expect(await failureOf({ region: 'eu-west-1' }, { now: () => hourAgo })).toMatch(
    /^server: The clock/,
  );
});

test.each([
  [301, 'PermanentRedirect', { 'x-amz-bucket-region': 'ap-south-1' }, /^redirected: .*ap-south-1/],
  [
    307,
    'TemporaryRedirect',
    { location: 'https://elsewhere.example.com/' },
    /^redirected: .*Enter its region/,
  ],
  [301, 'X', { 'x-amz-bucket-region': '<b>no region</b>' }, /^redirected: .*Enter its region/],
  [403, 'AccessDenied', {}, /^forbidden: .*s3:ListBucket/],
  [403, 'ExpiredToken', {}, /^sign_in: .*expired/],
  [503, 'SlowDown', {}, /^rate_limited: /],
  [400, 'InvalidRequest', {}, /^invalid_response: the store refused with 400 \(InvalidRequest\)/],
  [404, '', {}, /^not_found: the store has no bucket/],
])('a refusal with %s %s is explained', async (status, code, headers, expected) => {
  instead((response) => refuse(response, status, code, { headers }));
  expect(await failureOf()).toMatch(expected);
});

test('a momentary refusal is repeated', async () => {
  let refusals = 2;
  store.state.instead = (_, response) => {
    refusals -= 1;
    if (refusals < 0) return false;
    refuse(response, 503, 'SlowDown');
    return true;
  };
  expect(await failureOf()).toBe('none');
});

test('a key that expires in the middle ends the run', async () => {
  store.bucket.pageSize = 1;
  store.put('b.txt', 'text');
  const connection = await open();
  const { next, objects } = await connection.list({ cursor: undefined, since: undefined });
  store.bucket.secretAccessKey = 'renewed';
  await expect(connection.list({ cursor: next, since: undefined })).rejects.toMatchObject({
    code: 'sign_in',
  });
  await expect(connection.read(objects[0] as never)).rejects.toMatchObject({
    code: 'sign_in',
    isOfObject: false,
  });
});

test('an object that may not be read, or is archived, is a failure of that object alone', async () => {
  store.put('denied.txt', 'x', { refusal: { status: 403, code: 'AccessDenied' } });
  store.put('frozen.txt', 'x', { refusal: { status: 403, code: 'InvalidObjectState' } });
  const connection = await open();
  const { objects } = await listAll(connection);
  const [, denied, frozen] = objects.map((object) => connection.read(object));
  await expect(denied).rejects.toMatchObject({ code: 'forbidden', isOfObject: true });
  await expect(frozen).rejects.toThrow('Restore it there');
});

test('a bucket that is gone while objects are read ends the run', async () => {
  const connection = await open();
  const { objects } = await listAll(connection);
  instead((response) => refuse(response, 404, 'NoSuchBucket'));
  await expect(connection.read(objects[0] as never)).rejects.toMatchObject({ isOfObject: false });
});

test.each([
  ['a page of a website', '<!doctype html><html><body><p>Welcome<br></body></html>'],
  ['another document', '<?xml version="1.0"?><ListAllMyBucketsResult/>'],
  ['nothing', ''],
  ['half of a list', '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>a'],
  ['more without where', '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'],
  [
    'objects without names',
    '<ListBucketResult><Contents><Size>1</Size></Contents></ListBucketResult>',
  ],
  ['tags that never end', '<ListBucketResult>'.repeat(100_000)],
])('%s instead of a list is an invalid response', async (_, body) => {
  instead((response) => response.end(body));
  expect(await failureOf()).toMatch(/^invalid_response: .*endpoint is one of S3/);
});

test('a list of more than a page, or of endless bytes, is an invalid response', async () => {
  instead((response) => sendList(response, '<Contents><Key>a</Key></Contents>'.repeat(1001)));
  expect(await failureOf()).toMatch(/^invalid_response/);
  instead((response) => sendList(response, 'x'.repeat(17 * 1024 * 1024)));
  expect(await failureOf()).toMatch(/^invalid_response/);
});

test('pages that repeat end the list, in whatever circle', async () => {
  for (const circle of [1, 2, 7]) {
    let asked = 0;
    instead((response) => {
      asked += 1;
      const token = asked <= 3 ? `start-${asked}` : `again-${asked % circle}`;
      sendList(
        response,
        `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`,
      );
    });
    expect(await failureOf()).toMatch(/^invalid_response: The store repeats/);
    expect(asked).toBeLessThan(40);
  }
});

test('a place that cannot be is refused before any request', async () => {
  const at = (place: object) => failureOf({ endpoint: undefined, ...place });
  expect(await at({ bucket: 'evil.example.com/x' })).toMatch(/^not_found: No bucket can have/);
  expect(await at({ bucket: 'papers', region: 'evil.example.com/' })).toMatch(
    /^not_found: .*region/,
  );
  expect(await failureOf({ bucket: '..' })).toMatch(
    /^not_found: Enter the name of the bucket alone/,
  );
  expect(await failureOf({ endpoint: `${store.endpoint}/?a` })).toMatch(/^not_found: .*question/);
  expect(store.requests).toEqual([]);
});

test('the secret goes to the endpoint, or to Amazon whatever the bucket', () => {
  const place = { kind: 's3', bucket: 'papers' } as const;
  expect(s3Kind.secretGoesTo({ ...place, endpoint: 'https://a.example.com:9000/s3' })).toBe(
    'https://a.example.com:9000',
  );
  expect(s3Kind.secretGoesTo(place)).toBe('https://s3.amazonaws.com');
});
