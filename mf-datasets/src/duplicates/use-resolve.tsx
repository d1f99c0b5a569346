import { messageOf } from '@carrel/shared/api';
import { UNDO_SECONDS } from '@carrel/shared/contract';
import type { ResolvedDuplicates, ResolveDuplicatesInput } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { formatSize, useConfirm } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

import { documentCount } from '../data/chosen-documents.ts';
import { resolveDuplicates } from '../data/duplicates/duplicates.api.ts';
import { restoreDocuments } from '../data/selection.api.ts';
import { useRefreshDocuments } from '../parts/use-refresh-documents.ts';

interface Asked {
  input: ResolveDuplicatesInput;
  /** What of the groups stays, such as "The newest of each group". */
  keeps: string;
}

/** Says what would be deleted, asks, deletes it, and offers to undo it for some seconds. */
export function useResolve(datasetId: string) {
  const organizationId = useOrganizationId();
  const refresh = useRefreshDocuments(datasetId);
  const undo = useMutation({
    mutationFn: (removal: string) => restoreDocuments(organizationId, datasetId, removal),
    onSuccess: ({ restored }) => toast.success(`Restored ${documentCount(restored)}`),
    onError: (error) => toast.error(messageOf(error, 'Failed to restore documents')),
    onSettled: refresh,
  });

  const act = async ({ input, plan }: Asked & { plan: ResolvedDuplicates }) => {
    let removal: string | undefined;
    let deleted = 0;
    try {
      for (let isMore = true; isMore;) {
        const done = await resolveDuplicates(organizationId, datasetId, {
          ...input,
          ...(removal !== undefined && { removal }),
        });
        removal ??= done.removal ?? undefined;
        deleted += done.deleted;
        // What the plan did not say is asked for anew.
        isMore = done.is_more === true && done.deleted > 0 && deleted < plan.deleted;
      }
    } catch (error) {
      void refresh();
      throw error;
    } finally {
      const act = removal;
      if (act !== undefined) {
        toast.success(`Deleted ${documentCount(deleted)}`, {
          duration: UNDO_SECONDS * 1000,
          action: { label: 'Undo', onClick: () => undo.mutate(act) },
        });
      }
    }
    const skipped = plan.deleted - deleted;
    if (skipped > 0) {
      toast.info(`${documentCount(skipped)} changed meanwhile and stayed`);
    }
  };

  const { ask, dialog } = useConfirm((asked: Asked & { plan: ResolvedDuplicates }) => ({
    title: 'Delete duplicates',
    consequences: consequencesOf(asked),
    confirmLabel: 'Delete duplicates',
    act: () => act(asked),
    failed: (error) => messageOf(error, 'Failed to delete documents'),
    after: refresh,
  }));

  const plan = useMutation({
    mutationFn: ({ input }: Asked) =>
      resolveDuplicates(organizationId, datasetId, { ...input, dry_run: true }),
    onSuccess: (planned, asked) => {
      if (planned.deleted > 0) ask({ ...asked, plan: planned });
      else toast.info('None of these documents can be deleted here');
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to plan this')),
  });

  return { ask: plan.mutateAsync, isPlanning: plan.isPending, dialog };
}

function consequencesOf({ keeps, plan }: Asked & { plan: ResolvedDuplicates }): string[] {
  const { groups, deleted, bytes, inside, skipped, is_more: isMore } = plan;
  const of = groups === 1 ? '' : ` of ${groups.toLocaleString('en-US')} groups`;
  return [
    `${documentCount(deleted)}${of} will be deleted, ${formatSize(bytes, { decimals: 1 })} with their originals.`,
    `${keeps} stays.`,
    ...(inside > 0
      ? [`${documentCount(inside)} inside of mails and archives stay with their containers.`]
      : []),
    ...(skipped > 0 ? [`${documentCount(skipped)} stay, as there is none to keep instead.`] : []),
    ...(isMore === true ? ['More groups are left after these.'] : []),
    `You can undo this for ${UNDO_SECONDS} seconds.`,
  ];
}
