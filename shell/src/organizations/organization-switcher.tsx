import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser, useShell } from '@carrel/shared/shell';
import { Menu } from '@carrel/shared/ui/workbench';
import type { MenuItem } from '@carrel/shared/ui/workbench';
import { useSetAtom } from 'jotai';
import { Building2, ChevronsUpDown, Plus, Settings } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { SidebarButton } from '../sidebar/sidebar-button.tsx';
import { creatingOrganizationAtom } from './organizations.atoms.ts';
import { shortcutAt, useOrganizationShortcuts } from './use-organization-shortcuts.ts';
import { useSwitchOrganization } from './use-switch-organization.ts';

/** The selected organization, and the way to the others, to their settings and to a new one. */
export function OrganizationSwitcher({ collapsed }: { collapsed: boolean }) {
  const { memberships } = useCurrentUser();
  const { organizationId } = useShell();
  const switchTo = useSwitchOrganization();
  const navigate = useNavigate();
  const create = useSetAtom(creatingOrganizationAtom);
  const ids = useMemo(() => Object.keys(memberships), [memberships]);
  useOrganizationShortcuts(ids, switchTo);

  const selected = organizationId === null ? undefined : memberships[organizationId];
  const organizations = Object.entries(memberships).map(([id, membership], place): MenuItem => {
    const { organization_name: name, role_name: role } = membership;
    return {
      label: name,
      description: role,
      icon: <Building2 aria-hidden />,
      shortcut: shortcutAt(place),
      selected: id === organizationId,
      onSelect: () => switchTo(id),
      action: {
        label: `Settings of ${name}`,
        icon: <Settings aria-hidden />,
        onSelect: () => void navigate(consolePaths.organizationSettings(id)),
      },
    };
  });
  return (
    <Menu
      label="Organizations"
      placement="bottom-start"
      trigger={
        <SidebarButton
          collapsed={collapsed}
          label={selected?.organization_name ?? 'No organization'}
          detail={selected?.role_name ?? 'Create one to begin'}
          icon={<Building2 size={16} aria-hidden />}
          end={<ChevronsUpDown size={14} aria-hidden />}
        />
      }
      items={[
        ...organizations,
        {
          label: 'Create organization',
          icon: <Plus aria-hidden />,
          separated: organizations.length > 0,
          onSelect: () => create(true),
        },
      ]}
    />
  );
}
