/** Examples of the calls that programs make, by the ids of their operations. */
export const EXAMPLES: Readonly<Record<string, { request?: unknown; response?: unknown }>> = {};
