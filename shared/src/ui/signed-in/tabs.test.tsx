import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { UiProvider } from '../theme/ui-provider.tsx';
import { Tabs } from './tabs.tsx';

const TABS = [
  { key: 'text', label: 'Text' },
  { key: 'chunks', label: 'Chunks (3)' },
  { key: 'history', label: 'History' },
] as const;

function Shown() {
  const [shown, setShown] = useState<'text' | 'chunks' | 'history'>('text');
  return (
    <UiProvider>
      <Tabs label="Parts" tabs={TABS} shown={shown} onShow={setShown}>
        {`Content of ${shown}`}
      </Tabs>
    </UiProvider>
  );
}

const selected = () => screen.getByRole('tab', { selected: true });

test('a click shows the content of a tab, which names it', async () => {
  render(<Shown />);
  await userEvent.click(screen.getByRole('tab', { name: 'Chunks (3)' }));
  expect(screen.getByRole('tabpanel', { name: 'Chunks (3)' }).textContent).toBe(
    'Content of chunks',
  );
});

test('the arrow keys, Home and End change between tabs, with the focus', async () => {
  render(<Shown />);
  await userEvent.tab();
  for (const [key, name] of [
    ['{ArrowRight}', 'Chunks (3)'],
    ['{ArrowRight}', 'History'],
    ['{ArrowRight}', 'Text'],
    ['{ArrowLeft}', 'History'],
    ['{Home}', 'Text'],
    ['{End}', 'History'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(selected().textContent).toBe(name);
    expect(document.activeElement).toBe(selected());
  }
});
