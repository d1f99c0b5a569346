import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import { Button } from '../../../guest/controls/button.tsx';
import { TextField } from '../../../guest/controls/text-field.tsx';
import { UiProvider } from '../../../theme/ui-provider.tsx';
import { Dialog } from '../dialog.tsx';

const nothing = () => {};

function CreateDataset() {
  const [open, setOpen] = useState(false);
  return (
    <UiProvider>
      <Button onClick={() => setOpen(true)}>Create Dataset</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Create dataset">
        <TextField label="Name" />
      </Dialog>
    </UiProvider>
  );
}

describe('a window', () => {
  it('has the focus as soon as it is rendered, before any frame', () => {
    render(<CreateDataset />);
    act(() => screen.getByRole('button', { name: 'Create Dataset' }).click());
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  });

  it('closes with a key that is pressed before any frame', async () => {
    render(<CreateDataset />);
    act(() => screen.getByRole('button', { name: 'Create Dataset' }).click());
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open, and takes the focus back, when something else is focused', async () => {
    render(<CreateDataset />);
    const button = screen.getByRole('button', { name: 'Create Dataset' });
    act(() => button.click());
    const field = screen.getByRole('textbox', { name: 'Name' });
    act(() => button.focus());
    expect(document.activeElement).toBe(button);
    await waitFor(() => expect(document.activeElement).toBe(field));
    act(() => button.focus());
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('hides the screen from screen readers, and shows it again when it is closed', async () => {
    const { container } = render(<CreateDataset />);
    await userEvent.click(screen.getByRole('button', { name: 'Create Dataset' }));
    await waitFor(() => expect(container.getAttribute('aria-hidden')).toBe('true'));
    await userEvent.keyboard('{Escape}');
    expect(container.getAttribute('aria-hidden')).toBeNull();
  });
});

const kept = (open: boolean) => (
  <UiProvider>
    <Dialog kept open={open} onClose={nothing} title="Search" bare>
      <input aria-label="Search" />
    </Dialog>
  </UiProvider>
);

describe('a dialog that is kept', () => {
  it('is rendered while it is closed, and nobody finds it', async () => {
    const { rerender } = render(kept(false));
    const field = await waitFor(() => {
      const found = document.querySelector('input');
      expect(found).not.toBeNull();
      return found;
    });
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();

    rerender(kept(true));
    expect(screen.getByRole('dialog', { name: 'Search' }).contains(field)).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(field));

    rerender(kept(false));
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(document.activeElement).toBe(document.body);
  });
});
