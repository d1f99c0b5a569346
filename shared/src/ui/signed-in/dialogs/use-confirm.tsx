import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';

import { toast } from '../../guest/toasts/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

/** An action that is asked for before it is done. */
export interface Confirmation<Result> extends Pick<
  ConfirmDialogProps,
  'title' | 'name' | 'consequences' | 'confirmLabel' | 'closeLabel' | 'typeToConfirm'
> {
  act: () => Promise<Result>;
  /** The toast of a success. */
  done?: string;
  /** Returns the toast of a failure, after which the dialog stays open. */
  failed: (error: unknown) => string;
  /** The key of the queries that are read again after a success. */
  invalidates?: QueryKey;
  /** What follows a success, once the dialog is closed. The action has failed if this does. */
  after?: (result: Result) => unknown;
  /** What follows a 404, once the dialog is closed. Without it, a 404 is like any failure. */
  missing?: () => unknown;
  /** The dialog stays open and busy after a success: the action leaves the screen. */
  leaves?: boolean;
}

interface Confirm<Subject> {
  /** Opens the dialog. It is stable. */
  ask: (subject: Subject) => void;
  /** The dialog, while it is open. */
  dialog: ReactNode;
}

/** Asks in a dialog before something is done to what `ask` is called with. */
export function useConfirm<Subject = void, Result = unknown>(
  describe: (subject: Subject) => Confirmation<Result>,
): Confirm<Subject> {
  const [asked, setAsked] = useState<{ subject: Subject }>();
  const ask = useCallback((subject: Subject) => setAsked({ subject }), []);
  const close = () => setAsked(undefined);
  return {
    ask,
    dialog: asked !== undefined && <Question {...describe(asked.subject)} onClose={close} />,
  };
}

/** A component of its own, so that each dialog begins without the state of the one before. */
function Question<Result>({
  act,
  done,
  failed,
  invalidates,
  after,
  missing,
  leaves = false,
  onClose,
  ...texts
}: Confirmation<Result> & { onClose: () => void }) {
  const queryClient = useQueryClient();
  const action = useMutation({
    mutationFn: act,
    onSuccess: async (result) => {
      if (done !== undefined) toast.success(done);
      if (!leaves) onClose();
      await Promise.all([
        invalidates && queryClient.invalidateQueries({ queryKey: invalidates }),
        after?.(result),
      ]);
    },
    onError: async (error) => {
      toast.error(failed(error));
      if (missing === undefined || !isMissing(error)) return;
      onClose();
      await missing();
    },
  });
  return (
    <ConfirmDialog
      open
      {...texts}
      onClose={onClose}
      onConfirm={() => action.mutateAsync()}
      pending={action.isPending || action.isSuccess}
    />
  );
}

/** By its shape, as this room does not know the errors of calls. */
const isMissing = (error: Error) => 'status' in error && error.status === 404;
