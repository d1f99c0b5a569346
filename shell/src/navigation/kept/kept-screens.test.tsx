import { UiProvider } from '@carrel/shared/ui';
import { Dialog } from '@carrel/shared/ui/signed-in';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { useEffect } from 'react';
import {
  BrowserRouter,
  Link,
  Navigate,
  Route,
  Routes,
  useNavigate,
  useParams,
} from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';

import { KeptScreens } from './kept-screens.tsx';
import { screenAheadAtom } from '../../state/screen-ahead.atoms.ts';

let running: string[];
let rendered: string[];

function Content({ name }: { name: string }) {
  rendered.push(name);
  return <h1>{name}</h1>;
}

function Screen() {
  const { name = '' } = useParams();
  useEffect(() => {
    running.push(name);
    return () => void running.splice(running.indexOf(name), 1);
  }, [name]);
  return (
    <>
      <Content name={name} />
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
  const store = createStore();
  render(
    <Provider store={store}>
      <UiProvider>
        <BrowserRouter>
          <Back />
          <Routes>
            <Route
              path="*"
              element={
                <KeptScreens>
                  <Routes>
                    <Route path="/redirected" element={<Navigate to="/two" replace />} />
                    <Route path="/:name" element={<Screen />} />
                  </Routes>
                </KeptScreens>
              }
            />
          </Routes>
        </BrowserRouter>
      </UiProvider>
    </Provider>,
  );
  return store;
}

const go = (name: string) => userEvent.click(screen.getByRole('link', { name: `To ${name}` }));
// Not by role: what is hidden has no accessible name.
const isMounted = (name: string) => screen.queryByLabelText(`Notes of ${name}`) !== null;

beforeEach(() => {
  running = [];
  rendered = [];
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

test('the content of a screen renders neither when it is left nor when it is shown again', async () => {
  open();
  await go('two');
  await screen.findByRole('heading', { name: 'two' });
  rendered = [];
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('heading', { name: 'one' });
  await go('two');
  await screen.findByRole('heading', { name: 'two' });
  // What is hidden renders when there is nothing else to do.
  await act(async () => new Promise((resolve) => setTimeout(resolve)));
  expect(rendered).toEqual([]);
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

test('a screen that the user is about to open is drawn hidden, without its effects', async () => {
  const store = open();
  const location = { pathname: '/two', search: '', hash: '', state: null, key: 'ahead' };
  act(() => store.set(screenAheadAtom, { location, from: '/one' }));
  const drawn = await screen.findByLabelText('Notes of two');
  expect(screen.queryByRole('heading', { name: 'two' })).toBeNull();
  expect(running).toEqual(['one']);

  await go('two');
  await screen.findByRole('heading', { name: 'two' });
  expect(screen.getByLabelText('Notes of two')).toBe(drawn);
  expect(running).toEqual(['two']);
});

test('a redirect that is drawn ahead waits for the visit', async () => {
  const store = open();
  const location = { pathname: '/redirected', search: '', hash: '', state: null, key: 'ahead' };
  await act(async () => store.set(screenAheadAtom, { location, from: '/one' }));
  expect(window.location.pathname).toBe('/one');
});
