import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/** The history state of a receipt that was opened on this screen, and not by its address. */
const OPENED_HERE = { receiptOpenedHere: true };

/** Returns the archive whose receipt is open, by the address, so that Back closes it. */
export function useReceipt() {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();

  const open = (archiveId: string) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set('receipt', archiveId);
        return changed;
      },
      { state: OPENED_HERE },
    );
  const close = () => {
    // Otherwise Back would open it again.
    if (isOpenedHere(state)) {
      void navigate(-1);
      return;
    }
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('receipt');
        return changed;
      },
      { replace: true },
    );
  };
  return { archiveId: parameters.get('receipt'), open, close };
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'receiptOpenedHere' in state;
}
