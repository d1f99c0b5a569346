import { Button, Link, Text } from '@carrel/shared/ui';
import {
  Breadcrumbs,
  CopyableId,
  DataTable,
  OrderedList,
  PageHeader,
} from '@carrel/shared/ui/signed-in';
import { startTransition, useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { whenIdle } from '../base/when-idle.ts';

const ID = '00000000-0000-0000-0000-000000000000';
const ROWS = [{ id: ID, name: '' }];
const COLUMNS = [
  {
    key: 'name',
    header: 'Name',
    cell: () => (
      <Link asChild variant="quiet">
        <RouterLink to="/">{}</RouterLink>
      </Link>
    ),
  },
  { key: 'id', header: 'ID', cell: () => <CopyableId id={ID} short /> },
];
const ignore = () => undefined;
const ACTIONS = () => [
  { label: 'View', prominent: true, to: '/', onSelect: ignore },
  { label: 'Edit', icon: <span />, onSelect: ignore },
  { label: 'Delete', icon: <span />, danger: true, onSelect: ignore },
];

/**
 * Draws what a screen with a list consists of once, hidden, when the browser is idle: its styles are
 * resolved and its code is compiled before the user opens such a screen.
 */
export function WarmUp() {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setDrawn(true))), []);
  useEffect(() => (isDrawn ? whenIdle(() => setDrawn(false)) : undefined), [isDrawn]);
  if (!isDrawn) return null;
  return (
    <div hidden>
      <PageHeader title="" actions={<Button variant="primary">{}</Button>} />
      <Breadcrumbs items={[{ name: '' }]} />
      <OrderedList plural="" singular="" rows={ROWS} texts={{ q: '', sort: '' }} onTexts={ignore}>
        {(rows) => (
          <DataTable
            label=""
            rows={rows ?? []}
            rowKey={({ id }) => id}
            columns={COLUMNS}
            actions={ACTIONS}
          />
        )}
      </OrderedList>
      <Text as="span" color="fg.muted" />
    </div>
  );
}
