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
const makeRows = (count: number): Row[] =>
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

/** Lays out a main part of 1000 px: a table without room for all of its columns. */
function layOutMain() {
  const main = document.body.appendChild(document.createElement('main'));
  vi.spyOn(main, 'clientWidth', 'get').mockReturnValue(1000);
  return main;
}

afterEach(() => void vi.restoreAllMocks());

describe('on a wide screen', () => {
  it('is a table with headers, a row for each entry, and its actions as buttons', async () => {
    show({ rows: makeRows(3) });
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

  it('shows minor columns below the name where not all have room', () => {
    const main = layOutMain();
    show({
      rows: makeRows(1),
      columns: [
        { key: 'name', header: 'Name', cell: (row) => row.name },
        { key: 'id', header: 'ID', minor: true, cell: (row) => row.id },
      ],
    });
    main.remove();
    expect(screen.queryByRole('columnheader', { name: 'ID' })).toBeNull();
    expect(screen.getByRole('cell', { name: /^Dataset 0/ }).textContent).toBe('Dataset 0ID: id-0');
  });

  it('has the actions of a row in a menu if the table wants so', async () => {
    show({ rows: makeRows(1), actionsInMenu: true });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(remove).toHaveBeenLastCalledWith('id-0');
  });

  it('renders all of 100 rows', () => {
    show({ rows: makeRows(100) });
    expect(screen.getAllByRole('row')).toHaveLength(101);
  });

  it('renders only those in view of more rows, and announces their number', () => {
    show({ rows: makeRows(5000) });
    expect(screen.getAllByRole('row').length).toBeLessThan(100);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
    expect(screen.getByRole('row', { name: /^Dataset 0/ }).getAttribute('aria-rowindex')).toBe('2');
  });

  it('shows that it is loading, as a skeleton of the table', () => {
    show({ rows: [], loading: true });
    expect(screen.getByRole('status').textContent).toContain('Loading Datasets');
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('on a phone', () => {
  it('is a list of cards with the same actions in a menu', async () => {
    onPhone();
    show({ rows: makeRows(2) });
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
