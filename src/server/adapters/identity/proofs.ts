import type { Proofs } from '../../ports/identity.ts';
import type { BuiltinIdentityOptions } from './library.ts';
import { createMailedCodes } from './mailed-codes.ts';
import { createProofCheck, type ProofCheckOptions } from './proof-check.ts';
import { saveProof } from './proof-queries.ts';
import { findProofWays } from './proof-ways.ts';

type Options = ProofCheckOptions & Pick<BuiltinIdentityOptions, 'db' | 'clock' | 'secret'>;

/** Asks logged-in people to prove who they are again. With a second factor on, the password alone isn't enough. */
export function createProofs(options: Options): Proofs {
  const { db, clock, mails } = options;
  const ways = (email: string) => findProofWays(email, options);
  const codes = createMailedCodes(options);
  const check = createProofCheck({ ...options, codes });

  return {
    ways,
    async prove(asked) {
      const outcome = await check(asked);
      if (outcome.kind === 'proven') await saveProof(db, asked.sessionId, clock.now());
      return outcome;
    },
    async sendCode({ email, sessionId }) {
      if (!(await ways(email)).includes('mail')) return null;
      const code = codes.make();
      const seconds = await mails.proofCode(email, code);
      if (seconds === 0) await codes.save(sessionId, code);
      return seconds;
    },
  };
}
