import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, test, vi } from 'vitest';

import { ApiError } from './api-error.ts';
import type { Submission } from './use-submit.ts';
import { useSubmit } from './use-submit.ts';

function NameForm(submission: Submission<{ name: string }>) {
  const form = useForm({ defaultValues: { name: 'Ada' } });
  return (
    <form onSubmit={useSubmit(form, submission)}>
      <input aria-label="Name" {...form.register('name')} />
      <p>{form.formState.errors.name?.message}</p>
      <button type="submit">Send</button>
    </form>
  );
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

function refuse(status: number, path: string) {
  return new ApiError('http', 'The input is invalid', {
    status,
    issues: [{ path, message: 'Already taken' }],
  });
}

describe('submitting a form', () => {
  test('sends once while the request is pending and after it succeeded', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const send = vi.fn<() => Promise<void>>(() => promise);
    render(<NameForm send={send} onFailed={() => undefined} />);
    await press();
    await press();
    await act(async () => resolve());
    await press();
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Ada' });
  });

  test('sends again after success where the form stays open', async () => {
    const send = vi.fn<() => Promise<void>>(async () => undefined);
    render(<NameForm send={send} onFailed={() => undefined} staysOpen />);
    await press();
    await press();
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  });

  test.each(['name', 'name.first'])('shows an issue of %s at its field only', async (path) => {
    const onFailed = vi.fn<() => void>();
    render(<NameForm send={async () => Promise.reject(refuse(422, path))} onFailed={onFailed} />);
    await press();
    expect(await screen.findByText('Already taken')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(onFailed).not.toHaveBeenCalled();
  });

  test.each([
    ['a 422 about a field that the form lacks', refuse(422, 'elsewhere')],
    ['another status', refuse(409, 'name')],
    ['an error of another kind', new TypeError('Failed to fetch')],
  ])('reports %s and can be sent again', async (_, error) => {
    const onFailed = vi.fn<(error: unknown) => void>();
    const send = vi.fn<() => Promise<void>>(() => Promise.reject(error));
    render(<NameForm send={send} onFailed={onFailed} />);
    await press();
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith(error));
    expect(screen.queryByText('Already taken')).toBeNull();
    await press();
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
  });
});
