import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';

import type { Command } from './command.ts';
import { CommandsProvider, useCommands } from './commands.tsx';
import type { AddCommands } from './commands.tsx';
import { useIntent } from './use-intent.ts';

function Counter() {
  const [count, setCount] = useState(0);
  useCommands([
    { id: 'count', label: `Count to ${count + 1}`, group: 'Test', run: () => setCount(count + 1) },
  ]);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}

describe('commands that a screen offers', () => {
  test('are those of its last render, and are removed with it', async () => {
    const sources = new Set<() => readonly Command[]>();
    const add: AddCommands = (source) => {
      sources.add(source);
      return () => sources.delete(source);
    };
    const { unmount } = render(
      <CommandsProvider add={add}>
        <Counter />
      </CommandsProvider>,
    );
    await userEvent.click(screen.getByRole('button'));
    const labels = () => [...sources].flatMap((source) => source().map(({ label }) => label));
    expect(labels()).toEqual(['Count to 2']);
    unmount();
    expect(labels()).toEqual([]);
  });

  test('are ignored without a shell', () => {
    render(<Counter />);
    expect(screen.getByRole('button').textContent).toBe('0');
  });
});

function Creator({ onCreate }: { onCreate: () => void }) {
  useIntent('create', onCreate);
  return <p>{JSON.stringify(useLocation().state)}</p>;
}

const open = (state: unknown, onCreate: () => void) =>
  render(
    <MemoryRouter initialEntries={[{ pathname: '/datasets', state }]}>
      <Creator onCreate={onCreate} />
    </MemoryRouter>,
  );

describe('an intent', () => {
  test('is acted on once, and deleted from the history', () => {
    const onCreate = vi.fn<() => void>();
    open({ intent: 'create' }, onCreate);
    expect(onCreate).toHaveBeenCalledTimes(1);
    expect(screen.getByText('null')).toBeDefined();
  });

  test('of another kind, or none, is ignored', () => {
    const onCreate = vi.fn<() => void>();
    open({ intent: 'upload', from: '/' }, onCreate);
    open(null, onCreate);
    expect(onCreate).not.toHaveBeenCalled();
  });
});
