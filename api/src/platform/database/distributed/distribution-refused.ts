/** The tables cannot be distributed in this database. The message is for operators. */
export class DistributionRefused extends Error {
  override readonly name = 'DistributionRefused';
}
