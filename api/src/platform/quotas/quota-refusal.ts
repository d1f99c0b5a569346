import type { QuotaName } from '@carrel/shared/contract';
import { sizeText } from '@carrel/shared/contract/archive-rules';

/** Something that is added to what an organization uses. */
interface Request {
  name: QuotaName;
  limit: number;
  used: number;
  adding: number;
  /** Open invitations, which count as members or guests. */
  pending?: number;
  /** A sentence instead of the usual one. */
  remedy?: string | undefined;
}

const REMEDIES: Record<QuotaName, string> = {
  documents: 'Upload fewer files, delete a dataset',
  bytes: 'Delete archives',
  members: 'Remove a member, revoke an invitation',
  guests: 'Remove a guest, revoke an invitation',
  datasets: 'Delete a dataset',
};

const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Returns why a request does not fit, with the limit and what is used; undefined if it fits. */
export function quotaRefusal(request: Request): string | undefined {
  const { name, limit, used, adding, pending = 0 } = request;
  const { remedy = `${REMEDIES[name]}, or ask the operator of this server for more.` } = request;
  if (adding <= 0 || used + pending + adding <= limit) return undefined;
  return `${factsOf(request)} ${remedy}`;
}

function factsOf({ name, limit, used, adding, pending = 0 }: Request): string {
  if (name === 'bytes') {
    return `This organization may store ${sizeText(limit)} and stores ${sizeText(used)}; the archive has ${sizeText(adding)}.`;
  }
  const noun = name.slice(0, -1);
  const has =
    pending === 0
      ? used.toLocaleString('en-US')
      : `${counted(used, noun)} and ${counted(pending, 'open invitation')}`;
  const facts = `This organization may have ${counted(limit, noun)} and has ${has}`;
  return name === 'documents'
    ? `${facts}; the archive adds ${counted(adding, noun)}.`
    : `${facts}.`;
}
