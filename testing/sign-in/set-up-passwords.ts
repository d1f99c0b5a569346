import { COST } from '@carrel/api/src/identity/proofs/passwords/passwords.ts';

// The least that argon2id takes: most tests sign people in.
Object.assign(COST, { memory: 8, passes: 1 });
