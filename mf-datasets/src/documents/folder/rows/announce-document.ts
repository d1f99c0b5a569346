import { toast } from '@carrel/shared/ui';

/** Says which document is being opened. */
export const announceDocument = (name: string) => toast.info(`Document: ${name}`);
