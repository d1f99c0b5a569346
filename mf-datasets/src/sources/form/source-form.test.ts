import { expect, test } from 'vitest';
import * as v from 'valibot';

import { makeSource } from '../../testing/make-source.ts';
import { changesOf, fieldOf, sourceFormOf, sourceFormSchema } from './source-form.ts';
import type { SignIn, SourceForm } from './source-form.ts';

const NOTHING: SignIn = { isStored: false, hasSecret: false, connects: [] };
const STORED: SignIn = { ...NOTHING, isStored: true, hasSecret: true };

const typed = (values: Partial<SourceForm>): SourceForm => ({ ...sourceFormOf(), ...values });

function read(values: Partial<SourceForm>, signIn: Partial<SignIn> = {}) {
  const schema = sourceFormSchema({ ...NOTHING, ...signIn });
  const result = v.safeParse(schema, typed(values));
  return {
    output: result.success ? result.output : undefined,
    issues: Object.fromEntries(
      (result.issues ?? []).map((issue) => [v.getDotPath(issue), issue.message]),
    ),
  };
}

test('a bucket is sent without its empty fields, with patterns by line and the size in bytes', () => {
  const { output } = read({
    name: 'Contracts',
    kind: 's3',
    bucket: 'contracts',
    username: 'AKIA',
    password: 'secret',
    target: 'Legal',
    include: '*.pdf\n\n docs/** ',
    size_max: '20 MB',
    every_minutes: '60',
    gone: 'keep',
  });
  expect(output).toEqual({
    name: 'Contracts',
    place: { kind: 's3', bucket: 'contracts' },
    secret: { username: 'AKIA', password: 'secret' },
    folder: 'Legal',
    include: ['*.pdf', 'docs/**'],
    exclude: [],
    size_max: 20 * 1024 * 1024,
    every_minutes: 60,
    gone: 'keep',
    approve: false,
  });
});

test('fields of a kind that was chosen before are not sent', () => {
  const { output } = read({ name: 'A', kind: 'feed', url: 'https://a.example/f', bucket: 'left' });
  expect(output?.place).toEqual({ kind: 'feed', url: 'https://a.example/f' });
});

test('what is wrong is said at the field', () => {
  expect(read({ kind: 'git', url: 'ssh://a.example', size_max: 'big' }).issues).toEqual({
    name: 'Name is required',
    url: 'Enter an address such as https://example.com/docs',
    size_max: 'Enter a size such as 20 MB',
  });
  expect(
    read({ name: 'A', kind: 'website', url: 'https://a.example', pages_max: 'x' }).issues,
  ).toEqual({ pages_max: 'Pages must be a whole number' });
});

test('a mailbox needs a user name and a password, unless they are stored', () => {
  const mailbox = { name: 'A', kind: 'mailbox', host: 'imap.example.com' };
  expect(read(mailbox).issues).toEqual({
    username: 'User name is required',
    password: 'Password is required',
  });
  expect(read(mailbox, STORED).issues).toEqual({});
  expect(read({ ...mailbox, password: 'new' }, STORED).issues).toEqual({
    username: 'User name is required',
  });
});

test('a token of a repository needs no user name', () => {
  const git = { name: 'A', kind: 'git', url: 'https://a.example/r.git', password: 'token' };
  expect(read(git).output?.secret).toEqual({ password: 'token' });
});

test('a token is needed where nobody can sign in there', () => {
  const notion = { name: 'A', kind: 'notion' };
  expect(read(notion).issues).toEqual({ password: 'Secret of an integration is required' });
  expect(read(notion, { connects: ['notion'] }).output?.place).toEqual({ kind: 'notion' });
  expect(read({ ...notion, password: 'token' }).output?.secret).toEqual({ password: 'token' });
});

test.each([
  ['place.url', 'url'],
  ['place.folder', 'folder'],
  ['place.folders.0', 'folders'],
  ['place.kind', 'kind'],
  ['place', 'kind'],
  ['secret', 'password'],
  ['secret.username', 'username'],
  ['folder', 'target'],
  ['include.0', 'include'],
])('the issue at %s is shown at %s', (path, field) => {
  expect(fieldOf(path)).toBe(field);
});

test('a change sends only what is another, and keeps a secret that is not typed', () => {
  const source = makeSource({ has_secret: true, size_max: 1_234_567 });
  const form = sourceFormOf(source);
  const unchanged = v.parse(sourceFormSchema(STORED), form);
  expect(changesOf(source, unchanged)).toEqual({});
  const changed = v.parse(sourceFormSchema(STORED), {
    ...form,
    every_minutes: '',
    url: 'https://docs.example.com/other',
    password: 'token',
  });
  expect(changesOf(source, changed)).toEqual({
    secret: { password: 'token' },
    every_minutes: null,
    place: {
      kind: 'website',
      url: 'https://docs.example.com/other',
      mode: 'crawl',
      pages_max: 5000,
    },
  });
});
