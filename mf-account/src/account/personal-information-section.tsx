import { useCurrentUser } from '@carrel/shared/shell';
import { Grid, TextField } from '@carrel/shared/ui';
import { SettingsSection } from '@carrel/shared/ui/signed-in';

// A read-only field must not look editable.
const READ_ONLY = { '& input': { bg: 'bg.subtle', borderColor: 'border.subtle' } };

export function PersonalInformationSection() {
  const user = useCurrentUser();

  return (
    <SettingsSection
      title="Personal Information"
      description="The name that your colleagues see. It cannot be changed here."
    >
      <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }} css={READ_ONLY}>
        <TextField label="First name" value={user.first_name} readOnly />
        <TextField label="Last name" value={user.last_name} readOnly />
      </Grid>
    </SettingsSection>
  );
}
