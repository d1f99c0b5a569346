import { apiUrlOf } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser, useOrganizationId } from '@carrel/shared/shell';
import { Button, Stack, Text } from '@carrel/shared/ui';
import { CodeBlock, Panel, Tabs } from '@carrel/shared/ui/signed-in';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';

import { clientGuides } from './snippets.ts';

/** The roles that may create API keys. */
const KEY_ROLES = new Set(['Owner', 'Admin']);

/** Ready texts for the clients that search a workspace. */
export function Connect({ workspaceId }: { workspaceId: string }) {
  const organizationId = useOrganizationId();
  const role = useCurrentUser().memberships[organizationId]?.role_name ?? '';
  const [search, setSearch] = useSearchParams();
  const guides = clientGuides(apiUrlOf('').replace(/\/$/, ''), workspaceId);
  const shown = guides.find(({ key }) => key === search.get('client')) ?? guides[0];
  if (shown === undefined) return null;
  return (
    <Stack gap="6">
      <Panel
        title="API key"
        description={
          KEY_ROLES.has(role)
            ? 'Create a key that is limited to this workspace, and give it to your program as CARREL_API_KEY.'
            : 'Ask an Owner or Admin for a key that is limited to this workspace, and give it to your program as CARREL_API_KEY.'
        }
        actions={
          KEY_ROLES.has(role) ? (
            <Button asChild>
              <RouterLink to={consolePaths.organizationApiKeys(organizationId)}>
                API keys
              </RouterLink>
            </Button>
          ) : undefined
        }
      />
      <Tabs
        label="Client"
        tabs={guides}
        shown={shown.key}
        onShow={(client) => setSearch({ client }, { replace: true })}
      >
        <Stack gap="4">
          <Text color="fg.muted">{shown.intro}</Text>
          {shown.snippets.map(({ label, text }) => (
            <CodeBlock key={label} label={label} text={text} />
          ))}
        </Stack>
      </Tabs>
    </Stack>
  );
}
