import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { UiProvider } from '../../theme/ui-provider.tsx';
import { Menu } from './menu.tsx';

function open() {
  render(
    <UiProvider>
      <Menu
        label="Actions"
        trigger={<button type="button">More</button>}
        items={[{ label: 'Delete', onSelect: () => undefined }]}
      />
    </UiProvider>,
  );
  return screen.getByRole('button', { name: 'More' });
}

const drawn = () => screen.queryByRole('menu', { hidden: true });

test('a menu is drawn hidden while the pointer is on its button', async () => {
  const button = open();
  expect(drawn()).toBeNull();
  await userEvent.hover(button);
  expect(drawn()).not.toBeNull();
  expect(screen.queryByRole('menu')).toBeNull();
  await userEvent.unhover(button);
  await waitFor(() => expect(drawn()).toBeNull());
});

test('a menu is drawn hidden while its button has the focus, and is there again after Escape', async () => {
  open();
  await userEvent.tab();
  expect(drawn()).not.toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('menu')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy();
});
