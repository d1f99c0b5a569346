import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { UiProvider } from '../../theme/ui-provider.tsx';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './table-column.ts';

interface Row {
  id: string;
  name: string;
}

const remove = vi.fn<(id: string) => void>();
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, place) => ({ id: `id-${place}`, name: `Dataset ${place}` }));

function show(props: Partial<DataTableProps<Row>> & { rows: readonly Row[] }) {
  return render(
    <UiProvider>
      <DataTable<Row>
        label="Datasets"
        columns={[
          { key: 'name', header: 'Name', cell: (row) => row.name },
          { key: 'id', header: 'ID', cell: (row) => row.id },
        ]}
        rowKey={(row) => row.id}
        actions={(row) => [{ label: 'Delete', danger: true, onSelect: () => remove(row.id) }]}
        {...props}
      />
    </UiProvider>,
  );
}

const onPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('max-width'),
      }) as MediaQueryList,
  );

afterEach(() => void vi.restoreAllMocks());

describe('on a wide screen', () => {
  it('is a table with headers, a row for each entry, and its actions as buttons', async () => {
    show({ rows: rowsOf(3) });
    const table = screen.getByRole('table', { name: 'Datasets' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Name', 'ID', 'Actions']);
    const row = screen.getByRole('row', { name: /Dataset 1/ });
    await userEvent.click(within(row).getByRole('button', { name: 'Delete' }));
    expect(remove).toHaveBeenLastCalledWith('id-1');
  });

  it('builds all of 100 rows', () => {
    show({ rows: rowsOf(100) });
    expect(screen.getAllByRole('row')).toHaveLength(101);
  });

  it('builds only those in sight of more, and still tells how many there are', () => {
    show({ rows: rowsOf(5000) });
    expect(screen.getAllByRole('row').length).toBeLessThan(100);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
    expect(screen.getByRole('row', { name: /^Dataset 0/ }).getAttribute('aria-rowindex')).toBe('2');
  });

  it('says that it is loading, in the shape of what comes', () => {
    show({ rows: [], loading: true });
    expect(screen.getByRole('status').textContent).toContain('Loading Datasets');
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('on a phone', () => {
  it('is a list of cards with the same actions in a menu', async () => {
    onPhone();
    show({ rows: rowsOf(2) });
    expect(screen.queryByRole('table')).toBeNull();
    const [, card] = within(screen.getByRole('list', { name: 'Datasets' })).getAllByRole(
      'listitem',
    );
    if (card === undefined) throw new Error('There is no second card.');
    expect(card.textContent).toContain('Dataset 1');
    expect(card.textContent).toContain('id-1');
    await userEvent.click(within(card).getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(remove).toHaveBeenLastCalledWith('id-1');
  });
});
