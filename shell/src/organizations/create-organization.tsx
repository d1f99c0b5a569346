import { toast } from '@carrel/shared/ui';
import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

import { logFailure } from '../base/log-failure.ts';
import { loadRemoteModule } from '../remotes/load-remote.ts';
import { creatingOrganizationAtom } from '../state/organizations.atoms.ts';

interface DialogModule {
  CreateOrganizationDialog: ComponentType<{ open: boolean; onClose: () => void }>;
}

/** The dialog of mf-organizations, loaded when it is first opened. */
export function CreateOrganization() {
  const [open, setOpen] = useAtom(creatingOrganizationAtom);
  const [dialog, setDialog] = useState<DialogModule>();
  useEffect(() => {
    if (!open || dialog !== undefined) return;
    loadRemoteModule<DialogModule>('mf-organizations', './create-organization-dialog').then(
      setDialog,
      (error: unknown) => {
        logFailure('The dialog could not be loaded', error);
        toast.error('Failed to create organization. Please try again.');
        setOpen(false);
      },
    );
  }, [open, dialog, setOpen]);
  if (dialog === undefined) return null;
  return <dialog.CreateOrganizationDialog open={open} onClose={() => setOpen(false)} />;
}
