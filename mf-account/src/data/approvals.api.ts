import { client } from '@carrel/shared/api';
import { approvalSchema } from '@carrel/shared/contract';
import type { DecideApprovalInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const findApproval = (code: string) =>
  client.get(apiPaths.approval(code)).json(approvalSchema);

export const decideApproval = (input: DecideApprovalInput) =>
  client.put(apiPaths.approvals(), { json: input }).done();
