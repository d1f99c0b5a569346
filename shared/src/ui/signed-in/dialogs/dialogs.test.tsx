import { render, screen, waitFor } from '@testing-library/react';
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

  it('does not close with Escape once something was typed, but with Cancel', async () => {
    render(<CreateDataset />);
    await userEvent.type(await openDialog(), 'Library');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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

  it('S13: is confirmed by the letters of a name with invisible characters', async () => {
    render(<DeleteDataset typeToConfirm={'\u2068\u202eTeam library\u2069'} />);
    await openConfirmation();
    await userEvent.type(screen.getByRole('textbox'), 'Team library');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false);
  });

  it('is not confirmed twice', async () => {
    const confirm = vi.fn<() => void>();
    render(<DeleteDataset onConfirm={confirm} pending />);
    await openConfirmation();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(confirm).not.toHaveBeenCalled();
  });
});
