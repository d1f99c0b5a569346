import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';

import { Button } from './button.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { FormMessage } from './form-message.tsx';
import { PasswordField } from './password-field.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { TextField } from './text-field.tsx';
import { UiProvider } from '../../theme/ui-provider.tsx';

const show = (content: ReactNode) => render(<UiProvider>{content}</UiProvider>);

const descriptionOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

describe.each([
  ['text', TextField],
  ['area', TextAreaField],
] as const)('a %s field', (_, Field) => {
  it('is described by its hint and its error, and marked invalid by the error', () => {
    show(<Field label="Name" hint="At most 100 characters." error="Dataset name is required" />);
    const control = screen.getByRole('textbox', { name: 'Name' });
    expect(descriptionOf(control)).toBe('At most 100 characters. Dataset name is required');
    expect(control.getAttribute('aria-invalid')).toBe('true');
  });

  it('is not invalid without an error', () => {
    show(<Field label="Name" />);
    const control = screen.getByRole('textbox', { name: 'Name' });
    expect(control.hasAttribute('aria-invalid')).toBe(false);
    expect(control.hasAttribute('aria-describedby')).toBe(false);
  });

  it('announces that it is required, and leaves the check to the form', () => {
    show(<Field label="Name" required />);
    const control = screen.getByRole('textbox', { name: 'Name' });
    expect(control.getAttribute('aria-required')).toBe('true');
    expect(control.hasAttribute('required')).toBe(false);
  });
});

it('passes the native attributes on, autocomplete among them', () => {
  show(<TextField label="Email" type="email" autoComplete="email" name="email" />);
  const control = screen.getByLabelText('Email');
  expect(control.getAttribute('autocomplete')).toBe('email');
  expect(control.getAttribute('type')).toBe('email');
  expect(control.getAttribute('name')).toBe('email');
});

it('works with react-hook-form, which focuses the first invalid field', async () => {
  const save = vi.fn<(values: { name: string }, event?: unknown) => void>();
  function Form() {
    const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '' } });
    return (
      <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        <TextField
          label="Name"
          error={formState.errors.name?.message}
          {...register('name', { required: 'Dataset name is required' })}
        />
        <Button type="submit">Create</Button>
      </form>
    );
  }
  show(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  const control = screen.getByRole('textbox', { name: 'Name' });
  expect(await screen.findByText('Dataset name is required')).toBeDefined();
  expect(document.activeElement).toBe(control);
  await userEvent.type(control, 'Library{Enter}');
  expect(save).toHaveBeenCalledWith({ name: 'Library' }, expect.anything());
});

it('shows a password and hides it again', async () => {
  show(<PasswordField label="Password" autoComplete="current-password" />);
  const control = screen.getByLabelText('Password');
  expect(control.getAttribute('type')).toBe('password');
  expect(control.getAttribute('autocomplete')).toBe('current-password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(control.getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(control.getAttribute('type')).toBe('password');
});

it('checks a box by its label and describes it', async () => {
  show(<CheckboxField label="Sync" description="Documents are replaced." />);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Sync' });
  await userEvent.click(screen.getByText('Sync'));
  expect(box.checked).toBe(true);
  expect(descriptionOf(box)).toBe('Documents are replaced.');
});

it('announces the error of the form, and renders nothing without one', () => {
  const { rerender } = show(<FormMessage />);
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(
    <UiProvider>
      <FormMessage>Login failed. Please try again.</FormMessage>
    </UiProvider>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Login failed. Please try again.');
});
