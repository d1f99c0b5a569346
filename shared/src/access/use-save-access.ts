import { messageOf } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { inputOf, savedAccess, whoIsLeft } from './access-draft.ts';
import type { AccessDraft } from './access-draft.ts';
import type { AccessObject } from './access-object.ts';
import { setAccess } from './access.api.ts';
import { accessQuery, listKey } from './access.queries.ts';

const DONE = 'Access updated successfully!';
const failed = (error: unknown) =>
  messageOf(error, 'Failed to update the access. Please try again.');

/** Saves who may see a dataset or workspace. It asks first where it takes that away from everybody else. */
export function useSaveAccess(object: AccessObject) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const send = (draft: AccessDraft) => setAccess(organizationId, object, inputOf(draft));
  const settle = (draft: AccessDraft) => {
    // What was chosen stays in view while it is read again.
    queryClient.setQueryData(
      accessQuery(organizationId, object).queryKey,
      (before) => before && savedAccess(draft, before),
    );
    return queryClient.invalidateQueries({ queryKey: listKey(organizationId, object) });
  };
  const saving = useMutation({
    mutationFn: send,
    onSuccess: (_, draft) => {
      toast.success(DONE);
      return settle(draft);
    },
    onError: (error) => toast.error(failed(error)),
  });
  const exclusion = useConfirm((draft: AccessDraft) => ({
    title: `Change who sees this ${object.kind}`,
    consequences: [whoIsLeft(object.kind, draft.entries)],
    confirmLabel: 'Save access',
    act: () => send(draft),
    done: DONE,
    failed,
    after: () => settle(draft),
  }));
  return {
    save: (before: AccessDraft, draft: AccessDraft) => {
      if (before.access === 'organization' && draft.access === 'named') exclusion.ask(draft);
      else saving.mutate(draft);
    },
    isSaving: saving.isPending,
    dialog: exclusion.dialog,
  };
}
