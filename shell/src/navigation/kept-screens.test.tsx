import { useFirstRead } from '@carrel/shared/api';
import { UiProvider } from '@carrel/shared/ui';
import { Dialog } from '@carrel/shared/ui/signed-in';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { useEffect, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { BrowserRouter, Link, Route, useNavigate, useParams } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';

import { intendedScreenAtom } from '../state/intended-screen.atoms.ts';
import { queryClientAtom } from '../state/query-client.atoms.ts';
import { KeptScreens } from './kept-screens.tsx';

let running: string[];
let mounted: Set<string>;
let measured: boolean[];
/** What each mounted screen has rendered of what it reads. */
let texts: Map<string, string>;
let words: PromiseWithResolvers<string>;
let store: ReturnType<typeof createStore>;

function Screen() {
  const { name = '' } = useParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const read = { queryKey: ['word', name], queryFn: () => words.promise };
  useFirstRead(read);
  const word = useQuery({ ...read, staleTime: Infinity });
  // React keeps these of hidden screens.
  useInsertionEffect(() => void texts.set(name, word.data ?? 'Loading'));
  useInsertionEffect(() => {
    mounted.add(name);
    return () => void mounted.delete(name);
  }, [name]);
  useLayoutEffect(() => void measured.push(heading.current?.isConnected === true));
  useEffect(() => {
    running.push(name);
    return () => void running.splice(running.indexOf(name), 1);
  }, [name]);
  return (
    <>
      <h1 ref={heading}>{name}</h1>
      <p>{word.data ?? 'Loading'}</p>
      <input aria-label={`Notes of ${name}`} />
      {name === 'secret' && <input aria-label="Password" type="password" />}
      {name === 'picture' && <canvas />}
      {name === 'failed' && <p role="alert">Failed</p>}
      {name === 'dialog' && (
        <Dialog open title="Window" onClose={() => undefined}>
          Content
        </Dialog>
      )}
      {['one', 'two', 'secret', 'failed', 'picture', 'dialog'].map((other) => (
        <Link key={other} to={`/${other}`}>{`To ${other}`}</Link>
      ))}
    </>
  );
}

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}

function open() {
  window.history.replaceState(null, '', '/one');
  render(
    <Provider store={store}>
      <QueryClientProvider client={store.get(queryClientAtom)}>
        <UiProvider>
          <BrowserRouter>
            <Back />
            <KeptScreens>
              <Route path="/:name" element={<Screen />} />
            </KeptScreens>
          </BrowserRouter>
        </UiProvider>
      </QueryClientProvider>
    </Provider>,
  );
}

const go = (name: string) => userEvent.click(screen.getByRole('link', { name: `To ${name}` }));
const isMounted = (name: string) => mounted.has(name);

beforeEach(() => {
  running = [];
  mounted = new Set();
  measured = [];
  texts = new Map();
  words = Promise.withResolvers();
  store = createStore();
});

test('a screen that is left keeps what was typed, and its effects are stopped', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Notes of one'), 'typed');
  await go('two');
  expect(await screen.findByRole('heading', { name: 'two' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'one' })).toBeNull();
  expect(isMounted('one')).toBe(true);
  expect(running).toEqual(['two']);

  await go('one');
  expect(await screen.findByRole('heading', { name: 'one' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Notes of one').value).toBe('typed');
  expect(running).toEqual(['one']);
});

test('a screen that is left is not in the document, and is there before its layout effects measure', async () => {
  open();
  await go('two');
  await screen.findByRole('heading', { name: 'two' });
  expect(screen.queryByLabelText('Notes of one')).toBeNull();
  expect(isMounted('one')).toBe(true);

  await go('one');
  await screen.findByRole('heading', { name: 'one' });
  expect(measured).not.toContain(false);
});

test('what was scrolled in a screen is scrolled when it is shown again', async () => {
  open();
  const notes = screen.getByLabelText('Notes of one');
  // The environment of the test scrolls nothing.
  const scrollTo = vi.spyOn(notes, 'scrollTo').mockReturnValue();
  notes.scrollTop = 40;
  fireEvent.scroll(notes);
  await go('two');
  await screen.findByRole('heading', { name: 'two' });
  await go('one');
  expect(scrollTo).toHaveBeenCalledWith({ left: 0, top: 40, behavior: 'instant' });
});

test('Back returns the focus to where it was', async () => {
  open();
  await go('two');
  await userEvent.click(await screen.findByLabelText('Notes of two'));
  await go('one');
  await screen.findByRole('heading', { name: 'one' });
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('heading', { name: 'two' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('To one'));
});

test('a screen with an open window is not kept', async () => {
  open();
  await go('dialog');
  await screen.findByRole('dialog', { name: 'Window' });
  act(() => window.history.back());
  await screen.findByRole('heading', { name: 'one' });
  await waitFor(() => expect(isMounted('dialog')).toBe(false));
});

test('a screen with a password in it is not kept', async () => {
  open();
  await go('secret');
  await userEvent.type(await screen.findByLabelText('Password'), 'secret');
  await go('one');
  await screen.findByRole('heading', { name: 'one' });
  await waitFor(() => expect(isMounted('secret')).toBe(false));
});

test.each(['failed', 'picture'])('a screen is not kept: %s', async (name) => {
  open();
  await go(name);
  await screen.findByRole('heading', { name });
  await go('one');
  await screen.findByRole('heading', { name: 'one' });
  await waitFor(() => expect(isMounted(name)).toBe(false));
});

const intend = (path: string) =>
  act(() => store.set(intendedScreenAtom, new URL(path, window.location.origin)));

test('the screen that is about to be opened is mounted with its data, outside of the document and without effects', async () => {
  open();
  intend('/two');
  await waitFor(() => expect(texts.get('two')).toBe('Loading'));
  words.resolve('Tales');
  await waitFor(() => expect(texts.get('two')).toBe('Tales'));
  expect(screen.queryByRole('heading', { name: 'two' })).toBeNull();
  expect(running).toEqual(['one']);

  await go('two');
  expect(await screen.findByRole('heading', { name: 'two' })).toBeTruthy();
  expect(screen.getByText('Tales')).toBeTruthy();
  expect(running).toEqual(['two']);
});

test('one screen waits at a time, and none after another was opened', async () => {
  open();
  intend('/two');
  await waitFor(() => expect(isMounted('two')).toBe(true));
  intend('/three');
  await waitFor(() => expect(isMounted('three')).toBe(true));
  expect(isMounted('two')).toBe(false);
  await go('two');
  await screen.findByRole('heading', { name: 'two' });
  expect(isMounted('three')).toBe(false);
  expect(isMounted('one')).toBe(true);
});

test('a screen that is mounted already is not mounted twice', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Notes of one'), 'typed');
  intend('/one');
  await go('two');
  await screen.findByRole('heading', { name: 'two' });
  intend('/one?page=2');
  await go('one');
  expect(screen.getByLabelText<HTMLInputElement>('Notes of one').value).toBe('typed');
});

test('a screen whose data comes with the visit is mounted once', async () => {
  open();
  intend('/two');
  await waitFor(() => expect(texts.get('two')).toBe('Loading'));
  const visit = go('two');
  words.resolve('Tales');
  await visit;
  await screen.findByText('Tales');
  const notes = screen.getByLabelText('Notes of two');
  await act(async () => void (await words.promise));
  expect(screen.getByLabelText('Notes of two')).toBe(notes);
});
