import { findApprovalQuerySchema } from '@carrel/shared/contract';
import { Box, Button, Stack, TextField } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

/** Asks for the code that a program shows. */
export function UserCodeForm({ onEnter }: { onEnter: (code: string) => void }) {
  const form = useForm({
    resolver: valibotResolver(findApprovalQuerySchema),
    defaultValues: { code: '' },
  });
  const { errors } = form.formState;

  return (
    <Panel>
      <form method="post" noValidate onSubmit={form.handleSubmit(({ code }) => onEnter(code))}>
        <Stack gap="4">
          <TextField
            label="Code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            error={errors.code?.message}
            {...form.register('code')}
          />
          <Box>
            <Button type="submit" variant="primary">
              Continue
            </Button>
          </Box>
        </Stack>
      </form>
    </Panel>
  );
}
