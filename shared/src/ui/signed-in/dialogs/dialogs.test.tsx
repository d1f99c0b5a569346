import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { Button } from '../../guest/controls/button.tsx';
import { TextField } from '../../guest/controls/text-field.tsx';
import { UiProvider } from '../../theme/ui-provider.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Menu } from '../menus/menu.tsx';

const nothing = () => {};

function CreateDataset({
  onSubmit = nothing,
  submitting = false,
}: {
  onSubmit?: () => void;
  submitting?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <UiProvider>
      <Button onClick={() => setOpen(true)}>Create Dataset</Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Create dataset"
        submitLabel="Create"
        onSubmit={onSubmit}
        submitting={submitting}
        dirty={name !== ''}
      >
        <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      </FormDialog>
    </UiProvider>
  );
}

async function openDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Create Dataset' }));
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field;
}

describe('a form in a dialog', () => {
  it('is named by its title and focuses its first field', async () => {
    render(<CreateDataset />);
    await openDialog();
    expect(screen.getByRole('dialog', { name: 'Create dataset' })).toBeDefined();
  });

  it('closes with Escape and returns the focus', async () => {
    render(<CreateDataset />);
    await openDialog();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create Dataset' })),
    );
  });

  it.each([
    ['Escape', async () => userEvent.keyboard('{Escape}')],
    ['a click outside', async () => fireEvent.pointerDown(document.body)],
    ['Cancel', async () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Close', async () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('asks once on %s before it discards what was typed', async (_, leave) => {
    render(<CreateDataset />);
    const field = await openDialog();
    await userEvent.type(field, 'Library');
    await leave();
    const question = { name: 'Discard what you typed?' };
    expect(await screen.findAllByRole('alertdialog', question)).toHaveLength(1);
    expect(screen.getByText('It is not saved, and closing the window loses it.')).toBeDefined();
    const keep = screen.getByRole('button', { name: 'Keep editing' });
    await waitFor(() => expect(document.activeElement).toBe(keep));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field).toHaveProperty('value', 'Library');

    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('submits with Enter', async () => {
    const submit = vi.fn<() => void>();
    render(<CreateDataset onSubmit={submit} />);
    await userEvent.type(await openDialog(), 'Library{Enter}');
    expect(submit).toHaveBeenCalledOnce();
  });

  it('does not submit while it is submitting', async () => {
    const submit = vi.fn<() => void>();
    render(<CreateDataset onSubmit={submit} submitting />);
    await userEvent.type(await openDialog(), 'Library{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(submit).not.toHaveBeenCalled();
  });
});

describe('a menu', () => {
  it('does what was chosen once, while that runs', async () => {
    const logOut = vi.fn<() => Promise<void>>(async () => new Promise(() => {}));
    render(
      <UiProvider>
        <Menu
          label="Your account"
          trigger={<Button>Account</Button>}
          items={[{ label: 'Log out', onSelect: logOut }]}
        />
      </UiProvider>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Account' }));
    const item = await screen.findByRole('menuitem', { name: 'Log out' });
    act(() => {
      item.click();
      item.click();
    });
    expect(logOut).toHaveBeenCalledOnce();
  });
});

function DeleteDataset(props: Partial<ConfirmDialogProps>) {
  const [open, setOpen] = useState(false);
  return (
    <UiProvider>
      <Menu
        label="Actions"
        trigger={<Button>Actions</Button>}
        items={[{ label: 'Delete', danger: true, onSelect: () => setOpen(true) }]}
      />
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={nothing}
        title="Delete dataset"
        name="Team library"
        consequences={['All documents in it are deleted.', 'This cannot be undone.']}
        confirmLabel="Delete"
        pending={false}
        {...props}
      />
    </UiProvider>
  );
}

async function openConfirmation() {
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  return screen.findByRole('alertdialog', { name: 'Delete dataset' });
}

describe('a confirmation', () => {
  it('shows the name, lists the consequences, and focuses Cancel', async () => {
    render(<DeleteDataset />);
    const dialog = await openConfirmation();
    expect(dialog.textContent).toContain('Team library');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'All documents in it are deleted.',
      'This cannot be undone.',
    ]);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })),
    );
  });

  it('returns the focus to the menu that opened it', async () => {
    render(<DeleteDataset />);
    await openConfirmation();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })),
    );
  });

  it('is disabled until the text was typed', async () => {
    const confirm = vi.fn<() => void>();
    render(<DeleteDataset onConfirm={confirm} typeToConfirm="Team library" />);
    await openConfirmation();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(button.disabled).toBe(true);
    await userEvent.type(
      screen.getByRole('textbox', { name: 'Type Team library to confirm' }),
      'Team library',
    );
    expect(button.disabled).toBe(false);
    await userEvent.click(button);
    expect(confirm).toHaveBeenCalledOnce();
  });

  it.each([
    '\u2068\u202eTeam library\u2069',
    'Team  library',
    'Team\u00a0library ',
    'Te\u200bam \u200d library\u{e0020}',
  ])('S13: is confirmed by the letters of the name %j', async (name) => {
    render(<DeleteDataset typeToConfirm={name} />);
    await openConfirmation();
    await userEvent.type(screen.getByRole('textbox'), 'Team library');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false);
  });

  it('is confirmed once by two clicks before the first is shown as running', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const confirm = vi.fn<() => Promise<void>>(() => promise);
    render(<DeleteDataset onConfirm={confirm} />);
    await openConfirmation();
    const button = screen.getByRole('button', { name: 'Delete' });
    button.click();
    button.click();
    expect(confirm).toHaveBeenCalledOnce();
    await act(async () => resolve());
    button.click();
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  it('can be confirmed again after a failure', async () => {
    const confirm = vi.fn<() => Promise<void>>(async () => Promise.reject(new Error('refused')));
    render(<DeleteDataset onConfirm={confirm} />);
    await openConfirmation();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  it('copies the name, which confirms when it is pasted', async () => {
    const user = userEvent.setup();
    render(<DeleteDataset typeToConfirm={'Team\u200b  library'} />);
    await openConfirmation();
    await user.click(screen.getByRole('button', { name: 'Copy the name' }));
    expect(await screen.findByText('Copied')).toBeDefined();
    await user.click(screen.getByRole('textbox'));
    await user.paste();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false);
  });

  it('closes with Escape without a question, as a typed name is worth nothing', async () => {
    render(<DeleteDataset typeToConfirm="Team library" />);
    await openConfirmation();
    await userEvent.type(screen.getByRole('textbox'), 'Team');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('is not confirmed twice', async () => {
    const confirm = vi.fn<() => void>();
    render(<DeleteDataset onConfirm={confirm} pending />);
    await openConfirmation();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(confirm).not.toHaveBeenCalled();
  });
});
