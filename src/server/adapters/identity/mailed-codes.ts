import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { PROOF_CODE_MS } from '../../ports/mailer.ts';
import type { Auth } from './library.ts';

export type MailedCodes = ReturnType<typeof createMailedCodes>;

const CODE_DIGITS = 8;

/** Codes sent by email: one at a time for each session, stored as a keyed hash, valid once and for a few minutes. */
export function createMailedCodes({ auth, secret }: { auth: Auth; secret: string }) {
  const nameOf = (sessionId: string): string => `proof-code-${sessionId}`;
  const hashOf = (sessionId: string, code: string): Buffer => createHmac('sha256', secret).update(`proof code\n${sessionId}\n${code}`).digest();
  return {
    make: (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'),
    async save(sessionId: string, code: string): Promise<void> {
      const { internalAdapter } = await auth.$context;
      await internalAdapter.deleteVerificationByIdentifier(nameOf(sessionId));
      const value = hashOf(sessionId, code).toString('base64url');
      await internalAdapter.createVerificationValue({ identifier: nameOf(sessionId), value, expiresAt: new Date(Date.now() + PROOF_CODE_MS) });
    },
    async take(sessionId: string, typed: string): Promise<boolean> {
      const { internalAdapter } = await auth.$context;
      const stored = await internalAdapter.findVerificationValue(nameOf(sessionId));
      if (!stored || new Date(stored.expiresAt).getTime() < Date.now()) return false;
      const isRight = timingSafeEqual(Buffer.from(stored.value, 'base64url'), hashOf(sessionId, typed.replaceAll(/\s/gu, '')));
      return isRight && (await internalAdapter.consumeVerificationValue(nameOf(sessionId))) !== null;
    },
  };
}
