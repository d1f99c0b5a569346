import { useCurrentUser } from '@carrel/shared/shell';
import { Grid, TextField } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/workbench';

export function PersonalInformationPanel() {
  const user = useCurrentUser();

  return (
    <Panel title="Personal Information">
      <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        <TextField label="First name" value={user.first_name} readOnly />
        <TextField label="Last name" value={user.last_name} readOnly />
      </Grid>
    </Panel>
  );
}
