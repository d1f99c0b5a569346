import { expect, test } from 'vitest';

import { readS3Address } from './s3-address.ts';

test('a bucket at an endpoint is in the path', () => {
  expect(
    readS3Address('s3://papers?endpoint=https://store.example.com:9000/s3/&region=eu&prefix=a/b'),
  ).toEqual({
    bucket: 'papers',
    bucketUrl: 'https://store.example.com:9000/s3/papers',
    host: 'store.example.com:9000',
    region: 'eu',
    prefix: 'a/b/',
  });
});

test('a bucket without an endpoint is at Amazon, with a default prefix', () => {
  expect(readS3Address('s3://papers?region=eu-west-1')).toMatchObject({
    bucketUrl: 'https://papers.s3.eu-west-1.amazonaws.com',
    prefix: 'carrel/',
  });
  expect(readS3Address('s3://pa.pers?prefix=')).toMatchObject({
    bucketUrl: 'https://s3.us-east-1.amazonaws.com/pa.pers',
    prefix: 'carrel/',
  });
});

test.each([
  ['s3://key:secret@papers', 'must hold no credentials'],
  ['s3://', 'must name a bucket'],
  ['s3://Pa_pers', 'must name a bucket'],
  ['s3://papers/folder', 'must name a folder of the bucket with prefix='],
  ['s3://papers?secret=x', 'must not have "secret="'],
  ['s3://papers?endpoint=store.example.com', 'must give an http or https URL as endpoint='],
  ['s3://papers?endpoint=https://key:secret@store.example.com', 'must give an endpoint= of a host'],
  ['s3://papers?region=a/b', 'must name a region'],
  ['https://papers', 'must be an s3:// URL'],
])('%s is refused, since it %s', (url, reason) => {
  expect(() => readS3Address(url)).toThrow(reason);
});
