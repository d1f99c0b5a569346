/** The tables cannot be partitioned as they are. Its message tells an operator why. */
export class PartitioningRefused extends Error {
  override readonly name = 'PartitioningRefused';
}
