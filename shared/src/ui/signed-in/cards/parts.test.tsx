import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';

import { Button } from '../../guest/controls/button.tsx';
import { UiProvider } from '../../theme/ui-provider.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { CopyableId } from './copyable-id.tsx';
import { Menu } from '../menus/menu.tsx';
import { PageHeader } from './page-header.tsx';
import { Panel } from './panel.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { SelectField } from '../select-field.tsx';
import { StackedBar } from './stacked-bar.tsx';
import { StatCard } from './stat-card.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Tooltip } from '../tooltip/tooltip.tsx';

const show = (content: ReactNode) =>
  render(
    <MemoryRouter>
      <UiProvider>{content}</UiProvider>
    </MemoryRouter>,
  );

it('renders the heading of a screen as its h1', () => {
  show(<PageHeader title="Datasets" actions={<Button>Create Dataset</Button>} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Datasets' })).toBeDefined();
});

it('names a panel by its title', () => {
  show(<Panel title="Danger Zone">Content</Panel>);
  expect(screen.getByRole('region', { name: 'Danger Zone' }).textContent).toContain('Content');
});

it('links back and marks the current page', () => {
  show(
    <Breadcrumbs
      items={[
        { name: 'Workspaces', to: '/workspaces' },
        { name: 'Research', to: '/here' },
      ]}
    />,
  );
  expect(screen.getByRole('link', { name: 'Workspaces' }).getAttribute('href')).toBe('/workspaces');
  expect(screen.queryByRole('link', { name: 'Research' })).toBeNull();
  expect(screen.getByText('Research').getAttribute('aria-current')).toBe('page');
});

it('shows the reason of a status on focus and on a click', async () => {
  show(
    <StatusBadge
      icon={<svg />}
      label="Partition Error"
      tone="danger"
      reason="The file is encrypted."
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Partition Error' }));
  expect((await screen.findByRole('tooltip')).textContent).toBe('The file is encrypted.');
});

it('is no control when a status has no reason', () => {
  show(<StatusBadge icon={<svg />} label="Ready" tone="success" />);
  expect(screen.getByText('Ready')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows the tooltip of a control on focus', async () => {
  show(
    <Tooltip content="Settings of this organization" openDelay={0}>
      <Button>Settings</Button>
    </Tooltip>,
  );
  await userEvent.tab();
  expect((await screen.findByRole('tooltip')).textContent).toBe('Settings of this organization');
});

it('opens a menu by keyboard and runs the item chosen with arrow and Enter', async () => {
  const choose = vi.fn<(what: string) => void>();
  show(
    <Menu
      label="Account"
      trigger={<Button id="account">Ada</Button>}
      items={[
        { label: 'Account', onSelect: () => choose('account') },
        { label: 'Log out', onSelect: () => choose('log out') },
      ]}
    />,
  );
  screen.getByRole('button', { name: 'Ada' }).focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Log out' });
  await userEvent.keyboard('{End}{Enter}');
  expect(choose.mock.calls).toEqual([['log out']]);
});

it('offers a second choice in the same line of a menu', async () => {
  const choose = vi.fn<(what: string) => void>();
  show(
    <Menu
      label="Organizations"
      trigger={<Button>Acme</Button>}
      items={[
        {
          label: 'Acme',
          onSelect: () => choose('select'),
          action: { label: 'Settings of Acme', icon: <svg />, onSelect: () => choose('settings') },
        },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Acme' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Settings of Acme' }));
  expect(choose.mock.calls).toEqual([['settings']]);
});

it('chooses one of a list', async () => {
  const change = vi.fn<(value: string) => void>();
  show(
    <SelectField
      label="Role"
      error="Role is required"
      placeholder="Choose a role"
      options={[
        { value: 'a', label: 'Admin' },
        { value: 'm', label: 'Member' },
      ]}
      onChange={(event) => change(event.target.value)}
    />,
  );
  const select = screen.getByRole('combobox', { name: 'Role' });
  expect(select.getAttribute('aria-invalid')).toBe('true');
  await userEvent.selectOptions(select, 'Member');
  expect(change).toHaveBeenLastCalledWith('m');
});

it.each([
  [-5, '0'],
  [64.4, '64'],
  [140, '100'],
])('shows a progress of %d as %s percent', (value, percent) => {
  show(<ProgressBar label="Upload" value={value} />);
  expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe(
    percent,
  );
});

it('shows the counts of a bar as text', () => {
  show(
    <StackedBar
      label="Documents by status"
      parts={[
        { label: 'Ready', value: 1200, tone: 'success' },
        { label: 'Errors', value: 0, tone: 'danger' },
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Ready1,200',
    'Errors0',
  ]);
});

it('shows a count, dashes where it failed, and that it loads', () => {
  show(<StatCard label="Datasets" value={1284} />);
  expect(screen.getByRole('definition').textContent).toBe('1,284');
  show(<StatCard label="Documents" failed />);
  expect(screen.getByText('--')).toBeDefined();
  show(<StatCard label="Workspaces" loading />);
  expect(screen.getByText('Loading')).toBeDefined();
});

it('copies the whole of an id that it shortens', async () => {
  const user = userEvent.setup();
  show(<CopyableId id="3f2a9c1e-7b4d-4e2a" short />);
  expect(screen.getByText('3f2a9c1e')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Copy id 3f2a9c1e-7b4d-4e2a' }));
  expect(await navigator.clipboard.readText()).toBe('3f2a9c1e-7b4d-4e2a');
  expect(await screen.findByText('Copied')).toBeDefined();
});
